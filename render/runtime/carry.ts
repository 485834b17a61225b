// What was entered in an island goes with it from one tree of elements to another.

const interactive = "a, button, form, input, select, summary, textarea, [tabindex]";

/** own returns an island's elements that match a selector, without those of islands in it. */
export function own(island: Element, selector: string): Element[] {
  return [...island.querySelectorAll(selector)].filter(
    (element) => element.parentElement!.closest("[data-island]") === island,
  );
}

/** focusable returns an island's elements that a visitor can use. */
export const focusable = (island: Element): Element[] => own(island, interactive);

/**
 * carry brings what was entered in the former elements of an island to the present ones, and the focus. It returns the
 * present element for each former one.
 */
export function carry(former: Element[], island: Element, focused: Element | null): Map<Element, Element> {
  const rest = new Map<string, Element[]>();
  for (const element of focusable(island)) rest.set(key(element), [...(rest.get(key(element)) ?? []), element]);
  const pairs = new Map<Element, Element>();
  for (const element of former) {
    const present = rest.get(key(element))?.shift();
    if (!present) continue;
    pairs.set(element, present);
    if (present === element) continue;
    copy(element as HTMLInputElement, present as HTMLInputElement);
    if (element === focused) (present as HTMLElement).focus({ preventScroll: true });
  }
  return pairs;
}

// Extensions add classes after the component's own. Ids may differ: useId counts anew in a tree of the browser's own.
const key = (element: Element): string =>
  `${element.localName} ${element.getAttribute("name") || element.classList[0]}`;

function copy(from: HTMLInputElement, to: HTMLInputElement): void {
  if (from instanceof HTMLSelectElement) {
    // By their places, since a translated option without a value has another one.
    const options = (to as unknown as HTMLSelectElement).options;
    [...from.options].forEach(({ selected }, i) => options[i] && (options[i].selected = selected));
  } else if (from.type === "file") to.files = from.files;
  else if (from.type === "checkbox" || from.type === "radio") to.checked = from.checked;
  else if ("defaultValue" in from && from.type !== "hidden") {
    to.value = from.value;
    // Numbers and addresses have no selection.
    if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
  }
}
