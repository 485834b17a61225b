package render_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/render"
)

// nested is a tree of islands with children, in each other and beside each other.
var nested = map[string]string{
	"Box.tsx": `import { useId, type ReactNode } from "react";
export function Box({ label, times, children }: { label: string; times: number; children?: ReactNode }) {
  const shown = Array.from({ length: times }, (_, i) => <div key={i}>{children}</div>);
  return <section id={useId()}><h2>{label}</h2>{shown}</section>;
}`,
	"Note.tsx": plain["Note.tsx"],
	"Raw.tsx": `export function Raw({ raw, children }: { raw: { __html: string }; children?: React.ReactNode }) {
  return <><b dangerouslySetInnerHTML={raw} />{children}</>;
}`,
	"Nest.tsx": `import { Island } from "@haulfront/render";
export function Nest() { return <Island of={Nest} id="inner" props={{}} />; }`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import { createContext, useContext } from "react";
import { Box } from "./Box";
import { Nest } from "./Nest";
import { Note } from "./Note";
import { Raw } from "./Raw";
const Area = createContext("nowhere");
const Where = () => <em>{useContext(Area)}</em>;
function Page({ times }: { times: number }) {
  return (
    <html><body>
      <Area value="Plano">
        <Island of={Box} id="outer" props={{ label: "outer", times }} when="load">
          <Where /> &lt;
          <Island of={Box} id="middle" props={{ label: "middle", times: 1 }} when="media" media="(min-width: 1px)">
            <Island of={Note} id="note" props={{ text: "deep" }} />
          </Island>
        </Island>
        <Island of={Note} id="still" props={{ text: "still" }} when="never" className="Still" />
      </Area>
    </body></html>
  );
}
function Filed({ words }: { words: string }) {
  const file = { src: "/box.json", has: ["list", "note", "none"] }, list = { words, more: "" };
  const box = (id: string) =>
    <Island key={id} of={Box} id={id} props={{ label: id, times: 0, list, note: "x" }} file={file} />;
  return <main>{["a", "b"].map(box)}</main>;
}
function Plain() {
  return <html><body><Island of={Note} id="still" props={{ text: "still" }} when="never" /></body></html>;
}
const foreign = {
  __html: "<!--island html note--><island-mark><!--island open raw--></island-mark><!--island children-->",
};
function Foreign() {
  return (
    <main>
      <i dangerouslySetInnerHTML={foreign} />
      <Island of={Note} id="note" props={{ text: "own" }} />
      <Island of={Raw} id="raw" props={{ raw: foreign }} when="never">kept</Island>
    </main>
  );
}
const wrong: Record<string, object> = {
  id: { id: undefined }, when: { when: "soon" }, prop: { label: "x" }, props: { props: undefined }, of: { of: Where },
  as: { as: "section", label: "x" },
};
function Wrong({ kind }: { kind: string }) {
  const any = { of: Note, id: "n", props: { text: "" }, ...wrong[kind] } as any;
  if (kind in wrong) return <main><Island {...any} /></main>;
  if (kind === "media") return <Island of={Note} id="n" props={{ text: "" }} when="media" />;
  return <Island of={Nest} id="n" props={{}} />;
}
serve({ pages: { Page, Filed, Foreign, Wrong, Plain }, islands: { Box, Nest, Note, Raw } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Box: () => import("./Box"), Nest: () => import("./Nest"), Note: () => import("./Note"),
  Raw: () => import("./Raw") });`,
}

func TestIslandsInIslands(t *testing.T) {
	engine := newEngine(t, nested, nil)
	const (
		inner = `<em>Plano</em> &lt;<div data-island="Box" data-island-id="middle" data-island-when="media" ` +
			`data-island-media="(min-width: 1px)" data-island-children="">` +
			`<section id="_middleR_0_"><h2>middle</h2><div><island-children>` +
			`<div data-island="Note" data-island-id="note" data-island-when="visible"><p title="deep">deep</p></div>` +
			`<script type="application/json" data-island-props="note">{"text":"deep"}</script>` +
			`</island-children></div></section></div>` +
			`<script type="application/json" data-island-props="middle">{"label":"middle","times":1}</script>`
		start = `<!doctype html><html><head></head><body><div data-island="Box" data-island-id="outer" ` +
			`data-island-when="load" data-island-children=""><section id="_outerR_0_"><h2>`
		rest = `</div><script type="application/json" data-island-props="outer">`
		end  = `</script><div class="Still"><p title="still">still</p></div></body></html>`
	)
	page := func(times string) string {
		shown := `outer</h2><div><island-children>` + inner + `</island-children></div></section>`
		if times == "0" {
			shown = `outer</h2></section><template data-island-children>` + inner + `</template>`
		}
		return start + shown + rest + `{"label":"outer","times":` + times + `}` + end
	}
	for _, times := range []string{"1", "0"} {
		got, err := engine.Render(t.Context(), "Page", map[string]any{"times": json.Number(times)})
		if want := page(times); err != nil || string(got) != want {
			t.Errorf("the page with %s times is\n%s, %v; want\n%s", times, got, err, want)
		}
	}
	_, err := engine.Render(t.Context(), "Page", map[string]any{"times": 2})
	if !says(err, "island outer shows its children twice") {
		t.Errorf("children twice: %v", err)
	}
	// In a state of their own.
	kept, err := engine.Page(t.Context(), "Page", map[string]any{"times": 1})
	must(t, err)
	overrides := map[string]any{
		"middle": map[string]any{"label": "<b>"}, "outer": map[string]any{"times": 0},
		"still": map[string]any{"text": "moved"},
	}
	want := strings.NewReplacer("<h2>middle<", "<h2>&lt;b&gt;<", `"label":"middle"`, `"label":"\u003cb\u003e"`,
		">still<", ">moved<", `title="still"`, `title="moved"`).Replace(page("0"))
	if got, err := kept.HTML(t.Context(), overrides); err != nil || string(got) != want {
		t.Errorf("the state is\n%s, %v; want\n%s", got, err, want)
	}
	// Where nothing is hydrated, there is no script and nothing for one.
	const plain = `<!doctype html><html><head></head><body><div><p title="still">still</p></div></body></html>`
	if got, err := engine.Render(t.Context(), "Plain", nil); err != nil || string(got) != plain {
		t.Errorf("a page without live islands is %s, %v; want %s", got, err, plain)
	}
	for kind, want := range map[string]string{
		"media": "media go together",
		"nest":  "Island inner is inside of another island's component: pass it as a child",
		"id":    "Island undefined: its id is undefined: want lower-case letters",
		"when":  `Island n: when is "soon": want load, idle, visible`,
		"prop":  "Island n: it has no prop label: those of Note are in props",
		"as":    "Island n: it has no prop label: those of Note are in props",
		"props": "Island n: it has no props",
		"of":    "its component is not among the islands given to serve",
	} {
		_, err := engine.Render(t.Context(), "Wrong", map[string]string{"kind": kind})
		if !says(err, want) || !says(err, ": server.tsx:") && !says(err, ": Nest.tsx:2:") {
			t.Errorf("a page with %s: %v, want %q with its place", kind, err, want)
		}
	}
	_, err = newEngine(t, nested, serverAlone).Render(t.Context(), "Page", map[string]any{"times": 1})
	if !says(err, "Island outer: no entry for browsers calls start") {
		t.Errorf("an island without an entry for browsers: %v", err)
	}
}

// An island that the browser would not know stops the start, unless its name may come from another module.
func TestStartedIslands(t *testing.T) {
	for entry, known := range map[string]bool{
		`start({ Note: () => import("./Note") });`:                                                         false,
		`document.body.title = "a"; start({ Box, Raw: () => import("./Raw"), Note: Box, Nest: () => 1 });`: true,
		`import more from "./more"; start(more);`:                                                          true,
		`import * as more from "./more"; start({ ...more.default, Note: Box });`:                           true,
		`import "./more"; if (matchMedia("print")) start({ Box });`:                                        false,
	} {
		cfg := config(t, nested)
		source := `import { start } from "@haulfront/render/browser"; const Box = (): any => import("./Box"); ` + entry
		must(t, errors.Join(os.WriteFile(filepath.Join(cfg.Dir, "browser.ts"), []byte(source), 0o600),
			os.WriteFile(filepath.Join(cfg.Dir, "more.ts"), []byte("export default {};"), 0o600)))
		_, err := render.New(cfg)
		stops := says(err, `Raw: () => import("./Raw")`) && says(err, "server.tsx:")
		if stops == known || known && err != nil {
			t.Errorf("with the entry %s: %v, want an error: %v", entry, err, !known)
		}
	}
}

// Mistakes of the whole program are errors of New.
func TestWrongStarts(t *testing.T) {
	twice := config(t, alone(`function Page() { return <p />; }
serve({ pages: { Page } });`))
	twice.BrowserEntry = ""
	elsewhere := twice
	elsewhere.Dir = filepath.Join(twice.Dir, "none")
	for want, cfg := range map[string]render.Config{
		"server.tsx:4:7: Error: serve was called before":           twice,
		filepath.Join(elsewhere.Dir, "server.tsx") + ": no such f": elsewhere,
	} {
		if _, err := render.New(cfg); !says(err, want) {
			t.Errorf("New() = %v, want %s", err, want)
		}
	}
}

// HTML of others may have the comments of islands: it stays as it is.
func TestForeignComments(t *testing.T) {
	const foreign = `<!--island html note--><island-mark><!--island open raw--></island-mark><!--island children-->`
	const want = `<main><i>` + foreign + `</i>` +
		`<div data-island="Note" data-island-id="note" data-island-when="visible">` +
		`<p title="own">own</p></div><script type="application/json" data-island-props="note">{"text":"own"}</script>` +
		`<div><b>` + foreign + `</b><island-children>kept</island-children></div></main>`
	if got := html(t, newEngine(t, nested, nil), "Foreign", nil); got != want {
		t.Errorf("the page is\n%s, want\n%s", got, want)
	}
}

// Props that the browser has from a file are in the HTML, and not in the page, unless the page gives them another
// value.
func TestPropsInFiles(t *testing.T) {
	engine := newEngine(t, nested, nil)
	words := strings.Repeat("boxes ", 50)
	page, err := engine.Page(t.Context(), "Filed", map[string]string{"words": words})
	must(t, err)
	for want, override := range map[string]map[string]any{
		`{"label":"b","times":0}`:            nil,
		`{"label":"x","times":0}`:            {"label": "x"},
		`{"label":"b","note":"y","times":0}`: {"note": "y"},
	} {
		got, err := page.HTML(t.Context(), map[string]any{"b": override})
		if err != nil || !strings.Contains(string(got), ` data-island-props="b">`+want+"<") ||
			strings.Contains(string(got), words) || strings.Count(string(got), ` data-island-file="/box.json">`) != 2 {
			t.Errorf("with %v the page is %s, %v; want %s, the file twice and no words", override, got, err, want)
		}
	}
	if props := string(page.Slots()[1].Props); !strings.Contains(props, words) {
		t.Errorf("the props of a slot are %s, want all of them", props)
	}
}
