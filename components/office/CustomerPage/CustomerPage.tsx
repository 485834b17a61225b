import type { CustomerPage as CustomerPageProps, OfficeSlot } from "../../office.gen";
import { Button, ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { OfficePage } from "../OfficePage/OfficePage";
import "./CustomerPage.css";

/** The page of one request for its customer: where it stands, the offer or the job, and forms to change and add. */
export function CustomerPage(props: CustomerPageProps) {
  const { layout, message, about, status, steps, ended } = props;
  const words = layout.words.Customer;
  // The first sentence says where it stands, the others what that means.
  const end = status.indexOf(". ") + 1 || status.length;
  const detail = status.slice(end).trim();
  return (
    <OfficePage layout={layout}>
      <div className="CustomerPage stack">
        {message && (
          <p className="CustomerPage-message" role="alert">
            {noWrap(message)}
          </p>
        )}
        {ended ? (
          <h1 className="CustomerPage-title">{layout.title}</h1>
        ) : (
          <>
            <header className="CustomerPage-status">
              <p className="CustomerPage-about">
                {layout.title}: {about}
              </p>
              <div role="status">
                <h1 className="CustomerPage-title">{noWrap(status.slice(0, end))}</h1>
                {detail && <p>{noWrap(detail)}</p>}
              </div>
              {props.calendar && (
                <ButtonLink href={props.calendar} tone="light">
                  <Icon name="calendar-check" /> {words.Calendar}
                </ButtonLink>
              )}
            </header>
            <div className="CustomerPage-columns">
              <div className="stack">
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
                <Change {...props} />
                {steps.length > 0 && (
                  <section className="CustomerPage-part" aria-labelledby="next">
                    <h2 className="CustomerPage-heading" id="next">
                      {words.Next}
                    </h2>
                    <ol className="CustomerPage-steps">
                      {steps.map((step) => (
                        <li key={step}>{noWrap(step)}</li>
                      ))}
                    </ol>
                  </section>
                )}
                <Add {...props} />
              </div>
              <Asked {...props} />
            </div>
          </>
        )}
        <Reach {...props} />
      </div>
    </OfficePage>
  );
}

/** How to ask. */
function Reach({ phone, text, email, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  return (
    <div className="CustomerPage-reach">
      <p>{noWrap(words.Reach)}</p>
      <p className="cluster">
        <ButtonLink href={phone} tone="plain">
          <Icon name="phone" /> {words.Call}
        </ButtonLink>
        <ButtonLink href={text} tone="plain">
          <Icon name="message-square-text" /> {words.Text}
        </ButtonLink>
        <ButtonLink href={email} tone="plain">
          <Icon name="mail" /> {words.Email}
        </ButtonLink>
      </p>
    </div>
  );
}

/** Who asked for what, and what was added since. */
function Asked({ rows, added, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  return (
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

/** How a booked job is moved or called off: each opens before it can be done. */
function Change({ action, change, openings, buttons, layout, slot }: CustomerPageProps) {
  const words = layout.words.Customer;
  const button = (of: string) => buttons.find(({ action }) => action === of);
  const [move, cancel] = [openings.length > 0 && button("move"), button("cancel")];
  if (!change) return null;
  return (
    <section className="CustomerPage-part" aria-labelledby="change">
      <h2 className="CustomerPage-heading" id="change">
        {words.Change}
      </h2>
      <p>{noWrap(change)}</p>
      {move && (
        <details className="CustomerPage-change">
          <summary>{words.Move}</summary>
          <form method="post" action={action}>
            <Slots slots={openings} chosen={slot} taken={words.Taken} />
            <p className="CustomerPage-go">
              <Button name={move.name} value={move.value}>
                {move.label}
              </Button>
            </p>
          </form>
        </details>
      )}
      {cancel && (
        <details className="CustomerPage-change">
          <summary>{words.Cancel}</summary>
          <form method="post" action={action}>
            <p>{words.CancelSure}</p>
            <Button tone="plain" name={cancel.name} value={cancel.value}>
              {cancel.label}
            </Button>
          </form>
        </details>
      )}
    </section>
  );
}

interface SlotsProps {
  slots: OfficeSlot[];
  chosen: string;
  taken: string;
}

/** The times to choose from, by day. */
function Slots({ slots, chosen, taken: label }: SlotsProps) {
  const days = [...new Set(slots.map(({ day }) => day))];
  const free = slots.filter(({ taken }) => !taken);
  return days.map((day) => (
    <fieldset className="CustomerPage-day" key={day}>
      <legend className="CustomerPage-small">{day}</legend>
      <div className="CustomerPage-slots">
        {slots.map(
          ({ day: of, value, time, taken }) =>
            of === day && (
              <label className="CustomerPage-slot" key={value}>
                <input
                  type="radio"
                  name="slot"
                  value={value}
                  disabled={taken}
                  defaultChecked={!taken && (free.length === 1 || value === chosen)}
                />
                <span>
                  {time}
                  {taken && <small>{label}</small>}
                </span>
              </label>
            ),
        )}
      </div>
    </fieldset>
  ));
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
  const answers = buttons.filter(({ name, action }) => name === "answer" && (offer.free || action !== "yes"));
  return (
    <form className="CustomerPage-part CustomerPage-offer" method="post" action={action}>
      <h2 className="CustomerPage-heading">{words.Price}</h2>
      <p className="CustomerPage-price">{offer.price}</p>
      {offer.included && <p>{noWrap(offer.included)}</p>}
      {offer.open && offer.slots.length > 0 && (
        <div role="group" aria-labelledby="slots">
          <h3 className="CustomerPage-pick" id="slots">
            {words.Slots}
          </h3>
          <p className="CustomerPage-hint">{words.SlotHint}</p>
          <Slots slots={offer.slots} chosen={slot} taken={words.Taken} />
        </div>
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
