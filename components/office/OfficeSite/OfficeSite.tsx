import type { SiteField, SitePage, SitePart } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { Choice, Field, Lines, OfficeForm, Photos } from "../OfficeForm/OfficeForm";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeSite.css";

/** What the office changes of the site: a form for each part with what the part has now, and the changes until now. */
export function OfficeSite({ layout, lead, message, parts, changes, history, remove, back }: SitePage) {
  return (
    <OfficePage layout={layout} message={message}>
      <div className="OfficeSite stack">
        <h1 className="OfficeSite-title">{layout.title}</h1>
        <p className="muted">{lead}</p>
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
                <li key={i}>
                  <form className="OfficeSite-row" method="post" action="/office/site">
                    <p>
                      <strong>{title}</strong> {text}
                      <br />
                      <span className="muted">{by}</span>
                    </p>
                    {number > 0 && <RowButton name="back" value={`${number}`} label={back} of={text} />}
                  </form>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </OfficePage>
  );
}

function Part({ name, title, hint, save, open, fields, items, remove }: SitePart & { remove: string }) {
  return (
    <OfficeForm
      title={title}
      open={open || items.length > 0}
      action="/office/site"
      files={fields.some(({ input }) => input === "photo")}
    >
      <p className="muted">{hint}</p>
      <input type="hidden" name="part" value={name} />
      {fields.map((field) => (
        <Input key={field.name} {...field} />
      ))}
      <Button>{save}</Button>
      {/* After the button of the Enter key. */}
      {items.map(({ item, text, photo, booked, day }) => (
        <div className="OfficeSite-row" key={item}>
          {photo && <img src={photo} alt="" loading="lazy" />}
          <p>
            {text}
            {booked && (
              <>
                {" "}
                <a className="underlined" href={day}>
                  {booked}
                </a>
              </>
            )}
          </p>
          <RowButton name="remove" value={item} label={remove} of={text} />
        </div>
      ))}
    </OfficeForm>
  );
}

function Input({ name, label, input, value, options }: SiteField) {
  const field = { name, label, values: { [name]: value } };
  switch (input) {
    case "checkbox":
      return (
        <label className="OfficeSite-check">
          <input type="checkbox" name={name} defaultChecked={value !== ""} /> {label}
        </label>
      );
    case "textarea":
      return <Lines {...field} rows={3} />;
    case "photo":
      return <Photos label={label} single />;
    case "select":
      return <Choice {...field} options={options} />;
  }
  return <Field {...field} type={input} />;
}

function RowButton({ name, value, label, of }: { name: string; value: string; label: string; of: string }) {
  return (
    <Button tone="plain" name={name} value={value}>
      {label} <span className="visually-hidden">{of}</span>
    </Button>
  );
}
