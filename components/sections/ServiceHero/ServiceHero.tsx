import { useLayout } from "../../LayoutContext";
import type {
  Breadcrumbs as BreadcrumbsProps,
  ServiceHero as ServiceHeroProps,
  ServicePage,
  Testimonial,
} from "../../props.gen";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { OpenNow } from "../../ui/OpenNow/OpenNow";
import { Review } from "../../ui/Review/Review";
import { Scene } from "../../ui/Scene/Scene";
import { PageHeroText } from "../PageHero/PageHeroText";
import "./ServiceHero.css";

interface Props extends ServiceHeroProps {
  shape: ServicePage["shape"];
  breadcrumbs: BreadcrumbsProps;
  review: Testimonial | undefined;
}

/**
 * A service's first screen, with the price or another fact on a tag: a thing beside its text, a place under a slider
 * that clears it, a job on a dark background from edge to edge, a call with the number as large as the page is wide.
 */
export function ServiceHero({ shape, breadcrumbs, review, scene, slider, tag, ...text }: Props) {
  const { phone } = useLayout().brand;
  const picture = (
    <div className="ServiceHero-scene">
      {slider ? <BeforeAfter {...slider} first /> : <Scene name={scene} className="ServiceHero-picture" first />}
      {tag && shape !== "call" && (
        <a className="ServiceHero-tag" href="#pricing">
          <span className="ServiceHero-what note">{tag.label}</span>
          <span className="ServiceHero-price">{tag.value}</span>
        </a>
      )}
    </div>
  );
  return (
    <section className="ServiceHero grid" data-shape={shape === "place" && !slider ? "thing" : shape} aria-labelledby="service-title">
      <PageHeroText {...text} call={shape === "call" ? undefined : text.call} id="service" above={<Breadcrumbs {...breadcrumbs} className="ServiceHero-path" />} className="ServiceHero-text" dark={shape === "job"}>
        {slider && picture}
        {shape === "call" && (
          <div className="ServiceHero-call">
            <a className="ServiceHero-number figure" href={phone.href}>
              {phone.label}
            </a>
            <OpenNow />
          </div>
        )}
      </PageHeroText>
      {!slider && picture}
      {review && <Review review={review} className="ServiceHero-review" large />}
    </section>
  );
}
