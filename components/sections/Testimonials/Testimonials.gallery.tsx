import type { States } from "../../gallery";
import { Testimonials } from "./Testimonials";

export const states: States = ({ home, city }) => ({
  "of all customers": <Testimonials {...home.testimonials} />,
  "of a city": <Testimonials {...city.testimonials} />,
});
