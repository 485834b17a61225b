import type { States } from "../../gallery";
import { LinkNotes } from "./LinkNotes";

export const states: States = ({ service, plainService }) => ({
  "as it is": <LinkNotes links={service.links.length > 0 ? service.links : plainService.links} />,
});
