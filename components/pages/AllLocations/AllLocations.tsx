import type { LocationsPage } from "../../props.gen";
import { AreaMap } from "../../sections/Area/AreaMap";
import { Cities } from "../../sections/Cities/Cities";
import { Contact } from "../../sections/Contact/Contact";
import { OverviewHero } from "../../sections/OverviewHero/OverviewHero";
import { Towns } from "../../sections/Towns/Towns";
import { Document } from "../Document/Document";

/** The page at "/locations": the map, the cities, and the other towns. */
export function AllLocations({ layout, breadcrumbs, hero, map, cities, also, contact }: LocationsPage) {
  return (
    <Document layout={layout}>
      <OverviewHero {...hero} breadcrumbs={breadcrumbs} picture={<AreaMap map={map} />} bleed />
      <Cities {...cities} />
      <Towns {...also} />
      <Contact {...contact} />
    </Document>
  );
}
