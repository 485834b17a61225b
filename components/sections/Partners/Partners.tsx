import type { PartnersSection } from "../../props.gen";
import { PartnerList } from "../../ui/PartnerList/PartnerList";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Partners.css";

interface Props extends PartnersSection {
  /** Disposal is the last resort and recycling the first choice, so they look different. */
  use: "disposal" | "recycling";
}

/** Where a city's junk goes. */
export function Partners({ use, title, lead, partners }: Props) {
  return (
    <section className="Partners" data-use={use} aria-labelledby={`${use}-title`}>
      <div className="Partners-inner container grid">
        <div className="Partners-head">
          <h2 className="Partners-title" id={`${use}-title`}>
            {title}
          </h2>
          {lead && <p className="Partners-lead">{noWrap(lead)}</p>}
        </div>
        <PartnerList partners={partners} />
      </div>
    </section>
  );
}
