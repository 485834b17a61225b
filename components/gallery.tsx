import { Island } from "@haulfront/render";
import type { ReactNode } from "react";
import { LayoutContext } from "./LayoutContext";
import { Estimator } from "./islands/Estimator/Estimator";
import { FaqAccordion } from "./islands/FaqAccordion/FaqAccordion";
import { Menus } from "./islands/Menus/Menus";
import { QuoteForm } from "./islands/QuoteForm/QuoteForm";
import { Toasts } from "./islands/Toasts/Toasts";
import type { QuoteForm as QuoteFormProps, StyleguidePage } from "./props.gen";
import { Accepted } from "./sections/Accepted/Accepted";
import { Area } from "./sections/Area/Area";
import { AreaMap } from "./sections/Area/AreaMap";
import { AreaBlock } from "./sections/AreaBlock/AreaBlock";
import { ArticleBody } from "./sections/ArticleBody/ArticleBody";
import { Aside } from "./sections/Aside/Aside";
import { Benefits } from "./sections/Benefits/Benefits";
import { Blog } from "./sections/Blog/Blog";
import { CallBar } from "./sections/CallBar/CallBar";
import { CallToAction } from "./sections/CallToAction/CallToAction";
import { CityIndex } from "./sections/CityIndex/CityIndex";
import { Comparison } from "./sections/Comparison/Comparison";
import { Contact } from "./sections/Contact/Contact";
import { Faq } from "./sections/Faq/Faq";
import { Feature } from "./sections/Feature/Feature";
import { Footer } from "./sections/Footer/Footer";
import { Gallery } from "./sections/Gallery/Gallery";
import { Header } from "./sections/Header/Header";
import { Hero } from "./sections/Hero/Hero";
import { LinkNotes } from "./sections/LinkNotes/LinkNotes";
import { LoadPrices } from "./sections/LoadPrices/LoadPrices";
import { Neighborhoods } from "./sections/Neighborhoods/Neighborhoods";
import { Notices } from "./sections/Notices/Notices";
import { PageHero } from "./sections/PageHero/PageHero";
import { PageHeroCards } from "./sections/PageHero/PageHeroCards";
import { PageHeroFacts } from "./sections/PageHero/PageHeroFacts";
import { Partners } from "./sections/Partners/Partners";
import { Plans } from "./sections/Plans/Plans";
import { Premium } from "./sections/Premium/Premium";
import { PriceTiers } from "./sections/PriceTiers/PriceTiers";
import { Pricing } from "./sections/Pricing/Pricing";
import { Quote } from "./sections/Quote/Quote";
import { QuoteBox } from "./sections/QuoteBox/QuoteBox";
import { QuoteHero } from "./sections/QuoteHero/QuoteHero";
import { Reasons } from "./sections/Reasons/Reasons";
import { RecentJobs } from "./sections/RecentJobs/RecentJobs";
import { SceneCards } from "./sections/SceneCards/SceneCards";
import { ServiceHero } from "./sections/ServiceHero/ServiceHero";
import { ServicePrices } from "./sections/ServicePrices/ServicePrices";
import { Services } from "./sections/Services/Services";
import { Steps } from "./sections/Steps/Steps";
import { Story } from "./sections/Story/Story";
import { Terms } from "./sections/Terms/Terms";
import { Testimonials } from "./sections/Testimonials/Testimonials";
import { TextBlocks } from "./sections/TextBlocks/TextBlocks";
import { Towns } from "./sections/Towns/Towns";
import { Truckloads } from "./sections/Truckloads/Truckloads";
import { WhoShowsUp } from "./sections/WhoShowsUp/WhoShowsUp";
import { Why } from "./sections/Why/Why";
import { ZipCheck } from "./sections/ZipCheck/ZipCheck";
import { BeforeAfter } from "./ui/BeforeAfter/BeforeAfter";
import { BlogCard } from "./ui/BlogCard/BlogCard";
import { Brand } from "./ui/Brand/Brand";
import { Breadcrumbs } from "./ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "./ui/Button/Button";
import { Checklist } from "./ui/Checklist/Checklist";
import { Contents } from "./ui/Contents/Contents";
import { FactCard } from "./ui/FactCard/FactCard";
import { Fold } from "./ui/Fold/Fold";
import { Heading } from "./ui/Heading/Heading";
import { Icon, iconNames } from "./ui/Icon/Icon";
import { Lineup } from "./ui/Lineup/Lineup";
import { noWrap } from "./ui/NoWrap/NoWrap";
import { OpenNow } from "./ui/OpenNow/OpenNow";
import { PartnerList } from "./ui/PartnerList/PartnerList";
import { PlanCard } from "./ui/PlanCard/PlanCard";
import { PriceCard } from "./ui/PriceCard/PriceCard";
import { PriceList } from "./ui/PriceList/PriceList";
import { Rating } from "./ui/Rating/Rating";
import { Review } from "./ui/Review/Review";
import { Scene } from "./ui/Scene/Scene";
import { ServiceLinks } from "./ui/ServiceLinks/ServiceLinks";
import { SkipLink } from "./ui/SkipLink/SkipLink";
import { Stars } from "./ui/Stars/Stars";

