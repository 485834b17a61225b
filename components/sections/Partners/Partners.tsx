import type { CityPage } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { PartnerList } from "../../ui/PartnerList/PartnerList";
import "./Partners.late.css";

/** Where a city's junk goes: what can be used again, and what cannot. */
export function Partners({ recycling, disposal }: Pick<CityPage, "recycling" | "disposal">) {
  return (
    <section className="Partners" aria-labelledby={recycling ? "recycling-title" : "disposal-title"}>
      <div className="Partners-inner section container grid">
        {Object.entries({ recycling, disposal }).map(
          ([use, section]) =>
            section && (
              <div key={use}>
                <Heading id={`${use}-title`} title={section.title} lead={section.lead} size="medium" />
                <PartnerList className="Partners-list" partners={section.partners} />
              </div>
            ),
        )}
      </div>
    </section>
  );
}
