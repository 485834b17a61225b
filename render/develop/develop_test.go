package develop_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/render"
	"haulfront/render/develop"
)

// developed is a page with an island that has a stylesheet.
var developed = map[string]string{
	"Note.css": ".Note { color: red; }",
	"Note.tsx": `import "./Note.css";
function Text({ text }: { text: string }) { return <>{text}</>; }
export function Note({ text }: { text: string }) { return <p title={text}><Text text={text} /></p>; }`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import { Note } from "./Note";
function Page() { return <main><Island of={Note} id="note" props={{ text: "a" }} /></main>; }
serve({ pages: { Page }, islands: { Note } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Note: () => import("./Note") });`,
}

// config writes files to a folder with the checkout's packages.
func config(t *testing.T, files map[string]string) render.Config {
	t.Helper()
	dir := t.TempDir()
	var err error
	for name, source := range files {
		path := filepath.Join(dir, name)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(source), 0o600))
	}
	err = errors.Join(err, os.MkdirAll(filepath.Join(dir, "node_modules"), 0o755))
	for _, name := range []string{"clsx", "react", "react-dom", "react-refresh"} {
		target, absErr := filepath.Abs("../../node_modules/" + name)
		err = errors.Join(err, absErr, os.Symlink(target, filepath.Join(dir, "node_modules", name)))
	}
	must(t, err)
	return render.Config{
		Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1,
	}
}

func newBuilder(t *testing.T, cfg render.Config) *develop.Builder {
	t.Helper()
	b, err := develop.New(cfg)
	must(t, err)
	t.Cleanup(b.Close)
	return b
}

func build(t *testing.T, b *develop.Builder) *render.Engine {
	t.Helper()
	engine, err := b.Build()
	must(t, err)
	return engine
}

func html(t *testing.T, e *render.Engine) string {
	t.Helper()
	out, err := e.Render(t.Context(), "Page", nil)
	must(t, err)
	return string(out)
}

// The engine follows the sources: it renders what a production engine of the same sources renders.
func TestRebuild(t *testing.T) {
	cfg := config(t, developed)
	edit := func(name, old, replacement string) {
		t.Helper()
		path := filepath.Join(cfg.Dir, name)
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatalf("%s has no %q: %v", name, old, err)
		}
		must(t, os.WriteFile(path, []byte(strings.Replace(string(data), old, replacement, 1)), 0o600))
	}
	b := newBuilder(t, cfg)
	first := build(t, b)
	before := html(t, first)
	if same := build(t, b); same.Version() != first.Version() || same.Script() != first.Script() {
		t.Error("a build of the same sources is another one")
	}

	edit("Note.css", "red", "blue")
	styled := build(t, b)
	sameScripts := styled.Version() == first.Version() && styled.Script() == first.Script()
	if !sameScripts || styled.Stylesheet() == first.Stylesheet() {
		t.Error("a changed style did not change the stylesheet alone")
	}
	if got := html(t, styled); got != before {
		t.Errorf("with another style the page is %s, want %s", got, before)
	}

	edit("Note.tsx", "<p title={text}>", "<p>")
	changed := build(t, b)
	production, err := render.New(cfg)
	must(t, err)
	if got, want := html(t, changed), html(t, production); got != want || got == before {
		t.Errorf("after a change the page is %s, want what a production engine renders: %s", got, want)
	}
	if changed.Script() == styled.Script() {
		t.Error("an island changed and the browser's script did not")
	}
	if got := html(t, first); got != before {
		t.Errorf("the former engine renders %s, want %s", got, before)
	}

	edit("Note.tsx", "</p>", "")
	var failed *render.BuildError
	_, err = b.Build()
	if !errors.As(err, &failed) || !strings.HasPrefix(failed.Messages[0].String(), "Note.tsx:3:") {
		t.Fatalf("broken sources: %v, want an error in line 3 of Note.tsx", err)
	}
	edit("Note.tsx", "<p>", "")
	mended := build(t, b)
	if got := html(t, mended); got == before || !strings.Contains(got, ">a</div>") {
		t.Errorf("after the mistake is mended the page is %s", got)
	}
	b.Close()
	if _, err := b.Build(); !errors.Is(err, render.ErrClosed) {
		t.Errorf("Build() after Close = %v, want ErrClosed", err)
	}
	if _, err := mended.Render(t.Context(), "Page", nil); !errors.Is(err, render.ErrClosed) {
		t.Errorf("Render() after Close = %v, want ErrClosed", err)
	}
}

// kinds has every kind of import.
var kinds = map[string]string{
	"Note.tsx": `export function Note({ text }: { text: string }) { return <p title={text}>{text}</p>; }`,
	"kinds.ts": `import clsx from "clsx";
import icons, { Box } from "icons";
import { load } from "styled";
const loud = require("pure").pure;
import data from "./data.json";
import "./kinds.css";
import picture from "./picture.svg";
export { Mark as default } from "./Mark";
export * from "./words";
export type Kind = string;
export { picture };
const marks = ["one", "two", "more"].flatMap((name) => {
  try {
    return require(` + "`./marks/${name}.ts`" + `).mark;
  } catch {
    return [];
  }
});
export const kinds = (): Kind => clsx(data.name, marks, icons, Box(), typeof load, loud.concat("!"));`,
	"package.json":                    `{ "type": "module" }`,
	"node_modules/icons/package.json": `{ "module": "index.js", "sideEffects": false }`,
	"node_modules/icons/index.js": `export { Box } from "./box.js";
export { Chart } from "./chart.js";
export default "icons";`,
	"node_modules/icons/box.js":        `export const Box = () => process.env.NODE_ENV && "box";`,
	"node_modules/icons/chart.js":      `export const Chart = document.title;`,
	"node_modules/pure/package.json":   `{ "sideEffects": false }`,
	"node_modules/pure/index.js":       `export const pure = "pure";`,
	"node_modules/styled/package.json": `{ "main": "index.js" }`,
	"node_modules/styled/index.js": `require("./styled.css");
exports.load = (name) => import(name);
exports.own = () => import("./own.js");`,
	"node_modules/styled/own.js":     `export const own = "own";`,
	"node_modules/styled/styled.css": `.styled { color: red }`,
	"words.ts": `import { kinds } from "./kinds";
export const word = "word";
export const later = () => kinds();`,
	"marks/one.ts": `export const mark = "one";`,
	"marks/two.ts": `export const mark = "two";`,
	"Mark.tsx": `import type { Kind } from "./kinds";
export function Mark({ kind }: { kind: Kind }) { return <mark>{kind}</mark>; }`,
	"data.json":   `{ "name": "wide" }`,
	"kinds.css":   `.wide { width: 9px }`,
	"picture.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import Mark, { kinds, later, picture, word } from "./kinds";
import { Note } from "./Note";
function Page() {
  const note = <Island of={Note} id="note" props={{ text: "a" }} />;
  return <html><body><Mark kind={kinds()} /><img src={picture} /><p>{word} {later()}</p>{note}</body></html>;
}
serve({ pages: { Page }, islands: { Note } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Note: () => import("./Note") });`,
}

