package browsertest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/chromedp"
)

// A checkout is a copy of what is developed, which a test may change, and the program that serves it.
type checkout struct {
	t   testing.TB
	dir string
	*program.Process
}

// develop serves a copy of the sources with --dev.
func develop(t testing.TB, settings ...string) *checkout {
	t.Helper()
	c := &checkout{t: t, dir: t.TempDir()}
	for _, folder := range []string{"assets", "components", "content"} {
		if err := os.CopyFS(filepath.Join(c.dir, folder), os.DirFS(filepath.Join(testkit.Root(t), folder))); err != nil {
			t.Fatal(err)
		}
	}
	modules, err := filepath.EvalSymlinks(filepath.Join(testkit.Root(t), "node_modules"))
	if err := errors.Join(err, os.Symlink(modules, filepath.Join(c.dir, "node_modules"))); err != nil {
		t.Fatal(err)
	}
	// A program of its own, which becomes the one that is tested: building that one would take too long.
	c.becomes("")
	c.write(filepath.Join(c.dir, "go.mod"), "module haulfront\n")
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	c.Process = newSite(t, append([]string{"--dev", "--sources=" + c.dir}, settings...)...)
	c.Cmd.Env = append(c.Cmd.Env, "GOCACHE="+strings.TrimSpace(string(cache)))
	start(t, c.Process)
	return c
}

// stub is a program that runs a statement and becomes another program.
const stub = `package main

import (
	"os"
	"syscall"
)

func main() {
	%s
	panic(syscall.Exec(%q, os.Args, os.Environ()))
}
`

// becomes writes the checkout's program.
func (c *checkout) becomes(statement string) {
	c.t.Helper()
	name := filepath.Join(c.dir, "cmd", "haulfront", "main.go")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		c.t.Fatal(err)
	}
	c.write(name, fmt.Sprintf(stub, statement, binary()))
}

// edit replaces a text of a file, and returns a function that takes that back.
func (c *checkout) edit(name, old, replacement string) (undo func()) {
	c.t.Helper()
	name = filepath.Join(c.dir, name)
	data, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(data), old) {
		c.t.Fatalf("%s has no %q: %v", name, old, err)
	}
	c.write(name, strings.Replace(string(data), old, replacement, 1))
	return func() { c.write(name, string(data)) }
}

// write writes a file, as an editor does that renames a new one.
func (c *checkout) write(name, text string) {
	c.t.Helper()
	if err := errors.Join(os.WriteFile(name+".tmp", []byte(text), 0o600), os.Rename(name+".tmp", name)); err != nil {
		c.t.Fatal(err)
	}
}

const (
	hero    = "components/sections/Hero/Hero.tsx"
	heroCSS = "components/sections/Hero/Hero.css"
	form    = "components/islands/QuoteForm/QuoteForm.tsx"
)

// problems is a JavaScript expression: what is shown over the page.
const problems = `(document.querySelector("haulfront-problems")?.shadowRoot.textContent ?? "")`

// visitors ask for pages on new connections until stopped, which returns how many were asked for, and what went wrong.
func (c *checkout) visitors() (stop func() (asked int, failed error)) {
	var asking sync.WaitGroup
	ended := make(chan struct{})
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	asked, failed := 0, error(nil)
	asking.Go(func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(10 * time.Millisecond):
			}
			asked++
			request, _ := http.NewRequest(http.MethodGet, c.URL+"/blog", nil)
			request.Header.Set("Accept", "text/html")
			response, err := client.Do(request)
			if err == nil {
				_, err = io.Copy(io.Discard, response.Body)
				err = errors.Join(err, response.Body.Close())
				if response.StatusCode != http.StatusOK {
					err = errors.New(response.Status)
				}
			}
			failed = errors.Join(failed, err)
		}
	})
	return func() (int, error) {
		close(ended)
		asking.Wait()
		return asked, failed
	}
}

