import type { OfficeRow, OfficeTable, OfficeWeek as OfficeWeekProps } from "../../office.gen";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeWeek.css";

/** The figures of a week beside those of the weeks before. */
export function OfficeWeek({ layout, figures, charts, groups, ...props }: OfficeWeekProps) {
  const words = layout.words.Week;
  return (
    <OfficePage layout={layout}>
      <div className="OfficeWeek">
        <h1 className="OfficeWeek-title">{layout.title}</h1>
        <p className="OfficeWeek-links">
          <a href={`/office/week?of=${props.earlier}`}>{words.Earlier}</a>
          {props.later && <a href={`/office/week?of=${props.later}`}>{words.Later}</a>}
          <a href={`/office/week.csv?of=${props.of}`}>{words.Download}</a>
          <a href={props.calendar}>{words.Calendar}</a>
        </p>
        <dl className="OfficeWeek-figures">
          {figures.map((figure) => (
            <div className="OfficeWeek-figure" key={figure.label}>
              <dt>{figure.label}</dt>
              <dd>
                <strong>{figure.value}</strong> {figure.before}
              </dd>
            </div>
          ))}
        </dl>
        <div className="OfficeWeek-charts">
          {charts.map((chart) => (
            <Chart key={chart.title} chart={chart} numbers={words.Numbers} />
          ))}
        </div>
        <div className="OfficeWeek-charts">
          {groups.map(({ title, head, rows }) => (
            <section className="OfficeWeek-chart" key={title}>
              <h2 className="OfficeWeek-head">{title}</h2>
              <Table head={head} rows={rows} bars />
            </section>
          ))}
        </div>
      </div>
    </OfficePage>
  );
}

// In units of the drawing: a bar, the space from one to the next, the tallest bar, and a line of text above and below.
const bar = 26;
const step = 40;
const tallest = 90;
const text = 16;

function Chart({ chart: { title, parts, head, rows }, numbers }: { chart: OfficeTable; numbers: string }) {
  const width = step * rows.length;
  const bottom = text + tallest;
  return (
    <section className="OfficeWeek-chart">
      <h2 className="OfficeWeek-head">
        {title}
        {parts && <span className="OfficeWeek-parts">{parts}</span>}
      </h2>
      <svg viewBox={`0 0 ${width} ${bottom + text}`} role="img" aria-label={title}>
        {rows.map(({ cells: [label, value], ...row }, i) => {
          const x = i * step + (step - bar) / 2;
          const middle = i * step + step / 2;
          const height = Math.max(row.height * tallest, 1);
          const part = row.part * tallest;
          return (
            <g key={label} data-current={i === rows.length - 1 || undefined}>
              <rect className="OfficeWeek-bar" x={x} y={bottom - height} width={bar} height={height} />
              {part > 0 && <rect className="OfficeWeek-part" x={x} y={bottom - part} width={bar} height={part} />}
              <text fontSize={11} x={middle} y={bottom - height - 4} textAnchor="middle">
                {value}
              </text>
              <text fontSize={11} x={middle} y={bottom + text - 3} textAnchor="middle">
                {label}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{numbers}</summary>
        <Table head={head} rows={rows} />
      </details>
    </section>
  );
}

/** The first cell of a row is its name, which a bar may follow. */
function Table({ head, rows, bars }: { head: string[]; rows: OfficeRow[]; bars?: boolean }) {
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
        {rows.map(({ cells: [name, ...cells], height }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {bars && (
                <svg className="OfficeWeek-share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect className="OfficeWeek-part" width={height * 100} height={4} />
                </svg>
              )}
            </th>
            {cells.map((cell, i) => (
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
