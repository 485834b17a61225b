import { createContext, useContext } from "react";
import type { Layout, Link } from "./props.gen";

/**
 * Data of every page that only some components need: file URLs, the company, the page's path. Document provides it.
 * Islands are separate React roots without this context: they receive everything as props.
 */
export const LayoutContext = createContext<Layout | undefined>(undefined);

/** The layout of the page that is being rendered. */
export function useLayout(): Layout {
  const layout = useContext(LayoutContext);
  if (!layout) throw new Error("no layout: want the component inside Document, and not in an island");
  return layout;
}

interface NavLinkProps {
  link: Link;
  className: string;
}

/** A link that is marked as current on its own page. */
export function NavLink({ link, className }: NavLinkProps) {
  const { path } = useLayout();
  return (
    <a className={className} href={link.href} aria-current={link.href === path ? "page" : undefined}>
      {link.label}
    </a>
  );
}
