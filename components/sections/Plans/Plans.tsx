import type { PlansSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Heading } from "../../ui/Heading/Heading";
import { PlanCard } from "../../ui/PlanCard/PlanCard";
import "./Plans.late.css";

/** The subscription plans side by side, and the terms they share. */
export function Plans({ title, lead, plans, popularLabel, savingsLabel, chooseHref, terms }: PlansSection) {
  return (
    <section className="Plans sand" aria-labelledby="plans-title">
      <div className="Plans-inner section container">
        <Heading id="plans-title" title={title} lead={lead} />
        <div className="Plans-cards">
          {plans.map((plan) => (
            <PlanCard
              key={plan.name}
              plan={plan}
              popularLabel={popularLabel}
              savingsLabel={savingsLabel}
              chooseHref={chooseHref}
            />
          ))}
        </div>
        <Checklist items={terms} className="Plans-terms" />
      </div>
    </section>
  );
}
