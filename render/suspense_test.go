package render_test

import (
	"bytes"
	"cmp"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"haulfront/render"
)

// waiting has components that fail or wait for a promise, by the line of each, in pages and in an island.
var waiting = map[string]string{
	"Waits.tsx": `import { Suspense, forwardRef, lazy, memo, use } from "react";
const never = new Promise(() => {});
export const kinds: Record<string, any> = {
  Throws: () => { throw new Error("no truck"); },
  Uses: () => use(never),
  Async: async () => <b>never</b>,
  Memo: memo(() => use(never)),
  Ref: forwardRef(() => use(never)),
  Lazy: lazy(() => new Promise<any>(() => {})),
  Unnamed: lazy(() => import("./Inner").then((m: any) => ({ default: m.Outer }))),
  Default: lazy(() => import("./Inner") as any),
};
const Inner = lazy(() => import("./Inner").then((m) => ({ default: m.Inner })));
export const Late = () => <i>late <Suspense fallback="wait"><Inner /></Suspense></i>;
export function Box({ kind }: { kind: string }) {
  const Of = kinds[kind];
  return <Suspense fallback="wait"><p><Of /></p></Suspense>;
}`,
	"Inner.tsx": `export const Inner = () => <b>inner</b>;`,
	"server.tsx": `import { Suspense, lazy } from "react";
import { Island, serve } from "@haulfront/render";
import { renderToString } from "react-dom/server";
import { Box, kinds } from "./Waits";
const Late = lazy(() => import("./Waits").then((m) => ({ default: m.Late })));
const around: Record<string, (inner: any) => any> = {
  alone: (inner) => inner,
  element: (inner) => <div>{inner}</div>,
  Suspense: (inner) => <Suspense fallback="wait">{inner}</Suspense>,
  "deep in Suspense": (inner) => <div><Suspense fallback="wait"><main><>{[inner]}</></main></Suspense></div>,
};
function Page({ kind, place }: { kind: string; place: string }) {
  const Of = kinds[kind];
  return around[place]!(<Of key="1" />);
}
function Caught() {
  return <p>{renderToString(<Box kind="Throws" />).includes("wait") && "caught"}</p>;
}
const Sync = lazy(() => ({ then: (done: any) => done({ default: () => <u>sync</u> }) }) as any);
const Lazy = () => <Suspense fallback="wait"><Late /><Sync /></Suspense>;
const Boxed = ({ kind }: { kind: string }) => <Island of={Box} id="box" props={{ kind }} />;
serve({ pages: { Page, Caught, Lazy, Boxed }, islands: { Box } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Box: () => import("./Waits") });`,
}

// A page that would keep a fallback for ever is an error with the file and the name of the component. In an island, the
// browser tries again: an error is reported, and waiting is what Suspense is for.
func TestSuspense(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var uses []render.Use
	engine := newEngine(t, waiting, func(c *render.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		c.Observe = func(use render.Use) { uses = append(uses, use) }
	})
	errors := map[string]string{
		"Throws": "Error: no truck", "Unnamed": "no export Outer", "Default": "no export default",
		"Lazy": "React.lazy waits for a promise, and a render does not wait: pass data as props",
	}
	for i, kind := range []string{"Throws", "Uses", "Async", "Memo", "Ref", "Lazy", "Unnamed", "Default"} {
		message, throws := errors[kind], errors[kind] != "" && kind != "Lazy"
		message = cmp.Or(message, "waits for a promise, and a render does not wait: pass data as props")
		for _, place := range []string{"alone", "element", "Suspense", "deep in Suspense"} {
			_, err := engine.Render(t.Context(), "Page", map[string]string{"kind": kind, "place": place})
			failed, _ := err.(*render.Error)
			if failed == nil || failed.File != "Waits.tsx" || failed.Line != 4+i ||
				!strings.HasSuffix(err.Error(), message) ||
				len(failed.Components) != 2 || failed.Components[1] != "Page" {
				t.Errorf("%s, %s: %v, %+v; want an error in line %d of Waits.tsx", kind, place, err, failed, 4+i)
			}
		}
		page, err := engine.Page(t.Context(), "Boxed", map[string]string{"kind": kind})
		must(t, err)
		got, err := page.HTML(t.Context(), nil)
		reported := uses[len(uses)-1].Err != nil
		if !strings.Contains(string(got), "wait<!--/$-->") || err != nil || reported != throws {
			t.Errorf("an island with %s: %s, %v, reported: %v", kind, got, err, uses[len(uses)-1].Err)
		}
	}
	if got := log.String(); strings.Count(got, "level=ERROR") != 3 || !strings.Contains(got, "Waits.tsx:4") {
		t.Errorf("the log is %s, want the errors of the islands alone", got)
	}
	if got := html(t, engine, "Caught", nil); got != "<p>caught</p>" {
		t.Errorf("the page that renders a fallback itself is %s", got)
	}
	if !slices.ContainsFunc(uses, func(use render.Use) bool { return use.Name == "Caught" && use.Err == nil }) {
		t.Error("Observe has an error that a component has caught")
	}
}

// A lazy component is in the first render.
func TestLazy(t *testing.T) {
	const want = "<!--$--><i>late <!--$--><b>inner</b><!--/$--></i><u>sync</u><!--/$-->"
	if got := html(t, newEngine(t, waiting, nil), "Lazy", nil); got != want {
		t.Errorf("the first page is %s, want %s", got, want)
	}
}
