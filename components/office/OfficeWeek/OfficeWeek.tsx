import type { OfficeChart, OfficeGroups, OfficeWeek as OfficeWeekProps } from "../../props.gen";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeWeek.css";

/** The figures of a week beside those of the weeks before. */
export function OfficeWeek({ layout, title, figures, charts, groups, numbers, ...links }: OfficeWeekProps) {
  const { earlier, later, download, calendar } = links;
  return (
    <OfficePage layout={layout}>
      <div className="OfficeWeek">
        <h1 className="OfficeWeek-title">{title}</h1>
        <p className="OfficeWeek-links">
          <a href={earlier.href}>{earlier.label}</a>
          {later.href && <a href={later.href}>{later.label}</a>}
          <a href={download.href} download>
            {download.label}
          </a>
          <a href={calendar.href}>{calendar.label}</a>
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
            <Chart key={chart.title} chart={chart} numbers={numbers} />
          ))}
        </div>
        <div className="OfficeWeek-charts">
          {groups.map((list) => (
            <Groups key={list.title} list={list} />
          ))}
        </div>
      </div>
    </OfficePage>
  );
}

// In units of the drawing: a bar, the space from one to the next, and the height of the tallest, between two lines of text.
const bar = 26;
const step = 40;
const tallest = 90;
const text = 16;

function Chart({ chart, numbers }: { chart: OfficeChart; numbers: string }) {
  const width = step * chart.bars.length;
  const bottom = text + tallest;
  return (
    <section className="OfficeWeek-chart">
      <h2 className="OfficeWeek-head">
        {chart.title}
        {chart.parts && <span className="OfficeWeek-parts">{chart.parts}</span>}
      </h2>
      <svg viewBox={`0 0 ${width} ${bottom + text}`} role="img" aria-label={chart.title}>
        {chart.bars.map((b, i) => {
          const x = i * step + (step - bar) / 2;
          const middle = i * step + step / 2;
          const height = Math.max(b.height * tallest, 1);
          return (
            <g key={b.label} data-current={i === chart.bars.length - 1 || undefined}>
              <rect className="OfficeWeek-bar" x={x} y={bottom - height} width={bar} height={height} />
              {b.part > 0 && (
                <rect
                  className="OfficeWeek-part"
                  x={x}
                  y={bottom - b.part * tallest}
                  width={bar}
                  height={b.part * tallest}
                />
              )}
              <text fontSize={11} x={middle} y={bottom - height - 4} textAnchor="middle">
                {b.value}
              </text>
              <text fontSize={11} x={middle} y={bottom + text - 3} textAnchor="middle">
                {b.label}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{numbers}</summary>
        <Table head={chart.head} rows={chart.bars.map((b) => ({ cells: [b.label, ...b.cells] }))} />
      </details>
    </section>
  );
}

function Groups({ list }: { list: OfficeGroups }) {
  return (
    <section className="OfficeWeek-chart">
      <h2 className="OfficeWeek-head">{list.title}</h2>
      <Table head={list.head} rows={list.rows} />
    </section>
  );
}

interface TableProps {
  head: string[];
  /** The first cell is the row's name. A share draws a bar below it. */
  rows: { cells: string[]; share?: number }[];
}

function Table({ head, rows }: TableProps) {
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
        {rows.map(({ cells: [name, ...cells], share }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {share !== undefined && (
                <svg className="OfficeWeek-share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect className="OfficeWeek-part" width={share * 100} height={4} />
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
