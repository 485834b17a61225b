import type { CategoryPage } from "../../props.gen";
import { AreaBlock } from "../../sections/AreaBlock/AreaBlock";
import { CategoryHero } from "../../sections/CategoryHero/CategoryHero";
import { Contact } from "../../sections/Contact/Contact";
import { Faq } from "../../sections/Faq/Faq";
import { TextBlocks } from "../../sections/TextBlocks/TextBlocks";
import { Pricing } from "../../sections/Pricing/Pricing";
import { ServiceList } from "../../sections/ServiceList/ServiceList";
import { Steps } from "../../sections/Steps/Steps";
import { Document } from "../Document/Document";

/** A category's page. */
export function Category({ layout, breadcrumbs, hero, intro, cards, services, sections, pricing, steps, faq, area, contact }: CategoryPage) {
  return (
    <Document layout={layout}>
      <CategoryHero {...hero} breadcrumbs={breadcrumbs} cards={cards} />
      <ServiceList {...services} intro={intro} scene={breadcrumbs ? undefined : hero.scene} />
      {pricing && <Pricing {...pricing} />}
      {sections.length > 0 && <TextBlocks blocks={sections} />}
      {steps && <Steps {...steps} />}
      {faq && <Faq {...faq} />}
      <AreaBlock {...area} />
      <Contact {...contact} />
    </Document>
  );
}
