import type { PriceGroup, PriceTable, PricesPage } from "../../props.gen";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { noWrap, sentence } from "../../ui/NoWrap/NoWrap";
import { OpenNow } from "../../ui/OpenNow/OpenNow";
import { Document } from "../Document/Document";
import "./Prices.css";

/** The price list, to read aloud on the phone and to print. */
export function Prices({ layout, breadcrumbs, title, lead, tables, notes, steps, quoteBox }: PricesPage) {
  const { phone } = layout.brand;
  return (
    <Document
      layout={layout}
      first={
        <div className="Prices section container">
          <header className="Prices-head">
            <Breadcrumbs {...breadcrumbs} className="Prices-path" />
            <h1 className="Prices-title">{title}</h1>
            <p className="Prices-lead">{noWrap(lead)}</p>
            <p className="Prices-call">
              <a href={phone.href}>{phone.label}</a>
              <span className="Prices-hours">, {layout.brand.hours}</span>
            </p>
            <OpenNow className="Prices-open" />
          </header>
          <div className="Prices-tables">
            {tables.map((table) => (
              <div key={table.caption} className="Prices-scroll">
                <Table {...table} />
              </div>
            ))}
          </div>
          <div className="Prices-notes">
            {notes.map((note) => (
              <section key={note.title} className="Prices-note">
                <h2 className="Prices-heading">{note.title}</h2>
                <p>{noWrap(note.text)}</p>
              </section>
            ))}
            <section className="Prices-note">
              <h2 className="Prices-heading">{steps.title}</h2>
              <ol className="Prices-steps">
                {steps.steps.map((step) => (
                  <li key={step.title}>
                    <strong>{sentence(step.title)}</strong> {noWrap(step.text)}
                  </li>
                ))}
              </ol>
            </section>
          </div>
          <QuoteBox {...quoteBox} className="Prices-quote" />
        </div>
      }
    />
  );
}

function Table({ caption, columns, groups }: PriceTable) {
  return (
    <table className="Prices-table">
      <caption className="Prices-caption">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} className="Prices-column muted" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <Group key={group.name} {...group} />
      ))}
    </table>
  );
}

/** The prices of one service: its name spans their rows. */
function Group({ name, href, rows }: PriceGroup) {
  return (
    <tbody className="Prices-group">
      {rows.map((row, i) => (
        <tr key={row.label}>
          {i === 0 && (
            <th className="Prices-name" scope="rowgroup" rowSpan={rows.length}>
              {href ? <a href={href}>{name}</a> : name}
            </th>
          )}
          <td className="Prices-job">{noWrap(row.label)}</td>
          <td className="Prices-price">{noWrap(row.price)}</td>
        </tr>
      ))}
    </tbody>
  );
}
