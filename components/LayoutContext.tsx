import { createContext, useContext } from "react";
import type { Layout, Link } from "./props.gen";

/**
 * What every page has and only some components need: addresses of files, the company, the path of the page. Document
 * provides it. Islands are roots of their own and see none of it: what they need is in their props.
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

/** A link that is marked on the page that it leads to. */
export function NavLink({ link, className }: NavLinkProps) {
  const { path } = useLayout();
  return (
    <a className={className} href={link.href} aria-current={link.href === path ? "page" : undefined}>
      {link.label}
    </a>
  );
}
