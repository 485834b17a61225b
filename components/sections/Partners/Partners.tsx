import type { PartnersSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { PartnerList } from "../../ui/PartnerList/PartnerList";
import "./Partners.css";

interface Props {
  recycling: PartnersSection;
  disposal: PartnersSection;
}

/** Where a city's junk goes: what can be used again, and what cannot. */
export function Partners({ recycling, disposal }: Props) {
  return (
    <section className="Partners" aria-labelledby="recycling-title">
      <div className="Partners-inner section container grid">
        {Object.entries({ recycling, disposal }).map(([use, { title, lead, partners }]) => (
          <div key={use}>
            <Heading id={`${use}-title`} title={title} lead={lead} size="medium" />
            <PartnerList className="Partners-list" partners={partners} />
          </div>
        ))}
      </div>
    </section>
  );
}
