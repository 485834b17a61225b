import type { LinkNote } from "../../props.gen";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./LinkNotes.late.css";

interface LinkNotesProps {
  links: LinkNote[];
}

/** Links to related pages, each with a sentence. */
export function LinkNotes({ links }: LinkNotesProps) {
  return (
    <aside className="LinkNotes container">
      <ul>
        {links.map((link) => (
          <li key={link.href} className="LinkNotes-note">
            <span>{noWrap(link.text)}</span>{" "}
            <a className="LinkNotes-link row underlined" href={link.href}>
              {link.label}
              <Icon name="arrow-right" className="arrow" />
            </a>
          </li>
        ))}
      </ul>
    </aside>
  );
}
