import type { NewPage } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficeCard } from "../OfficeCard/OfficeCard";
import { Choice, Field, Lines } from "../OfficeForm/OfficeForm";
import { OfficePage } from "../OfficePage/OfficePage";
import { AddressFields, OfferFields } from "../OfficeRequest/OfficeRequest";
import "./OfficeNew.css";

/** The form for a request that came by phone or in person: a name and a phone number suffice. */
export function OfficeNew(props: NewPage) {
  const { layout, known, values, services, timeframes, sources, slots } = props;
  const words = layout.words.New;
  return (
    <OfficePage layout={layout} message={props.message}>
      <form className="OfficeNew" method="post" action="/office/new">
        <h1 className="OfficeRequest-title">{layout.title}</h1>
        {/* The button of the Enter key. */}
        <button className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="key" value={props.formKey} />
        <div className="OfficeForm OfficeForm-fields OfficeNew-person">
          <div className="OfficeNew-find">
            <Field name="phone" label={words.Phone} values={values} type="tel" />
            <Button tone="plain" name="find" value="on">
              {words.Find}
            </Button>
          </div>
          <Choice name="source" label={words.Source} values={values} options={sources} />
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
          <AddressFields words={layout.words.Request} values={values} />
          <Field name="zipCode" label={words.ZIP} values={values} inputMode="numeric" />
        </div>
        <div className="OfficeForm OfficeForm-fields">
          <h2>{words.Optional}</h2>
          <Choice name="serviceType" label={words.Service} values={values} options={["", ...services]} />
          <Choice name="serviceTimeframe" label={words.Timeframe} values={values} options={["", ...timeframes]} />
          <Lines name="message" label={words.Message} values={values} rows={3} />
          <Field name="email" label={words.Email} values={values} type="email" />
          {props.texts.map(({ label, value }) => (
            <Field key={value} name={value} label={label} values={values} />
          ))}
        </div>
        <div className="OfficeForm OfficeForm-fields">
          <h2>{layout.words.Request.Offer}</h2>
          <OfferFields words={layout.words.Request} values={values} slots={slots} choices={props.choices} />
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
