import type { LinkedText } from "../../props.gen";
import { linked } from "../../ui/NoWrap/NoWrap";
import "./PageHeroFacts.css";

interface Props {
  facts: LinkedText[];
}

/** Facts in large type on a dark band, at the bottom of a first screen. */
export function PageHeroFacts({ facts }: Props) {
  return (
    <ul className="PageHeroFacts dark" data-facts={facts.length}>
      {facts.map((fact) => (
        <li key={fact.text} className="PageHeroFacts-fact figure">
          {linked(fact)}
        </li>
      ))}
    </ul>
  );
}
