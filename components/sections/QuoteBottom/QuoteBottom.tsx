import type { QuoteBottom as QuoteBottomProps } from "../../props.gen";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Quote } from "../Quote/Quote";
import "./QuoteBottom.css";

/** The form again, for visitors who have read to the end. */
export function QuoteBottom({ title, lead, form }: QuoteBottomProps) {
  return (
    <section className="QuoteBottom" aria-labelledby="quote-bottom-title">
      <div className="QuoteBottom-inner container grid">
        <div>
          <h2 id="quote-bottom-title">{title}</h2>
          <p className="QuoteBottom-lead">{noWrap(lead)}</p>
          <Scene name="truck-empty" decorative className="QuoteBottom-scene" />
        </div>
        <div className="Quote-card">
          <Quote form={form} />
        </div>
      </div>
    </section>
  );
}
