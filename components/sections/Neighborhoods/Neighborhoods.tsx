import { useLayout } from "../../LayoutContext";
import type { NeighborhoodsSection } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { ZipCheck } from "../ZipCheck/ZipCheck";
import "./Neighborhoods.late.css";

/** The neighborhoods of a city, as a block of large names. */
export function Neighborhoods({ title, text, items }: NeighborhoodsSection) {
  const { areaAsk } = useLayout();
  return (
    <section className="Neighborhoods dark" aria-labelledby="neighborhoods-title">
      <div className="Neighborhoods-inner section container">
        <h2 className="Neighborhoods-title" id="neighborhoods-title">
          {title}
        </h2>
        <div className="Neighborhoods-wall">
          <ul className="Neighborhoods-list figure">
            {items.map((item) => (
              <li key={item} className="Neighborhoods-item">
                {item}
              </li>
            ))}
          </ul>
        </div>
        {text && <p className="Neighborhoods-text">{noWrap(text)}</p>}
        {areaAsk && <ZipCheck {...areaAsk} id="neighborhoods" tone="light" />}
      </div>
    </section>
  );
}
