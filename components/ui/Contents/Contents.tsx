import type { Link } from "../../props.gen";
import "./Contents.css";

interface ContentsProps {
  label: string;
  links: Link[];
}

/** A table of contents, which stays in view beside its text where there is room. */
export function Contents({ label, links }: ContentsProps) {
  return (
    <nav className="Contents" aria-label={label}>
      <p className="Contents-label">{label}</p>
      <ol className="Contents-list">
        {links.map((link) => (
          <li key={link.href}>
            <a className="Contents-link" href={link.href}>
              {link.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
