import { Island } from "@haulfront/render";
import { LoadPicker } from "../../islands/LoadPicker/LoadPicker";
import { useLayout } from "../../LayoutContext";
import type { TruckloadsSection } from "../../props.gen";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import "./Truckloads.late.css";

/** The truck at each price; below, one that fills with what is picked, beside a place before and after. */
export function Truckloads({ title, lead, loads, slider, picker }: TruckloadsSection) {
  const { assets, estimate } = useLayout();
  return (
    <section className="Truckloads sand section band" aria-labelledby="truckloads-title">
      <Heading id="truckloads-title" title={title} lead={lead} />
      <ul className="Truckloads-loads">
        {loads.map(({ name, price, scene }) => (
          <li key={name} className="Truckloads-load">
            <Scene name={scene} className="Truckloads-truck" />
            {name}
            <strong className="Truckloads-price figure">{price}</strong>
          </li>
        ))}
      </ul>
      <div className="Truckloads-below grid">
        {picker && (
          <Island of={LoadPicker} id="load-picker" className="Truckloads-picker" props={picker} file={assets.picker}>
            <ButtonLink className="Truckloads-estimate" href={estimate.href} tone="plain">
              {estimate.label}
            </ButtonLink>
          </Island>
        )}
        <BeforeAfter {...slider} />
      </div>
    </section>
  );
}
