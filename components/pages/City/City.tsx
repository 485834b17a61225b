import { Fragment, type ReactNode } from "react";
import type { CityPage } from "../../props.gen";
import { Aside } from "../../sections/Aside/Aside";
import { CallToAction } from "../../sections/CallToAction/CallToAction";
import { Contact } from "../../sections/Contact/Contact";
import { Feature } from "../../sections/Feature/Feature";
import { Accepted } from "../../sections/Accepted/Accepted";
import { Neighborhoods } from "../../sections/Neighborhoods/Neighborhoods";
import { PageHero } from "../../sections/PageHero/PageHero";
import { PageHeroFacts } from "../../sections/PageHero/PageHeroFacts";
import { Partners } from "../../sections/Partners/Partners";
import { Premium } from "../../sections/Premium/Premium";
import { Reasons } from "../../sections/Reasons/Reasons";
import { RecentJobs } from "../../sections/RecentJobs/RecentJobs";
import { Story } from "../../sections/Story/Story";
import { Testimonials } from "../../sections/Testimonials/Testimonials";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "../../ui/Button/Button";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";
import "./City.css";

/**
 * A city's page. The order of its sections is part of its content, so that no two cities read alike; disposal stands
 * beside recycling, and a renovation beside an estate. One with the shape of a list opens with its services, and its
 * scene stands beside the story.
 */
export function City({ layout, shape, breadcrumbs, hero, picture, order, contact, ...page }: CityPage) {
  const storyPicture = shape ? hero.scene : page.jobs ? undefined : picture;
  const sections: Record<string, ReactNode> = {
    services: <Accepted {...page.services} estimate={page.estimate} />,
    [page.recycling ? "recycling" : "disposal"]: <Partners {...page} />,
    neighborhoods: page.neighborhoods && <Neighborhoods {...page.neighborhoods} />,
    why: page.why && <Reasons {...page.why} />,
    local: page.local && <Story {...page.local} picture={storyPicture} />,
    testimonials: page.testimonials && <Testimonials {...page.testimonials} sand />,
    jobs: page.jobs && <RecentJobs {...page.jobs} picture={picture} />,
    premium: page.premium && <Premium {...page.premium} />,
    [page.estate ? "estate" : "renovation"]: <Feature topics={{ estate: page.estate, renovation: page.renovation }} />,
    references: page.references && <Aside text={page.references} />,
    cta: page.cta && <CallToAction {...page.cta} />,
  };
  return (
    <Document
      layout={layout}
      className="compact"
      first={
        <PageHero
          {...hero}
          kind="city"
          ratingArea
          hours
          above={<Breadcrumbs {...breadcrumbs} />}
          picture={
            shape ? (
              <div className="City-list">
                <h2 className="City-title">{page.services.title}</h2>
                {page.services.groups.map((group, i) => (
                  <Checklist key={i} items={group.items} />
                ))}
                {page.estimate && (
                  <ButtonLink href={`${layout.estimate.href}?${page.estimate}`} tone="plain">
                    {layout.estimate.label}
                  </ButtonLink>
                )}
              </div>
            ) : (
              <Scene name={hero.scene} first crop="(max-width: 35.99rem)" className="PageHero-scene" />
            )
          }
        >
          <PageHeroFacts facts={hero.facts} />
        </PageHero>
      }
    >
      {order.map((name) => (
        <Fragment key={name}>{sections[name]}</Fragment>
      ))}
      <Contact {...contact} />
    </Document>
  );
}
