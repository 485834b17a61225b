import { useLayout } from "../../LayoutContext";
import type { CategoryServices } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Comparison.late.css";

interface Props extends CategoryServices {
  intro: string[];
  /** The scene beside the introduction; absent if the page shows it above. */
  scene?: string | undefined;
}

/** The services of a category side by side: what each covers, how long it takes and what it costs. */
export function Comparison({ title, lead, rows, notes, labels, all, intro, scene }: Props) {
  const { estimate } = useLayout();
  // A column that said "Varies" most of the time would tell nothing: the few times stand beside the descriptions.
  const timed = rows.filter(({ time }) => time).length * 2 > rows.length;
  return (
    <section className="Comparison section container" id="pricing" aria-labelledby="comparison-title">
      <div className="Comparison-head grid" data-scene={!!scene}>
        <div>
          <Heading id="comparison-title" title={title} lead={lead} />
          {scene && <Intro paragraphs={intro} />}
        </div>
        {scene ? <Scene name={scene} className="Comparison-scene frame" /> : <Intro paragraphs={intro} />}
      </div>
      <table className="Comparison-table">
        <thead className="Comparison-labels">
          <tr>
            <th scope="col">{labels.service}</th>
            <th scope="col">{labels.about}</th>
            {timed && <th scope="col">{labels.time}</th>}
            <th scope="col">{labels.price}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, href, about, time, price }) => (
            <tr key={href} className="Comparison-row">
              <th scope="row" className="Comparison-service">
                <a className="Comparison-link underlined" href={href}>
                  {name}
                </a>
              </th>
              <td className="Comparison-about muted">{noWrap(timed || !time ? about : `${about}\u00a0· ${time}`)}</td>
              {timed && (
                <td className="Comparison-time muted" data-known={!!time} data-label={labels.time}>
                  {noWrap(time ?? labels.varies)}
                </td>
              )}
              <td className="Comparison-price">{noWrap(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="Comparison-foot grid">
        <ul className="Comparison-notes stack">
          {notes.map((note) => (
            <li key={note} className="Comparison-note note">
              {noWrap(note)}
            </li>
          ))}
        </ul>
        <p className="Comparison-ways cluster">
          {estimate.href && (
            <ButtonLink href={estimate.href} tone="plain">
              {estimate.label}
            </ButtonLink>
          )}
          <a className="Comparison-all target arrow" href={all.href}>
            {all.label}
          </a>
        </p>
      </div>
    </section>
  );
}

function Intro({ paragraphs }: { paragraphs: string[] }) {
  return (
    <div className="Comparison-intro stack">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{noWrap(paragraph)}</p>
      ))}
    </div>
  );
}
