import { Island } from "@haulfront/render";
import { LoadPicker } from "../../islands/LoadPicker/LoadPicker";
import { useLayout } from "../../LayoutContext";
import type { TruckloadsSection } from "../../props.gen";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import "./Truckloads.late.css";

/**
 * The truck at each price, beside a place before and after. Where there are things to pick, one truck that fills with
 * them takes the place of all once it is hydrated.
 */
export function Truckloads({ title, lead, loads, slider, picker }: TruckloadsSection) {
  const { assets } = useLayout();
  const prices = (
    <ul className="Truckloads-loads">
      {loads.map(({ name, price, scene }) => (
        <li key={name} className="Truckloads-load">
          <Scene name={scene} className="Truckloads-truck" />
          {name}
          <span className="Truckloads-price figure">{price}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <section className="Truckloads sand" aria-labelledby="truckloads-title">
      <div className="Truckloads-inner section container grid">
        <div>
          <Heading id="truckloads-title" title={title} lead={lead} />
          {picker ? (
            <Island of={LoadPicker} id="load-picker" className="Truckloads-picker" props={picker} file={assets.picker}>
              {prices}
            </Island>
          ) : (
            prices
          )}
        </div>
        <BeforeAfter {...slider} />
      </div>
    </section>
  );
}
