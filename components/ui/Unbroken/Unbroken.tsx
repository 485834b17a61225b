import type { ReactNode } from "react";
import "./Unbroken.css";

// Phone numbers, and figures or days that a dash joins: "(214) 555-0142", "$99–$399", "Mon–Sat". No tags in it, so that it
// serves for HTML too.
const pattern = /(\(\d{3}\) \d{3}-\d{4}|[^\s<>–]*\d[^\s<>–]*–[^\s<>–]+|\b[A-Z][a-z]{2}–[A-Z][a-z]{2}\b)/;
const everywhere = new RegExp(pattern, "g");

/** Copy in which no phone number and no range of figures is broken over two lines. */
export function unbroken(copy: string): ReactNode {
  const parts = copy.split(pattern);
  if (parts.length === 1) return copy;
  return parts.map((part, i) => (i % 2 ? <span key={i} className="Unbroken">{part}</span> : part));
}

/** The same for copy that is HTML already. */
export function unbrokenHTML(html: string): string {
  return html.replace(everywhere, '<span class="Unbroken">$1</span>');
}
