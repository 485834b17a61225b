import type { ServicesPage } from "../../props.gen";
import { Contact } from "../../sections/Contact/Contact";
import { LoadPrices } from "../../sections/LoadPrices/LoadPrices";
import { PageHero } from "../../sections/PageHero/PageHero";
import { ServicePrices } from "../../sections/ServicePrices/ServicePrices";
import { Terms } from "../../sections/Terms/Terms";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";

/** The page at "/services": the price list. */
export function AllServices({
  layout,
  breadcrumbs,
  hero,
  scene,
  loadsLabel,
  loads,
  jumpLabel,
  categories,
  terms,
  contact,
}: ServicesPage) {
  return (
    <Document
      layout={layout}
      first={
        <PageHero
          {...hero}
          kind="overview"
          above={<Breadcrumbs {...breadcrumbs} />}
          picture={<Scene name={scene} first />}
        >
          {loads.length > 0 && <LoadPrices label={loadsLabel} loads={loads} />}
        </PageHero>
      }
    >
      <ServicePrices jumpLabel={jumpLabel} categories={categories} />
      <Terms {...terms} />
      <Contact {...contact} />
    </Document>
  );
}
