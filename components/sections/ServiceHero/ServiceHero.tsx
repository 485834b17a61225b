import type { Breadcrumbs as BreadcrumbsProps, ServiceHero as ServiceHeroProps, Testimonial } from "../../props.gen";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { Review } from "../../ui/Review/Review";
import { Scene } from "../../ui/Scene/Scene";
import { PageHeroText } from "../PageHero/PageHeroText";
import "./ServiceHero.css";

interface Props extends ServiceHeroProps {
  breadcrumbs: BreadcrumbsProps;
  review: Testimonial | undefined;
}

/** A service's first screen: text, its scene with the price or another fact on a tag, and a review below. */
export function ServiceHero({ breadcrumbs, review, scene, tag, ...text }: Props) {
  return (
    <section className="ServiceHero grid" aria-labelledby="service-title">
      <PageHeroText {...text} id="service" above={<Breadcrumbs {...breadcrumbs} />} />
      <div className="ServiceHero-scene">
        <Scene name={scene} first />
        {tag && (
          <a className="ServiceHero-tag" href="#pricing">
            <span className="ServiceHero-what">{tag.label}</span>
            <span className="ServiceHero-price">{tag.value}</span>
          </a>
        )}
      </div>
      {review && <Review review={review} className="ServiceHero-review" />}
    </section>
  );
}
