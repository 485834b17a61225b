import { LayoutContext } from "./LayoutContext";
import { Accepted } from "./sections/Accepted/Accepted";
import { Area } from "./sections/Area/Area";
import { AreaBlock } from "./sections/AreaBlock/AreaBlock";
import { ArticleBody } from "./sections/ArticleBody/ArticleBody";
import { Aside } from "./sections/Aside/Aside";
import { Benefits } from "./sections/Benefits/Benefits";
import { Blog } from "./sections/Blog/Blog";
import { CallBar } from "./sections/CallBar/CallBar";
import { CallToAction } from "./sections/CallToAction/CallToAction";
import { ContactWords } from "./sections/Contact/Contact";
import { Faq } from "./sections/Faq/Faq";
import { Feature } from "./sections/Feature/Feature";
import { FooterColumns } from "./sections/Footer/Footer";
import { Gallery } from "./sections/Gallery/Gallery";
import { Header } from "./sections/Header/Header";
import { LinkNotes } from "./sections/LinkNotes/LinkNotes";
import { LoadPrices } from "./sections/LoadPrices/LoadPrices";
import { Neighborhoods } from "./sections/Neighborhoods/Neighborhoods";
import { NotAccepted } from "./sections/NotAccepted/NotAccepted";
import { PageHeroFacts } from "./sections/PageHero/PageHeroFacts";
import { Partners } from "./sections/Partners/Partners";
import { Plans } from "./sections/Plans/Plans";
import { Premium } from "./sections/Premium/Premium";
import { PriceTiers } from "./sections/PriceTiers/PriceTiers";
import { Pricing } from "./sections/Pricing/Pricing";
import { Reasons } from "./sections/Reasons/Reasons";
import { RecentJobs } from "./sections/RecentJobs/RecentJobs";
import { SceneCards } from "./sections/SceneCards/SceneCards";
import { ServiceList } from "./sections/ServiceList/ServiceList";
import { ServicePrices } from "./sections/ServicePrices/ServicePrices";
import { Services } from "./sections/Services/Services";
import { Steps } from "./sections/Steps/Steps";
import { Story } from "./sections/Story/Story";
import { Terms } from "./sections/Terms/Terms";
import { Testimonials } from "./sections/Testimonials/Testimonials";
import { TextBlocks } from "./sections/TextBlocks/TextBlocks";
import { Towns } from "./sections/Towns/Towns";
import { Why } from "./sections/Why/Why";
import { Breadcrumbs } from "./ui/Breadcrumbs/Breadcrumbs";
import { OpenNow } from "./ui/OpenNow/OpenNow";
import { Rating } from "./ui/Rating/Rating";
import { Review } from "./ui/Review/Review";

/** The components whose HTML depends on content alone: a page that is rendered for one request does not render them again. */
const components = [
  Accepted, Area, AreaBlock, ArticleBody, Aside, Benefits, Blog, Breadcrumbs, CallBar, CallToAction, ContactWords, Faq, Feature, FooterColumns, Gallery,
  Header, LinkNotes, LoadPrices, Neighborhoods, NotAccepted, OpenNow, PageHeroFacts, Partners, Plans, Premium, PriceTiers, Pricing, Rating, Reasons, RecentJobs, Review,
  SceneCards, ServiceList, ServicePrices, Services, Steps, Story, Terms, Testimonials, TextBlocks, Towns, Why,
];

export const statics = { components, contexts: [LayoutContext] };