/** The states of each component by name, made of props of real pages. */
type Stories = Record<string, (samples: StyleguidePage) => Record<string, ReactNode>>;

/** Used if the company publishes no rating. */
const sampleRating = {
  stars: 5,
  value: "4.8",
  reviews: "24 reviews",
  area: "across our area",
  label: "4.8 out of 5 stars",
};

const sections: Stories = {
  Accepted: ({ city, service }) => ({
    "of a city": <Accepted {...city.services} estimate={city.estimate} />,
    "with a picture": <Accepted {...service.items} picture={service.picture} folded notAccepted={service.notAccepted} />,
  }),
  Area: ({ home }) => ({ "with all cities": <Area {...home.area} /> }),
  AreaBlock: ({ service }) => ({ default: <AreaBlock {...service.area} /> }),
  ArticleBody: ({ article }) => ({ default: <ArticleBody parts={article.parts} quoteBox={article.quoteBox} /> }),
  Aside: ({ city }) => ({ "with references": <Aside text={city.references ?? city.cta.text} /> }),
  Benefits: ({ estimate }) => ({ default: <Benefits {...estimate.changes} picture={estimate.scene} /> }),
  Blog: ({ home }) => ({ default: <Blog {...home.blog} /> }),
  CallBar: () => ({ "on a phone": <CallBar /> }),
  CallToAction: ({ city }) => ({ default: <CallToAction {...city.cta} /> }),
  CityIndex: ({ layout, locations }) => {
    const letters = ["A", "M", "W"].map((letter) => ({
      id: `cities-${letter.toLowerCase()}`,
      letter,
      cities: layout.nav.menus.locations,
    }));
    return { default: <CityIndex title={locations.cities.title} lead={locations.cities.lead} letters={letters} /> };
  },
  Comparison: ({ category, plainCategory }) => ({
    "with an introduction": <Comparison {...category.services} intro={category.intro} />,
    "beside a scene": (
      <Comparison {...plainCategory.services} intro={plainCategory.intro} scene={plainCategory.hero.scene} />
    ),
  }),
  Contact: ({ home, service }) => ({
    ...Object.fromEntries(
      (["after", "room", "truck"] as const).map((close) => [
        `with the end "${close}"`,
        <Contact key={close} {...home.contact} {...service.contact} close={close} />,
      ]),
    ),
  }),
  Faq: ({ home }) => ({ default: <Faq {...home.faq} /> }),
  Feature: ({ city, service }) => ({
    one: <Feature topics={{ step: service.steps.steps[0] }} />,
    two: <Feature topics={{ estate: city.estate ?? service.steps.steps[0], renovation: city.renovation }} />,
  }),
  Footer: () => ({
    default: <Footer />,
    "with the call bar": (
      <Footer>
        <CallBar />
      </Footer>
    ),
  }),
  Gallery: ({ quote }) => ({ default: <Gallery {...quote.gallery} /> }),
  Header: () => ({ default: <Header /> }),
  Notices: ({ layout }) => ({
    default: (
      <LayoutContext value={{ ...layout, notices: ["We’re closed tomorrow, Friday, November 27. There’s ice on the roads."] }}>
        <Notices />
      </LayoutContext>
    ),
  }),
  Hero: ({ home }) => ({ default: <Hero {...home.hero} /> }),
  LinkNotes: ({ service, plainService }) => ({
    default: <LinkNotes links={service.links.length > 0 ? service.links : plainService.links} />,
  }),
  LoadPrices: ({ services }) => ({ default: <LoadPrices label={services.loadsLabel} loads={services.loads} /> }),
  Neighborhoods: ({ city }) => ({ default: <Neighborhoods {...city.neighborhoods} /> }),
  PageHero: ({ city, category, plainCategory, services, locations }) => ({
    "of a city": (
      <PageHero
        {...city.hero}
        kind="city"
        ratingArea
        above={<Breadcrumbs {...city.breadcrumbs} />}
        picture={<Scene name={city.hero.scene} first className="PageHero-scene" />}
      >
        <PageHeroFacts facts={city.hero.facts} />
      </PageHero>
    ),
    "of a category, beside its scene": (
      <PageHero
        {...category.hero}
        kind="category"
        above={category.breadcrumbs && <Breadcrumbs {...category.breadcrumbs} />}
        picture={<Scene name={category.hero.scene} first className="PageHero-scene" />}
      >
        <PageHeroCards cards={category.cards} />
      </PageHero>
    ),
    "of a category, over its cards": (
      <PageHero
        {...plainCategory.hero}
        kind="category"
        above={<Icon name={plainCategory.hero.icon} className="PageHero-icon" />}
      >
        <PageHeroCards cards={plainCategory.cards} />
      </PageHero>
    ),
    "of all services": (
      <PageHero
        {...services.hero}
        kind="overview"
        above={<Breadcrumbs {...services.breadcrumbs} />}
        picture={<Scene name={services.scene} first />}
      >
        <LoadPrices label={services.loadsLabel} loads={services.loads} />
      </PageHero>
    ),
    "of all cities": (
      <PageHero
        {...locations.hero}
        kind="overview"
        above={<Breadcrumbs {...locations.breadcrumbs} />}
        picture={<AreaMap map={locations.map} />}
        bleed
      />
    ),
  }),
  Partners: ({ city }) => ({ default: <Partners {...city} /> }),
  Plans: ({ service }) => ({ default: service.plans && <Plans {...service.plans} /> }),
  Premium: ({ city }) => ({ default: <Premium {...(city.premium ?? city.services)} /> }),
  PriceTiers: ({ quote }) => ({ default: <PriceTiers {...quote.prices} /> }),
  Pricing: ({ service }) => ({ default: <Pricing {...service.pricing} /> }),
  Quote: ({ layout, home }) => ({
    "with a form": <Quote form={home.contact.form} />,
    "by phone": (
      <LayoutContext value={{ ...layout, forms: { byPhone: home.contact.lead } }}>
        <Quote form={home.contact.form} />
      </LayoutContext>
    ),
  }),
  QuoteBox: ({ blog }) => ({ "on a wide page": <QuoteBox {...blog.quoteBox} /> }),
  QuoteHero: ({ quote }) => ({ default: <QuoteHero {...quote.hero} /> }),
  Reasons: ({ city, home }) => ({
    default: <Reasons {...(city.why ?? { title: home.why.title, reasons: home.why.reasons })} />,
  }),
  RecentJobs: ({ city }) => ({
    default: city.jobs && <RecentJobs {...city.jobs} />,
    "with a picture": city.jobs && <RecentJobs {...city.jobs} picture={city.picture ?? city.hero.scene} />,
  }),
  SceneCards: ({ quote, locations }) => ({
    "kinds of quotes": (
      <SceneCards
        id="quote-types"
        title={quote.categories.title}
        lead={quote.categories.lead}
        cards={quote.categories.items}
        arrow
      />
    ),
    cities: (
      <SceneCards
        id="cities"
        title={locations.cities.title}
        lead={locations.cities.lead}
        cards={locations.cities.items.map((city) => ({ ...city, title: city.name, text: city.places }))}
      />
    ),
  }),
  ServiceHero: ({ service, plainService }) => ({
    "with a review": (
      <ServiceHero {...service.hero} shape={service.shape} breadcrumbs={service.breadcrumbs} review={service.review ?? plainService.review} />
    ),
    "without a review": (
      <ServiceHero {...plainService.hero} shape={plainService.shape} breadcrumbs={plainService.breadcrumbs} review={undefined} />
    ),
  }),
  ServicePrices: ({ services }) => ({
    default: <ServicePrices jumpLabel={services.jumpLabel} categories={services.categories} />,
  }),
  Services: ({ home }) => ({ default: <Services {...home.services} /> }),
  Steps: ({ service, quote }) => ({
    "of a service": <Steps {...service.steps} benefits={service.benefits} />,
    "of a job": <Steps {...service.steps} benefits={service.benefits} scene="light-demolition" />,
    "of a quote": <Steps {...quote.steps} />,
  }),
  Story: ({ city }) => ({
    "with a picture": <Story {...city.local!} picture={city.picture ?? city.hero.scene} />,
    "without a picture": <Story {...city.local!} />,
  }),
  Terms: ({ services }) => ({ default: <Terms {...services.terms} /> }),
  Testimonials: ({ home, city }) => ({
    "of all customers": home.testimonials && <Testimonials {...home.testimonials} />,
    "of a city": city.testimonials && <Testimonials {...city.testimonials} />,
  }),
  TextBlocks: ({ category, plainCategory }) => ({
    default: <TextBlocks blocks={category.sections.length > 0 ? category.sections : plainCategory.sections} />,
  }),
  Towns: ({ locations }) => ({ default: <Towns {...locations.also} /> }),
  Truckloads: ({ home }) => ({ default: <Truckloads {...home.truckloads} /> }),
  WhoShowsUp: ({ home }) => ({
    default: (
      <WhoShowsUp
        title="Who shows up"
        lead="Names and numbers you can check before you book."
        facts={[
          { label: "Owner", text: "Ann Smith" },
          { label: "Reviews", text: "5.0 out of 5", href: "/" },
        ]}
        crew={[{ name: "Luis", role: "Crew lead", picture: home.hero.scene }, { name: "Ray" }]}
        more={{ label: "More about us", href: "/" }}
      />
    ),
  }),
  Why: ({ home }) => ({ default: <Why {...home.why} /> }),
  ZipCheck: ({ estimate }) => ({
    plain: <ZipCheck {...estimate.estimator.areaAsk} id="zip" />,
    light: <ZipCheck {...estimate.estimator.areaAsk} id="zip" tone="light" />,
  }),
};

