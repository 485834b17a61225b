import type { NotFoundPage } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./NotFound.css";

/** The page for unknown paths. */
export function NotFound({ layout, title, text, home, links }: NotFoundPage) {
  return (
    <Document
      layout={layout}
      first={
        <section className="NotFound section container grid" aria-labelledby="not-found-title">
          <div className="NotFound-words">
            <h1 id="not-found-title">{title}</h1>
            <p className="NotFound-text muted">{noWrap(text)}</p>
            <ButtonLink href={home.href}>{home.label}</ButtonLink>
          </div>
          <Scene name="empty-curb" decorative first className="NotFound-scene" />
          <ul className="NotFound-links">
            {links.map((link) => (
              <li key={link.href}>
                <a className="NotFound-link figure" href={link.href}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      }
    />
  );
}
