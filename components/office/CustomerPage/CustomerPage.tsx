import { Toasts } from "../../islands/Toasts/Toasts";
import type { CustomerPage as CustomerPageProps, MailRow, Slot } from "../../office.gen";
import { Button, ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Choice, Field, Fold, Lines, OfficeForm, Photos, Slots } from "../OfficeForm/OfficeForm";
import { OfficePage } from "../OfficePage/OfficePage";
import "./CustomerPage.css";

/** The part of the page that has the buttons of an action. Those of any other have a form of their own. */
const parts: Record<string, string> = {
  book: "booking",
  yes: "offer",
  other: "offer",
  no: "offer",
  ok: "newPrice",
  move: "change",
  cancel: "change",
  skip: "ahead",
  bank: "ahead",
};

/** The page of one request for its customer: what comes next, the offer or the job, and forms to change and add. */
export function CustomerPage(props: CustomerPageProps) {
  const { layout, about, status, stage, scene, action, values, buttons, receipt, ended } = props;
  const words = layout.words.Customer;
  // The first sentence says where it stands, the others what that means.
  const end = status.indexOf(". ") + 1 || status.length;
  // A month and its day stay on one line.
  const title = status.slice(0, end).replace(/([A-Z][a-z]{2}) (\d)|(\d) ([a-z]{3},)/, "$1$3\u00a0$2$4");
  const detail = status.slice(end).trim();
  return (
    <OfficePage layout={layout} message={wrong(props, "booking") || wrong(props, "offer") ? "" : props.message}>
      {props.toast && (
        // As an island before hydration: without a script, it leaves by itself.
        <div className="CustomerPage-toast" data-island="">
          <Toasts regionLabel={words.Title} dismissLabel="" toasts={[props.toast]} />
        </div>
      )}
      <div className="CustomerPage stack" data-receipt={receipt && true}>
        {ended ? (
          <h1 className="CustomerPage-title">{layout.title}</h1>
        ) : (
          <>
            <header className="CustomerPage-status">
              <div>
                {props.received && <p className="CustomerPage-received">{props.received}</p>}
                <p className="CustomerPage-about">{about ? `${layout.title}: ${about}` : layout.title}</p>
                <div role="status">
                  <h1 className="CustomerPage-title">{noWrap(title)}</h1>
                  {detail && <p>{noWrap(detail)}</p>}
                </div>
                {props.calendar && (
                  <ButtonLink href={props.calendar} tone="light">
                    <Icon name="calendar-check" /> {words.Calendar}
                  </ButtonLink>
                )}
              </div>
              <img className="CustomerPage-scene" src={scene.src} alt="" width={scene.width} height={scene.height} />
              {stage >= 0 && (
                <ol className="CustomerPage-progress">
                  {props.progress.map((label, i) => (
                    <li
                      key={label}
                      data-reached={i <= stage || undefined}
                      aria-current={i === stage ? "step" : undefined}
                    >
                      {label}
                    </li>
                  ))}
                </ol>
              )}
            </header>
            <div className="CustomerPage-columns">
              <div className="stack">
                {receipt && (
                  <section className="OfficeForm" aria-labelledby="receipt">
                    <h2 id="receipt">{receipt.title}</h2>
                    {receipt.pay && (
                      <ButtonLink href={receipt.pay.href} target="_blank" rel="noreferrer">
                        {receipt.pay.label}
                      </ButtonLink>
                    )}
                    <Rows rows={receipt.rows} />
                  </section>
                )}
                {props.ahead.length > 0 ? <Ahead {...props} /> : <Booking {...props} />}
                <NewPrice {...props} />
                <Offer {...props} />
                <Next {...props} />
                {props.moves && (
                  <OfficeForm title={words.Where} action={action}>
                    <Address {...props} />
                    <Button tone="plain">{words.Save}</Button>
                  </OfficeForm>
                )}
                <Change {...props} />
              </div>
              <div className="stack">
                <Asked {...props} />
                {props.adds && (
                  <OfficeForm id="add" title={words.Add} action={action} files>
                    <Lines name="note" label={words.Note} values={values} rows={3} />
                    <Photos label={words.Photos} hint={words.PhotosHint} />
                    <Button tone="plain">{words.Send}</Button>
                  </OfficeForm>
                )}
                {buttons
                  .filter((button) => !parts[button.action])
                  .map(({ name, value, label, sure }) => (
                    <form className={sure && "OfficeForm"} key={value + name} method="post" action={action}>
                      <Fold title={sure && label}>
                        {sure && <p>{sure}</p>}
                        <button className="CustomerPage-stop" type="submit" name={name} value={value}>
                          {label}
                        </button>
                      </Fold>
                    </form>
                  ))}
              </div>
            </div>
          </>
        )}
        <Reach {...props} />
      </div>
    </OfficePage>
  );
}