/** What differs from a fresh form once it was sent. */
function formStates({ messages, more, options }: QuoteFormProps): Record<string, Partial<QuoteFormProps>> {
  const { name: _, ...errors } = messages.fields;
  return {
    fresh: {},
    rejected: { values: { name: "Dana R.", message: "Second floor." }, result: messages.missing, errors },
    doubtful: {
      values: { email: "dana@" },
      more: { ...more, contact: "text" },
      asked: "email consent",
      result: messages.question,
      errors: { email: messages.doubts.email!, consent: messages.doubts.consent! },
    },
    failed: { result: messages.failed },
    received: {
      result: messages.received,
      received: {
        reference: "7KQ4MX",
        by: "We’ll text you by 11am today, with a price range.",
        heading: "We’ll text you by 11am today",
        price: { label: "Price", text: "$99" },
        steps: [{ title: "11am today", text: ", with a price range." }],
        notes: ["75165 is outside of our area."],
        rows: [{ label: "Service", text: options.serviceType![0]! }],
      },
    },
  };
}

const islands: Stories = {
  Estimator: ({ estimate }) => ({ empty: <Island of={Estimator} id="estimator" props={estimate.estimator} /> }),
  FaqAccordion: ({ home }) => ({ closed: <Island of={FaqAccordion} id="faq-list" props={home.faq.list} /> }),
  Menus: ({ layout }) => ({
    closed: (
      <header className="Header">
        <nav className="Header-nav" aria-label={layout.nav.menuLabel}>
          <div className="Header-row">
            <Island of={Menus} id="menus" props={layout.nav.menus} />
          </div>
        </nav>
      </header>
    ),
  }),
  QuoteForm: ({ home }) => {
    const { form } = home.contact;
    return Object.fromEntries(
      Object.entries(formStates(form)).map(([name, state]) => {
        const id = `form-${name}`;
        return [name, <Island key={id} of={QuoteForm} id={id} props={{ ...form, ...state, id }} />];
      }),
    );
  },
  Toasts: ({ layout, home }) => {
    const { received, failed } = home.contact.form.messages;
    return {
      received: <Island of={Toasts} id="toasts" props={{ ...layout.toasts, toasts: [received] }} />,
      failed: <Island of={Toasts} id="toasts" props={{ ...layout.toasts, toasts: [failed] }} />,
      both: <Island of={Toasts} id="toasts" props={{ ...layout.toasts, toasts: [received, failed] }} />,
    };
  },
};

