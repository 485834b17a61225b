import type { InputHTMLAttributes } from "react";
import type { OfficeNew as OfficeNewProps } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficeCard } from "../OfficeCard/OfficeCard";
import { OfficePage } from "../OfficePage/OfficePage";
import { AddressFields, OfferFields } from "../OfficeRequest/OfficeRequest";
import "./OfficeNew.css";

/** The form for a request that came by phone or in person: a name and a phone number suffice. */
export function OfficeNew(props: OfficeNewProps) {
  const { layout, message, known, values, services, timeframes, sources, slots } = props;
  const words = layout.words.New;
  return (
    <OfficePage layout={layout}>
      <form className="OfficeNew" method="post" action="/office/new">
        <h1 className="OfficeRequest-title">{layout.title}</h1>
        {message && (
          <p className="OfficeRequest-message" role="alert">
            {message}
          </p>
        )}
        {/* The button of the Enter key. */}
        <button className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="key" value={props.formKey} />
        <div className="OfficeRequest-part OfficeNew-person">
          <div className="OfficeNew-find">
            <Field name="phone" label={words.Phone} values={values} type="tel" />
            <Button tone="plain" name="find" value="on">
              {words.Find}
            </Button>
          </div>
          <Choice name="source" label={words.Source} options={sources} values={values} />
          {known.length > 0 && (
            <section className="OfficeNew-known" aria-label={words.Known}>
              <h2>{words.Known}</h2>
              <ul>
                {known.map((card) => (
                  <OfficeCard key={card.href} {...card} ways={[]} nextLabel="" />
                ))}
              </ul>
            </section>
          )}
          <Field name="name" label={words.Name} values={values} />
          <AddressFields
            words={layout.words.Request}
            address={values["address"] ?? ""}
            access={values["access"] ?? ""}
          />
          <Field name="zipCode" label={words.ZIP} values={values} inputMode="numeric" />
        </div>
        <div className="OfficeRequest-part">
          <h2>{words.Optional}</h2>
          <Choice name="serviceType" label={words.Service} options={["", ...services]} values={values} />
          <Choice name="serviceTimeframe" label={words.Timeframe} options={["", ...timeframes]} values={values} />
          <label>
            {words.Message}
            <textarea name="message" rows={3} defaultValue={values["message"]} />
          </label>
          <Field name="email" label={words.Email} values={values} type="email" />
        </div>
        <div className="OfficeRequest-part">
          <h2>{layout.words.Request.Offer}</h2>
          <OfferFields
            words={layout.words.Request}
            slots={slots}
            choices={props.choices}
            price={values["price"] ?? ""}
            included={values["included"] ?? ""}
          />
        </div>
        <p className="cluster">
          <Button>{words.Save}</Button>
          {slots.length > 0 && (
            <Button tone="plain" name="stage" value="booked">
              {words.Book}
            </Button>
          )}
        </p>
      </form>
    </OfficePage>
  );
}

interface FieldProps {
  name: string;
  label: string;
  values: Record<string, string>;
}

function Field({ label, values, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label>
      {label}
      <input type="text" {...input} defaultValue={values[input.name]} autoComplete="off" />
    </label>
  );
}

function Choice({ name, label, values, options }: FieldProps & { options: string[] }) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={values[name]}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}
