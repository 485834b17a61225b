import type { WhySection } from "../../props.gen";
import { Fold } from "../../ui/Fold/Fold";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Why.late.css";

/** What sets the company apart, as a list whose texts phones fold. */
export function Why({ title, lead, scene, reasons }: WhySection) {
  return (
    <section className="Why dark section band grid" aria-labelledby="why-title">
      <div className="Why-head">
        <Heading id="why-title" title={title} lead={lead} />
        <Scene name={scene} decorative className="Why-scene" />
      </div>
      <ul className="Why-reasons">
        {reasons.map((reason) => (
          <li key={reason.title} className="Why-reason">
            <Icon name={reason.icon} className="Why-icon" />
            <h3 className="Why-name">{noWrap(reason.title)}</h3>
            <Fold label={reason.title}>
              <p className="Why-text">{noWrap(reason.text)}</p>
            </Fold>
          </li>
        ))}
      </ul>
    </section>
  );
}
