import type { ReactNode } from "react";
import type {
  MailRow,
  OfficeChoice,
  OfficeEntry,
  OfficeFinish,
  OfficeRequest as OfficeRequestProps,
  OfficeSlot,
  OfficeTab,
} from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficeCard } from "../OfficeCard/OfficeCard";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeRequest.css";

/** One request: what to do next first, then what came, and what was done. */
export function OfficeRequest(props: OfficeRequestProps) {
  const { layout, card, reference, message, note, photos, rows, more, history, buttons } = props;
  const words = layout.words.Request;
  const release = buttons.find(({ action }) => action === "release");
  return (
    <OfficePage layout={layout}>
      <h1 className="OfficeRequest-title">
        {card.name} <span className="OfficeRequest-reference">{reference}</span>
      </h1>
      {message && (
        <p className="OfficeRequest-message" role="alert">
          {message}
        </p>
      )}
      <div className="OfficeRequest">
        <div className="OfficeRequest-card stack">
          {/* A press on a link loads the card again; its button loads the page. */}
          <ul hx-disable="" hx-target="closest [data-card]" hx-select="[data-card]" hx-swap="outerHTML">
            <OfficeCard {...card} />
          </ul>
          {photos.length > 0 && (
            <p className="OfficeRequest-photos">
              {photos.map((photo, i) => (
                <a key={photo.src} href={photo.src}>
                  <img src={photo.src} width={photo.width} height={photo.height} alt={`${words.Photos} ${i + 1}`} />
                </a>
              ))}
            </p>
          )}
          {props.quiet && <p>{props.quiet}</p>}
          {release && (
            <form method="post" action={`${card.href}/release`}>
              <Button>{release.label}</Button>
            </form>
          )}
        </div>
        <div className="OfficeRequest-forms stack">
          <Forms {...props} />
        </div>
        <div className="OfficeRequest-details stack">
          <section className="OfficeRequest-part" aria-label={words.Asked}>
            <Rows list={rows} />
            <details>
              <summary>{words.More}</summary>
              <Rows list={more} />
            </details>
          </section>
          <Form title={words.Note} {...props}>
            <textarea name="note" rows={2} defaultValue={note} aria-label={words.Note} />
            <Button tone="plain">{words.AddNote}</Button>
          </Form>
          {history.length > 0 && (
            <details className="OfficeRequest-part">
              <summary>
                {words.History} ({history.length})
              </summary>
              <Entries list={history} />
            </details>
          )}
          <div className="OfficeRequest-end cluster">
            <After {...props} />
            <a className="OfficeRequest-remove" href={`${card.href}/remove`}>
              {words.Remove}
            </a>
          </div>
        </div>
      </div>
    </OfficePage>
  );
}

