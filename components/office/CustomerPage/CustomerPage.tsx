import type { CustomerPage as CustomerPageProps } from "../../office.gen";
import { Button, ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { OfficePage } from "../OfficePage/OfficePage";
import "./CustomerPage.css";

/** The page of one request for its customer: where it stands, the offer, and a form to add something. */
export function CustomerPage(props: CustomerPageProps) {
  const { layout, message, status, rows, added, phone, text, ended } = props;
  const words = layout.words.Customer;
  return (
    <OfficePage layout={layout}>
      <div className="CustomerPage stack">
        <h1 className="CustomerPage-title">{layout.title}</h1>
        {message && (
          <p className="CustomerPage-message" role="alert">
            {noWrap(message)}
          </p>
        )}
        {!ended && (
          <>
            <p className="CustomerPage-status" role="status">
              {noWrap(status)}
            </p>
            <Booked {...props} />
            <NewPrice {...props} />
            <Offer {...props} />
            {props.moves && (
              <form className="CustomerPage-part" method="post" action={props.action} aria-labelledby="where">
                <h2 className="CustomerPage-heading" id="where">
                  {words.Where}
                </h2>
                <Address {...props} />
                <Button tone="plain">{words.Save}</Button>
              </form>
            )}
            <section className="CustomerPage-part" aria-labelledby="asked">
              <h2 className="CustomerPage-heading" id="asked">
                {words.Asked}
              </h2>
              <dl className="CustomerPage-rows">
                {rows.map(({ label, text }) => (
                  <div className="CustomerPage-row" key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
              {added.length > 0 && <h3 className="CustomerPage-small">{words.Added}</h3>}
              {added.map((note, n) => (
                <p className="CustomerPage-note" key={n}>
                  {note}
                </p>
              ))}
            </section>
            <Add {...props} />
          </>
        )}
        <p>{noWrap(words.Reach)}</p>
        <p className="cluster">
          <ButtonLink href={phone} tone="plain">
            <Icon name="phone" /> {words.Call}
          </ButtonLink>
          <ButtonLink href={text} tone="plain">
            <Icon name="message-square-text" /> {words.Text}
          </ButtonLink>
          <ButtonLink href={props.email} tone="plain">
            <Icon name="mail" /> {words.Email}
          </ButtonLink>
        </p>
      </div>
    </OfficePage>
  );
}

/** The calendar file of a booked job. */
function Booked({ calendar, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  if (!calendar) return null;
  return (
    <p className="cluster">
      <ButtonLink href={calendar}>
        <Icon name="calendar-check" /> {words.Calendar}
      </ButtonLink>
      <span>{noWrap(words.CallOff)}</span>
    </p>
  );
}

/** The question whether another price is OK. */
function NewPrice({ action, newPrice, buttons, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  const ok = buttons.find(({ action }) => action === "ok");
  if (!newPrice || !ok) return null;
  return (
    <form className="CustomerPage-part CustomerPage-offer" method="post" action={action}>
      <h2 className="CustomerPage-heading">{words.NewPrice}</h2>
      <p className="CustomerPage-price">{newPrice.price}</p>
      {newPrice.included && <p>{noWrap(newPrice.included)}</p>}
      <p>{noWrap(words.NewPriceLead)}</p>
      <input type="hidden" name="offer" value={newPrice.revision} />
      <Button name={ok.name} value={ok.value}>
        {ok.label}
      </Button>
    </form>
  );
}

/** The fields that say where to come. */
function Address({ address, access, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  return (
    <>
      <label className="CustomerPage-label">
        {words.Address}
        <input
          className="CustomerPage-input"
          type="text"
          name="address"
          defaultValue={address}
          autoComplete="address-line1"
        />
      </label>
      <label className="CustomerPage-label">
        {words.Access}
        <input className="CustomerPage-input" type="text" name="access" defaultValue={access} autoComplete="off" />
        <span className="CustomerPage-hint">{words.AccessHint}</span>
      </label>
    </>
  );
}

function Offer(props: CustomerPageProps) {
  const { action, offer, buttons, layout, slot } = props;
  const words = layout.words.Customer;
  if (!offer) return null;
  const free = offer.slots.filter(({ taken }) => !taken);
  const answers = buttons.filter(({ name, action }) => name === "answer" && action !== "ok" && (offer.free || action !== "yes"));
  return (
    <form className="CustomerPage-part CustomerPage-offer" method="post" action={action}>
      <h2 className="CustomerPage-heading">{words.Price}</h2>
      <p className="CustomerPage-price">{offer.price}</p>
      {offer.included && <p>{noWrap(offer.included)}</p>}
      {offer.open && offer.slots.length > 0 && (
        <fieldset className="CustomerPage-slots">
          <legend className="CustomerPage-small">{words.Slots}</legend>
          {offer.slots.map(({ value, day, time, taken }) => (
            <label className="CustomerPage-slot" key={value} data-taken={taken || undefined}>
              <input
                type="radio"
                name="slot"
                value={value}
                disabled={taken}
                defaultChecked={!taken && (free.length === 1 || value === slot)}
              />
              {`${day}, ${time}${taken ? ` (${words.Taken})` : ""}`}
            </label>
          ))}
          <p className="CustomerPage-hint">{words.SlotHint}</p>
        </fieldset>
      )}
      {offer.open && offer.free && <Address {...props} />}
      {offer.open && (
        <p className="CustomerPage-answers">
          <input type="hidden" name="offer" value={offer.revision} />
          {answers.map(({ action, name, value, label }) => (
            <Button
              className="CustomerPage-answer"
              key={action}
              tone={action === "yes" ? "clay" : "plain"}
              name={name}
              value={value}
            >
              {label}
            </Button>
          ))}
        </p>
      )}
    </form>
  );
}

function Add({ action, note, buttons, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  const stop = buttons.find(({ name }) => name === "stop");
  return (
    <>
      <form
        className="CustomerPage-part CustomerPage-add"
        method="post"
        action={action}
        encType="multipart/form-data"
        aria-labelledby="add"
      >
        <h2 className="CustomerPage-heading" id="add">
          {words.Add}
        </h2>
        <label className="CustomerPage-label">
          {words.Note}
          <textarea className="CustomerPage-input" name="note" rows={3} defaultValue={note} />
        </label>
        <label className="CustomerPage-label">
          {words.Photos}
          <input className="CustomerPage-files" type="file" name="photos" accept="image/*" multiple />
          <span className="CustomerPage-hint">{words.PhotosHint}</span>
        </label>
        <Button tone="plain">{words.Send}</Button>
      </form>
      {stop && (
        <form method="post" action={action}>
          <button className="CustomerPage-stop" type="submit" name={stop.name} value={stop.value}>
            {stop.label}
          </button>
        </form>
      )}
    </>
  );
}
