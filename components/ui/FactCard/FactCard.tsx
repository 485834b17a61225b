import type { CategoryFact } from "../../props.gen";
import { Icon } from "../Icon/Icon";
import { noWrap, noWrapHeading } from "../NoWrap/NoWrap";
import { Scene } from "../Scene/Scene";
import "./FactCard.css";

interface Props extends CategoryFact {
  /** Set for the first picture of the page. */
  first?: boolean;
}

/** A short fact with a scene or an icon; with an href the whole card is a link. */
export function FactCard({ icon, scene, title, text, href, first = false }: Props) {
  return (
    <article className="FactCard link-box" data-linked={!!href} data-pictured={!!scene}>
      {scene ? (
        <Scene name={scene} first={first} decorative className="FactCard-scene" />
      ) : (
        <Icon name={icon} className="FactCard-icon" />
      )}
      <div>
        <h2 className="FactCard-title">
          {href ? (
            <a className="FactCard-link underlined stretched-link" href={href}>
              {noWrapHeading(title)}
            </a>
          ) : (
            noWrapHeading(title)
          )}
        </h2>
        <p className="FactCard-text muted">{noWrap(text)}</p>
      </div>
    </article>
  );
}
