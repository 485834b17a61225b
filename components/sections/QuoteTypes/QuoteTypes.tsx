import type { QuoteTypesSection } from "../../props.gen";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./QuoteTypes.css";

/** What a quote can be for: the commonest large, the others as lines beside it. */
export function QuoteTypes({ title, lead, items }: QuoteTypesSection) {
  return (
    <section className="QuoteTypes" aria-labelledby="offers-title">
      <header className="QuoteTypes-head">
        <h2 id="offers-title">{title}</h2>
        <p className="QuoteTypes-lead">{noWrap(lead)}</p>
      </header>
      <div className="QuoteTypes-items">
        {items.map((item) => (
          <article key={item.href} className="QuoteTypes-item">
            <Scene name={item.scene} decorative className="QuoteTypes-scene" />
            <div>
              <h3 className="QuoteTypes-title">
                <a className="QuoteTypes-link" href={item.href}>
                  {item.title}
                  {"\u00a0"}
                  <Icon name="arrow-right" className="QuoteTypes-arrow" />
                </a>
              </h3>
              <p className="QuoteTypes-text">{noWrap(item.text)}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
