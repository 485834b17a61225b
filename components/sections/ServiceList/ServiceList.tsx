import type { CategoryServices } from "../../props.gen";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { ServiceLinks } from "../../ui/ServiceLinks/ServiceLinks";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./ServiceList.css";

interface Props extends CategoryServices {
  intro: string[];
  /** The scene beside the list; absent if the page shows it above. */
  scene?: string | undefined;
}

/** All services of a category with their prices, beside an introduction. */
export function ServiceList({ title, services, all, intro, scene }: Props) {
  const words = intro.map((paragraph) => (
    <p key={paragraph} className="ServiceList-paragraph">
      {noWrap(paragraph)}
    </p>
  ));
  // A short list leaves space beside a scene: the text fills it.
  const beside = scene !== undefined && services.length < 4;
  return (
    <section className="ServiceList container grid" aria-labelledby="service-list-title">
      <div className="ServiceList-words stack">
        {scene && <Scene name={scene} className="ServiceList-scene" />}
        {!beside && words}
      </div>
      <div className="ServiceList-services">
        {beside && <div className="ServiceList-beside stack">{words}</div>}
        <h2 className="ServiceList-title" id="service-list-title">
          {title}
        </h2>
        <ServiceLinks services={services} />
        <a className="ServiceList-all" href={all.href}>
          {all.label}
          <Icon name="arrow-right" className="ServiceList-arrow" />
        </a>
      </div>
    </section>
  );
}
