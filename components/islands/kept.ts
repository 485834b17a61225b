import type { HTMLAttributes, ReactNode } from "react";

/**
 * The attributes of an element whose content only the server renders, see "Changed pages" in render/README.md. The name
 * is unique in the island.
 */
export function kept(name: string, content: ReactNode): HTMLAttributes<HTMLElement> {
  const attribute = { "data-island-kept": name };
  if (content) return { ...attribute, children: content };
  return { ...attribute, dangerouslySetInnerHTML: { __html: "" }, suppressHydrationWarning: true };
}
