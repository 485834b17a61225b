import { useLayout } from "../../LayoutContext";
import type { CategoryCard, ServicesSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { ServiceLinks } from "../../ui/ServiceLinks/ServiceLinks";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Services.css";

/** Prices by category: the first as a complete list, the others shortened, beside their scenes. */
export function Services({ title, lead, categories }: ServicesSection) {
  const { estimate } = useLayout();
  return (
    <section className="Services container" id="services" aria-labelledby="services-title">
      <header className="Services-head grid">
        <Heading id="services-title" title={title} lead={lead} />
        <p className="Services-estimate">
          <ButtonLink href={estimate.href} tone="plain">
            {estimate.label}
          </ButtonLink>
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

interface CategoryProps {
  category: CategoryCard;
}

function Category({ category }: CategoryProps) {
  return (
    <article className="Services-category">
      <div className="Services-scene">
        <Scene name={category.scene} />
      </div>
      <div className="Services-words">
        <div>
          <div className="Services-title">
            <h3 className="Services-name">
              <a className="Services-category-link" href={category.href}>
                {category.name}
                {/* A no-break space: the arrow never wraps to a line of its own. */}
                {"\u00a0"}
                <Icon name="arrow-right" className="Services-arrow" />
              </a>
            </h3>
            <p className="Services-price">{category.price}</p>
          </div>
          <p className="Services-blurb">{noWrap(category.blurb)}</p>
        </div>
        <ServiceLinks services={category.services} />
      </div>
    </article>
  );
}
