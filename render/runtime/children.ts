// Loaded with the first island that has children: the server's HTML stays the same, wherever the component puts it.
import { createElement, type ReactElement } from "react";

/** keep returns an island's children. It calls begin with each element that they are put into, for islands in them. */
export function keep(island: Element, begin: (root: ParentNode) => void): ReactElement {
  // They are in a template if the component does not show them at first.
  const template = island.querySelector<HTMLTemplateElement>(":scope > template[data-island-children]");
  template?.remove();
  const nodes = [...(template?.content ?? island.querySelector("island-children")!).childNodes];
  const put = (place: Element | null): void => {
    if (!place || place.firstChild === nodes[0]!) return;
    place.replaceChildren(...nodes);
    begin(place);
  };
  const empty = { __html: "" };
  return createElement("island-children", { ref: put, suppressHydrationWarning: true, dangerouslySetInnerHTML: empty });
}
