import type { LegalPage } from "../../props.gen";
import { Contact } from "../../sections/Contact/Contact";
import { Legal } from "../Legal/Legal";

/** A page of the company’s own, which ends with the form if that is in the language of the page. */
export function Own({ contact, ...page }: LegalPage) {
  return <Legal {...page} end={contact && <Contact {...contact} />} />;
}
