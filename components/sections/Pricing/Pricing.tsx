import type { PricingSection } from "../../props.gen";
import { PriceList } from "../../ui/PriceList/PriceList";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Pricing.css";

/** A price list in large figures, with notes. */
export function Pricing({ title, lead, rows, notes }: PricingSection) {
  return (
    <section className="Pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="Pricing-inner container grid">
        <div className="Pricing-head">
          <h2 id="pricing-title">{title}</h2>
          <p className="Pricing-lead">{noWrap(lead)}</p>
        </div>
        <PriceList rows={rows} />
        <ul className="Pricing-notes stack">
          {notes.map((note) => (
            <li key={note} className="Pricing-note">
              {noWrap(note)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
