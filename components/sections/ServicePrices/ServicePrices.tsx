import type { CategoryPrices, ServiceRow } from "../../props.gen";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./ServicePrices.late.css";

interface ServicePricesProps {
  /** Names the links to the categories. */
  jumpLabel: string;
  categories: CategoryPrices[];
}

/**
 * Every service with its price, by category: the first as a long list beside its scene, the others shorter, two by two.
 */
export function ServicePrices({ jumpLabel, categories }: ServicePricesProps) {
  return (
    <div className="ServicePrices container">
      <nav className="ServicePrices-jumps" aria-label={jumpLabel}>
        <ul className="ServicePrices-jumpList cluster">
          {categories.map((category) => (
            <li key={category.id}>
              <a className="ServicePrices-jump row" href={`#${category.id}`}>
                {category.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {categories.map((category) => (
        <Category key={category.id} {...category} />
      ))}
    </div>
  );
}

function Category({ id, name, href, blurb, scene, services }: CategoryPrices) {
  // A service that stands by itself: the heading has its name, and leads to it.
  const alone = services.length === 1 && services[0]!.name === name ? services[0] : undefined;
  return (
    <section className="ServicePrices-category" id={id} aria-labelledby={`${id}-title`}>
      <div className="ServicePrices-head">
        <div className="ServicePrices-words">
          <h2 className="ServicePrices-title" id={`${id}-title`}>
            <a className="ServicePrices-categoryLink arrow" href={alone?.href ?? href}>
              {name}
              {/* A no-break space: the arrow never wraps to a line of its own. */}
              {"\u00a0"}
            </a>
          </h2>
          {!alone && <p className="ServicePrices-blurb muted">{noWrap(blurb)}</p>}
        </div>
        <Scene name={scene} className="ServicePrices-scene" />
      </div>
      <ul className="ServicePrices-rows">
        {services.map((service) => (
          <Row key={service.name} {...service} named={service !== alone} />
        ))}
      </ul>
    </section>
  );
}

/** A service; `named` unless the heading above has its name. */
function Row({ name, href, price, about, time, named }: ServiceRow & { named: boolean }) {
  return (
    <li className="ServicePrices-row link-box">
      {named && (
        <h3 className="ServicePrices-service">
          <a className="ServicePrices-link stretched-link" href={href}>
            {name}
          </a>
        </h3>
      )}
      <p className="ServicePrices-price">{noWrap(price)}</p>
      <p className="ServicePrices-about note">{noWrap(time ? `${about}\u00a0· ${time}` : about)}</p>
    </li>
  );
}
