import { useLayout } from "../../LayoutContext";
import type { CategoryCard, ServicesSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Fold } from "../../ui/Fold/Fold";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import { ServiceLinks } from "../../ui/ServiceLinks/ServiceLinks";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Services.late.css";

/** Prices by category, which phones fold: the first across the page, the others in a row. */
export function Services({ title, lead, categories }: ServicesSection) {
  const { estimate } = useLayout();
  return (
    <section className="Services section container" id="services" aria-labelledby="services-title">
      <header className="Services-head grid">
        <div>
          <Heading id="services-title" title={title} lead={lead} />
        </div>
        <p>
          {estimate.href && (
            <ButtonLink href={estimate.href} tone="plain">
              {estimate.label}
            </ButtonLink>
          )}
        </p>
      </header>
      <div className="Services-categories grid">
        {categories.map((category) => (
          <Category key={category.href} category={category} />
        ))}
      </div>
    </section>
  );
}

function Category({ category }: { category: CategoryCard }) {
  return (
    <article className="Services-category">
      <Scene name={category.scene} small className="Services-scene frame" />
      <h3 className="Services-name">
        <a className="Services-category-link arrow" href={category.href}>
          {category.name}
          {/* A no-break space: the arrow never wraps to a line of its own. */}
          {"\u00a0"}
        </a>
      </h3>
      <p className="Services-price">{category.price}</p>
      <p className="Services-blurb muted">{noWrap(category.blurb)}</p>
      {category.services.length > 1 && (
        <Fold label={`${category.name}: all prices`}>
          <ServiceLinks className="Services-list" services={category.services} />
        </Fold>
      )}
    </article>
  );
}
