//go:build acceptance

package browsertest

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/render"
	builder "haulfront/render/develop"
	"haulfront/render/platform"

	"github.com/evanw/esbuild/pkg/api"
)

// libraries are the trees in the folder acceptance/libraries. Each shows that it is hydrated: after a click on the
// first button that matches, the condition holds.
var libraries = []struct{ name, click, then string }{
	{"antd", ".open", `document.querySelector(".ant-modal-title")?.textContent === "Booked"`},
	{"arktype", "button", `!document.querySelector("pre").textContent.includes("41")`},
	{"d3", "button", `document.querySelector("svg").getAttribute("width") === "600"`},
	{"date-fns", "button", `document.querySelector("time").textContent.startsWith("Monday, March 30th")`},
	{"dayjs", "button", `document.querySelector("dt").textContent.startsWith("Monday, March 9th 2026")`},
	{"dnd-kit", "button", `document.querySelector("ol").lastChild.textContent === "sofa"`},
	{"effect", "button", `document.querySelector("p").textContent.startsWith("7 ")`},
	{"emotion", "button", `getComputedStyle(document.querySelector("section")).paddingTop === "32px"`},
	{"formatjs", "button", `document.querySelector("section").lang === "fr-FR"`},
	{"formik", ".send", `document.querySelector("strong")?.textContent === "An email address, please"`},
	{"headlessui", ".open", `document.querySelector("[role=dialog]")?.textContent === "Booked"`},
	{"i18next", "button", `document.querySelector("section").lang === "pl"`},
	{"jotai", "button", `document.querySelector("p").textContent.startsWith("3 in all")`},
	{"lodash", "button", `document.querySelector("button").textContent === "box box box"`},
	{"lucide", "button", `!!document.querySelector("[aria-label=done]")`},
	{"luxon", "button", `document.querySelector("dt").textContent.startsWith("Monday, March 9, 2026")`},
	{"mantine", "[role=tab] + [role=tab]", `document.querySelector("[role=tab] + [role=tab]").ariaSelected === "true"`},
	{"markdown-to-jsx", "button", `document.querySelector("h1").textContent === "Loads & prices 1"`},
	{"motion", "button", `!!document.querySelector(".panel")`},
	{"mui", ".open", `[...document.querySelectorAll("[role=dialog]")].at(-1).textContent === "Booked"`},
	{"nivo", "button", `document.querySelector("svg").getAttribute("width") === "600"`},
	{"radix", ".open", `[...document.querySelectorAll("[role=dialog] h2")].at(-1).textContent === "Booked"`},
	{"react-aria", "[role=tab] + [role=tab]", `document.querySelector("[role=tabpanel]").textContent === "A truck"`},
	{"react-aria-dates", "button", `document.querySelector("[data-type=day]").textContent === "28"`},
	{"react-day-picker", ".next", `document.querySelector(".rdp-caption_label").textContent === "April 2026"`},
	{"react-hook-form", ".send", `document.querySelector("[role=alert]").textContent === "An email address, please"`},
	{"react-intl", "button", `document.querySelector("p").textContent === "You have 2 loads, Jo."`},
	{"react-markdown", "button", `!!document.evaluate("//em[.='1']", document).iterateNext()`},
	{"react-query", "button", `document.querySelector("p").textContent.startsWith("success here")`},
	{"react-router", "a + a", `location.pathname === "/locations/plano"`},
	{"react-select", "button", `[...document.querySelectorAll("[role=option]")].some((o) => o.textContent === "Bed")`},
	{"react-spring", "button", `!!document.querySelector(".panel")`},
	{"react-table", "th button", `document.querySelector("td").textContent === "Armchair"`},
	{"recharts", "button", `document.querySelector(".recharts-wrapper").style.width === "600px"`},
	{"redux", "button", `document.querySelector("p").textContent === "3 in all"`},
	{"shadcn", ".open", `document.querySelector("[role=dialog] h2")?.textContent === "Booked"`},
	{"styled-components", "button", `getComputedStyle(document.querySelector("section")).paddingTop === "32px"`},
	{"swr", "button", `document.querySelector("p").textContent === "here, by mutate: 1+2"`},
	{"zustand", "button", `document.querySelectorAll("li").length === 2`},
}

