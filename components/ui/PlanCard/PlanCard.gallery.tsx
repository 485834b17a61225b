import type { States } from "../../gallery";
import { PlanCard } from "./PlanCard";

export const states: States = ({ service }) => ({
  "all plans": service.plans?.plans.map((plan) => <PlanCard key={plan.name} plan={plan} popularLabel={service.plans!.popularLabel} savingsLabel={service.plans!.savingsLabel} chooseHref={service.plans!.chooseHref} />),
});
