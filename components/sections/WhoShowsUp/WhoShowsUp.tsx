import type { WhoSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import "./WhoShowsUp.css";

/** What visitors can check about the company, and its crew with their photographs. */
export function WhoShowsUp({ title, lead, facts, crew, more }: WhoSection) {
  return (
    <section className="WhoShowsUp" aria-labelledby="who-title">
      <div className="WhoShowsUp-inner section container grid">
        <div className="WhoShowsUp-head">
          <Heading id="who-title" title={title} lead={lead} size="medium" />
          {more && (
            <a className="WhoShowsUp-more row underlined" href={more.href}>
              {more.label}
            </a>
          )}
        </div>
        {facts.length > 0 && (
          <dl className="WhoShowsUp-facts">
            {facts.map((fact) => (
              <div key={fact.label + fact.text} className="WhoShowsUp-fact">
                <dt className="note">{fact.label}</dt>
                <dd className="WhoShowsUp-text">
                  {fact.href ? (
                    <a className="underlined" href={fact.href}>
                      {fact.text}
                    </a>
                  ) : (
                    fact.text
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {crew.length > 0 && (
          <ul className="WhoShowsUp-crew">
            {crew.map(({ name, role, picture }) => (
              <li key={name} className="WhoShowsUp-member">
                {picture && <Scene name={picture} className="frame" />}
                <strong>{name}</strong>
                {role && <span className="note">{role}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
