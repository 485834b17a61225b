import type { WeekPage, WeekTable } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeWeek.css";

/** A week's jobs and requests, the address of the calendar, and who is signed in where. */
export function OfficeWeek({ layout, title, around, tables, jobs, calendar, sessions }: WeekPage) {
  const words = layout.words.Week;
  return (
    <OfficePage layout={layout}>
      <div className="OfficeWeek stack">
        <h1 className="OfficeWeek-title">{title}</h1>
        <p className="OfficeWeek-row OfficeWeek-around">
          {around.map(({ label, href }) => (
            <a key={href} className="OfficeWeek-link" href={href}>
              {label}
            </a>
          ))}
        </p>
        <div className="OfficeWeek-part">
          <Bars {...tables[0]!} words={words} />
          <div className="stack">
            {tables.map((table) => (
              <Numbers key={table.head[0]} {...table} />
            ))}
            <a className="OfficeWeek-link" href={jobs} download>
              {words.File}
            </a>
          </div>
        </div>
        <div className="OfficeWeek-part OfficeWeek-access">
          <div>
            <h2 className="OfficeWeek-subtitle">{words.Sessions}</h2>
            <ul className="OfficeWeek-sessions">
              {sessions.map(({ id, device, user, times, current }) => (
                <li key={id}>
                  <form className="OfficeWeek-row" method="post" action="/office/sessions">
                    <p>
                      <strong>{device}</strong>
                      {current && ` · ${words.Here}`}
                      <br />
                      {user}
                      <br />
                      {times}
                    </p>
                    <Button tone="plain" name="end" value={id}>
                      {words.End} <span className="visually-hidden">{device}</span>
                    </Button>
                  </form>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <a className="OfficeWeek-link" href={calendar}>
              {words.Calendar}
            </a>
            <form className="OfficeWeek-row" method="post" action="/office/calendar">
              <p>{words.RenewHint}</p>
              <Button tone="plain">{words.Renew}</Button>
            </form>
          </div>
        </div>
      </div>
    </OfficePage>
  );
}

/** The dollars of each day, for a first look: the table beside them has the same. */
function Bars({ bars, total, words }: WeekTable & { words: WeekPage["layout"]["words"]["Week"] }) {
  if (!bars) return <p>{words.None}</p>;
  return (
    <div aria-hidden="true">
      <p className="OfficeWeek-total figure">{total.at(-1)}</p>
      <ul>
        {bars.map(({ day, dollars, percent }) => (
          <li key={day} className="OfficeWeek-bar">
            <span>{day}</span>
            <svg preserveAspectRatio="none" viewBox="0 0 100 1">
              <rect width={percent} height="1" />
            </svg>
            <b>{dollars}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Numbers({ head, total, rows }: WeekTable) {
  return (
    <table className="OfficeWeek-table">
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <Row key={cells[0]} cells={cells} />
        ))}
      </tbody>
      <tfoot>
        <Row cells={total} />
      </tfoot>
    </table>
  );
}

function Row({ cells: [name, ...cells] }: { cells: string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, i) => (
        <td key={i}>{cell}</td>
      ))}
    </tr>
  );
}
