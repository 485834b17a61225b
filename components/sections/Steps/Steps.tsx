import { useLayout } from "../../LayoutContext";
import type { BenefitsSection, StepsSection } from "../../props.gen";
import { Fold } from "../../ui/Fold/Fold";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap, sentence } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import "./Steps.late.css";

interface Props extends StepsSection {
  /** The reasons to have the job done this way, a line each beside the steps. */
  benefits?: BenefitsSection | undefined;
  /** The scene whose pictures "<scene>-step-one" and so on tell the steps; steps without one stand as text. */
  scene?: string;
}

const numbers = ["one", "two", "three", "four", "five"];

/** The steps of a job, in order. */
export function Steps({ title, lead, steps, benefits, scene }: Props) {
  const { scenes } = useLayout().assets;
  const picture = (i: number) => `${scene}-step-${numbers[i]}`;
  const pictured = Boolean(scenes[picture(0)]);
  return (
    <section
      className="Steps dark"
      data-layout={pictured ? "pictures" : benefits ? "beside" : "row"}
      aria-labelledby="steps-title"
    >
      <div className="Steps-inner section container">
        <div className="Steps-head">
          <Heading id="steps-title" title={title} lead={lead} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- phones scroll a row of pictures */}
        <ol className="Steps-list" data-steps={steps.length} tabIndex={pictured ? 0 : undefined}>
          {steps.map((step, i) => (
            <li key={step.title} className="Steps-step">
              {scenes[picture(i)] && <Scene name={picture(i)} className="Steps-picture" />}
              <h3>{noWrap(step.title)}</h3>
              <p className="Steps-text">{noWrap(step.text)}</p>
            </li>
          ))}
        </ol>
        {benefits && (
          <div className="Steps-benefits">
            <h3 className="Steps-benefitsTitle">{noWrap(benefits.title)}</h3>
            <Fold label={benefits.title}>
              <ul className="Steps-cards">
                {benefits.cards.map((card) => (
                  <li key={card.title} className="Steps-card">
                    <Icon name={card.icon} className="Steps-icon" />
                    <p>
                      <strong>{noWrap(sentence(card.title))}</strong>{" "}
                      <span className="Steps-text">{noWrap(card.text)}</span>
                    </p>
                  </li>
                ))}
              </ul>
            </Fold>
          </div>
        )}
      </div>
    </section>
  );
}
