import type { AboutPage, CrewMember } from "../../props.gen";
import { PageHeroText } from "../../sections/PageHero/PageHeroText";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { Story } from "../../sections/Story/Story";
import { WhoShowsUp } from "../../sections/WhoShowsUp/WhoShowsUp";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";
import "./About.css";

/** The page at "/about": the people of the company, and what visitors can check. */
export function About({ layout, breadcrumbs, hero, scene, story, who, quoteBox }: AboutPage) {
  const { crew, facts } = who;
  return (
    <Document
      layout={layout}
      first={
        <section className="About" aria-labelledby="about-title">
          <div className="About-inner container">
            <PageHeroText {...hero} id="about" above={<Breadcrumbs {...breadcrumbs} />} className="About-text" />
            {crew.length > 0 && (
              <ul className="About-people" data-count={crew.length}>
                {crew.map((member, i) => (
                  <Person key={member.name} {...member} first={i < 2} />
                ))}
              </ul>
            )}
          </div>
        </section>
      }
    >
      {story && <Story {...story} picture={scene} />}
      {facts && <WhoShowsUp {...who} crew={[]} />}
      <div className="About-close container">
        <QuoteBox {...quoteBox} />
      </div>
    </Document>
  );
}

function Person({ name, role, does, picture, first }: CrewMember & { first: boolean }) {
  return (
    <li className="About-person">
      {picture && <Scene name={picture} first={first && "words"} className="About-picture" />}
      <h2 className="About-name">{name}</h2>
      {role && <p className="About-role">{role}</p>}
      {does && <p className="About-does">{noWrap(does)}</p>}
    </li>
  );
}
