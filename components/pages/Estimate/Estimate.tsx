import { Island } from "@haulfront/render";
import { Estimator } from "../../islands/Estimator/Estimator";
import type { EstimatePage } from "../../props.gen";
import { Benefits } from "../../sections/Benefits/Benefits";
import { Contact } from "../../sections/Contact/Contact";
import { Terms } from "../../sections/Terms/Terms";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Document } from "../Document/Document";
import "./Estimate.css";

/** The page at "/estimate". */
export function Estimate({
  layout,
  breadcrumbs,
  title,
  lead,
  estimator,
  changes,
  scene,
  terms,
  contact,
}: EstimatePage) {
  return (
    <Document
      layout={layout}
      first={
        <section className="Estimate" aria-labelledby="estimator-title">
          <div className="Estimate-inner container">
            <Breadcrumbs {...breadcrumbs} />
            <h1 className="Estimate-title" id="estimator-title">
              {title}
            </h1>
            <p className="Estimate-lead">{noWrap(lead)}</p>
            <Island of={Estimator} id="estimator" props={estimator} file={layout.assets.estimator} />
          </div>
        </section>
      }
    >
      <Benefits {...changes} picture={scene} />
      <Terms {...terms} />
      <Contact {...contact} />
    </Document>
  );
}
