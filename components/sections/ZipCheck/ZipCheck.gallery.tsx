import type { States } from "../../gallery";
import { ZipCheck } from "./ZipCheck";

export const states: States = ({ estimate }) => ({
  plain: <ZipCheck {...estimate.estimator.areaAsk} id="zip" />,
  light: <ZipCheck {...estimate.estimator.areaAsk} id="zip" tone="light" />,
});
