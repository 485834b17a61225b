import type { ComponentPropsWithoutRef, ReactNode } from "react";
import type { Layout, Choice as Option, Slot } from "../../office.gen";
import "./OfficeForm.css";

interface FormProps extends ComponentPropsWithoutRef<"form"> {
  title?: string;
  /** With it, the form is behind its title. */
  open?: boolean;
  /** Of the request that the form was made for. */
  revision?: number;
  files?: boolean;
}

/** A form of the office, or of a customer's page, in a part of the page. */
export function OfficeForm({ title, open, id, revision, files, children, ...form }: FormProps) {
  const fields = (
    <form
      className="OfficeForm-fields"
      method="post"
      encType={files ? "multipart/form-data" : undefined}
      aria-label={open === undefined ? title : undefined}
      {...form}
    >
      {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
      {children}
    </form>
  );
  if (open === undefined)
    return (
      <section className="OfficeForm" id={id}>
        {title && <h2>{title}</h2>}
        {fields}
      </section>
    );
  return (
    <details className="OfficeForm" id={id} open={open}>
      <summary>{title}</summary>
      {fields}
    </details>
  );
}

/** What the fields of a form show, by their names. */
export type Values = Record<string, string>;

interface FieldProps {
  name: string;
  label: string;
  values: Values;
}

/** A field of one line. */
export function Field({
  label,
  hint,
  values,
  ...input
}: FieldProps & { hint?: string } & ComponentPropsWithoutRef<"input">) {
  return (
    <label>
      {label}
      <input type="text" autoComplete="off" {...input} defaultValue={values[input.name]} />
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** A field of several lines. */
export function Lines({ name, label, values, rows }: FieldProps & { rows: number }) {
  return (
    <label>
      {label}
      <textarea name={name} rows={rows} defaultValue={values[name]} />
    </label>
  );
}

/** A field with a list of choices. */
export function Choice({ name, label, values, options }: FieldProps & { options: (Option | string)[] }) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={values[name]}>
        {options.map((option) =>
          typeof option === "string" ? (
            <option key={option}>{option}</option>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </label>
  );
}

/** The photographs to send, or one alone. */
export function Photos({ label, hint, single }: { label: string; hint?: string; single?: boolean }) {
  return (
    <label>
      {label}
      <input type="file" name="photos" accept="image/*" multiple={!single} />
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** Fields that are rarely needed, or a button that asks first, behind a title. Without one, they are simply there. */
export function Fold({ title, open, children }: { title?: string | undefined; open?: boolean; children: ReactNode }) {
  if (!title) return children;
  return (
    <details open={open}>
      <summary>{title}</summary>
      <div className="OfficeForm-fields">{children}</div>
    </details>
  );
}

interface SlotsProps {
  title: string;
  list: Slot[];
  words: Layout["words"]["Request"];
  /** How many a customer chooses, who does not see how many trucks are free. */
  pick?: "one" | "several";
}

// How many days are open: those of a customer's phone take two lines each.
const openDays = { office: 4, customer: 3 };

/** A grid of windows: a row for each day, a box to check for each window. */
export function Slots({ title, list, words, pick }: SlotsProps) {
  const days = [...new Set(list.map(({ day }) => day))].map((day) => list.filter((slot) => slot.day === day));
  const open = pick ? openDays.customer : openDays.office;
  const [first, later] = [days.slice(0, open), days.slice(open)];
  const trucks = !pick && list.some(({ free }) => free > 1);
  const row = (slots: Slot[]) => {
    // "Mon, Nov 23", or "lun 23 nov", is short in a list, in which a month is named where it begins.
    const parts = (day: string) => day.split(/,? /);
    const [weekday, ...date] = parts(slots[0]!.day);
    const before = days[days.indexOf(slots) - 1]?.[0]!.day;
    const begins = before && date.some((part) => !/\d/.test(part) && !parts(before).slice(1).includes(part));
    return (
      <div className="OfficeForm-day" data-pick={pick} key={slots[0]!.day}>
        <b>
          {pick ? (
            slots[0]!.day
          ) : (
            <>
              {weekday} <span>{begins ? date.join(" ") : date.find((part) => /\d/.test(part))}</span>
            </>
          )}
        </b>
        <div className="OfficeForm-windows">
          {slots.map(({ value, day, time, free, taken, checked }) => (
            <label key={value} data-taken={taken}>
              <input
                type={pick === "one" ? "radio" : "checkbox"}
                name={pick ? "slot" : "slots"}
                value={value}
                required={pick === "one"}
                defaultChecked={checked}
                aria-label={`${day}, ${time}${taken ? ` (${words.Taken})` : ""}`}
              />
              <span>
                {pick ? time : time.replace(/[ap]m/g, "")}
                {trucks && !taken && <small>{words.Free.replace("[n]", String(free))}</small>}
              </span>
            </label>
          ))}
        </div>
      </div>
    );
  };
  return (
    <fieldset>
      <legend>{title}</legend>
      {first.map(row)}
      {later.length > 0 && (
        <details open={later.flat().some(({ checked }) => checked)}>
          <summary>{words.LaterDays}</summary>
          {later.map(row)}
        </details>
      )}
    </fieldset>
  );
}
