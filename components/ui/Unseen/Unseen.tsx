import type { ReactNode } from "react";
import "./Unseen.css";

/** Words for those who hear the page, and for machines: what the eye gets from the place of things. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className="Unseen">{children}</span>;
}
