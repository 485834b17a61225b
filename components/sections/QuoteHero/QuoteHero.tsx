import type { QuoteHero as QuoteHeroProps } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Icon } from "../../ui/Icon/Icon";
import { OpenNow } from "../../ui/OpenNow/OpenNow";
import { Rating } from "../../ui/Rating/Rating";
import { Review } from "../../ui/Review/Review";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Quote } from "../Quote/Quote";
import "./QuoteHero.css";

/** The first screen of the quote page: the form, and help for filling it in. */
export function QuoteHero({ title, lead, points, scene, call, form, review }: QuoteHeroProps) {
  return (
    <section className="QuoteHero" aria-labelledby="quote-title">
      <div className="QuoteHero-inner container grid">
        <div className="QuoteHero-words">
          <h1 id="quote-title">{title}</h1>
          <p className="QuoteHero-lead">{noWrap(lead)}</p>
          <div className="QuoteHero-more">
            <Checklist items={points} className="QuoteHero-points" />
            <a className="QuoteHero-call target" href={call.href}>
              <Icon name="phone" className="QuoteHero-phone" />
              {call.label}
            </a>
            <OpenNow className="QuoteHero-hours" />
            <Rating className="QuoteHero-rating" />
            <Scene name={scene} decorative first className="QuoteHero-scene" />
          </div>
        </div>
        <div className="QuoteHero-side">
          <div className="Quote-card" id="contact">
            <Quote form={form} />
          </div>
          {review && <Review {...review} className="QuoteHero-review" />}
        </div>
      </div>
    </section>
  );
}
