import type { Assets, QuoteTypesSection } from "../../props.gen";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { unbroken } from "../../ui/Unbroken/Unbroken";
import "./Offers.css";

interface Props extends QuoteTypesSection {
  assets: Assets;
}

/** What a quote can be for: the commonest large, the others as lines beside it. */
export function Offers({ title, lead, items, assets }: Props) {
  return (
    <section className="Offers" aria-labelledby="offers-title">
      <header className="Offers-head">
        <h2 id="offers-title">{title}</h2>
        <p className="Offers-lead">{unbroken(lead)}</p>
      </header>
      <div className="Offers-items">
        {items.map((item) => (
          <article key={item.href} className="Offers-item">
            <Scene assets={assets} name={item.scene} ornament className="Offers-scene" />
            <div>
              <h3 className="Offers-title">
                <a className="Offers-link" href={item.href}>
                  {item.title}
                  {"\u00a0"}
                  <Icon name="arrow-right" className="Offers-arrow" />
                </a>
              </h3>
              <p className="Offers-text">{unbroken(item.text)}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
