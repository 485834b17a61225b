package browsertest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/chromedp"
)

// A checkout is a copy of the sources, which a test may change, and the program that serves it.
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
		sources := os.DirFS(filepath.Join(testkit.Root(t), folder))
		testkit.Must(t, os.CopyFS(filepath.Join(c.dir, folder), sources))
	}
	modules, err := filepath.EvalSymlinks(filepath.Join(testkit.Root(t), "node_modules"))
	testkit.Must(t, errors.Join(err, os.Symlink(modules, filepath.Join(c.dir, "node_modules"))))
	testkit.Must(t, os.MkdirAll(filepath.Dir(filepath.Join(c.dir, buildProblems)), 0o755))
	c.Process = c.process(settings...)
	start(t, c.Process)
	return c
}

// process returns a program that serves the checkout, before its start.
func (c *checkout) process(settings ...string) *program.Process {
	return newSite(c.t, append([]string{"--dev", "--sources=" + c.dir}, settings...)...)
}

// edit replaces a text of a file, and returns a function that restores the file.
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

// write replaces a file by renaming a new one, as editors do.
func (c *checkout) write(name, text string) {
	c.t.Helper()
	testkit.Must(c.t, errors.Join(os.WriteFile(name+".tmp", []byte(text), 0o600), os.Rename(name+".tmp", name)))
}

const (
	hero    = "components/sections/Hero/Hero.tsx"
	heroCSS = "components/sections/Hero/Hero.css"
	form    = "components/islands/QuoteForm/QuoteForm.tsx"

	// buildProblems is where make dev writes what go build prints.
	buildProblems = "var/develop/problems.txt"
)

// problems is a JavaScript expression: the text of the error overlay.
const problems = `(document.querySelector("haulfront-problems")?.shadowRoot.textContent ?? "")`

// visitors request pages on new connections until stop is called, which fails the test if one of them failed.
func (c *checkout) visitors() (stop func()) {
	var visiting sync.WaitGroup
	ended := make(chan struct{})
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	requests, failed := 0, error(nil)
	visiting.Go(func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(100 * time.Millisecond): // more often, they would take most of the processor time
			}
			requests++
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
	return func() {
		close(ended)
		visiting.Wait()
		check(c.t, failed == nil && requests != 0, "of %d requests some failed: %v", requests, failed)
	}
}

// markLoaded sets window.loaded, which a reload removes, once the page's client has loaded the version that is shown:
// it compares the next one with that, and reloads the page if the sources changed earlier.
func (b *tab) markLoaded() {
	b.t.Helper()
	b.until(`performance.getEntriesByName(location.href).some((entry) => entry.initiatorType === "fetch")`)
	b.run(`window.loaded = true`)
}

// changed is a JavaScript condition: the first match has a data-changed attribute of this value.
func changed(selector, value string) string {
	return js(`document.querySelector(%s)?.dataset.changed === %s`, selector, value)
}

// A change of a component, a style or the content appears in the page without a reload, with values, focus and scroll
// position kept, and so does what the office changes. No request fails in the meantime.
func TestDevelop(t *testing.T) {
	t.Parallel()
	c := develop(t, "--office-users=Ann <ann@example.com>")
	stop := c.visitors()
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	b.typeIn("#contact-form-name", "Dana Reyes")
	b.do(chromedp.SetValue(chromedp.CSS("#contact-form-serviceTimeframe"), "Today"))
	b.typeIn("#contact-form-zipCode", "752")
	b.until(`scrollY > 1000`)
	b.markLoaded()

	c.edit(heroCSS, ".Hero {", ".Hero { outline: 7px solid currentColor } .Hero {")
	b.until(`getComputedStyle(document.querySelector(".Hero")).outlineWidth === "7px"`)
	check(t, eval[bool](b, `window.loaded && document.querySelectorAll("head link[rel=stylesheet]").length === 1`),
		"for a style the page was reloaded, or the former stylesheet is left")
	place := eval[float64](b, `scrollY`)
	for _, change := range []struct{ file, old, replacement, shown string }{
		{hero, "<h1 ", `<h1 data-changed="component" `, changed("h1", "component")},
		{"content/home.yaml", "{trade.title} in", "Other {trade.title} in", `document.title.includes("Other ")`},
		{form, "<form", `<form data-changed="island"`, changed("#contact-form", "island")},
	} {
		c.edit(change.file, change.old, change.replacement)
		b.until(change.shown + ` && document.readyState === "complete"`)
		b.until(`Math.abs(scrollY - %s) < 2`, place)
		got := b.values("contact-form")
		check(t, got["name"] == "Dana Reyes" && got["serviceTimeframe"] == "Today" && got["zipCode"] == "752",
			"after a change of %s the form holds %v", change.file, got)
		focus := eval[string](b, `document.activeElement.id + " " + document.activeElement.selectionStart`)
		check(t, focus == "contact-form-zipCode 3", "after a change of %s the focus is at %q", change.file, focus)
		check(t, eval[bool](b, `window.loaded === true`), "for a change of %s the page was reloaded", change.file)
	}
	b.hover("h1")
	b.until(hydrated("contact-form"))
	got := b.values("contact-form")
	check(t, got["name"] == "Dana Reyes", "after hydration the form holds %v", got)
	office := newTab(t, 1280, 900, true)
	office.signIn(c.Process, "/office")
	office.open(c.URL + "/office/site")
	office.click("summary")
	office.typeIn("[name=text]", "Two trucks free.")
	office.click(".OfficeForm button")
	b.until(`document.querySelector(".Notices")?.textContent.includes("Two trucks free.")`)
	b.wantNoProblems()
	stop()
}

