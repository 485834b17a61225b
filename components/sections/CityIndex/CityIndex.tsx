import type { LetterGroup } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import "./CityIndex.late.css";

interface Props {
  title: string;
  lead: string;
  letters: LetterGroup[];
}

/** An A to Z index, for more cities than fit with a picture each. */
export function CityIndex({ title, lead, letters }: Props) {
  return (
    <section className="CityIndex section container" aria-labelledby="cities-title">
      <Heading id="cities-title" title={title} lead={lead} />
      <nav aria-labelledby="cities-title">
        <ul className="CityIndex-letters cluster">
          {letters.map(({ id, letter }) => (
            <li key={id}>
              <a className="CityIndex-jump underlined target" href={`#${id}`}>
                {letter}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {letters.map(({ id, letter, cities }) => (
        <section key={id} className="CityIndex-group" aria-labelledby={id}>
          <h3 className="CityIndex-letter" id={id}>
            {letter}
          </h3>
          <ul className="CityIndex-list">
            {cities.map((city) => (
              <li key={city.href}>
                <a className="CityIndex-link" href={city.href}>
                  {city.label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
