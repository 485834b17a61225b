import type { OfficeSiteField, OfficeSitePart, OfficeSite as OfficeSiteProps } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeSite.css";

/** What the office changes of the site: a form for each part, what the parts have now, and the changes until now. */
export function OfficeSite({ layout, lead, message, parts, changes, history, remove, back }: OfficeSiteProps) {
  return (
    <OfficePage layout={layout}>
      <div className="OfficeSite">
        <h1 className="OfficeSite-title">{layout.title}</h1>
        <p className="muted">{lead}</p>
        {message && (
          <p className="OfficeSite-message" role="alert">
            {message}
          </p>
        )}
        {parts.map((part) => (
          <Part key={part.name} {...part} remove={remove} />
        ))}
        {changes.length > 0 && (
          <section aria-labelledby="history">
            <h2 className="OfficeSite-subtitle" id="history">
              {history}
            </h2>
            <ul>
              {changes.map(({ title, text, by, number }, i) => (
                <li className="OfficeSite-row" key={i}>
                  <p>
                    <strong>{title}</strong> {text}
                    <br />
                    <span className="muted">{by}</span>
                  </p>
                  {number > 0 && <RowButton name="back" value={`${number}`} label={back} of={text} />}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </OfficePage>
  );
}

function Part({ name, title, hint, save, open, fields, items, remove }: OfficeSitePart & { remove: string }) {
  return (
    <details className="OfficeSite-part" open={open || items.length > 0}>
      <summary>
        <h2 className="OfficeSite-subtitle">{title}</h2>
      </summary>
      {items.map(({ item, text }) => (
        <div className="OfficeSite-row" key={item}>
          <p>{text}</p>
          <RowButton name="remove" value={item} label={remove} of={text} />
        </div>
      ))}
      <form className="OfficeSite-form" method="post" action="/office/site">
        <p className="muted">{hint}</p>
        <input type="hidden" name="part" value={name} />
        {fields.map((field) => (
          <Field key={field.name} {...field} />
        ))}
        <Button>{save}</Button>
      </form>
    </details>
  );
}

function Field({ name, label, input, value, options }: OfficeSiteField) {
  if (input === "checkbox")
    return (
      <label className="OfficeSite-check">
        <input type="checkbox" name={name} defaultChecked={value !== ""} /> {label}
      </label>
    );
  return (
    <label>
      {label}
      {input === "textarea" && <textarea name={name} rows={3} defaultValue={value} />}
      {input === "select" && (
        <select name={name} defaultValue={value || undefined}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {input !== "textarea" && input !== "select" && <input type={input} name={name} defaultValue={value} />}
    </label>
  );
}

function RowButton({ name, value, label, of }: { name: string; value: string; label: string; of: string }) {
  return (
    <form method="post" action="/office/site">
      <Button tone="plain" name={name} value={value}>
        {label} <span className="visually-hidden">{of}</span>
      </Button>
    </form>
  );
}
