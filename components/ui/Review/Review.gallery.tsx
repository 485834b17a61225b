import type { States } from "../../gallery";
import { Review } from "./Review";

export const states: States = ({ service, plainService, home }) => ({
  "as it is": <Review review={service.review ?? plainService.review ?? home.testimonials.items[0]!} />,
});
