import type { States } from "../../gallery";
import { LoadPrices } from "../../sections/LoadPrices/LoadPrices";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { AreaMap } from "../Area/AreaMap";
import { PageHeroCards } from "./PageHeroCards";
import { PageHeroFacts } from "./PageHeroFacts";
import { PageHero } from "./PageHero";

export const states: States = ({ city, category, plainCategory, services, locations }) => ({
  "of a city": (
    <PageHero {...city.hero} kind="city" ratingArea above={<Breadcrumbs {...city.breadcrumbs} />} picture={<Scene name={city.hero.scene} first className="PageHero-scene" />}>
      <PageHeroFacts facts={city.hero.facts} />
    </PageHero>
  ),
  "of a category, beside its scene": (
    <PageHero {...category.hero} kind="category" above={category.breadcrumbs && <Breadcrumbs {...category.breadcrumbs} />} picture={<Scene name={category.hero.scene} first className="PageHero-scene" />}>
      <PageHeroCards cards={category.cards} />
    </PageHero>
  ),
  "of a category, over its cards": (
    <PageHero {...plainCategory.hero} kind="category" above={<Icon name={plainCategory.hero.icon} className="PageHero-icon" />}>
      <PageHeroCards cards={plainCategory.cards} />
    </PageHero>
  ),
  "of all services": (
    <PageHero {...services.hero} kind="overview" above={<Breadcrumbs {...services.breadcrumbs} />} picture={<Scene name={services.scene} first />}>
      <LoadPrices label={services.loadsLabel} loads={services.loads} />
    </PageHero>
  ),
  "of all cities": <PageHero {...locations.hero} kind="overview" above={<Breadcrumbs {...locations.breadcrumbs} />} picture={<AreaMap map={locations.map} />} bleed />,
});
