package render_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render"
	"haulfront/render/esbuild"
)

// packages is a page that shows which files of packages are in the server program.
var packages = map[string]string{
	"node_modules/conditions/package.json": `{ "exports": { "browser": "./browser.js", "worker": "./worker.js",
		"default": "./default.js" } }`,
	"node_modules/conditions/browser.js": `export default document.title;`,
	"node_modules/conditions/worker.js":  `export default "worker";`,
	"node_modules/conditions/default.js": `export default "default";`,
	"node_modules/dual/package.json":     `{ "exports": { "import": "./import.mjs", "require": "./require.cjs" } }`,
	"node_modules/dual/import.mjs":       `export default "import";`,
	"node_modules/dual/require.cjs":      `module.exports = "require";`,
	"node_modules/fields/package.json": `{ "browser": "browser.js", "module": "module.js", "main": "main.js",
		"sideEffects": false }`,
	"node_modules/fields/browser.js":     `export const field = document.title;`,
	"node_modules/fields/module.js":      `export const field = "module"; export { broken } from "./broken";`,
	"node_modules/fields/broken.js":      `export const broken = document.title;`,
	"node_modules/fields/main.js":        `exports.field = "main";`,
	"node_modules/commonjs/package.json": `{ "browser": { "./index.js": "./browser.js" } }`,
	"node_modules/commonjs/browser.js":   `module.exports = () => document.title;`,
	"node_modules/commonjs/index.js": `const fs = require("fs"), { join } = require("node:path");
module.exports = () => "CommonJS, " + require("dual");
module.exports.read = () => fs.readFileSync("a");`,
	"Note.tsx": `import conditions from "conditions";
export function Note() { return <p>{conditions}</p>; }`,
	"browser.ts": plain["browser.ts"],
	"Late.tsx":   `export default function Late() { return <b>late</b>; }`,
	"server.tsx": `import { Suspense, lazy } from "react";
import { serve } from "@haulfront/render";
import conditions from "conditions";
import dual from "dual";
import { field } from "fields";
import commonjs from "commonjs";
import { Note } from "./Note";
const Late = lazy(() => import("./Late"));
const Other = lazy((name = "./Other") => import(name));
const suspended = (Component: any) => <Suspense fallback="wait"><Component /></Suspense>;
const pages = {
  Files: () => <p>{[conditions, dual, field, commonjs()].join(", ")}</p>,
  Late: () => suspended(Late),
  Other: () => suspended(Other),
  Alone: () => <Late />,
  Read: () => (commonjs as any).read(),
};
serve({ pages, islands: { Note } });`,
}

// Of packages, the server program has the files that need no DOM, unless Config.Options changes that.
func TestPackages(t *testing.T) {
	files := maps.Clone(packages)
	for name, source := range files { // a browser's build that renders
		files[name] = strings.ReplaceAll(source, "document.title", `"browser"`)
	}
	for _, test := range []struct {
		name, want string
		files      map[string]string
		options    render.BundlerOptions
	}{
		{"default", "worker, import, module, CommonJS, require", packages, nil},
		{"another condition", "default, import, module, CommonJS, require", packages,
			esbuild.Options(func(_ render.Target, o *api.BuildOptions) { o.Conditions = []string{"other"} })},
		{"another main field", "worker, import, main, CommonJS, require", packages,
			esbuild.Options(func(_ render.Target, o *api.BuildOptions) { o.MainFields = []string{"main"} })},
		{"the browser's files", "browser, import, browser, browser", files,
			esbuild.Options(func(_ render.Target, o *api.BuildOptions) {
				o.Platform, o.Conditions, o.MainFields = api.PlatformBrowser, nil, nil
			})},
	} {
		t.Run(test.name, func(t *testing.T) {
			engine := newEngine(t, test.files, func(c *render.Config) { serverAlone(c); c.Options = test.options })
			if got := html(t, engine, "Files", nil); got != "<p>"+test.want+"</p>" {
				t.Errorf("the page is %s, want %s", got, test.want)
			}
		})
	}
}

// Packed sources have the file of a package that a target needs.
func TestPackedPackages(t *testing.T) {
	_, memory := packed(t, config(t, packages))
	engine, err := render.New(memory)
	if err != nil {
		t.Fatal(err)
	}
	if got := html(t, engine, "Files", nil); !strings.Contains(got, "worker, import, module") {
		t.Errorf("the page is %s", got)
	}
}

// Lazy components are loaded before the first render. A module that the bundler did not find is missing only where it
// is imported.
func TestDynamicImports(t *testing.T) {
	engine := newEngine(t, packages, serverAlone)
	for page, want := range map[string]string{"Alone": "<b>late</b>", "Late": "<!--$--><b>late</b><!--/$-->"} {
		if got := html(t, engine, page, nil); got != want {
			t.Errorf("the page %s is %s, want %s", page, got, want)
		}
	}
	_, err := engine.Render(t.Context(), "Other", nil)
	if !says(err, `Cannot find module "./Other"`) {
		t.Errorf("a module that is not there: %v, want an error that names it", err)
	}
	_, err = engine.Render(t.Context(), "Read", nil)
	if !says(err, "server.tsx:16") || !says(err, "no readFileSync of Node's module fs") {
		t.Errorf("a call of Node's fs: %v, want an error at the call", err)
	}
}
