// Fetched with the first island that has children: the server's HTML stays as it is, wherever the component puts it.
import { createElement, type ReactElement } from "react";

/** keep returns the children of an island, and calls begin with those that were put into the page, for the islands in them. */
export function keep(island: Element, begin: (root: ParentNode) => void): ReactElement {
  // The server found no place for them in a component that shows them later.
  const template = island.querySelector<HTMLTemplateElement>(":scope > template[data-island-children]");
  template?.remove();
  const nodes = [...(template?.content ?? island.querySelector("island-children")!).childNodes];
  const put = (place: Element | null): void => {
    if (!place || place.firstChild === nodes[0]!) return;
    place.replaceChildren(...nodes);
    begin(place);
  };
  return createElement("island-children", { ref: put, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } });
}
