import type { Assets, PriceTiersSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { PriceCard } from "../../ui/PriceCard/PriceCard";
import { unbroken } from "../../ui/Unbroken/Unbroken";
import "./Loads.css";

interface Props extends PriceTiersSection {
  assets: Assets;
}

// How far each drawing of the truck is filled, in quarters.
const quarters: Record<string, number> = { "truck-xs": 0, "truck-quarter": 1, "truck-half": 2, "truck-full": 4 };

/** The flat rates, from one item to the full truck. */
export function Loads({ title, lead, cards, includes, finalNote, quote, assets }: Props) {
  return (
    <section className="Loads" aria-labelledby="loads-title">
      <div className="Loads-inner">
        <header className="Loads-head">
          <h2 id="loads-title">{title}</h2>
          <p className="Loads-lead">{unbroken(lead)}</p>
        </header>
        <div className="Loads-cards">
          {cards.map((card) => (
            <PriceCard key={card.name} card={card} assets={assets} quarters={quarters[card.scene] ?? 0} />
          ))}
        </div>
        <div className="Loads-foot">
          <p className="Loads-note">
            <strong>{includes}</strong> {finalNote}
          </p>
          <ButtonLink href={quote.href}>{quote.label}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
