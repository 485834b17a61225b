import type { CitiesSection, CityCard } from "../../props.gen";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Cities.css";

/** The cities with pages of their own: the first two large, the others as lines of a list. */
export function Cities({ title, lead, items }: CitiesSection) {
  return (
    <section className="Cities" aria-labelledby="cities-title">
      <header className="Cities-head">
        <h2 id="cities-title">{title}</h2>
        <p className="Cities-lead">{noWrap(lead)}</p>
      </header>
      <ul className="Cities-list">
        {items.map((city) => (
          <City key={city.href} {...city} />
        ))}
      </ul>
    </section>
  );
}

function City({ name, href, scene, fact, places }: CityCard) {
  return (
    <li className="Cities-city">
      <Scene name={scene} decorative className="Cities-scene" />
      <div className="Cities-words">
        <h3 className="Cities-name">
          <a className="Cities-link" href={href}>
            {name}
          </a>
        </h3>
        <p className="Cities-fact">{noWrap(fact)}</p>
        <p className="Cities-places">{places}</p>
      </div>
    </li>
  );
}
