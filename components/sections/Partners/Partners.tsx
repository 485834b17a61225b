import type { PartnersSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { PartnerList } from "../../ui/PartnerList/PartnerList";
import "./Partners.css";

interface Props extends PartnersSection {
  /** Disposal is the last resort and recycling the first choice, so they look different. */
  use: "disposal" | "recycling";
}

/** Where a city's junk goes. */
export function Partners({ use, title, lead, partners }: Props) {
  return (
    <section className="Partners" data-use={use} aria-labelledby={`${use}-title`}>
      <div className="Partners-inner section container grid">
        <div className="Partners-head">
          <Heading id={`${use}-title`} title={title} lead={lead} size="medium" />
        </div>
        <PartnerList className="Partners-list" partners={partners} />
      </div>
    </section>
  );
}
