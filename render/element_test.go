package render_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// elements is a page of any elements with any props.
var elements = map[string]string{
	"Elements.tsx": `
import { createElement } from "react";
export interface Element { type: string; props: Record<string, any>; children: (string | Element)[] }
const special: Record<string, any> = {
  html: { __html: "<b>&" }, "no html": { __html: "" }, "a function": () => {}, nothing: undefined,
  "not a number": NaN, infinite: -Infinity, style: { color: "red" },
};
const value = (v: any) => (typeof v === "string" && v in special ? special[v] : v);
function element({ type, props, children }: Element, key: number) {
  const all = Object.fromEntries(Object.entries(props).map(([name, v]) => [name, value(v)]));
  return createElement(type, { key, ...all }, ...children.map((c, i) => (typeof c === "string" ? c : element(c, i))));
}
export function Elements({ elements }: { elements: Element[] }) {
  return <html><body>{elements.map(element)}</body></html>;
}`,
	"server.tsx": `
import { serve } from "@haulfront/render";
import { Elements } from "./Elements";
serve({ pages: { Elements } });`,
	"browser.ts": ``,
}

type element struct {
	Type     string         `json:"type"`
	Props    map[string]any `json:"props"`
	Children []any          `json:"children"`
}

func drawElement(t *rapid.T, depth int) element {
	e := element{
		Type: rapid.SampledFrom(strings.Fields(`div a p h2 li span button label time table tbody tr td svg g path circle
			text details address option select input textarea img form br pre object my-element noscript title math
			foreignObject picture hr source`)).Draw(t, "type"),
		Props: map[string]any{}, Children: []any{},
	}
	value := rapid.OneOf(
		rapid.SampledFrom([]any{
			"", "a b", "\n<x", `<&">'`, "–", "/services", "#top", "tel:+1", "javascript:alert(1)",
			" JaVaScRiPt:x", "//example.org", "x", "a function", "html", "no html", "lazy", "nothing",
			"not a number", "infinite", "style", true, false, nil, 0, 1, -1, 2.5, 1e21, 1e-7, "until-found",
		}),
		rapid.Map(rapid.String(), func(s string) any { return s }),
	)
	for range rapid.IntRange(0, 4).Draw(t, "props") {
		name := rapid.SampledFrom(append(strings.Fields(`className id href htmlFor tabIndex hidden disabled open role
			title name type value style data-state data-Odd data-1 aria-hidden aria-label ariaLabel onClick onclick on
			one ref dateTime strokeWidth cx width viewBox colSpan rowSpan start target rel popover popoverTarget
			popoverTargetAction autoFocus download suppressHydrationWarning xlinkHref fill d dir lang CLASS
			dangerouslySetInnerHTML selected checked defaultChecked defaultValue src srcSet loading alt required
			formAction placeholder inputMode focusable maxLength accept toolname rows size cols span noValidate multiple
			action method encType async default style capture muted draggable children`), "a b")).Draw(t, "name")
		e.Props[name] = value.Draw(t, name)
	}
	switch e.Type {
	case "input", "img", "br", "hr", "source", "textarea": // may have none
		return e
	}
	for range rapid.IntRange(0, 2).Draw(t, "children") {
		if depth > 0 && rapid.Bool().Draw(t, "element") {
			e.Children = append(e.Children, drawElement(t, depth-1))
		} else {
			text := rapid.SampledFrom([]string{"", "text", `<&">'`, "Dallas–Fort Worth"})
			e.Children = append(e.Children, text.Draw(t, "text"))
		}
	}
	return e
}

// Whatever Go writes instead of React has Node's bytes, and what React refuses is refused.
func TestElements(t *testing.T) {
	engine, node := newEngine(t, elements, nil), newNode(t, elements)
	rapid.Check(t, func(r *rapid.T) {
		var list []element
		for range rapid.IntRange(1, 5).Draw(r, "elements") {
			list = append(list, drawElement(r, 2))
		}
		compare(r, engine, node, "Elements", map[string]any{"elements": list})
	})
}
