import type { OfficeWeek as OfficeWeekProps } from "../../office.gen";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeWeek.css";

/** This week and the last one by source, and the address of the calendar. */
export function OfficeWeek({ layout, calendar, head, weeks }: OfficeWeekProps) {
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
          {layout.words.Week.Calendar}
        </a>
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
