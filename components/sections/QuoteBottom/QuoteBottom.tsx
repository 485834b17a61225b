import { Island } from "@haulfront/render";
import { QuoteForm } from "../../islands/QuoteForm/QuoteForm";
import type { QuoteBottom as QuoteBottomProps } from "../../props.gen";
import "./QuoteBottom.css";

/** The form again, for those who have read everything first. */
export function QuoteBottom({ title, lead, form }: QuoteBottomProps) {
  return (
    <section className="QuoteBottom" aria-labelledby="quote-bottom-title">
      <div className="QuoteBottom-inner">
        <div>
          <h2 id="quote-bottom-title">{title}</h2>
          <p className="QuoteBottom-lead">{lead}</p>
        </div>
        <div className="QuoteBottom-form">
          <Island of={QuoteForm} id={form.id} props={form} />
        </div>
      </div>
    </section>
  );
}
