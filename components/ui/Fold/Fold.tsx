import type { ReactElement } from "react";
import { noWrap } from "../NoWrap/NoWrap";
import "./Fold.css";

interface FoldProps {
  /** What is folded, on the button that unfolds it. */
  label: string;
  children: ReactElement;
}

/**
 * An element that phones fold under one line; wide screens and paper show it. It is a sibling of the details element,
 * because CSS cannot show the content of a closed one.
 */
export function Fold({ label, children }: FoldProps) {
  return (
    <>
      <details className="Fold">
        <summary className="Fold-summary">{noWrap(label)}</summary>
      </details>
      {children}
    </>
  );
}