const ui: Stories = {
  BeforeAfter: ({ quote }) => ({
    divided: quote.gallery.pairs[0] && (
      <BeforeAfter
        pair={quote.gallery.pairs[0]}
        beforeLabel={quote.gallery.beforeLabel}
        afterLabel={quote.gallery.afterLabel}
      />
    ),
  }),
  BlogCard: ({ article, blog }) => ({
    "of an article": <BlogCard teaser={article.more[0] ?? blog.teasers[0]!} />,
    "first on the page": <BlogCard teaser={blog.teasers[0]!} first />,
  }),
  Brand: () => ({ "on light": <Brand /> }),
  Breadcrumbs: ({ service }) => ({ default: <Breadcrumbs {...service.breadcrumbs} /> }),
  Button: () => ({
    clay: <ButtonLink href="#main">Clay</ButtonLink>,
    plain: (
      <ButtonLink href="#main" tone="plain">
        Plain
      </ButtonLink>
    ),
    light: (
      <ButtonLink href="#main" tone="light">
        Light
      </ButtonLink>
    ),
  }),
  Checklist: ({ service }) => ({
    "with ticks": <Checklist items={service.items.groups[0]!.items} />,
    "with crosses": service.notAccepted && <Checklist items={service.notAccepted.items} mark="x" />,
  }),
  Contents: ({ article }) => ({ default: <Contents label={article.contentsLabel} links={article.contents} /> }),
  FactCard: ({ category, plainCategory }) => ({
    "of a category": <FactCard {...category.cards[0]!} />,
    "of another category": <FactCard {...plainCategory.cards[0]!} />,
  }),
  Fold: ({ service }) => ({
    folded: (
      <Fold label={service.pricing.title}>
        <PriceList rows={service.pricing.rows} />
      </Fold>
    ),
  }),
  Heading: ({ home }) => ({
    "large, with a lead": <Heading id="heading" title={home.services.title} lead={home.services.lead} />,
    large: <Heading id="heading" title={home.services.title} />,
    medium: <Heading id="heading" title={home.services.title} size="medium" />,
  }),
  Icon: () => ({
    all: (
      <div className="cluster">
        {iconNames.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    ),
  }),
  Lineup: ({ service }) => ({ default: service.picture && <Lineup name={service.picture} /> }),
  NoWrap: ({ layout }) => ({
    "a phone number, a range and days": <p>{noWrap(`Call ${layout.brand.phone.label}, $99–$399, Mon–Sat`)}</p>,
  }),
  OpenNow: () => ({ default: <OpenNow /> }),
  PartnerList: ({ city }) => ({ default: <PartnerList partners={city.disposal!.partners} /> }),
  PlanCard: ({ service }) => ({
    "all plans": service.plans?.plans.map((plan) => (
      <PlanCard
        key={plan.name}
        plan={plan}
        popularLabel={service.plans!.popularLabel}
        savingsLabel={service.plans!.savingsLabel}
        chooseHref={service.plans!.chooseHref}
      />
    )),
  }),
  PriceCard: ({ quote }) => ({
    "all loads": [0, 1, 2, 4].map((quarters, i) => (
      <PriceCard key={quarters} card={quote.prices.cards[i]!} quarters={quarters} />
    )),
  }),
  PriceList: ({ service }) => ({ default: <PriceList rows={service.pricing.rows} /> }),
  Rating: ({ layout }) => {
    const rated = { ...layout, brand: { ...layout.brand, rating: layout.brand.rating ?? sampleRating } };
    const state = (rating: ReactNode): ReactNode => <LayoutContext value={rated}>{rating}</LayoutContext>;
    return { default: state(<Rating />), "with its area": state(<Rating area />) };
  },
  Review: ({ service, plainService, home }) => ({
    default: <Review review={service.review ?? plainService.review ?? home.testimonials!.items[0]!} />,
  }),
  Scene: ({ home }) => ({
    default: <Scene name={home.hero.scene} />,
    decorative: <Scene name={home.hero.scene} decorative />,
  }),
  ServiceLinks: ({ home }) => ({ default: <ServiceLinks services={home.services.categories[0]!.services} /> }),
  SkipLink: ({ layout }) => ({ focused: <SkipLink label={layout.skipLabel} /> }),
  Stars: () => ({
    "1 of 5": <Stars rating={1} label="1 stars" />,
    "3 of 5": <Stars rating={3} label="3 stars" />,
    "5 of 5": <Stars rating={5} label="5 stars" />,
  }),
};

/** What /gallery shows: every component of these folders in all its states. */
export const gallery: Record<string, Stories> = { sections, islands, ui };
