import clsx from "clsx";
import type { Board, DayJob, DayPage } from "../../office.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import { Act, FinishForm } from "../OfficeRequest/OfficeRequest";
import "./OfficeDay.css";

/**
 * The jobs of a day by truck, the next stop first, before those of earlier days that nobody closed, and all of them as
 * a table of hours. The jobs print.
 */
export function OfficeDay({ layout, message, day, date, around, crew, closed, plans, groups, board }: DayPage) {
  const words = layout.words.Day;
  const none = groups.every(({ late }) => late);
  const hasNext = groups.some(({ jobs }) => jobs[0]?.next);
  return (
    <OfficePage layout={layout} message={message}>
      <div className="OfficeDay">
        <div className="OfficeDay-head">
          <h1 className="OfficeDay-title">{day}</h1>
          <p className="OfficeDay-around">
            {around.map(({ label, href }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
            {groups.map(
              ({ title, late }, i) =>
                (late || groups.length > 1) && (
                  <a key={title} href={`#group-${i}`} data-late={late}>
                    {title}
                  </a>
                ),
            )}
            <a href="#board">{words.Board}</a>
          </p>
        </div>
        <div className="OfficeDay-groups">
          {none && (
            <div className="OfficeDay-none">
              <p>{closed ? words.Closed : words.None}</p>
              {plans && <p>{words.First}</p>}
              {plans && (
                <ButtonLink tone="plain" href="/office">
                  {words.Waiting}
                </ButtonLink>
              )}
            </div>
          )}
          {groups.map(({ title, late, jobs }, i) => (
            <section
              className="OfficeDay-group"
              key={title}
              id={`group-${i}`}
              data-late={late}
              aria-label={title || day}
            >
              {title && <h2>{title}</h2>}
              {jobs.map((job) => (
                <Job key={job.anchor} labels={layout.words} crew={crew} date={date} {...job} />
              ))}
            </section>
          ))}
        </div>
        <section className="OfficeDay-board" aria-labelledby="board">
          <div className="OfficeDay-head">
            <h2 id="board">{words.Board}</h2>
            {plans && (
              <ButtonLink tone={hasNext ? "plain" : "clay"} href="/office/new">
                {words.Book}
              </ButtonLink>
            )}
          </div>
          {board.rows.length > 0 && <Hours board={board} words={words} plans={plans} />}
          {!crew && (
            <form className="OfficeDay-around" method="get" action="/office/day">
              <input type="date" name="date" defaultValue={date} aria-label={words.Date} />
              <button type="submit">{words.Show}</button>
            </form>
          )}
        </section>
      </div>
    </OfficePage>
  );
}

interface HoursProps {
  board: Board;
  words: DayPage["layout"]["words"]["Day"];
  plans: DayPage["plans"];
}

/** Trucks by hours: each job leads to its card, each free window to the form for a call. */
function Hours({ board, words, plans }: HoursProps) {
  return (
    <div className="OfficeDay-scroll">
      <table className="OfficeDay-hours">
        <thead>
          <tr>
            <td />
            {board.columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.rows.map(({ hour, cells }) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {cells.map(({ hours, jobs, free, freeTime }, i) => (
                <td
                  key={i}
                  rowSpan={hours > 1 ? hours : undefined}
                  className={clsx({ "OfficeDay-taken": jobs, "OfficeDay-free": free }) || undefined}
                  data-done={jobs?.every(({ done }) => done) || undefined}
                >
                  {jobs?.map(({ anchor, name, what }) => (
                    <a key={anchor} href={`#${anchor}`}>
                      <b>{name}</b>
                      <span>{what}</span>
                    </a>
                  ))}
                  {free && !plans && <span>{words.Free}</span>}
                  {free && plans && (
                    <a href={`/office/new?slots=${free}`}>
                      {words.Free}
                      <span className="visually-hidden">{` ${freeTime}`}</span>
                    </a>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface JobProps extends DayJob {
  labels: DayPage["layout"]["words"];
  crew: DayPage["crew"]; // they cannot open the request
  date: string;
}

function Job({ labels, crew, date, card, time, name, address, map, access, what, price, phone, ...job }: JobProps) {
  const { ways, coming, buttons, form } = job;
  const words = labels.Request;
  const now = buttons.filter(({ sure }) => !sure);
  const posts = { action: `${card.href}?date=${date}`, revision: card.revision };
  const state = job.next ? "next" : job.done ? "done" : undefined;
  return (
    <article className="OfficeDay-job" id={job.anchor} data-state={state}>
      {job.next && <p className="OfficeDay-next">{labels.Day.Next}</p>}
      <h3>
        {`${time} `}
        {crew ? name : <a href={card.href}>{name}</a>}
      </h3>
      {job.done && <p className="OfficeDay-done">{job.done}</p>}
      {address && (
        <a className="OfficeDay-map" href={map}>
          {address}
        </a>
      )}
      {card.flags && <p className="OfficeDay-flags">{card.flags.join(" · ")}</p>}
      {!job.done && (
        <>
          {access && <p>{`${words.Access}: ${access}`}</p>}
          <p>{what}</p>
          {price && <p className="OfficeDay-price">{price}</p>}
        </>
      )}
      <p className="OfficeDay-ways">
        {coming && job.next && <ButtonLink href={coming.href}>{coming.label}</ButtonLink>}
        {coming && !job.next && <a href={coming.href}>{coming.label}</a>}
        {ways.map(({ label, href }) => (
          <a key={label} href={href}>
            {href.startsWith("tel:") ? `${label} ${phone}` : label}
          </a>
        ))}
      </p>
      {job.photos.length > 0 && (
        <p className="OfficeDay-photos">
          {job.photos.map(({ src, caption }, i) => (
            <a key={src} href={src}>
              <img src={src} alt={`${words.Photos} ${i + 1}`} />
              {caption}
            </a>
          ))}
        </p>
      )}
      {now.length > 0 && (
        <form method="post" action={posts.action}>
          <input type="hidden" name="revision" value={card.revision} />
          <input type="hidden" name="visit" value={form?.["visit"]} />
          {now.map((button) => (
            <Act key={button.action} {...button} />
          ))}
        </form>
      )}
      {form && (
        <div className="OfficeDay-finish">
          <FinishForm {...posts} words={words} values={form} payments={job.payments} open={!!job.open} add={labels.Day.Add}>
            {/* users have them on the page of the request */}
            {crew && buttons.filter(({ sure }) => sure).map((button) => <Act key={button.action} {...button} />)}
          </FinishForm>
        </div>
      )}
    </article>
  );
}
