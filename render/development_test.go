package render_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"haulfront/render"
)

// developed is plain with a stylesheet and a component around the note.
var developed = func() map[string]string {
	files := maps.Clone(plain)
	files["Note.css"] = ".Note { color: red; }"
	files["Note.tsx"] = `import "./Note.css";
function Text({ text }: { text: string }) {
  if (text === "throw") throw new Error("no note");
  return <>{text}</>;
}
export function Note({ text }: { text: string }) { return <p title={text}><Text text={text} /></p>; }`
	return files
}()

// In development an engine follows the sources: it renders what a production engine of the same sources renders.
func TestRebuild(t *testing.T) {
	dir := tree(t, developed)
	cfg := render.Config{Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1}
	edit := func(name, old, replacement string) {
		t.Helper()
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatalf("%s has no %q: %v", name, old, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, replacement, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rebuilt := func(e *render.Engine) *render.Engine {
		t.Helper()
		next, err := e.Rebuild()
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	development := cfg
	development.Development = true
	first, err := render.New(development)
	if err != nil {
		t.Fatal(err)
	}
	before := html(t, first, "Deed", deed("", "a"))

	edit("Note.css", "red", "blue")
	styled := rebuilt(first)
	if styled.Version() != first.Version() || styled.Script() != first.Script() || styled.Stylesheet() == first.Stylesheet() {
		t.Error("a changed style did not change the stylesheet alone")
	}
	if got := html(t, styled, "Deed", deed("", "a")); got != before {
		t.Errorf("with another style the page is %s, want %s", got, before)
	}

	edit("Note.tsx", "<p title={text}>", "<p>")
	changed := rebuilt(styled)
	production, err := render.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := html(t, changed, "Deed", deed("", "a")), html(t, production, "Deed", deed("", "a")); got != want || got == before {
		t.Errorf("after a change the page is %s, want what a production engine renders: %s", got, want)
	}
	if changed.Script() == styled.Script() {
		t.Error("an island changed and the browser's script did not")
	}
	if got := html(t, first, "Deed", deed("", "a")); got != before {
		t.Errorf("the former engine renders %s, want %s", got, before)
	}

	edit("Note.tsx", "</p>", "")
	var failed *render.BuildError
	if _, err := changed.Rebuild(); !errors.As(err, &failed) || failed.Messages[0].File != "Note.tsx" || failed.Messages[0].Line != 6 {
		t.Fatalf("broken sources: %v, want an error in line 6 of Note.tsx", err)
	}
	edit("Note.tsx", "<p>", "")
	mended := rebuilt(changed)
	if got := html(t, mended, "Deed", deed("", "a")); got == before || !strings.Contains(got, ">a</div>") {
		t.Errorf("after the mistake is mended the page is %s", got)
	}
	if _, err := production.Rebuild(); err == nil {
		t.Error("an engine for production was rebuilt")
	}
}

// An error knows the components around the one that threw, innermost first.
func TestErrorComponents(t *testing.T) {
	engine := newEngine(t, developed, nil)
	_, err := engine.Page(t.Context(), "Deed", deed("", "throw"))
	var e *render.Error
	if !errors.As(err, &e) || e.File != "Note.tsx" || e.Line != 3 || !slices.Equal(e.Components, []string{"Text", "Note"}) {
		t.Errorf("the error is %v in the components %v, want one in Text and Note", err, e.Components)
	}
}

// A file that changes while it is bundled is bundled again, however soon after that it stays as it is.
func TestRebuildDuringChanges(t *testing.T) {
	dir := tree(t, developed)
	style := filepath.Join(dir, "Note.css")
	e, err := render.New(render.Config{
		Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1, Development: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		writing := make(chan error, 1)
		want := fmt.Sprintf("%dpx", i+1)
		go func() { writing <- os.WriteFile(style, []byte(".Note { width: "+want+" }"), 0o600) }()
		// The first may come before, in the midst of or after the change; the second after it.
		for range 2 {
			var next *render.Engine
			if next, err = e.Rebuild(); err == nil {
				e = next
			}
			if writing != nil {
				if err := <-writing; err != nil {
					t.Fatal(err)
				}
				writing = nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, asset := range e.Assets() {
			if asset.Path == e.Stylesheet() && !strings.Contains(string(asset.Body), want) {
				t.Fatalf("change %d is not in the stylesheet: %s", i+1, asset.Body)
			}
		}
	}
}

// kinds has every kind of import.
var kinds = map[string]string{
	"Note.tsx": plain["Note.tsx"],
	"kinds.ts": `import clsx from "clsx";
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
export const kinds = (): Kind => clsx(data.name, marks);`,
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
  return <html><body><Mark kind={kinds()} /><img src={picture} /><p>{word} {later()}</p><Island of={Note} id="note" props={{ text: "a" }} /></body></html>;
}
serve({ pages: { Page }, islands: { Note } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Note: () => import("./Note") });`,
}

// Modules that are compiled by themselves make the pages of a bundle, and have its errors.
func TestModulesAreABundle(t *testing.T) {
	dir := tree(t, kinds)
	cfg := render.Config{Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1}
	development := cfg
	development.Development = true
	engine, err := render.New(development)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	before := html(t, engine, "Page", nil)
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
		path := filepath.Join(dir, change.file)
		source, known := kinds[change.file]
		switch {
		case change.old == "":
			err = os.Remove(path)
		case !known:
			err = os.WriteFile(path, []byte(`export const mark = "more";`), 0o600)
		default:
			err = os.WriteFile(path, []byte(strings.Replace(source, change.old, change.replacement, 1)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		next, failed := engine.Rebuild()
		production, want := render.New(cfg)
		switch {
		case fmt.Sprint(failed) != fmt.Sprint(want):
			t.Errorf("%s with %s: %v, want what a bundle says: %v", change.file, change.replacement, failed, want)
		case want == nil:
			engine = next
			got, want := html(t, next, "Page", nil), html(t, production, "Page", nil)
			if got != want || got == before {
				t.Errorf("%s with %s makes %s, want what a bundle makes: %s", change.file, change.replacement, got, want)
			}
		}
		if known {
			err = os.WriteFile(path, []byte(source), 0o600)
		} else {
			err = os.Remove(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		if engine, err = engine.Rebuild(); err != nil {
			t.Fatalf("%s, mended: %v", change.file, err)
		}
		if got := html(t, engine, "Page", nil); got != before {
			t.Errorf("%s, mended, makes %s, want %s", change.file, got, before)
		}
	}
}
