import { useLayout } from "../../LayoutContext";
import type { Hero as HeroProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { OpenNow } from "../../ui/OpenNow/OpenNow";
import { Rating } from "../../ui/Rating/Rating";
import { Scene, ScenePreload } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Quote } from "../Quote/Quote";
import "./Hero.css";

/** The first screen: service, area, prices, speed, and the two actions. */
export function Hero({ eyebrow, title, lead, proofs, call, scene, form }: HeroProps) {
  const { scenes } = useLayout().assets;
  const street = `${scene}-street`;
  const picture = scenes[street] && !scenes[scene]?.srcset ? street : scene;
  return (
    <section className="Hero" aria-labelledby="hero-title">
      <ScenePreload name={picture} />
      <div className="Hero-band">
        <div className="Hero-words">
          <p className="Hero-eyebrow">{eyebrow}</p>
          <h1 className="Hero-title" id="hero-title">
            {title}
          </h1>
          <p className="Hero-lead">{noWrap(lead)}</p>
          <div className="Hero-close">
            <ul className="Hero-proofs stack">
              {proofs.map((proof) => (
                <li key={proof} className="Hero-proof tick">
                  {noWrap(proof)}
                </li>
              ))}
            </ul>
            <div className="Hero-crop" data-street={picture === street || undefined}>
              <Scene name={picture} className="Hero-cropped" first="words" />
            </div>
            <p className="Hero-ask">
              <ButtonLink className="Hero-call" href={call.href} tone="light">
                <Icon name="phone" />
                {call.label}
              </ButtonLink>
            </p>
            <Rating className="Hero-rating" />
          </div>
        </div>
      </div>
      <div className="Hero-side">
        <div className="Hero-form">
          <Quote form={form} />
          <OpenNow className="Hero-hours" />
        </div>
      </div>
    </section>
  );
}
