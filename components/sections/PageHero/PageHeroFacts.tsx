import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./PageHeroFacts.css";

interface Props {
  facts: string[];
}

/** Facts in large letters on a dark band, at the foot of a first screen. */
export function PageHeroFacts({ facts }: Props) {
  return (
    <ul className="PageHeroFacts" data-facts={facts.length}>
      {facts.map((fact) => (
        <li key={fact} className="PageHeroFacts-fact">
          {noWrap(fact)}
        </li>
      ))}
    </ul>
  );
}
