import type { PriceTier } from "../../props.gen";
import "./LoadPrices.css";

interface LoadPricesProps {
  label: string;
  loads: PriceTier[];
}

/** The prices of loads in one row, at the bottom of a first screen. */
export function LoadPrices({ label, loads }: LoadPricesProps) {
  return (
    <div className="LoadPrices dark">
      <div className="LoadPrices-inner container grid">
        <p className="LoadPrices-label">{label}</p>
        <dl className="LoadPrices-list">
          {loads.map((load) => (
            <div key={load.name} className="LoadPrices-load">
              <dt className="LoadPrices-name">{load.name}</dt>
              <dd className="LoadPrices-price figure">{load.price}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
