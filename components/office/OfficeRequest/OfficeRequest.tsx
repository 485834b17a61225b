import type { ReactNode } from "react";
import type { Button as ActionButton, Choices, Entry, MailRow, RequestPage, Slot, Tab, VisitRow } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficeCard } from "../OfficeCard/OfficeCard";
import { Choice, Field, Fold, Lines, OfficeForm, Photos, Slots, type Values } from "../OfficeForm/OfficeForm";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeRequest.css";

/** One request: what to do next first, then what came, and what was done. */
export function OfficeRequest(props: RequestPage) {
  const { layout, card, reference, photos, rows, more, history, buttons } = props;
  const words = layout.words.Request;
  const release = buttons.find(({ action }) => action === "release");
  return (
    <OfficePage layout={layout} message={props.message}>
      <h1 className="OfficeRequest-title">
        {card.name} <span className="OfficeRequest-reference">{reference}</span>
      </h1>
      <div className="OfficeRequest">
        <div className="OfficeRequest-card stack">
          {/* A press on a link loads the card again; its button loads the page. */}
          <ul className="stack" hx-disable="" hx-target="closest [data-card]" hx-select="[data-card]" hx-swap="outerHTML">
            <OfficeCard {...card} name="" />
            {props.merged.map((merged) => (
              <OfficeCard key={merged.href} {...merged} />
            ))}
          </ul>
          {photos.length > 0 && (
            <p className="OfficeRequest-photos">
              {photos.map((photo, i) => (
                <a key={photo.src} href={photo.src}>
                  <img src={photo.src} width={photo.width} height={photo.height} alt={`${words.Photos} ${i + 1}`} />
                  {photo.caption}
                </a>
              ))}
            </p>
          )}
          {props.quiet && <p>{props.quiet}</p>}
          {release && (
            <form method="post" action={card.href}>
              <Button name={release.name} value={release.value}>
                {release.label}
              </Button>
            </form>
          )}
        </div>
        <div className="OfficeRequest-forms stack">
          {props.stages.length > 0 && <Forms {...props} />}
        </div>
        <div className="OfficeRequest-details stack">
          <section className="OfficeForm" aria-label={words.Asked}>
            <Rows list={rows} />
            <details>
              <summary>{words.More}</summary>
              <Rows list={more} />
            </details>
          </section>
          {history.length > 0 && (
            <details className="OfficeForm">
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
function Forms(props: RequestPage) {
  const { layout, card, revision, values, stages, slots, sends, trucks, buttons, finish } = props;
  const words = layout.words.Request;
  const form = { action: card.href, revision };
  const refused = !!props.message;
  const booked = card.stage === "booked";
  const looked = buttons.find(({ action }) => action === "looked");
  const where = (
    <>
      <AddressFields words={words} values={values} />
      <Button tone="plain" name="where" value="on">
        {words.SaveAddress}
      </Button>
    </>
  );
  return (
    <>
      {looked && (
        <OfficeForm {...form} id="finish" title={words.Kinds["estimate"]!} open>
          <Act {...looked} />
        </OfficeForm>
      )}
      {props.wishes.length > 0 && (
        <OfficeForm {...form} title={words.Wishes} open>
          <input type="hidden" name="stage" value="booked" />
          <Tabs name="slots" label={words.Wishes} list={props.wishes} />
        </OfficeForm>
      )}
      {finish && (
        <FinishForm
          {...form}
          id="finish"
          words={words}
          values={finish}
          payments={props.payments}
          open={refused || props.ends}
        />
      )}
      {booked && (
        <OfficeForm {...form} title={words.Where} open={refused || (!values["address"] && !props.ends)}>
          {where}
        </OfficeForm>
      )}
      <OfficeForm {...form} title={words.Offer} open={refused || props.offers}>
        <OfferFields words={words} values={values} slots={slots} choices={props.choices} hint={props.drive} />
        {props.stopped && <p role="status">{props.stopped}</p>}
        <p className="cluster">
          {(sends || booked) && (
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
        {props.offerSent && <p role="status">{props.offerSent}</p>}
        {/* It is sent with an offer or a booking, and so comes after the button of the Enter key. */}
        {!booked && (
          <Fold title={words.Where} open={refused}>
            {where}
          </Fold>
        )}
      </OfficeForm>
      {buttons.some(({ action }) => action === "again") && (
        <OfficeForm {...form} title={words.NoAnswer} open={refused}>
          <p className="cluster">
            <Button tone="plain" name="again" value="today">
              {words.AgainToday}
            </Button>
            <Button tone="plain" name="again" value="tomorrow">
              {words.AgainTomorrow}
            </Button>
          </p>
          <p className="OfficeForm-line">
            <Field name="againDate" label={words.AgainDate} values={values} type="date" />
            <Button tone="plain" name="again" value="date">
              {words.AgainSet}
            </Button>
          </p>
        </OfficeForm>
      )}
      {props.visits.length > 0 && (
        <section className="OfficeForm">
          <h2>{words.Visits}</h2>
          {props.visits.map((visit) => (
            <Visit key={visit.number} {...props} {...visit} />
          ))}
        </section>
      )}
      {props.banked && (
        <OfficeForm {...form} title={words.AddBanked}>
          <p className="OfficeForm-line">
            <Field name="date" label={words.Date} values={values} type="date" />
            <Choice name="hour" label={words.Time} values={values} options={props.choices.times} />
            <Button tone="plain" name="banked" value="on">
              {words.AddBanked}
            </Button>
          </p>
        </OfficeForm>
      )}
      {trucks.length > 0 && (
        <OfficeForm {...form} title={words.Truck}>
          <Tabs name="truck" label={words.Truck} list={trucks} />
        </OfficeForm>
      )}
      <OfficeForm {...form} title={words.Note} open={!!values["note"]}>
        <textarea name="note" rows={2} defaultValue={values["note"]} aria-label={words.Note} />
        <Button tone="plain">{words.AddNote}</Button>
      </OfficeForm>
      <OfficeForm {...form} title={words.Move}>
        <Tabs name="stage" label={words.Stage} list={stages} />
      </OfficeForm>
      <OfficeForm {...form} title={words.Lost} open={!!values["lost"]}>
        <p className="OfficeForm-line">
          <input type="text" name="lost" defaultValue={values["lost"]} autoComplete="off" aria-label={words.Lost} />
          <Button tone="plain" name="stage" value="lost">
            {stages.find(({ href }) => href === "lost")?.label}
          </Button>
        </p>
      </OfficeForm>
    </>
  );
}

/** One of the days of a job, which the office can move or call off alone. */
function Visit({ layout, card, revision, choices, recurs, number, text, planned, values }: RequestPage & VisitRow) {
  const words = layout.words.Request;
  if (!planned) return <p>{text}</p>;
  return (
    <details>
      <summary>{text}</summary>
      <OfficeForm action={card.href} revision={revision} aria-label={text}>
        <input type="hidden" name="visit" value={number} />
        <p className="OfficeForm-line">
          <Field name="date" label={words.Date} values={values} type="date" />
          <Choice name="hour" label={words.Time} values={values} options={choices.times} />
          <Choice name="hours" label={words.Length} values={values} options={choices.lengths} />
        </p>
        <p className="cluster">
          <Button tone="plain" name="stage" value="booked">
            {words.MoveDay}
          </Button>
          <Button tone="plain" name="callOffDay" value="on">
            {words.CallOffDay}
          </Button>
          {recurs && (
            <Button tone="plain" name="bank" value="on">
              {words.BankDay}
            </Button>
          )}
        </p>
      </OfficeForm>
    </details>
  );
}

type Words = RequestPage["layout"]["words"]["Request"];

interface FieldsProps {
  words: Words;
  values: Values;
}

interface OfferProps extends FieldsProps {
  /** What comes on top of the price. */
  hint?: string | undefined;
  slots: Slot[];
  choices: Choices;
}

/** The fields of an offer. */
export function OfferFields({ words, values, slots, choices, hint }: OfferProps) {
  return (
    <>
      <Field name="price" label={words.Price} values={values} hint={hint!} />
      <Slots title={words.Slots} list={slots} words={words} />
      <Fold title={words.Other} open={!!values["date"] || !["", "2"].includes(values["hours"] ?? "")}>
        <p className="OfficeForm-line">
          <Field name="date" label={words.Date} values={values} type="date" />
          <Choice name="hour" label={words.Time} values={values} options={choices.times} />
          <Choice name="hours" label={words.Length} values={values} options={choices.lengths} />
          <Choice name="days" label={words.Days} values={values} options={choices.days} />
          <Choice name="every" label={words.Every} values={values} options={choices.every} />
          <Choice name="kind" label={words.Kind} values={values} options={choices.kinds} />
        </p>
      </Fold>
      <Fold title={words.Included}>
        <textarea name="included" rows={2} defaultValue={values["included"]} aria-label={words.Included} />
      </Fold>
    </>
  );
}

/** The fields that say where the job is. */
export function AddressFields({ words, values }: FieldsProps) {
  return (
    <>
      <Field name="address" label={words.Address} values={values} />
      <Field name="access" label={words.Access} values={values} />
    </>
  );
}

interface FinishProps extends FieldsProps {
  payments?: Choices["kinds"] | undefined;
  action: string;
  revision: number;
  open: boolean;
  id?: string;
  /** The label of the button that adds photographs or a note; without it, there is no note. */
  add?: string;
  children?: ReactNode;
}

/**
 * The end of a job: the final amount, how it was paid, and photographs by the crew, which can also be added before and
 * afterwards.
 */
export function FinishForm({ words, values, payments = [], add, children, ...form }: FinishProps) {
  return (
    <OfficeForm title={values["paid"] || !add ? words.Finish : add} files {...form}>
      <input type="hidden" name="visit" value={values["visit"]} />
      {values["paid"] && (
        <>
          <p className="OfficeForm-line">
            <Field name="amount" label={words.Amount} values={values} inputMode="decimal" />
            <Choice name="paid" label={words.Paid} values={values} options={payments} />
          </p>
          <Button name="done" value="on">
            {words.MarkDone}
          </Button>
        </>
      )}
      <Photos label={words.CrewPhotos} />
      {add && <Lines name="note" label={words.Note} values={values} rows={1} />}
      <Button tone="plain" name="addPhotos" value="on">
        {add ?? words.AddPhotos}
      </Button>
      {children}
    </OfficeForm>
  );
}

interface TabsProps {
  name: string;
  label: string;
  list: Tab[];
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

/** The buttons of all actions that have no other place, those that ask first at the end: each is noted. */
function After({ layout, card, revision, buttons, reviews, noReviews }: RequestPage) {
  const list = buttons.filter(({ action }) => !["release", "again", "looked"].includes(action));
  return (
    <form className="OfficeRequest-after" method="post" action={card.href}>
      <input type="hidden" name="revision" value={revision} />
      {list.map((each) => !each.sure && <Act key={each.action} {...each} />)}
      {noReviews && <p>{noReviews}</p>}
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
      {list.map((each) => each.sure && <Act key={each.action} {...each} />)}
    </form>
  );
}

/** The button of an action; one that asks first is behind its label. */
export function Act({ name, value, label, sure }: ActionButton) {
  const button = (
    <Button tone="plain" name={name} value={value}>
      {label}
    </Button>
  );
  if (!sure) return button;
  return (
    <details>
      <summary>{label}</summary>
      <p>{sure}</p>
      {button}
    </details>
  );
}

function Entries({ list }: { list: Entry[] }) {
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
