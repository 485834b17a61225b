import { Island } from "@haulfront/render";
import type { ReactNode } from "react";
import { FaqAccordion } from "../../islands/FaqAccordion/FaqAccordion";
import { QuoteForm } from "../../islands/QuoteForm/QuoteForm";
import type { StyleguidePage } from "../../props.gen";
import { ArticleBody } from "../../sections/ArticleBody/ArticleBody";
import { AreaBlock } from "../../sections/AreaBlock/AreaBlock";
import { CallToAction } from "../../sections/CallToAction/CallToAction";
import { Neighborhoods } from "../../sections/Neighborhoods/Neighborhoods";
import { PageLayout, Quote } from "../../sections/Quote/Quote";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { RecentJobs } from "../../sections/RecentJobs/RecentJobs";
import { Refused } from "../../sections/Refused/Refused";
import { Steps } from "../../sections/Steps/Steps";
import { Testimonials } from "../../sections/Testimonials/Testimonials";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { BlogCard } from "../../ui/BlogCard/BlogCard";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "../../ui/Button/Button";
import { Checklist } from "../../ui/Checklist/Checklist";
import { CityGrid } from "../../ui/CityGrid/CityGrid";
import { FactCard } from "../../ui/FactCard/FactCard";
import { PartnerList } from "../../ui/PartnerList/PartnerList";
import { PlanCard } from "../../ui/PlanCard/PlanCard";
import { PriceCard } from "../../ui/PriceCard/PriceCard";
import { PriceList } from "../../ui/PriceList/PriceList";
import { ServiceLinks } from "../../ui/ServiceLinks/ServiceLinks";
import { Stars } from "../../ui/Stars/Stars";
import { Document } from "../Document/Document";
import "./Pieces.css";

/** Every piece of the site in all its states, for those who build it. */
export function Pieces({ layout, service, category, city, quote, article, home, forms }: StyleguidePage) {
  const { assets } = layout;
  const { plans, notAccepted } = service;
  return (
    <Document layout={layout}>
      <h1 className="Pieces-title">Pieces</h1>
      <Piece name="Button">
        <ButtonLink href="#main">Clay</ButtonLink> <ButtonLink href="#main" tone="plain">Plain</ButtonLink>{" "}
        <ButtonLink href="#main" tone="light">Light</ButtonLink>
      </Piece>
      <Piece name="Breadcrumbs">
        <Breadcrumbs {...service.breadcrumbs} />
      </Piece>
      <Piece name="Stars">{[1, 3, 5].map((n) => <Stars key={n} rating={n} label={`${n} stars`} />)}</Piece>
      <Piece name="Checklist">
        <Checklist items={service.items.groups[0]!.items} />
        {notAccepted && <Checklist items={notAccepted.items} mark="x" />}
      </Piece>
      <Piece name="PriceList">
        <PriceList rows={service.pricing.rows} />
      </Piece>
      <Piece name="ServiceLinks">
        <ServiceLinks services={home.services.categories[2]!.services} />
      </Piece>
      <Piece name="PriceCard" columns>
        {[0, 1, 2, 4].map((quarters, i) => <PriceCard key={quarters} card={quote.prices.cards[i]!} assets={assets} quarters={quarters} />)}
      </Piece>
      <Piece name="PlanCard" columns>
        {plans?.plans.map((plan) => <PlanCard key={plan.name} plan={plan} popularLabel={plans.popularLabel} savingsLabel={plans.savingsLabel} chooseHref={plans.chooseHref} />)}
      </Piece>
      <Piece name="FactCard" columns>
        {category.cards.map((card) => <FactCard key={card.title} {...card} />)}
      </Piece>
      <Piece name="BeforeAfter" columns>
        {quote.gallery.pairs.map((pair) => (
          <BeforeAfter key={pair.id} pair={pair} beforeLabel={quote.gallery.beforeLabel} afterLabel={quote.gallery.afterLabel} assets={assets} />
        ))}
      </Piece>
      <Piece name="BlogCard" columns>
        {article.more.map((teaser) => <BlogCard key={teaser.id} teaser={teaser} assets={assets} />)}
      </Piece>
      <Piece name="PartnerList">
        <PartnerList partners={city.disposal.partners} />
      </Piece>
      <Piece name="CityGrid">
        <CityGrid cities={service.area.cities} />
      </Piece>
      <Piece name="FaqAccordion">
        <Island of={FaqAccordion} id="faq-list" props={home.faq.list} />
      </Piece>
      <Piece name="QuoteForm" columns>
        {forms.map((form) => <Island key={form.id} of={QuoteForm} id={form.id} props={form} className="Pieces-form" />)}
      </Piece>
      <Piece name="Quote">
        <PageLayout.Provider value={{ ...home.layout, forms: { byPhone: home.contact.lead } }}>
          <Quote form={{ ...forms[0]!, id: "form-by-phone" }} />
        </PageLayout.Provider>
      </Piece>
      <Piece name="QuoteBox">
        <QuoteBox {...article.quoteBox} title="On a wide page" />
      </Piece>
      <Piece name="ArticleBody">
        <ArticleBody parts={article.parts} quoteBox={article.quoteBox} />
      </Piece>
      <Steps {...service.steps} />
      {notAccepted && <Refused {...notAccepted} />}
      <Neighborhoods {...city.neighborhoods} />
      <RecentJobs {...city.jobs} />
      <Testimonials {...city.testimonials} />
      <AreaBlock {...service.area} />
      <CallToAction {...city.cta} />
    </Document>
  );
}

interface PieceProps {
  name: string;
  /** Puts the piece's states side by side. */
  columns?: boolean;
  children: ReactNode;
}

function Piece({ name, columns = false, children }: PieceProps) {
  return (
    <section className="Pieces-piece" aria-label={name}>
      <h2 className="Pieces-name">{name}</h2>
      <div className="Pieces-states" data-columns={columns}>
        {children}
      </div>
    </section>
  );
}