// A change of a component, a style or the content is shown by itself, with what was typed, the focus and the place in the page
// kept; a style without loading the page again. No request is refused in the meantime.
func TestDevelop(t *testing.T) {
	t.Parallel()
	c := develop(t)
	stop := c.visitors()
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	b.do(chromedp.SendKeys(chromedp.CSS("#contact-form-name"), "Dana Reyes"))
	b.do(chromedp.SetValue(chromedp.CSS("#contact-form-serviceTimeframe"), "Today"))
	b.do(chromedp.SendKeys(chromedp.CSS("#contact-form-zipCode"), "752"))
	b.until(`scrollY > 1000`)
	eval[bool](b, `(window.loaded = true)`)

	c.edit(heroCSS, "@layer sections {", "@layer sections { .Hero { outline: 7px solid currentColor }")
	b.until(`getComputedStyle(document.querySelector(".Hero")).outlineWidth === "7px"`)
	if !eval[bool](b, `window.loaded && document.querySelectorAll("head link[rel=stylesheet]").length === 1`) {
		t.Error("for a style the page was loaded again, or the former stylesheet is left")
	}
	place := eval[float64](b, `scrollY`)

	kept := func(what string) {
		t.Helper()
		b.until(`document.readyState === "complete"`)
		b.until(`Math.abs(scrollY - %s) < 2`, place)
		if got := b.values("contact-form"); got["name"] != "Dana Reyes" || got["serviceTimeframe"] != "Today" || got["zipCode"] != "752" {
			t.Errorf("after a change of %s the form holds %v", what, got)
		}
		if at := eval[string](b, `document.activeElement.id + " " + document.activeElement.selectionStart`); at != "contact-form-zipCode 3" {
			t.Errorf("after a change of %s the focus is at %q", what, at)
		}
		if !eval[bool](b, `window.loaded === true`) {
			t.Errorf("for a change of %s the page was loaded again", what)
		}
	}
	c.edit(hero, "<h1 ", `<h1 data-changed="yes" `)
	b.until(`document.querySelector("h1")?.dataset.changed === "yes"`)
	kept("a component")
	c.edit("content/home.yaml", "  title: ", "  title: Other ")
	b.until(`document.documentElement.textContent.includes("Other ")`)
	kept("the content")
	c.edit(form, "<form", `<form data-changed="yes"`)
	b.until(`document.querySelector("#contact-form")?.dataset.changed === "yes"`)
	kept("an island")
	b.hover("h1")
	b.until(`document.querySelector("#contact-form").closest("[data-hydrated]")`)
	if got := b.values("contact-form"); got["name"] != "Dana Reyes" {
		t.Errorf("after hydration the form holds %v", got)
	}
	b.wantNoProblems()
	if asked, err := stop(); err != nil || asked == 0 {
		t.Errorf("of %d requests some failed: %v", asked, err)
	}
}

// An island that is in use shows a change of its code with the state that it has, as long as its hooks are the same. What else runs in
// the browser is loaded again.
func TestDevelopIslands(t *testing.T) {
	t.Parallel()
	c := develop(t)
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	const wrong = `document.querySelectorAll("#contact-form [aria-invalid=true]").length`
	b.set("contact-form", "name", "Dana Reyes")
	b.submit("contact-form")
	b.until(wrong + ` > 1`)
	shows := func(file, old, replacement, change string, loaded, kept bool) {
		t.Helper()
		eval[bool](b, `(window.loaded = true)`)
		c.edit(file, old, replacement)
		b.until(change + ` && document.readyState === "complete" && ` + problems + ` === ""`)
		if got := !eval[bool](b, `window.loaded === true`); got != loaded {
			t.Errorf("for %s in %s the page was loaded again: %t, want %t", replacement, file, got, loaded)
		}
		if got := eval[int](b, wrong) > 1; got != kept {
			t.Errorf("after %s in %s the form has its errors: %t, want %t", replacement, file, got, kept)
		}
		if got := b.values("contact-form")["name"]; got != "Dana Reyes" {
			t.Errorf("after %s in %s the form holds the name %q", replacement, file, got)
		}
	}
	shows(form, "<form", `<form data-changed="component"`, `document.querySelector("#contact-form")?.dataset.changed === "component"`, false, true)
	shows("components/islands/QuoteForm/send.ts", "let session", "if (typeof document === \"object\") document.documentElement.dataset.changed = \"helper\";\nlet session",
		`document.documentElement.dataset.changed === "helper"`, false, true)
	shows(hero, "<h1 ", `<p id="plain">Plain.</p><h1 `, `document.querySelector("#plain") !== null`, false, true)
	shows(hero, "<p id=", `<button type="button" id="button">Do</button><p id=`, `document.querySelector("#button") !== null`, true, false)

	b.submit("contact-form")
	b.until(wrong + ` > 1`)
	shows("components/entry.browser.ts", "const common", "document.documentElement.dataset.entry = \"changed\";\nconst common",
		`document.documentElement.dataset.entry === "changed"`, true, false)
	b.submit("contact-form")
	b.until(wrong + ` > 1`)
	eval[bool](b, `(window.loaded = true)`)
	c.edit(form, "const busy =", "useState(0);\n  const busy =")
	b.until(wrong + ` === 0`)
	if !eval[bool](b, `window.loaded === true && `+problems+` === ""`) {
		t.Error("for another hook the page was loaded again, or a problem is shown")
	}
	b.wantNoProblems()
}

