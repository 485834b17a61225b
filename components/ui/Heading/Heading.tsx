import { noWrap, noWrapHeading } from "../NoWrap/NoWrap";
import "./Heading.css";

interface HeadingProps {
  /** The id that the section's aria-labelledby names. */
  id: string;
  title: string;
  /** A sentence or two below the title, if not empty. */
  lead?: string | undefined;
  /** Medium is for sections that matter less than those around them. */
  size?: "large" | "medium";
}

/** A section's heading and its lead. */
export function Heading({ id, title, lead, size = "large" }: HeadingProps) {
  return (
    <>
      <h2 className={size === "medium" ? "Heading-medium" : undefined} id={id}>
        {noWrapHeading(title)}
      </h2>
      {lead && <p className="Heading-lead">{noWrap(lead)}</p>}
    </>
  );
}
