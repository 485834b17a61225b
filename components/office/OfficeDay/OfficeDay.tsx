import type { DayJob, DayPage } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import { Act, FinishForm } from "../OfficeRequest/OfficeRequest";
import "./OfficeDay.css";

/** The jobs of a day by truck, in the order of time, after those of earlier days that nobody closed. It prints. */
export function OfficeDay({ layout, message, day, date, around, crew, closed, groups }: DayPage) {
  const words = layout.words.Day;
  return (
    <OfficePage layout={layout} message={message}>
      <div className="OfficeDay">
        <h1 className="OfficeDay-title">{day}</h1>
        <form className="OfficeDay-around" method="get" action="/office/day">
          {around.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
          {!crew && <input type="date" name="date" defaultValue={date} aria-label={words.Date} />}
          {!crew && <button type="submit">{words.Show}</button>}
        </form>
        {closed && <p className="OfficeDay-none">{words.Closed}</p>}
        {groups.every(({ late }) => late) && <p className="OfficeDay-none">{words.None}</p>}
        <div className="OfficeDay-groups">
          {groups.map(({ title, late, jobs }) => (
            <section className="OfficeDay-group" key={title} data-late={late} aria-label={title || day}>
              {title && <h2>{title}</h2>}
              {jobs.map((job) => (
                <Job key={job.card.href} labels={layout.words} crew={crew} date={date} {...job} />
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
  crew: DayPage["crew"]; // they cannot open the request
  date: string;
}

function Job({ labels, crew, date, card, time, name, address, map, access, what, price, phone, ...job }: JobProps) {
  const { ways, coming, buttons, form } = job;
  const words = labels.Request;
  const posts = { action: `${card.href}?date=${date}`, revision: card.revision };
  const looked = buttons.find(({ sure }) => !sure);
  const noShow = crew && buttons.find(({ sure }) => sure); // users have it on the page of the request
  return (
    <article className="OfficeDay-job" data-done={job.done ? true : undefined}>
      <h3>
        {time} {crew ? name : <a href={card.href}>{name}</a>}
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
          {job.photos.map(({ src, caption }, i) => (
            <a key={src} href={src}>
              <img src={src} alt={`${words.Photos} ${i + 1}`} />
              {caption}
            </a>
          ))}
        </p>
      )}
      {looked && (
        <form method="post" action={posts.action}>
          <input type="hidden" name="revision" value={card.revision} />
          <input type="hidden" name="visit" value={form?.["visit"]} />
          <Button name={looked.name} value={looked.value}>
            {looked.label}
          </Button>
        </form>
      )}
      {form && (
        <div className="OfficeDay-finish">
          <FinishForm {...posts} words={words} values={form} open={!!job.open} add={labels.Day.Add}>
            {noShow && <Act {...noShow} />}
          </FinishForm>
        </div>
      )}
    </article>
  );
}