// A mistake is shown over the last page that was right, with its place and the lines around it, to browsers and to programs, and
// goes when it is mended.
func TestDevelopProblems(t *testing.T) {
	t.Parallel()
	c := develop(t, "--editor-url=editor:{file}?{line}+{column}")
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	eval[bool](b, `(window.loaded = true)`)
	source, err := os.ReadFile(filepath.Join(c.dir, hero))
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(source), "<h1 ")
	heading := fmt.Sprintf("%s:%d:", hero, 1+strings.Count(before, "\n"))
	for _, test := range []struct {
		name, file, old, mistake string
		want                     []string
	}{
		{"build", hero, "<h1 ", "<h1 <", []string{heading, `Expected ">"`, "<h1 <"}},
		{"style", heroCSS, "@layer sections {", "@layer sections { .Hero { colour red }", []string{heroCSS + ":1:", `Expected ":"`}},
		{"render", hero, "<h1 ", "<h1 title={(undefined as any).truck} ", []string{heading, "Cannot read property 'truck'", "at Hero", "at Home"}},
		{"content", "content/prices.yaml", "hot_tub: { low: 300,", "hot_tub: { low: 3000,", []string{"content/prices.yaml:", "wanted a high above the low"}},
	} {
		undo := c.edit(test.file, test.old, test.mistake)
		b.until(problems + ` !== ""`)
		shown := eval[string](b, problems)
		response, err := http.Get(c.URL + "/")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusInternalServerError {
			t.Errorf("%s: a program is answered with %s, %v; want 500", test.name, response.Status, err)
		}
		for _, want := range test.want {
			if !strings.Contains(shown, want) || !strings.Contains(string(text), want) {
				t.Errorf("%s: the page shows %q and a program is told %q, want %q in both", test.name, shown, text, want)
			}
		}
		address := eval[string](b, `document.querySelector("haulfront-problems").shadowRoot.querySelector("a").href`)
		if file := filepath.Join(c.dir, test.file); !strings.HasPrefix(address, "editor:"+file+"?") {
			t.Errorf("%s: the file's link is %s", test.name, address)
		}
		if !eval[bool](b, `window.loaded && document.querySelector("h1").checkVisibility()`) {
			t.Errorf("%s: the page behind is gone", test.name)
		}
		undo()
		b.until(problems + ` === ""`)
	}

	// What React finds in the browser. It says so on the console too.
	undo := c.edit(form, "<form", `<form title={typeof document === "undefined" ? "server" : "browser"}`)
	b.until(`document.querySelector("#contact-form")?.title === "server" && document.readyState === "complete"`)
	b.do(chromedp.Focus(chromedp.CSS("#contact-form-name")))
	b.until(problems + ` !== ""`)
	for _, want := range []string{form + ":", `title="browser"`, "at QuoteForm"} {
		if shown := eval[string](b, problems); !strings.Contains(shown, want) {
			t.Errorf("hydration: the page shows %q, want %q", shown, want)
		}
	}
	undo()
	b.until(`document.querySelector("#contact-form")?.title === "" && ` + problems + ` === ""`)
}

// A change of Go code builds the program and starts it anew. No request is refused, and a page that is open comes back with what was
// typed. What keeps the program from being built or started is shown over it.
func TestDevelopProgram(t *testing.T) {
	t.Parallel()
	c := develop(t)
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	b.do(chromedp.SendKeys(chromedp.CSS("#contact-form-name"), "Dana Reyes"))
	stop := c.visitors()
	back := func(what string) {
		t.Helper()
		b.until(problems+` === "" && document.readyState === "complete" && document.querySelector("#contact-form-name")?.value === %s`, "Dana Reyes")
	}
	before := b.edition()
	c.becomes(`_ = "changed"`)
	b.until(`(document.querySelector("script[data-edition]")?.dataset.edition ?? "") > %s`, before)
	back("a change of Go code")

	c.becomes("x := 1")
	b.until(problems + `.includes("declared and not used: x") && ` + problems + `.includes("cmd/haulfront/main.go:9:2")`)
	c.becomes("")
	back("a mistake in Go code")
	if asked, err := stop(); err != nil || asked == 0 {
		t.Errorf("of %d requests some failed: %v", asked, err)
	}

	c.becomes(`panic("it does not start")`)
	b.until(problems + `.includes("The program has ended")`)
	undo := c.edit("content/prices.yaml", "hot_tub: { low: 300,", "hot_tub: { low: 3000,")
	c.becomes("")
	b.until(problems + `.includes("content/prices.yaml:")`)
	undo()
	back("a program that did not start")
}

// edition is that of the page as the development server counts them.
func (b *tab) edition() string {
	b.t.Helper()
	return eval[string](b, `document.querySelector("script[data-edition]")?.dataset.edition ?? ""`)
}
