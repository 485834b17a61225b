import type { ReactNode } from "react";
import type { OfficeRequest as OfficeRequestProps } from "../../props.gen";
import { OfficeCard } from "../OfficeCard/OfficeCard";
import { OfficePage } from "../OfficePage/OfficePage";
import "../../ui/Button/Button.css";
import "./OfficeRequest.css";

/** One request: everything that came, what was done, and forms for what comes next. */
export function OfficeRequest(props: OfficeRequestProps) {
  const { layout, card, reference, message, photos, rows, sent, history, held, words } = props;
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
          <ul>
            <OfficeCard {...card} />
          </ul>
          {props.quiet && <p>{props.quiet}</p>}
          {held && (
            <form method="post" action={`${card.href}/release`}>
              <button className="Button" data-tone="clay" type="submit">
                {words.release}
              </button>
            </form>
          )}
        </div>
        <div className="OfficeRequest-details stack">
          {photos.length > 0 && (
            <Part title={words.photos}>
              {photos.map((photo, i) => (
                <a key={photo.src} href={photo.src}>
                  <img src={photo.src} width={photo.width} height={photo.height} alt={`${words.photos} ${i + 1}`} />
                </a>
              ))}
            </Part>
          )}
          <Part title={words.asked}>
            <dl className="OfficeRequest-rows">
              {rows.map((row) => (
                <div key={row.label}>
                  <dt>{row.label}</dt>
                  <dd>{row.href ? <a href={row.href}>{row.value}</a> : row.value}</dd>
                </div>
              ))}
            </dl>
          </Part>
          {history.length > 0 && (
            <Part title={words.history}>
              <ol className="OfficeRequest-events">
                {history.map((event, i) => (
                  <li key={i}>
                    <b>{event.who}</b>
                    {` · ${event.when} · ${event.what}`}
                    {event.lines.map((line) => (
                      <span key={line}>{line}</span>
                    ))}
                  </li>
                ))}
              </ol>
            </Part>
          )}
          {sent.length > 0 && (
            <Part title={words.sent}>
              {sent.map((delivery) => (
                <div key={delivery.label}>
                  <b>{delivery.label}</b>
                  {`: ${delivery.state}`}
                  <ul>
                    {delivery.tries.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </div>
              ))}
              <form method="post" action={`${card.href}/replay`}>
                <button className="Button" data-tone="plain" type="submit">
                  {words.replay}
                </button>
              </form>
            </Part>
          )}
        </div>
        <div className="OfficeRequest-forms stack">
          <Forms {...props} />
          <After {...props} />
          <p>
            <a className="OfficeRequest-remove" href={`${card.href}/remove`}>
              {words.remove}
            </a>
          </p>
        </div>
      </div>
    </OfficePage>
  );
}

/** The forms that change the request. Each says which revision it was made for. */
function Forms({ card, revision, stages, slots, typed, included, words }: OfficeRequestProps) {
  const about = <input type="hidden" name="revision" value={revision} />;
  return (
    <>
      <form className="OfficeRequest-part" method="post" action={card.href}>
        <h2>{words.offer}</h2>
        {about}
        <label>
          {words.price}
          <input type="text" name="price" defaultValue={typed.price} autoComplete="off" />
        </label>
        <label>
          {words.included}
          <textarea name="included" rows={2} defaultValue={included} />
        </label>
        <fieldset>
          <legend>{words.slots}</legend>
          <div className="OfficeRequest-slots">
            {slots.map((slot) => (
              <label key={slot.value} data-taken={slot.taken}>
                <input type="checkbox" name="slots" value={slot.value} defaultChecked={slot.checked} />
                {slot.label}
                {slot.taken && ` (${words.taken})`}
              </label>
            ))}
          </div>
        </fieldset>
        <button className="Button" data-tone="clay" type="submit">
          {words.send}
        </button>
      </form>
      <form className="OfficeRequest-part" method="post" action={card.href}>
        <h2>{words.note}</h2>
        {about}
        <textarea name="note" rows={3} defaultValue={typed.note} aria-label={words.note} />
        <button className="Button" data-tone="plain" type="submit">
          {words.addNote}
        </button>
      </form>
      <form className="OfficeRequest-part" method="post" action={card.href}>
        <h2>{words.stage}</h2>
        {about}
        <select name="stage" defaultValue={stages.find((stage) => stage.current)?.href} aria-label={words.stage}>
          {stages.map((stage) => (
            <option key={stage.href} value={stage.href}>
              {stage.label}
            </option>
          ))}
        </select>
        <label>
          {words.lost}
          <input type="text" name="lost" defaultValue={typed.lost} autoComplete="off" />
        </label>
        <button className="Button" data-tone="plain" type="submit">
          {words.move}
        </button>
      </form>
    </>
  );
}

/** What comes after the job, and the end of all contact: each is one press, and noted. */
function After({ card, stopped, askReview, reviews, words }: OfficeRequestProps) {
  return (
    <form className="OfficeRequest-after" method="post" action={card.href}>
      {askReview && (
        <button className="Button" data-tone="plain" type="submit" name="review" value="on">
          {words.review}
        </button>
      )}
      {reviews.length > 0 && (
        <p>
          {words.reviewSend}
          {reviews.map((way) => (
            <a className="OfficeRequest-way" key={way.href} href={way.href}>
              {way.label}
            </a>
          ))}
        </p>
      )}
      {!stopped && (
        <button className="OfficeRequest-stop" type="submit" name="stop" value="on">
          {words.stop}
        </button>
      )}
    </form>
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
