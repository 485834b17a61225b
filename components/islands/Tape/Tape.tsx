import type { EstimateAnswer, EstimateLabels } from "../../props.gen";
import "./Tape.css";

interface Props {
  answer: EstimateAnswer;
  labels: EstimateLabels;
}

/** How full the truck is, on a tape with its quarters. */
export function Tape({ answer: { part, percent }, labels }: Props) {
  return (
    <svg
      className="Tape"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      role="img"
      aria-label={labels.fill.replace("[part]", part).replace("[percent]", percent)}
    >
      <rect className="Tape-all" width="100" height="4" />
      <rect className="Tape-full" width={percent} height="4" />
      <path className="Tape-marks" d="M25 0v4M50 0v4M75 0v4" />
    </svg>
  );
}
