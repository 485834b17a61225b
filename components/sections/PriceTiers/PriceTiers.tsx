import { useLayout } from "../../LayoutContext";
import type { PriceTiersSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { PriceCard } from "../../ui/PriceCard/PriceCard";
import "./PriceTiers.late.css";

// How far each drawing of the truck is filled, in quarters.
const quarters: Record<string, number> = {
  "truck-xs": 0,
  "truck-quarter": 1,
  "truck-half": 2,
  "truck-three-quarter": 3,
  "truck-full": 4,
};

/** The prices of loads, from one item to the full truck. */
export function PriceTiers({ title, lead, cards, includes, finalNote, quote }: PriceTiersSection) {
  const { estimate } = useLayout();
  return (
    <section className="PriceTiers sand" aria-labelledby="loads-title">
      <div className="PriceTiers-inner section container">
        <header className="PriceTiers-head">
          <Heading id="loads-title" title={title} lead={lead} />
        </header>
        <div className="PriceTiers-cards">
          {cards.map((card) => (
            <PriceCard key={card.name} card={card} quarters={quarters[card.scene]} />
          ))}
        </div>
        <div className="PriceTiers-foot grid">
          <p className="PriceTiers-note">
            <strong>{noWrap(includes)}</strong> {noWrap(finalNote)}
          </p>
          <p className="cluster">
            {estimate.href && (
              <ButtonLink href={estimate.href} tone="plain">
                {estimate.label}
              </ButtonLink>
            )}
            <ButtonLink href={quote.href}>{quote.label}</ButtonLink>
          </p>
        </div>
      </div>
    </section>
  );
}