// A hydrated island shows a change of its code with its state kept, as long as its hooks are the same. A change of
// other code that runs in the browser reloads the page.
func TestDevelopIslands(t *testing.T) {
	t.Parallel()
	c := develop(t)
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	const errorCount = `document.querySelectorAll("#contact-form [aria-invalid=true]").length`
	submitInvalid := func() {
		t.Helper()
		b.submit("contact-form")
		b.until(errorCount + ` > 1`)
		b.markLoaded()
	}
	b.set("contact-form", "name", "Dana Reyes")
	const root = `document.documentElement.dataset.`
	for _, change := range []struct {
		file, old, replacement, shown string
		reloaded, errorsKept          bool
	}{
		{form, "<form", `<form data-changed="component"`, changed("#contact-form", "component"), false, true},
		{"components/islands/QuoteForm/send.ts", "let session",
			`if (typeof document === "object") ` + root + `helper = "new"; let session`, root + `helper === "new"`,
			false, true},
		{hero, "<h1 ", `<p id="plain">Plain.</p><h1 `, `document.querySelector("#plain")`, false, true},
		{hero, "<p id=", `<button type="button" id="button">Do</button><p id=`, `document.querySelector("#button")`,
			true, false},
		{"components/entry.browser.ts", "const common", root + `entry = "new"; const common`, root + `entry === "new"`,
			true, false},
		{form, "const { errors, result", "useSyncExternalStore(subscribe, () => 0, () => 0); const { errors, result",
			errorCount + ` === 0`, false, false},
	} {
		submitInvalid()
		c.edit(change.file, change.old, change.replacement)
		b.until(change.shown + ` && document.readyState === "complete" && ` + problems + ` === ""`)
		where := fmt.Sprintf("after %s in %s", change.replacement, change.file)
		equal(t, where+" the page was reloaded:", !eval[bool](b, `window.loaded === true`), change.reloaded)
		equal(t, where+" the form has its errors:", eval[int](b, errorCount) > 1, change.errorsKept)
		if change.old == "const { errors, result" {
			continue // another hook resets the island
		}
		equal(t, where+" the form holds the name", b.values("contact-form")["name"], "Dana Reyes")
	}
	b.wantNoProblems()
}

