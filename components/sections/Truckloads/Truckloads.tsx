import type { TruckloadsSection } from "../../props.gen";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import "./Truckloads.late.css";

/** The truck at each price, beside a place before and after. */
export function Truckloads({ title, lead, loads, slider }: TruckloadsSection) {
  return (
    <section className="Truckloads sand" aria-labelledby="truckloads-title">
      <div className="Truckloads-inner section container grid">
        <div>
          <Heading id="truckloads-title" title={title} lead={lead} />
          <ul className="Truckloads-loads">
            {loads.map(({ name, price, scene }) => (
              <li key={name} className="Truckloads-load">
                <Scene name={scene} className="Truckloads-truck" />
                <span className="Truckloads-name">{name}</span>
                <span className="Truckloads-price figure">{price}</span>
              </li>
            ))}
          </ul>
        </div>
        <BeforeAfter {...slider} />
      </div>
    </section>
  );
}
