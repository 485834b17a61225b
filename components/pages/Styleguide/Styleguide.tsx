import { Island } from "@haulfront/render";
import type { ReactNode } from "react";
import { LayoutContext } from "../../LayoutContext";
import { FaqAccordion } from "../../islands/FaqAccordion/FaqAccordion";
import { QuoteForm } from "../../islands/QuoteForm/QuoteForm";
import type { StyleguidePage } from "../../props.gen";
import { ArticleBody } from "../../sections/ArticleBody/ArticleBody";
import { AreaBlock } from "../../sections/AreaBlock/AreaBlock";
import { CallToAction } from "../../sections/CallToAction/CallToAction";
import { Neighborhoods } from "../../sections/Neighborhoods/Neighborhoods";
import { Quote } from "../../sections/Quote/Quote";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { RecentJobs } from "../../sections/RecentJobs/RecentJobs";
import { NotAccepted } from "../../sections/NotAccepted/NotAccepted";
import { Steps } from "../../sections/Steps/Steps";
import { Testimonials } from "../../sections/Testimonials/Testimonials";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { BlogCard } from "../../ui/BlogCard/BlogCard";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "../../ui/Button/Button";
import { Checklist } from "../../ui/Checklist/Checklist";
import { FactCard } from "../../ui/FactCard/FactCard";
import { Lineup } from "../../ui/Lineup/Lineup";
import { PartnerList } from "../../ui/PartnerList/PartnerList";
import { PlanCard } from "../../ui/PlanCard/PlanCard";
import { PriceCard } from "../../ui/PriceCard/PriceCard";
import { PriceList } from "../../ui/PriceList/PriceList";
import { Rating } from "../../ui/Rating/Rating";
import { Review } from "../../ui/Review/Review";
import { ServiceLinks } from "../../ui/ServiceLinks/ServiceLinks";
import { Stars } from "../../ui/Stars/Stars";
import { Document } from "../Document/Document";
import "./Styleguide.css";

/** Every component in all its states, served only in development. */
export function Styleguide({ layout, service, category, city, quote, article, home, forms }: StyleguidePage) {
  const { plans, notAccepted } = service;
  return (
    <Document layout={layout}>
      <h1 className="Styleguide-title">Styleguide</h1>
      <Sample name="Button">
        <ButtonLink href="#main">Clay</ButtonLink> <ButtonLink href="#main" tone="plain">Plain</ButtonLink>{" "}
        <ButtonLink href="#main" tone="light">Light</ButtonLink>
      </Sample>
      <Sample name="Breadcrumbs">
        <Breadcrumbs {...service.breadcrumbs} />
      </Sample>
      <Sample name="Stars">{[1, 3, 5].map((n) => <Stars key={n} rating={n} label={`${n} stars`} />)}</Sample>
      <Sample name="Rating">
        <Rating />
        <Rating area />
      </Sample>
      {service.review && (
        <Sample name="Review">
          <Review review={service.review} />
        </Sample>
      )}
      <Sample name="Checklist">
        <Checklist items={service.items.groups[0]!.items} />
        {notAccepted && <Checklist items={notAccepted.items} mark="x" />}
      </Sample>
      <Sample name="PriceList">
        <PriceList rows={service.pricing.rows} />
      </Sample>
      <Sample name="ServiceLinks">
        <ServiceLinks services={home.services.categories[2]!.services} />
      </Sample>
      <Sample name="PriceCard" columns>
        {[0, 1, 2, 4].map((quarters, i) => <PriceCard key={quarters} card={quote.prices.cards[i]!} quarters={quarters} />)}
      </Sample>
      <Sample name="PlanCard" columns>
        {plans?.plans.map((plan) => <PlanCard key={plan.name} plan={plan} popularLabel={plans.popularLabel} savingsLabel={plans.savingsLabel} chooseHref={plans.chooseHref} />)}
      </Sample>
      <Sample name="FactCard" columns>
        {category.cards.map((card) => <FactCard key={card.title} {...card} />)}
      </Sample>
      {service.pictures.middle && (
        <Sample name="Lineup">
          <Lineup name={service.pictures.middle} />
        </Sample>
      )}
      <Sample name="BeforeAfter" columns>
        {quote.gallery.pairs.map((pair) => (
          <BeforeAfter key={pair.id} pair={pair} beforeLabel={quote.gallery.beforeLabel} afterLabel={quote.gallery.afterLabel} />
        ))}
      </Sample>
      <Sample name="BlogCard" columns>
        {article.more.map((teaser) => <BlogCard key={teaser.id} teaser={teaser} />)}
      </Sample>
      <Sample name="PartnerList">
        <PartnerList partners={city.disposal.partners} />
      </Sample>
      <Sample name="FaqAccordion">
        <Island of={FaqAccordion} id="faq-list" props={home.faq.list} />
      </Sample>
      <Sample name="QuoteForm" columns>
        {forms.map((form) => <Island key={form.id} of={QuoteForm} id={form.id} props={form} className="Styleguide-form" />)}
      </Sample>
      <Sample name="Quote">
        <LayoutContext value={{ ...home.layout, forms: { byPhone: home.contact.lead } }}>
          <Quote form={{ ...forms[0]!, id: "form-by-phone" }} />
        </LayoutContext>
      </Sample>
      <Sample name="QuoteBox">
        <QuoteBox {...article.quoteBox} title="On a wide page" />
      </Sample>
      <Sample name="ArticleBody">
        <ArticleBody parts={article.parts} quoteBox={article.quoteBox} />
      </Sample>
      <Steps {...service.steps} />
      {notAccepted && <NotAccepted {...notAccepted} />}
      <Neighborhoods {...city.neighborhoods} />
      <RecentJobs {...city.jobs} />
      <Testimonials {...city.testimonials} />
      <AreaBlock {...service.area} />
      <CallToAction {...city.cta} />
    </Document>
  );
}

interface SampleProps {
  name: string;
  /** Puts the states side by side. */
  columns?: boolean;
  children: ReactNode;
}

function Sample({ name, columns = false, children }: SampleProps) {
  return (
    <section className="Styleguide-sample container" aria-label={name}>
      <h2 className="Styleguide-name">{name}</h2>
      <div className="Styleguide-states" data-columns={columns}>
        {children}
      </div>
    </section>
  );
}