// An error appears over the last good page, and in responses to programs, with its position and the lines around it,
// until it is fixed.
func TestDevelopProblems(t *testing.T) {
	t.Parallel()
	c := develop(t, "--editor-url=editor:{file}?{line}+{column}")
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	b.markLoaded()
	source, err := os.ReadFile(filepath.Join(c.dir, hero))
	testkit.Must(t, err)
	before, _, _ := strings.Cut(string(source), "<h1 ")
	heading := fmt.Sprintf("%s:%d:", hero, 1+strings.Count(before, "\n"))
	for _, test := range []struct {
		name, file, old, mistake string
		want                     []string
	}{
		{"build", hero, "<h1 ", "<h1 <", []string{heading, `Expected ">"`, "<h1 <"}},
		{"style", heroCSS, ".Hero {", ".Hero { colour red } .Hero {",
			[]string{heroCSS + ":1:", `Expected ":"`}},
		{"render", hero, "<h1 ", "<h1 title={(undefined as any).truck} ",
			[]string{heading, "Cannot read property 'truck'", "at Hero", "at Home"}},
		{"warning", hero, "<h1 ", `<h1 {...({ class: "x" } as any)} `,
			[]string{heading, "Invalid DOM property `class`. Did you mean `className`?"}},
		{"content", "content/prices.yaml", "hot_tub: { low: 300,", "hot_tub: { low: 3000,",
			[]string{"content/prices.yaml:", "a high above the low"}},
	} {
		undo := c.edit(test.file, test.old, test.mistake)
		b.until(problems + ` !== ""`)
		shown := eval[string](b, problems)
		response, err := http.Get(c.URL + "/")
		testkit.Must(t, err)
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		check(t, err == nil && response.StatusCode == http.StatusInternalServerError,
			"%s: GET / = %s, %v; want 500", test.name, response.Status, err)
		for _, want := range test.want {
			check(t, strings.Contains(shown, want) && strings.Contains(string(text), want),
				"%s: the page shows %q, the response is %q, want %q in both", test.name, shown, text, want)
		}
		link := eval[string](b, `document.querySelector("haulfront-problems").shadowRoot.querySelector("a").href`)
		file := filepath.Join(c.dir, test.file)
		check(t, strings.HasPrefix(link, "editor:"+file+"?"), "%s: the file's link is %s", test.name, link)
		check(t, eval[bool](b, `window.loaded && document.querySelector("h1").checkVisibility()`),
			"%s: the page behind is gone", test.name)
		undo()
		b.until(problems + ` === ""`)
	}

	// An island that the browser's entry does not have.
	undo := c.edit("components/entry.browser.ts", "    Toasts: common,\n", "")
	b.until(problems + `.includes("the browser does not know Toasts")`)
	b.until(problems + `.includes("components/entry.server.tsx:4:")`)
	undo()
	b.until(`document.querySelector("h1") && ` + problems + ` === ""`)

	// A warning of React in the browser.
	undo = c.edit(form, "<form", `<form title={typeof document === "undefined" ? "server" : "browser"}`)
	b.until(`document.querySelector("#contact-form")?.title === "server"`)
	b.open(c.URL + "/") // hydration with the script of this page
	b.focus("#contact-form-name")
	b.until(problems + ` !== ""`)
	for _, want := range []string{form + ":", `title="browser"`, "at QuoteForm"} {
		shown := eval[string](b, problems)
		check(t, strings.Contains(shown, want), "hydration: the page shows %q, want %q", shown, want)
	}
	undo()
	b.until(`document.querySelector("#contact-form")?.title === "" && ` + problems + ` === ""`)
	c.programProblems(t)
}

// What go build reports and what prevents the start appears over the page. After a restart, an open page comes back
// with its values.
func (c *checkout) programProblems(t *testing.T) {
	b := newTab(t, 1280, 900, true)
	b.open(c.URL + "/")
	b.typeIn("#contact-form-name", "Dana Reyes")
	const edition = `(document.querySelector("script[data-edition]")?.dataset.edition ?? "")`
	before := eval[string](b, edition)
	c.write(filepath.Join(c.dir, buildProblems), "cmd/haulfront/main.go:9:2: declared and not used: x\n")
	b.until(problems + `.includes("declared and not used: x")`)
	b.until(problems + `.includes("cmd/haulfront/main.go:9:2")`)
	c.write(filepath.Join(c.dir, buildProblems), "")
	b.until(problems + ` === ""`)

	end(t, c.Process)
	undo := c.edit("content/prices.yaml", "hot_tub: { low: 300,", "hot_tub: { low: 3000,")
	next := c.process("--addr=" + strings.TrimPrefix(c.URL, "http://"))
	next.Start(t)
	t.Cleanup(func() { end(t, next) })
	b.until(problems + `.includes("content/prices.yaml:")`)
	undo()
	b.until(edition+` > %s && `+problems+` === "" && document.readyState === "complete" &&
		document.querySelector("#contact-form-name")?.value === %s`, before, "Dana Reyes")
}
