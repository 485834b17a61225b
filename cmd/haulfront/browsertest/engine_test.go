package browsertest

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/render"
)

// strategies is a tree of one page, with an island for each strategy, and islands with children.
var strategies = map[string]string{
	"Count.tsx": `import { useState } from "react";
export function Count({ label }: { label: string }) {
  const [n, setN] = useState(0);
  return <button onClick={() => setN(n + 1)}>{label} {n}</button>;
}`,
	"Fold.tsx": `import { useState, type ReactNode } from "react";
export function Fold({ open, children }: { open: boolean; children?: ReactNode }) {
  const [shown, setShown] = useState(open);
  return (
    <section>
      <button className="Toggle" onClick={() => setShown(!shown)}>toggle</button>
      {shown && <div className="Inside">{children}</div>}
    </section>
  );
}`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import "./Page.css";
import { Count } from "./Count";
import { Fold } from "./Fold";
function Page({ script, stylesheet }: { script: string; stylesheet: string }) {
  const fold = (id: string, open: boolean) => (
    <Island of={Fold} id={id} props={{ open }} when="load">
      <p className="Static">static</p>
      <Island of={Count} id={id + "-inner"} props={{ label: id }} when="load" />
    </Island>
  );
  return (
    <html lang="en">
      <head>
        <title>Strategies</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="data:," />
        <style>{".never { color: teal }\r\n.never > b { top: 0 }"}</style>
        <script>{"document.inline = 'runs'"}</script>
        <script type="module" src={script} />
      </head>
      <body>
        {(["load", "idle", "interaction", "never"] as const).map((when) => (
          <Island key={when} of={Count} id={when} props={{ label: when }} when={when} className={when} />
        ))}
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

// serveTree serves a tree with an engine of its own, and returns the page's URL.
func serveTree(t *testing.T, tree map[string]string, development bool) string {
	t.Helper()
	dir := t.TempDir()
	err := os.Symlink(filepath.Join(testkit.Root(t), "node_modules"), filepath.Join(dir, "node_modules"))
	for name, source := range tree {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(source), 0o600))
	}
	testkit.Must(t, err)
	engine, err := render.New(render.Config{
		Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1,
		Development: development, Timeout: testkit.WaitLimit,
	})
	testkit.Must(t, err)
	t.Cleanup(engine.Close)
	return servePage(t, engine, "default-src 'self'; img-src data:")
}

// servePage serves an engine's Page with a Content-Security-Policy, and returns its URL.
func servePage(t *testing.T, engine *render.Engine, policy string) string {
	t.Helper()
	html, err := engine.Render(t.Context(), "Page", map[string]any{
		"script": engine.Script(), "stylesheet": engine.Stylesheet(),
	})
	testkit.Must(t, err)
	if policy != "" {
		for _, element := range []string{"style", "script"} {
			policy += "; " + element + "-src 'self' " + strings.Join(render.PolicyHashes(html, element), " ")
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/assets/", engine.Handler())
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_, _ = w.Write(html)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func TestIslands(t *testing.T) {
	t.Parallel()
	for name, development := range map[string]bool{"production": false, "development": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := serveTree(t, strategies, development)
			t.Run("strategies", func(t *testing.T) { strategiesHydrate(t, url) })
			t.Run("children", func(t *testing.T) { childrenStayAlive(t, url) })
		})
	}
}

// Each island is hydrated when its strategy says, without a warning from React.
func strategiesHydrate(t *testing.T, url string) {
	// The headless shell reports a pointer in the corner of the first page, which is an interaction.
	b := newTabIn(t, chromium, 1000, 700, true)
	b.open(url)
	untilHydrated := func(ids string) {
		t.Helper()
		b.until(`[...document.querySelectorAll("[data-hydrated]")]
			.map((island) => island.dataset.islandId).sort().join(" ") === %s`, ids)
	}
	untilHydrated("closed idle load open open-inner")
	inline := `getComputedStyle(document.querySelector(".never")).color + document.inline`
	equal(t, "what the policy allows by hashes is", eval[string](b, inline), "rgb(0, 128, 128)runs")
	const never = `<div class="never"><button>never<!-- --> <!-- -->0</button></div>`
	html := eval[string](b, `document.querySelector(".never").outerHTML`)
	equal(t, "an island that is never hydrated is", html, never)
	b.resize(400, 700)
	untilHydrated("closed idle load narrow open open-inner")
	b.resize(1000, 700)
	b.run(`dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }))`)
	untilHydrated("closed idle interaction load narrow open open-inner")
	b.run(`scrollTo(0, 5000)`)
	untilHydrated("closed idle interaction load narrow open open-inner visible")
	b.wantNoProblems()
}

// An island's children keep their state wherever and whenever the island shows them.
func childrenStayAlive(t *testing.T, url string) {
	b := newTab(t, 1000, 700, true)
	b.open(url)
	b.until(`document.querySelectorAll("[data-hydrated]").length >= 5`)
	for _, id := range []string{"open", "closed"} {
		within := func(selector string) string {
			return `document.querySelector('[data-island-id="` + id + `"] ` + selector + `')`
		}
		inner := within("[data-island-id=" + id + "-inner][data-hydrated] button")
		toggle := func() { b.run(within(".Toggle") + ".click()") }
		count := func(n int) {
			b.run(inner + ".click()")
			b.until(inner+`.textContent === %s`, fmt.Sprint(id, " ", n))
		}
		if id == "closed" {
			check(t, !eval[bool](b, "!!"+within(".Static")), "a closed island shows its children")
			toggle()
		}
		b.until(within(".Inside .Static") + "?.textContent === 'static'")
		b.until(inner)
		count(1)
		toggle()
		b.until("!" + within(".Inside"))
		toggle()
		b.until(inner + "?.textContent === '" + id + " 1'")
		count(2)
		got := eval[string](b, `getComputedStyle(`+within("island-children")+`).display`)
		check(t, got == "contents", "the element around the children is displayed as %s", got)
	}
	b.wantNoProblems()
}

// broken is a tree with a form that throws in hydration, an effect, a later render or its submit handler.
var broken = map[string]string{
	"Form.tsx": `import { useEffect, useState } from "react";
export function Form({ throws }: { throws: string }) {
  const [typed, setTyped] = useState(false);
  const throwAt = (moment: string) => {
    if (moment === throws) throw new Error("broken at " + moment);
  };
  if (typeof document === "object") throwAt("hydration");
  if (typed) throwAt("render");
  useEffect(() => throwAt("effect"), []);
  return (
    <form onInput={() => setTyped(true)} onSubmit={(event) => (event.preventDefault(), throwAt("submit"))}>
      <input name="name" />
      <textarea name="note" />
      <button>Send</button>
    </form>
  );
}`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import { Form } from "./Form";
const Page = ({ script }: { script: string }) => (
  <html lang="en">
    <head>
      <title>Broken</title>
      <link rel="icon" href="data:," />
      <script type="module" src={script} />
    </head>
    <body>
      {["hydration", "effect", "render", "submit"].map((throws) => (
        <Island key={throws} of={Form} id={throws} props={{ throws }} when="interaction" className={throws} />
      ))}
    </body>
  </html>
);
serve({ pages: { Page }, islands: { Form } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Form: () => import("./Form") });`,
}

// An island that throws is the server's HTML again, with what was typed, and posts natively. So does a form whose
// handler throws.
func TestBrokenIslands(t *testing.T) {
	t.Parallel()
	url := serveTree(t, broken, false)
	for _, throws := range []string{"hydration", "effect", "render", "submit"} {
		t.Run(throws, func(t *testing.T) {
			t.Parallel()
			b := newTabIn(t, chromium, 1000, 700, true)
			b.open(url)
			form := "." + throws
			b.run(`document.querySelector(%s).value = "Ann"`, form+" input") // as the browser restores it
			b.focus(form + " textarea")
			b.until(`document.querySelector(%s).matches("[data-hydrated], [data-island-native]")`, form)
			b.typeIn(form+" textarea", "Gate 12")
			if throws != "submit" {
				b.until(`document.querySelector(%s).matches("[data-island-native]:not([data-hydrated])")`, form)
			}
			b.click(form + " button")
			b.until(`location.search === "?name=Ann&note=Gate+12"`)
		})
	}
}
