import type { CategoryPage } from "../../props.gen";
import { AreaBlock } from "../../sections/AreaBlock/AreaBlock";
import { Comparison } from "../../sections/Comparison/Comparison";
import { Contact } from "../../sections/Contact/Contact";
import { Faq } from "../../sections/Faq/Faq";
import { PageHero } from "../../sections/PageHero/PageHero";
import { PageHeroCards } from "../../sections/PageHero/PageHeroCards";
import { TextBlocks } from "../../sections/TextBlocks/TextBlocks";
import { Pricing } from "../../sections/Pricing/Pricing";
import { Steps } from "../../sections/Steps/Steps";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";

/** A category's page. */
export function Category({
  layout,
  breadcrumbs,
  job = false,
  hero,
  intro,
  cards,
  services,
  sections,
  pricing,
  steps,
  faq,
  area,
  contact,
}: CategoryPage) {
  return (
    <Document
      layout={layout}
      first={
        /* With breadcrumbs the text is beside the scene; without, it is centered over the cards. */
        <PageHero
          {...hero}
          kind="category"
          dark={job}
          above={breadcrumbs ? <Breadcrumbs {...breadcrumbs} /> : <Icon name={hero.icon} className="PageHero-icon" />}
          picture={breadcrumbs && <Scene name={hero.scene} first className="PageHero-scene" />}
        >
          {cards.length > 0 && <PageHeroCards cards={cards} first={!breadcrumbs} />}
        </PageHero>
      }
    >
      {job && steps && <Steps {...steps} />}
      <Comparison {...services} intro={intro} scene={breadcrumbs ? undefined : hero.scene} />
      {pricing && <Pricing {...pricing} />}
      {sections.length > 0 && <TextBlocks blocks={sections} />}
      {!job && steps && <Steps {...steps} />}
      {faq && <Faq {...faq} sand />}
      <AreaBlock {...area} />
      <Contact {...contact} />
    </Document>
  );
}
