import type { QuoteBottom as QuoteBottomProps } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import { Quote } from "../Quote/Quote";
import "./QuoteBottom.css";

/** The form again, for visitors who have read to the end. */
export function QuoteBottom({ title, lead, form }: QuoteBottomProps) {
  return (
    <section className="QuoteBottom" aria-labelledby="quote-bottom-title">
      <div className="QuoteBottom-inner section container grid">
        <div>
          <Heading id="quote-bottom-title" title={title} lead={lead} />
          <Scene name="truck-leaving" decorative className="QuoteBottom-scene" />
        </div>
        <div className="Quote-card">
          <Quote form={form} />
        </div>
      </div>
    </section>
  );
}