/** What was wrong with the form of a part that is shown again, or "". */
function wrong({ message, values, booking, offer }: CustomerPageProps, part: "booking" | "offer"): string {
  const shown = part === "booking" ? booking?.free : offer?.open;
  return shown && parts[values["answer"] ?? ""] === part ? message : "";
}

function Problem({ text }: { text: string }) {
  if (!text) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- focus starts at what was wrong
    <p className="CustomerPage-problem" role="alert" tabIndex={-1} autoFocus>
      {noWrap(text)}
    </p>
  );
}

/** How to ask. */
function Reach({ phone, text, email, address, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  return (
    <div className="CustomerPage-reach">
      <p>{noWrap(words.Reach)}</p>
      <p className="cluster">
        <ButtonLink href={phone} tone="plain">
          <Icon name="phone" /> {words.Call}
        </ButtonLink>
        {text && (
          <ButtonLink href={text} tone="plain">
            <Icon name="message-square-text" /> {words.Text}
          </ButtonLink>
        )}
        <ButtonLink href={email} tone="plain">
          <Icon name="mail" /> {words.Email}
        </ButtonLink>
      </p>
      <p className="CustomerPage-links">
        <a href="/contact.vcf" download>
          {words.SaveNumber}
        </a>
        <a href="/get-quote#contact">{words.Another}</a>
      </p>
      <p className="CustomerPage-page">{`${words.Page} ${address}`}</p>
    </div>
  );
}

/** What happens next, and what qualifies it. */
function Next({ steps, notes, sooner, layout }: CustomerPageProps) {
  if (steps.length + notes.length === 0) return null;
  return (
    <section className="OfficeForm CustomerPage-steps">
      <h2>{layout.words.Customer.Next}</h2>
      {steps.length > 0 && (
        <ol>
          {steps.map(({ title, text }) => (
            <li key={text}>
              {title && <strong>{title}</strong>} <span>{noWrap(text)}</span>
            </li>
          ))}
        </ol>
      )}
      {notes.map((note) => (
        <p className="CustomerPage-noted" key={note}>
          {noWrap(note)}
        </p>
      ))}
      {sooner && <p className="CustomerPage-sooner">{noWrap(sooner)}</p>}
    </section>
  );
}

function Rows({ rows }: { rows: MailRow[] }) {
  return (
    <dl>
      {rows.map(({ label, value, href }) => (
        <div className="CustomerPage-row" key={label}>
          <dt>{label}</dt>
          <dd>{href ? noWrap(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Who asked for what, and what was added since. */
function Asked({ action, rows, photos, added, mends, values, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  return (
    <section className="OfficeForm" aria-labelledby="asked">
      <h2 id="asked">{words.Asked}</h2>
      <Rows rows={rows} />
      {photos.length > 0 && (
        <ul className="CustomerPage-photos">
          {photos.map((photo, i) => (
            <li key={photo.src}>
              <a href={photo.src}>
                <img {...photo} alt={`${words.Photos} ${i + 1}`} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {added.length > 0 && <h3 className="CustomerPage-small">{words.Added}</h3>}
      {added.map((note, n) => (
        <p className="CustomerPage-note" key={n}>
          {note}
        </p>
      ))}
      {mends && (
        <form method="post" action={action}>
          <Fold title={words.Mend}>
            <Field name="phone" label={words.Phone} values={values} type="tel" autoComplete="tel" />
            <Field name="zipCode" label={words.ZIP} values={values} inputMode="numeric" />
            <Button tone="plain">{words.Save}</Button>
          </Fold>
        </form>
      )}
    </section>
  );
}

/** The question whether another price is OK. */
function NewPrice({ action, newPrice, buttons, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  const ok = buttons.find(({ action }) => action === "ok");
  if (!newPrice || !ok) return null;
  return (
    <OfficeForm title={words.NewPrice} action={action}>
      <p className="CustomerPage-price">{newPrice.price}</p>
      {newPrice.included && <p>{noWrap(newPrice.included)}</p>}
      <p>{noWrap(words.NewPriceLead)}</p>
      <input type="hidden" name="offer" value={newPrice.revision} />
      <Button name={ok.name} value={ok.value}>
        {ok.label}
      </Button>
    </OfficeForm>
  );
}

/** The next pickups of a plan, each of which can be skipped, or banked for later. */
function Ahead({ action, ahead, booking, buttons, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  const book = buttons.find(({ action }) => action === "book");
  const ways = buttons.filter(({ action }) => parts[action] === "ahead");
  return (
    <section className="OfficeForm" aria-labelledby="ahead">
      <h2 id="ahead">{words.Ahead}</h2>
      <ul className="CustomerPage-ahead">
        {ahead.map(({ number, slot, changes }) => (
          <li key={number}>
            <span>{noWrap(slot)}</span>
            {changes && ways.length > 0 && (
              <form className="cluster" method="post" action={action}>
                <input type="hidden" name="visit" value={number} />
                {ways.map(({ name, value, label }) => (
                  <Button key={value} tone="plain" name={name} value={value} aria-label={`${label}: ${slot}`}>
                    {label}
                  </Button>
                ))}
              </form>
            )}
          </li>
        ))}
      </ul>
      {booking?.free && book && (
        <form className="stack" method="post" action={action}>
          <Fold title={booking.price}>
            <Slots title={words.Slots} list={booking.slots} words={layout.words.Request} pick="one" />
            <Button name={book.name} value={book.value}>
              {book.label}
            </Button>
          </Fold>
        </form>
      )}
    </section>
  );
}

/** How a booked job is moved or called off: each opens before it can be done. */
function Change({ action, change, openings, buttons, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  const button = (of: string) => buttons.find(({ action }) => action === of);
  const [move, cancel] = [openings.length > 0 && button("move"), button("cancel")];
  if (!change) return null;
  return (
    <OfficeForm title={words.Change} action={action}>
      <p>{noWrap(change)}</p>
      {move && (
        <Fold title={words.Move}>
          <Slots title={words.Slots} list={openings} words={layout.words.Request} pick="one" />
          <Button name={move.name} value={move.value}>
            {move.label}
          </Button>
        </Fold>
      )}
      {cancel && (
        <Fold title={words.Cancel}>
          <p>{cancel.sure}</p>
          <Button tone="plain" formNoValidate name={cancel.name} value={cancel.value}>
            {cancel.label}
          </Button>
        </Fold>
      )}
    </OfficeForm>
  );
}

/** The times of an offer, by day. */
function Times({ slots, chosen, taken: label }: { slots: Slot[]; chosen: string | undefined; taken: string }) {
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
                  required
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
function Address({ values, layout }: CustomerPageProps) {
  const words = layout.words.Customer;
  return (
    <>
      <Field name="address" label={words.Address} values={values} autoComplete="address-line1" required />
      <Field name="access" label={words.Access} values={values} hint={words.AccessHint} />
    </>
  );
}

/** The free times, one of which can be booked right away. */
function Booking(props: CustomerPageProps) {
  const { action, asks, booking, buttons, layout, values } = props;
  const words = layout.words.Customer;
  const book = buttons.find(({ action }) => action === "book");
  if (!booking?.free || !book) return null;
  return (
    // The server's answer instead of the browser's bubbles, which would cover the times.
    <OfficeForm action={action} noValidate>
      <p>{noWrap(booking.price)}</p>
      <Problem text={wrong(props, "booking")} />
      <Slots title={words.Slots} list={booking.slots} words={layout.words.Request} pick={asks ? "several" : "one"} />
      {booking.every && (
        <Choice name="every" label={layout.words.Request.Every} values={values} options={booking.every} />
      )}
      <Address {...props} />
      <Button name={book.name} value={book.value} data-named={asks ? undefined : words.BookAt}>
        {book.label}
      </Button>
    </OfficeForm>
  );
}

function Offer(props: CustomerPageProps) {
  const { action, offer, receipt, ahead, buttons, layout, values } = props;
  const words = layout.words.Customer;
  if (!offer || (receipt && ahead.length === 0)) return null;
  const answers = buttons.filter(({ action }) => parts[action] === "offer" && (offer.free || action !== "yes"));
  return (
    <OfficeForm title={offer.title || words.Price} action={action} noValidate>
      {offer.price && <p className="CustomerPage-price">{offer.price}</p>}
      {offer.included && <p>{noWrap(offer.included)}</p>}
      {!offer.open && offer.days && <p>{offer.days}</p>}
      <Problem text={wrong(props, "offer")} />
      {offer.open && offer.slots.length > 0 && (
        <div role="group" aria-labelledby="slots">
          <h3 className="CustomerPage-pick" id="slots">
            {words.Slots}
          </h3>
          <p className="CustomerPage-hint">{noWrap(offer.days || words.SlotHint)}</p>
          <Times slots={offer.slots} chosen={values["slot"]} taken={words.Taken} />
        </div>
      )}
      {offer.open && offer.free && <Address {...props} />}
      {offer.open && (
        <p className="CustomerPage-answers">
          <input type="hidden" name="offer" value={offer.revision} />
          {answers.map(({ action, name, value, label }) => (
            <Button
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
    </OfficeForm>
  );
}
