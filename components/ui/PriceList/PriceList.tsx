import type { PriceRow } from "../../props.gen";
import { noWrapNumbers } from "../NoWrap/NoWrap";
import "./PriceList.css";

interface PriceListProps {
  rows: PriceRow[];
}

/** Prices, one line each. */
export function PriceList({ rows }: PriceListProps) {
  return (
    <dl className="PriceList">
      {rows.map((row) => (
        <div key={row.label} className="PriceList-row">
          <dt className="PriceList-label">{noWrapNumbers(row.label)}</dt>
          <dd className="PriceList-price figure">{row.price}</dd>
        </div>
      ))}
    </dl>
  );
}
