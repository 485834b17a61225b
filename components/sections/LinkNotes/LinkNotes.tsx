import type { LinkNote } from "../../props.gen";
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
            <a className="LinkNotes-link row arrow underlined" href={link.href}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  );
}
