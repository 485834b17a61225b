import type { WhoSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import "./WhoShowsUp.late.css";

/** What visitors can check about the company, and its crew, with their photographs where it has some. */
export function WhoShowsUp({ title, lead, facts = [], crew, more }: WhoSection) {
  return (
    <section className="WhoShowsUp section band" aria-labelledby="who-title">
      <div className="WhoShowsUp-head">
        <Heading id="who-title" title={title} lead={lead} size="medium" />
        {more && (
          <a className="row underlined" href={more.href}>
            {more.label}
          </a>
        )}
      </div>
      <dl className="WhoShowsUp-list">
        {facts.map(({ label, text, href }) => (
          <div key={label + text} className="WhoShowsUp-item">
            <dt className="note">{label}</dt>
            <dd className="WhoShowsUp-text">
              {href ? (
                <a className="underlined" href={href}>
                  {text}
                </a>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
        {crew.map(({ name, role, picture }) => (
          <div key={name} className="WhoShowsUp-item">
            <dt className="note">{role}</dt>
            <dd className="WhoShowsUp-text">
              {picture && <Scene name={picture} className="frame" />}
              {name}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
