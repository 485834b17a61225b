import type { Plan } from "../../props.gen";
import { ButtonLink } from "../Button/Button";
import { noWrap } from "../NoWrap/NoWrap";
import "./PlanCard.late.css";

interface PlanCardProps {
  plan: Plan;
  popularLabel: string;
  savingsLabel: string;
  /** With the plan's key appended, the URL whose form starts with that plan. */
  chooseHref: string;
}

/** One subscription plan; the popular one is labeled and stands out. */
export function PlanCard({ plan, popularLabel, savingsLabel, chooseHref }: PlanCardProps) {
  return (
    <article className="PlanCard" data-popular={plan.popular}>
      <h3 className="PlanCard-name">{plan.name}</h3>
      {plan.popular && <p className="PlanCard-mark">{popularLabel}</p>}
      <p className="PlanCard-savings">
        <strong className="PlanCard-number">{plan.savings}</strong> {savingsLabel}
      </p>
      <p className="PlanCard-text muted">{noWrap(plan.text)}</p>
      <ButtonLink
        href={`${chooseHref}${plan.key}#contact`}
        tone={plan.popular ? "clay" : "plain"}
        aria-label={`${plan.cta}: ${plan.name}`}
        data-message={plan.message}
        data-service-type={plan.serviceType}
        data-service-timeframe={plan.timeframe}
      >
        {plan.cta}
      </ButtonLink>
    </article>
  );
}