function Rows({ list }: { list: MailRow[] }) {
  return (
    <dl className="OfficeRequest-rows">
      {list.map((row) => (
        <div key={row.label}>
          <dt>{row.label}</dt>
          <dd>{row.href ? <a href={row.href}>{row.value}</a> : row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The forms that change the request. */
function Forms(props: OfficeRequestProps) {
  const { layout, card, stages, slots, sends, lost, offerSent, trucks, buttons, message, address, finish } = props;
  const words = layout.words.Request;
  const opened = !!message || (card.stage === "booked" && !address);
  return (
    <>
      {finish && (
        <details className="OfficeRequest-part" open={!!message}>
          <summary>{words.Finish}</summary>
          <FinishForms words={words} href={card.href} revision={props.revision} {...finish} />
        </details>
      )}
      <details className="OfficeRequest-part" open={sends || opened}>
        <summary>{words.Offer}</summary>
        <Form {...props}>
          <OfferFields {...props} words={words} />
          {props.stopped && <p role="status">{props.stopped}</p>}
          <p className="cluster OfficeRequest-buttons">
            {(sends || card.stage === "booked") && (
              <Button tone={sends && card.stage !== "new" ? "clay" : "plain"}>{sends ? words.Send : words.Ask}</Button>
            )}
            {!sends && (
              <Button tone="plain" name="agreed" value="on">
                {words.Agreed}
              </Button>
            )}
            {slots.length > 0 && (
              <Button tone="plain" name="stage" value="booked">
                {words.Book}
              </Button>
            )}
          </p>
          {offerSent && <p role="status">{offerSent}</p>}
          {/* After the button of the Enter key. */}
          <details open={opened}>
            <summary>{words.Where}</summary>
            <div className="OfficeRequest-form">
              <AddressFields {...props} words={words} />
              <Button tone="plain" name="where" value="on">
                {words.SaveAddress}
              </Button>
            </div>
          </details>
        </Form>
      </details>
      {buttons.some(({ action }) => action === "again") && (
        <Form title={words.NoAnswer} {...props}>
          <p className="cluster OfficeRequest-buttons">
            <Button tone="plain" name="again" value="today">
              {words.AgainToday}
            </Button>
            <Button tone="plain" name="again" value="tomorrow">
              {words.AgainTomorrow}
            </Button>
          </p>
          <details>
            <summary>{words.AgainDate}</summary>
            <p className="OfficeRequest-line">
              <input type="date" name="againDate" aria-label={words.AgainDate} />
              <Button tone="plain" name="again" value="date">
                {words.AgainSet}
              </Button>
            </p>
          </details>
        </Form>
      )}
      {trucks.length > 0 && (
        <Form title={words.Truck} {...props}>
          <Tabs name="truck" label={words.Truck} list={trucks} />
        </Form>
      )}
      <section className="OfficeRequest-part">
        <h2>{words.Move}</h2>
        <Form {...props}>
          <Tabs name="stage" label={words.Stage} list={stages} />
        </Form>
        <details open={!!lost}>
          <summary>{words.Lost}</summary>
          <Form {...props}>
            <p className="OfficeRequest-line">
              <input type="text" name="lost" defaultValue={lost} autoComplete="off" aria-label={words.Lost} />
              <Button tone="plain" name="stage" value="lost">
                {stages.find(({ href }) => href === "lost")?.label}
              </Button>
            </p>
          </Form>
        </details>
      </section>
    </>
  );
}

interface FinishProps extends OfficeFinish {
  words: OfficeRequestProps["layout"]["words"]["Request"];
  href: string;
  revision: number;
}

/** The end of a job: the final amount and how it was paid, and photographs by the crew. */
export function FinishForms({ words, href, revision, amount, payments }: FinishProps) {
  return (
    <>
      <form method="post" action={href}>
        <input type="hidden" name="revision" value={revision} />
        <label>
          {words.Amount}
          <input type="text" name="amount" defaultValue={amount} inputMode="decimal" autoComplete="off" />
        </label>
        <label>
          {words.Paid}
          <select name="paid" defaultValue={payments.find(({ chosen }) => chosen)?.value}>
            <Options list={payments} />
          </select>
        </label>
        <Button name="done" value="on">
          {words.MarkDone}
        </Button>
      </form>
      <form method="post" action={href} encType="multipart/form-data">
        <label>
          {words.CrewPhotos}
          <input type="file" name="photos" accept="image/*" multiple />
        </label>
        <Button tone="plain" name="addPhotos" value="on">
          {words.AddPhotos}
        </Button>
      </form>
    </>
  );
}

interface TabsProps {
  name: string;
  label: string;
  list: OfficeTab[];
}

/** A row of buttons, one for each value of a field; that of the present one is disabled. */
function Tabs({ name, label, list }: TabsProps) {
  return (
    <p className="OfficeRequest-stages" role="group" aria-label={label}>
      {list.map(({ href, label, current }) => (
        <button key={href} name={name} value={href} disabled={current}>
          {label}
        </button>
      ))}
    </p>
  );
}

type Words = OfficeRequestProps["layout"]["words"]["Request"];

interface OfferProps extends Pick<OfficeRequestProps, "slots" | "price" | "included" | "choices"> {
  words: Words;
}

/** The fields of an offer. */
export function OfferFields({ words, slots, price, included, choices }: OfferProps) {
  return (
    <>
      <label>
        {words.Price}
        <input type="text" name="price" defaultValue={price} autoComplete="off" />
      </label>
      <Slots list={slots} words={words} />
      <p className="OfficeRequest-line">
        <label>
          {words.Date}
          <input type="date" name="date" />
        </label>
        <label>
          {words.Time}
          <select name="hour">
            <Options list={choices.times} />
          </select>
        </label>
        <label>
          {words.Length}
          <select name="hours" defaultValue={choices.lengths.find(({ chosen }) => chosen)?.value}>
            <Options list={choices.lengths} />
          </select>
        </label>
      </p>
      <details open={!!included}>
        <summary>{words.Included}</summary>
        <textarea name="included" rows={2} defaultValue={included} aria-label={words.Included} />
      </details>
    </>
  );
}

interface AddressProps extends Pick<OfficeRequestProps, "address" | "access"> {
  words: Words;
}

/** The fields that say where the job is. */
export function AddressFields({ words, address, access }: AddressProps) {
  return (
    <>
      <label>
        {words.Address}
        <input type="text" name="address" defaultValue={address} autoComplete="off" />
      </label>
      <label>
        {words.Access}
        <input type="text" name="access" defaultValue={access} autoComplete="off" />
      </label>
    </>
  );
}

// How many days are open.
const openDays = 4;

/** A grid of windows: a row for each day, a box to check for each window. */
function Slots({ list, words }: { list: OfficeSlot[]; words: Words }) {
  const days = [...new Set(list.map(({ day }) => day))].map((day) => list.filter((slot) => slot.day === day));
  const [first, later] = [days.slice(0, openDays), days.slice(openDays)];
  const trucks = list.some(({ free }) => free > 1);
  const row = (slots: OfficeSlot[]) => (
    <Day
      key={slots[0]!.day}
      slots={slots}
      before={days[days.indexOf(slots) - 1]?.[0]}
      trucks={trucks}
      words={words}
    />
  );
  return (
    <fieldset>
      <legend>{words.Slots}</legend>
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

interface DayProps {
  slots: OfficeSlot[];
  before: OfficeSlot | undefined; // of the day before in the list
  trucks: boolean; // the company has several
  words: Words;
}

// "Mon, Nov 23" is short in a list, in which a month is named where it begins.
const shortDay = /^(\w+), (\w+) (\d+)$/;

function Day({ slots, before, trucks, words }: DayProps) {
  const [, weekday, month, number] = shortDay.exec(slots[0]!.day)!;
  const begins = before && !before.day.includes(month!);
  return (
    <div className="OfficeRequest-day">
      <b>
        {weekday} <span>{begins ? `${month} ${number}` : number}</span>
      </b>
      <div className="OfficeRequest-windows">
        {slots.map(({ value, day, time, free, taken, checked }) => (
          <label key={value} data-taken={taken}>
            <input
              type="checkbox"
              name="slots"
              value={value}
              defaultChecked={checked}
              aria-label={`${day}, ${time}${taken ? ` (${words.Taken})` : ""}`}
            />
            <span>
              {time.replace(/[ap]m/g, "")}
              {trucks && !taken && <small>{words.Free.replace("[n]", String(free))}</small>}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

function Options({ list }: { list: OfficeChoice[] }) {
  return list.map(({ label, value }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

interface FormProps extends OfficeRequestProps {
  title?: string;
  children: ReactNode;
}

/** A form says which revision it was made for. One without a title is in a part. */
function Form({ title, card, revision, children }: FormProps) {
  return (
    <form className={title ? "OfficeRequest-part" : "OfficeRequest-form"} method="post" action={card.href}>
      {title && <h2>{title}</h2>}
      <input type="hidden" name="revision" value={revision} />
      {children}
    </form>
  );
}

// Actions whose buttons stand elsewhere.
const placed = ["release", "stop", "again"];

/** The buttons of all other actions, and the end of all contact, which asks first: each is noted. */
function After({ layout, card, buttons, reviews }: OfficeRequestProps) {
  const stop = buttons.find(({ action }) => action === "stop");
  return (
    <form className="OfficeRequest-after" method="post" action={card.href}>
      {buttons
        .filter(({ action }) => !placed.includes(action))
        .map(({ action, name, value, label }) => (
          <Button key={action} tone="plain" name={name} value={value}>
            {label}
          </Button>
        ))}
      {reviews.length > 0 && (
        <p>
          {layout.words.Request.ReviewSend}
          {reviews.map((way) => (
            <a className="OfficeRequest-way" key={way.href} href={way.href}>
              {way.label}
            </a>
          ))}
        </p>
      )}
      {stop && (
        <details>
          <summary>{stop.label}</summary>
          <p>{layout.words.Request.StopSure}</p>
          <Button tone="plain" name={stop.name} value={stop.value}>
            {stop.label}
          </Button>
        </details>
      )}
    </form>
  );
}

function Entries({ list }: { list: OfficeEntry[] }) {
  return (
    <ul className="OfficeRequest-entries">
      {list.map(({ title, text, lines }, i) => (
        <li key={i}>
          <b>{title}</b>
          {text}
          {lines.map((line, j) => (
            <span key={j}>{line}</span>
          ))}
        </li>
      ))}
    </ul>
  );
}
