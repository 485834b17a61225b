import { Fragment, type ReactNode } from "react";
import type {
  OfficeChoice,
  OfficeEntry,
  OfficeFinish,
  OfficeTab,
  OfficeRequest as OfficeRequestProps,
} from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficeCard } from "../OfficeCard/OfficeCard";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeRequest.css";

/** One request: everything that came, what was done, and forms for what comes next. */
export function OfficeRequest(props: OfficeRequestProps) {
  const { layout, card, reference, message, note, photos, rows, history, buttons } = props;
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
          {props.quiet && <p>{props.quiet}</p>}
          {release && (
            <form method="post" action={`${card.href}/release`}>
              <Button>{release.label}</Button>
            </form>
          )}
        </div>
        <div className="OfficeRequest-details stack">
          {photos.length > 0 && (
            <Part title={words.Photos}>
              {photos.map((photo, i) => (
                <a key={photo.src} href={photo.src}>
                  <img src={photo.src} width={photo.width} height={photo.height} alt={`${words.Photos} ${i + 1}`} />
                </a>
              ))}
            </Part>
          )}
          <Part title={words.Asked}>
            <dl className="OfficeRequest-rows">
              {rows.map((row) => (
                <div key={row.label}>
                  <dt>{row.label}</dt>
                  <dd>{row.href ? <a href={row.href}>{row.value}</a> : row.value}</dd>
                </div>
              ))}
            </dl>
          </Part>
        </div>
        <div className="OfficeRequest-forms stack">
          <Forms {...props} />
          <div className="OfficeRequest-end cluster">
            <After {...props} />
            <a className="OfficeRequest-remove" href={`${card.href}/remove`}>
              {words.Remove}
            </a>
          </div>
        </div>
        <div className="OfficeRequest-past stack">
          <Form title={words.Note} {...props}>
            <textarea name="note" rows={3} defaultValue={note} aria-label={words.Note} />
            <Button tone="plain">{words.AddNote}</Button>
          </Form>
          {history.length > 0 && (
            <Part title={words.History}>
              <Entries list={history} />
            </Part>
          )}
        </div>
      </div>
    </OfficePage>
  );
}

/** The forms that change the request. */
function Forms(props: OfficeRequestProps) {
  const { layout, card, stages, slots, sends, lost, offerSent, trucks, finish } = props;
  const words = layout.words.Request;
  return (
    <>
      {finish && (
        <section className="OfficeRequest-part">
          <h2>{words.Finish}</h2>
          <FinishForms words={words} href={card.href} revision={props.revision} {...finish} />
        </section>
      )}
      <Form title={words.Offer} {...props}>
        <OfferFields {...props} words={words} />
        <p className="cluster">
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
          <Button tone="plain" name="where" value="on">
            {words.SaveAddress}
          </Button>
        </p>
        {offerSent && <p role="status">{offerSent}</p>}
      </Form>
      {trucks.length > 0 && (
        <Form title={words.Truck} {...props}>
          <Tabs name="truck" label={words.Truck} list={trucks} />
        </Form>
      )}
      <Form title={words.Move} {...props}>
        <Tabs name="stage" label={words.Stage} list={stages} />
      </Form>
      <Form title={words.Lost} {...props}>
        <input type="text" name="lost" defaultValue={lost} autoComplete="off" aria-label={words.Lost} />
        <Button tone="plain" name="stage" value="lost">
          {stages.find(({ href }) => href === "lost")?.label}
        </Button>
      </Form>
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

interface OfferProps
  extends Pick<OfficeRequestProps, "slots" | "price" | "included" | "address" | "access" | "choices"> {
  words: OfficeRequestProps["layout"]["words"]["Request"];
}

/** The fields of an offer, and of where the job is. */
export function OfferFields({ words, slots, price, included, address, access, choices }: OfferProps) {
  return (
    <>
      <label>
        {words.Price}
        <input type="text" name="price" defaultValue={price} autoComplete="off" />
      </label>
      <label>
        {words.Included}
        <textarea name="included" rows={2} defaultValue={included} />
      </label>
      <label>
        {words.Length}
        <select name="hours" defaultValue={choices.lengths.find(({ chosen }) => chosen)?.value}>
          <Options list={choices.lengths} />
        </select>
      </label>
      <fieldset>
        <legend>{words.Slots}</legend>
        <div className="OfficeRequest-slots">
          {slots.map(({ value, day, time, taken, checked }, i) => (
            <Fragment key={value}>
              {day !== slots[i - 1]?.day && <b>{day}</b>}
              <label data-taken={taken}>
                <input
                  type="checkbox"
                  name="slots"
                  value={value}
                  defaultChecked={checked}
                  aria-label={`${day}, ${time}${taken ? ` (${words.Taken})` : ""}`}
                />
                {time}
              </label>
            </Fragment>
          ))}
        </div>
        <p className="OfficeRequest-other">
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
        </p>
      </fieldset>
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

function Options({ list }: { list: OfficeChoice[] }) {
  return list.map(({ label, value }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

interface FormProps extends PartProps, OfficeRequestProps {}

/** A form says which revision it was made for. */
function Form({ title, card, revision, children }: FormProps) {
  return (
    <form className="OfficeRequest-part" method="post" action={card.href}>
      <h2>{title}</h2>
      <input type="hidden" name="revision" value={revision} />
      {children}
    </form>
  );
}

// Actions whose buttons stand elsewhere.
const placed = ["release", "stop"];

/** The buttons of all other actions, and the end of all contact: each is one press, and noted. */
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
        <button className="OfficeRequest-stop" name={stop.name} value={stop.value}>
          {stop.label}
        </button>
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

interface PartProps {
  title: string;
  children: ReactNode;
}

function Part({ title, children }: PartProps) {
  return (
    <section className="OfficeRequest-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
