import type { ServicesPage } from "../../props.gen";
import { Contact } from "../../sections/Contact/Contact";
import { LoadPrices } from "../../sections/LoadPrices/LoadPrices";
import { OverviewHero } from "../../sections/OverviewHero/OverviewHero";
import { ServicePrices } from "../../sections/ServicePrices/ServicePrices";
import { Terms } from "../../sections/Terms/Terms";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";

/** The page at "/services": what everything costs. */
export function AllServices({ layout, breadcrumbs, hero, scene, loadsLabel, loads, jumpLabel, categories, terms, contact }: ServicesPage) {
  return (
    <Document layout={layout}>
      <OverviewHero {...hero} breadcrumbs={breadcrumbs} picture={<Scene name={scene} first />}>
        <LoadPrices label={loadsLabel} loads={loads} />
      </OverviewHero>
      <ServicePrices jumpLabel={jumpLabel} categories={categories} />
      <Terms {...terms} />
      <Contact {...contact} />
    </Document>
  );
}
