import type { QuoteForm } from "../../props.gen";

type Props = Pick<QuoteForm, "id" | "labels" | "more">;

/**
 * The optional part of the form. Its controls are plain HTML and work without scripts, so that the browser gets them from the
 * server alone: React leaves them as they are, and none of this is in the browser's bundle.
 */
export function More({ id, labels: { more: words }, more }: Props) {
  return (
    <fieldset className="QuoteForm-group">
      <legend className="QuoteForm-label">{words.contact}</legend>
      <div className="QuoteForm-ways">
        {words.ways.map(({ value, label }) => (
          <label className="QuoteForm-way" key={value}>
            <input type="radio" name="contact" value={value} id={`${id}-contact-${value}`} defaultChecked={more.contact === value} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
