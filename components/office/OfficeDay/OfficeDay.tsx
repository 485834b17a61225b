import type { DayJob, DayPage } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import { FinishForm } from "../OfficeRequest/OfficeRequest";
import "./OfficeDay.css";

/** The jobs of a day by truck, in the order of time, after those of earlier days that nobody closed. It prints. */
export function OfficeDay({ layout, day, date, around, closed, groups }: DayPage) {
  const words = layout.words.Day;
  return (
    <OfficePage layout={layout}>
      <div className="OfficeDay">
        <h1 className="OfficeDay-title">{day}</h1>
        <form className="OfficeDay-around" method="get" action="/office/day">
          {around.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
          <input type="date" name="date" defaultValue={date} aria-label={words.Date} />
          <button type="submit">{words.Show}</button>
        </form>
        {closed && <p className="OfficeDay-none">{words.Closed}</p>}
        {groups.every(({ late }) => late) && <p className="OfficeDay-none">{words.None}</p>}
        <div className="OfficeDay-groups">
          {groups.map(({ title, late, jobs }) => (
            <section className="OfficeDay-group" key={title} data-late={late} aria-label={title || day}>
              {title && <h2>{title}</h2>}
              {jobs.map((job) => (
                <Job key={job.card.href} labels={layout.words} {...job} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </OfficePage>
  );
}

interface JobProps extends DayJob {
  labels: DayPage["layout"]["words"];
}

function Job({ labels, card, time, name, address, map, access, what, price, phone, ways, coming, ...job }: JobProps) {
  const words = labels.Request;
  return (
    <article className="OfficeDay-job" data-done={job.done ? true : undefined}>
      <h3>
        {time} <a href={card.href}>{name}</a>
      </h3>
      {job.done && <p className="OfficeDay-done">{job.done}</p>}
      {address && (
        <a className="OfficeDay-map" href={map}>
          {address}
        </a>
      )}
      {card.flags && <p className="OfficeDay-flags">{card.flags.join(" · ")}</p>}
      {access && <p>{`${words.Access}: ${access}`}</p>}
      <p>{what}</p>
      {price && <p className="OfficeDay-price">{price}</p>}
      <p className="OfficeDay-phone">{phone}</p>
      <p className="OfficeDay-ways">
        {[...ways, ...(coming ? [coming] : [])].map((way) => (
          <a key={way.label} href={way.href}>
            {way.label}
          </a>
        ))}
      </p>
      {job.photos.length > 0 && (
        <p className="OfficeDay-photos">
          {job.photos.map(({ src }, i) => (
            <a key={src} href={src}>
              <img src={src} alt={`${words.Photos} ${i + 1}`} />
            </a>
          ))}
        </p>
      )}
      {job.looked && (
        <form method="post" action={card.href}>
          <input type="hidden" name="revision" value={card.revision} />
          <Button name={job.looked.name} value={job.looked.value}>
            {job.looked.label}
          </Button>
        </form>
      )}
      {job.finish && (
        <div className="OfficeDay-finish">
          <FinishForm words={words} action={card.href} revision={card.revision} values={job.finish} open={false} />
        </div>
      )}
    </article>
  );
}
