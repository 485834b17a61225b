package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/render"
	rebuild "haulfront/render/develop"

	"github.com/chromedp/chromedp"
)

// strategies is a tree of one page, with an island for each strategy, and islands with children.
var strategies = map[string]string{
	"Count.tsx": `import { useState } from "react";
export function Count({ label }: { label: string }) {
  const [n, setN] = useState(0);
  return <button onClick={() => setN(n + 1)}>{label} {n}</button>;
}`,
	"Fold.tsx": `import { useState, type ReactNode } from "react";
export function Fold({ open, children }: { open: boolean; words: string[]; children?: ReactNode }) {
  const [shown, setShown] = useState(open);
  return <section><button className="Toggle" onClick={() => setShown(!shown)}>toggle</button>{shown && <div className="Inside">{children}</div>}</section>;
}`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import "./Page.css";
import { Count } from "./Count";
import { Fold } from "./Fold";
function Page({ script, stylesheet, words }: { script: string; stylesheet: string; words: string[] }) {
  const fold = (id: string, open: boolean) => (
    <Island of={Fold} id={id} props={{ open, words }} when="load">
      <p className="Static">static</p>
      <Island of={Count} id={id + "-inner"} props={{ label: id }} when="load" />
    </Island>
  );
  return (
    <html lang="en">
      <head><title>Strategies</title><link rel="stylesheet" href={stylesheet} /><link rel="icon" href="data:," /><script type="module" src={script} /></head>
      <body>
        {(["load", "idle", "interaction", "never"] as const).map((when) => <Island key={when} of={Count} id={when} props={{ label: when }} when={when} className={when} />)}
        <Island of={Count} id="narrow" props={{ label: "narrow" }} when="media" media="(max-width: 500px)" />
        {fold("open", true)}
        {fold("closed", false)}
        <div className="Tall" />
        <Island of={Count} id="visible" props={{ label: "visible" }} />
      </body>
    </html>
  );
}
serve({ pages: { Page }, islands: { Count, Fold } });`,
	"Page.css": ".Tall { height: 5000px; }",
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Count: () => import("./Count"), Fold: () => import("./Fold") });`,
}

// serveStrategies serves strategies with an engine of their own.
func serveStrategies(t *testing.T, development bool) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(testkit.Root(t), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	for name, source := range strategies {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg := render.Config{
		Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1,
		Timeout: testkit.WaitLimit,
	}
	newEngine := render.New
	if development {
		newEngine = func(cfg render.Config) (*render.Engine, error) {
			b, err := rebuild.New(cfg)
			if err != nil {
				return nil, err
			}
			return b.Build()
		}
	}
	engine, err := newEngine(cfg)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"a list that is long enough to be sent once for all of the islands", "and that nobody shows, so that it stands in the page where it was sent and nowhere else"}
	page, err := engine.Render(t.Context(), "Page", map[string]any{"script": engine.Script(), "stylesheet": engine.Stylesheet(), "words": words})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/assets/", engine.Handler())
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:")
		_, _ = w.Write(page)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	t.Cleanup(engine.Close)
	return server.URL + "/"
}

// Each island is hydrated when its strategy says, without a word from React's checks.
func TestStrategies(t *testing.T) {
	t.Parallel()
	for name, development := range map[string]bool{"production": false, "development": true} {
		t.Run(name, func(t *testing.T) {
			// The shell tells the first page that is opened of a pointer in its corner, which is an interaction.
			b := newTabIn(t, chromium, 1000, 700, true)
			b.open(serveStrategies(t, development))
			hydrated := `[...document.querySelectorAll("[data-hydrated]")].map((island) => island.dataset.islandId).sort().join(" ")`
			b.until(hydrated + ` === "closed idle load open open-inner"`)
			if got := eval[string](b, `document.querySelector(".never").outerHTML`); got != `<div class="never"><button>never<!-- --> <!-- -->0</button></div>` {
				t.Errorf("an island that is never hydrated is %s", got)
			}
			b.do(chromedp.EmulateViewport(400, 700))
			b.until(hydrated + ` === "closed idle load narrow open open-inner"`)
			b.do(chromedp.EmulateViewport(1000, 700))
			eval[bool](b, `(dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" })), true)`)
			b.until(hydrated + ` === "closed idle interaction load narrow open open-inner"`)
			eval[bool](b, `(scrollTo(0, 5000), true)`)
			b.until(hydrated + ` === "closed idle interaction load narrow open open-inner visible"`)
			b.wantNoProblems()
		})
	}
}

// What is handed to an island is there and alive wherever and whenever the island shows it.
func TestIslandChildren(t *testing.T) {
	t.Parallel()
	for name, development := range map[string]bool{"production": false, "development": true} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t, 1000, 700, true)
			b.open(serveStrategies(t, development))
			b.until(`document.querySelectorAll("[data-hydrated]").length >= 5`)
			for _, id := range []string{"open", "closed"} {
				within := func(selector string) string {
					return `document.querySelector('[data-island-id="` + id + `"] ` + selector + `')`
				}
				toggle := func() { eval[bool](b, "("+within(".Toggle")+".click(), true)") }
				if id == "closed" {
					if eval[bool](b, "Boolean("+within(".Static")+")") {
						t.Error("what a closed island was given is shown")
					}
					toggle()
				}
				b.until(within(".Inside .Static") + "?.textContent === 'static'")
				inner := within("[data-island-id=" + id + "-inner][data-hydrated] button")
				b.until("Boolean(" + inner + ")")
				eval[bool](b, "("+inner+".click(), true)")
				b.until(inner + ".textContent === '" + id + " 1'")
				// It is put away and comes back as it was.
				toggle()
				b.until("!" + within(".Inside"))
				toggle()
				b.until(inner + "?.textContent === '" + id + " 1'")
				eval[bool](b, "("+inner+".click(), true)")
				b.until(inner + ".textContent === '" + id + " 2'")
				if got := eval[string](b, `getComputedStyle(`+within("island-children")+`).display`); got != "contents" {
					t.Errorf("what is around the children is displayed as %s", got)
				}
			}
			if n := eval[int](b, `document.documentElement.outerHTML.split("long enough to be sent once").length - 1`); n != 1 {
				t.Errorf("shared props are %d times in the page, want once", n)
			}
			b.wantNoProblems()
		})
	}
}
