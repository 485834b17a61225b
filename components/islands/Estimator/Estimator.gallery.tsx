import { Island } from "@haulfront/render";
import type { States } from "../../gallery";
import { Estimator } from "./Estimator";

export const states: States = ({ estimate }) => ({
  empty: <Island of={Estimator} id="estimator" props={estimate.estimator} />,
});
