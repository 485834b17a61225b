import type { States } from "../../gallery";
import { ServiceHero } from "./ServiceHero";

export const states: States = ({ service, plainService }) => ({
  "with a review": <ServiceHero {...service.hero} breadcrumbs={service.breadcrumbs} review={service.review ?? plainService.review} />,
  "without a review": <ServiceHero {...plainService.hero} breadcrumbs={plainService.breadcrumbs} review={undefined} />,
});