// Modules that are compiled by themselves make the pages of a bundle, and have its errors.
func TestModulesAreABundle(t *testing.T) {
	cfg := config(t, kinds)
	b := newBuilder(t, cfg)
	first := build(t, b)
	before := html(t, first)
	for _, asset := range first.Assets() {
		css := string(asset.Body)
		if asset.Path == first.Stylesheet() && !strings.HasPrefix(css, ".styled{color:red}\n") {
			t.Errorf("the stylesheet is %s, want that of the package first", css)
		}
	}
	for _, change := range []struct{ file, old, replacement string }{
		{"data.json", "wide", "narrow"},
		{"picture.svg", "/>", "></svg>"},
		{"words.ts", `"word"`, `"other"`},
		{"Mark.tsx", "<mark>", "<mark title={kind}>"},
		{"Note.tsx", "function Note", "function Other"},
		{"data.json", "{", "["},
		{"kinds.ts", "kinds.css", "kinds.module.css"},
		{"kinds.ts", "./Mark", "./Park"},
		{"server.tsx", "word }", "word, }} "},
		{"Mark.tsx", "", ""},            // without it
		{"marks/more.ts", "new", "new"}, // with a file that a pattern matches
	} {
		path := filepath.Join(cfg.Dir, change.file)
		source, known := kinds[change.file]
		text := strings.Replace(source, change.old, change.replacement, 1)
		if !known {
			text = `export const mark = "more";`
		}
		err := os.WriteFile(path, []byte(text), 0o600)
		if change.old == "" {
			err = os.Remove(path)
		}
		must(t, err)
		next, failed := b.Build()
		production, want := render.New(cfg)
		switch {
		case fmt.Sprint(failed) != fmt.Sprint(want):
			t.Errorf("%s with %s: %v, want what a bundle says: %v", change.file, change.replacement, failed, want)
		case want == nil:
			got, want := html(t, next), html(t, production)
			if got != want || got == before {
				t.Errorf("%s with %s makes %s, want as in a bundle: %s", change.file, change.replacement, got, want)
			}
		}
		if known {
			err = os.WriteFile(path, []byte(source), 0o600)
		} else {
			err = os.Remove(path)
		}
		must(t, err)
		if got := html(t, build(t, b)); got != before {
			t.Errorf("%s, mended, makes %s, want %s", change.file, got, before)
		}
	}
}

// An error in a package names the file of the package.
func TestErrorInPackage(t *testing.T) {
	files := maps.Clone(developed)
	files["node_modules/truck/index.js"] = "\nexports.load = () => { throw new Error('no truck'); };"
	files["node_modules/truck/start.js"] = "\nthrow new Error('no truck');"
	files["node_modules/truck/package.json"] = "{}"
	for source, file := range map[string]string{
		`import { load } from "truck"; export const Note = load();`: "index.js",
		`import "truck/start"; export const Note = () => null;`:     "start.js",
	} {
		files["Note.tsx"] = source
		_, err := newBuilder(t, config(t, files)).Build()
		var failed *render.Error
		if !errors.As(err, &failed) || !strings.Contains(failed.Stack, "node_modules/truck/"+file+":2:") {
			t.Errorf("Build() with %s = %v, want an error in line 2 of %s", source, err, file)
		}
	}
}
