import type { AboutPage } from "../../props.gen";
import { Contact } from "../../sections/Contact/Contact";
import { PageHero } from "../../sections/PageHero/PageHero";
import { Story } from "../../sections/Story/Story";
import { WhoShowsUp } from "../../sections/WhoShowsUp/WhoShowsUp";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";

/** The page at "/about": the people of the company, and what visitors can check. */
export function About({ layout, breadcrumbs, hero, scene, story, who, contact }: AboutPage) {
  return (
    <Document
      layout={layout}
      first={
        <PageHero
          {...hero}
          kind="overview"
          above={<Breadcrumbs {...breadcrumbs} />}
          picture={<Scene name={scene} first />}
        />
      }
    >
      {story && <Story {...story} />}
      <WhoShowsUp {...who} />
      <Contact {...contact} />
    </Document>
  );
}