// libraryPage is the server's entry: a page of one tree, which is an island.
const libraryPage = `import { Island, serve } from "@haulfront/render";
import { Tree } from "./Tree";
function Page({ script, stylesheet }: { script: string; stylesheet: string }) {
  return (
    <html lang="en">
      <head>
        <title>Tree</title>
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        <link rel="icon" href="data:," />
        <script type="module" src={script} />
      </head>
      <body><Island of={Tree} id="tree" props={{}} when="load" /></body>
    </html>
  );
}
serve({ pages: { Page }, islands: { Tree } });`

// TestLibraries renders trees with well-known libraries, in production and in development. Their HTML is that of Node,
// and a browser hydrates it without a word in its console.
func TestLibraries(t *testing.T) {
	folder := filepath.Join(testkit.Root(t), "cmd/haulfront/acceptance/libraries")
	documented(t, filepath.Join(folder, "package.json"))
	for _, library := range libraries {
		t.Run(library.name, func(t *testing.T) {
			dir := t.TempDir()
			err := errors.Join(os.CopyFS(dir, os.DirFS(filepath.Join(folder, "trees"))),
				os.Symlink(filepath.Join(folder, "node_modules"), filepath.Join(dir, "node_modules")))
			for name, source := range map[string]string{
				"Tree.ts": `export { Tree } from "./` + library.name + `";`, "server.tsx": libraryPage,
				"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Tree: () => import("./Tree") });`,
			} {
				err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(source), 0o600))
			}
			testkit.Must(t, err)
			cfg := render.Config{
				Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1,
				Timeout: testkit.WaitLimit, Globals: platform.Globals(),
			}
			for name, newEngine := range map[string]func(render.Config) (*render.Engine, error){
				"production": render.New, "development": developed,
			} {
				t.Run(name, func(t *testing.T) {
					engine, err := newEngine(cfg)
					testkit.Must(t, err)
					t.Cleanup(engine.Close)
					got, err := engine.Island(t.Context(), "Tree", "tree", nil)
					testkit.Must(t, err)
					equal(t, "the HTML is", string(got), renderInNode(t, dir, name))
					b := newTab(t, 1000, 700, true)
					b.open(servePage(t, engine, ""))
					b.until(`!!document.querySelector("[data-hydrated]")`)
					b.run(`document.querySelector(` + "`" + library.click + "`" + `).click()`)
					b.until(library.then)
					b.wantNoProblems()
				})
			}
		})
	}
}

func developed(cfg render.Config) (*render.Engine, error) {
	b, err := builder.New(cfg)
	if err != nil {
		return nil, err
	}
	return b.Build()
}

// documented checks that the README of render has the versions of all packages.
func documented(t *testing.T, manifest string) {
	t.Helper()
	text, err := os.ReadFile(manifest)
	readme, readErr := os.ReadFile(filepath.Join(testkit.Root(t), "render/README.md"))
	var packages struct{ Dependencies map[string]string }
	testkit.Must(t, errors.Join(err, readErr, json.Unmarshal(text, &packages)))
	for name, version := range packages.Dependencies {
		row := regexp.MustCompile("(?m)^\\|.*`" + name + "`.*\\|.*" + regexp.QuoteMeta(version) + ".*\\|")
		check(t, strings.HasPrefix(name, "react-dom") || name == "react" || row.Match(readme),
			"render/README.md has no row of %s %s", name, version)
	}
}

// renderInNode renders the tree in dir with Node, which finds the packages itself.
func renderInNode(t *testing.T, dir, mode string) string {
	t.Helper()
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{ResolveDir: dir, Contents: `import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { Tree } from "./Tree";
process.stdout.write(renderToString(createElement(Tree), { identifierPrefix: "tree" }));`},
		Bundle: true, Write: true, Outfile: filepath.Join(dir, "node.mjs"), Packages: api.PackagesExternal,
		Format: api.FormatESModule, Platform: api.PlatformNode, JSX: api.JSXAutomatic,
		Loader: map[string]api.Loader{".css": api.LoaderEmpty},
		Define: map[string]string{"import.meta.env.SSR": "true"},
	})
	if len(result.Errors) > 0 {
		t.Fatalf("%+v", result.Errors)
	}
	node := exec.Command("node", "node.mjs")
	node.Dir, node.Env = dir, append(os.Environ(), "NODE_ENV="+mode)
	out, err := node.Output()
	testkit.Must(t, err)
	return string(out)
}
