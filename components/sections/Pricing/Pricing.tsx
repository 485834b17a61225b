import { useLayout } from "../../LayoutContext";
import type { PricingSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Fold } from "../../ui/Fold/Fold";
import { Heading } from "../../ui/Heading/Heading";
import { PriceList } from "../../ui/PriceList/PriceList";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Pricing.late.css";

/** A price list in large figures, with notes. */
export function Pricing({ title, lead, rows, notes, estimate: chosen }: PricingSection) {
  const { estimate } = useLayout();
  return (
    <section className="Pricing sand" id="pricing" aria-labelledby="pricing-title">
      <div className="Pricing-inner section container grid">
        <div>
          <Heading id="pricing-title" title={title} lead={lead} />
          {(chosen ?? estimate.href) && rows.some(({ price }) => price.includes("$")) && (
            <ButtonLink className="Pricing-estimate" href={chosen ?? estimate.href} tone="plain">
              {estimate.label}
            </ButtonLink>
          )}
        </div>
        <div>
          <PriceList rows={rows} />
          {notes.length > 0 && (
            <Fold label="What changes the price">
              <ul className="Pricing-notes note">
                {notes.map((note) => (
                  <li key={note}>{noWrap(note)}</li>
                ))}
              </ul>
            </Fold>
          )}
        </div>
      </div>
    </section>
  );
}
