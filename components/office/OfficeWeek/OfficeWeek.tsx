import type { WeekPage } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeWeek.css";

/** This week and the last one by source, the address of the calendar, and who is signed in where. */
export function OfficeWeek({ layout, calendar, head, weeks, sessions }: WeekPage) {
  const words = layout.words.Week;
  return (
    <OfficePage layout={layout}>
      <div className="OfficeWeek stack">
        <h1 className="OfficeWeek-title">{layout.title}</h1>
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
          {weeks.map(({ total, rows }) => (
            <tbody key={total[0]}>
              <Row cells={total} scope="rowgroup" />
              {rows.map((cells) => (
                <Row key={cells[0]} cells={cells} scope="row" />
              ))}
            </tbody>
          ))}
        </table>
        <a className="OfficeWeek-calendar" href={calendar}>
          {words.Calendar}
        </a>
        <form className="OfficeWeek-row" method="post" action="/office/calendar">
          <p>{words.RenewHint}</p>
          <Button tone="plain">{words.Renew}</Button>
        </form>
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
    </OfficePage>
  );
}

function Row({ cells: [name, ...cells], scope }: { cells: string[]; scope: "row" | "rowgroup" }) {
  return (
    <tr>
      <th scope={scope}>{name}</th>
      {cells.map((cell, i) => (
        <td key={i}>{cell}</td>
      ))}
    </tr>
  );
}
