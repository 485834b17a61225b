import type { Assets, CategoryPrices, ServiceRow } from "../../props.gen";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { unbroken } from "../../ui/Unbroken/Unbroken";
import "./PriceBook.css";

interface PriceBookProps {
  /** Names the links to the categories. */
  jumpLabel: string;
  categories: CategoryPrices[];
  assets: Assets;
}

/** Every service with its price, by category: the first as a long list beside its scene, the others shorter, two by two. */
export function PriceBook({ jumpLabel, categories, assets }: PriceBookProps) {
  return (
    <div className="PriceBook">
      <nav className="PriceBook-jumps" aria-label={jumpLabel}>
        <ul className="PriceBook-jumpList">
          {categories.map((category) => (
            <li key={category.id}>
              <a className="PriceBook-jump" href={`#${category.id}`}>
                {category.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {categories.map((category) => (
        <Category key={category.id} {...category} assets={assets} />
      ))}
    </div>
  );
}

interface CategoryProps extends CategoryPrices {
  assets: Assets;
}

function Category({ id, name, href, blurb, scene, services, assets }: CategoryProps) {
  return (
    <section className="PriceBook-category" id={id} aria-labelledby={`${id}-title`}>
      <div className="PriceBook-head">
        <div className="PriceBook-words">
          <h2 className="PriceBook-title" id={`${id}-title`}>
            <a className="PriceBook-categoryLink" href={href}>
              {name}
              {/* A space that does not break: the arrow never stands on a line of its own. */}
              {"\u00a0"}
              <Icon name="arrow-right" className="PriceBook-arrow" />
            </a>
          </h2>
          <p className="PriceBook-blurb">{unbroken(blurb)}</p>
        </div>
        <Scene assets={assets} name={scene} className="PriceBook-scene" />
      </div>
      <ul className="PriceBook-rows">
        {services.map((service) => (
          <Row key={service.name} {...service} />
        ))}
      </ul>
    </section>
  );
}

function Row({ name, href, price, about }: ServiceRow) {
  return (
    <li className="PriceBook-row">
      <div>
        <h3 className="PriceBook-service">
          <a className="PriceBook-link" href={href}>
            {name}
          </a>
        </h3>
        <p className="PriceBook-about">{unbroken(about)}</p>
      </div>
      <p className="PriceBook-price">{unbroken(price)}</p>
    </li>
  );
}
