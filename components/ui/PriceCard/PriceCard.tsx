import type { PriceTier } from "../../props.gen";
import { Scene } from "../Scene/Scene";
import { noWrap } from "../NoWrap/NoWrap";
import "./PriceCard.late.css";

interface PriceCardProps {
  card: PriceTier;
  /** Quarters of the truck that the load fills, the length of its bar on the tape; 0 is a single item, none no tape. */
  quarters: number | undefined;
}

/** One price tier: the truck with that load, a tape measure filled as far, and the price. */
export function PriceCard({ card, quarters }: PriceCardProps) {
  return (
    <article className="PriceCard" data-quarters={quarters}>
      <Scene name={card.scene} className="PriceCard-truck" />
      {quarters !== undefined && <div className="PriceCard-tape" aria-hidden="true" />}
      <div className="PriceCard-words">
        <div className="PriceCard-head">
          <h3 className="PriceCard-name">{card.name}</h3>
          <p className="PriceCard-price">{card.price}</p>
        </div>
        <p className="PriceCard-text muted">{noWrap(card.text)}</p>
      </div>
    </article>
  );
}
