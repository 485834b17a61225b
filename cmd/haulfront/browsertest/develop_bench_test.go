package browsertest

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/render"

	"github.com/chromedp/chromedp"
)

// withNext is set by make bench NEXT=on, which installs the app of nextApp before.
var withNext = flag.Bool("next", false, "measure Next.js too, which has to be installed in cmd/haulfront/bench/next")

// nextApp has the home page as an app of Next.js, made of the sources above it.
const nextApp = "cmd/haulfront/bench/next"

// developChanges is how many changes of each kind BenchmarkDevelop makes.
const developChanges = 20

// developPause is between two changes: nobody makes the next one while a page still takes up the last.
const developPause = 300 * time.Millisecond

// developKinds are the kinds of changes: what is replaced in which file, and how the page shows it.
var developKinds = []struct{ name, file, old, change, shown string }{
	{"component", hero, "<h1 ", `<h1 data-n="%d" `, `document.querySelector("h1")?.dataset.n === "%d"`},
	{"island", form, "<form", `<form data-n="%d"`, `document.querySelector("#contact-form")?.dataset.n === "%d"`},
	{"style", heroCSS, "@layer sections {", "@layer sections { .Hero { outline-offset: 1%dpx }",
		`getComputedStyle(document.querySelector(".Hero")).outlineOffset === "1%dpx"`},
	{"content", "content/home.yaml", "  eyebrow: ", "  eyebrow: N%dN ", `document.body?.textContent.includes("N%dN")`},
}

// BenchmarkDevelop measures the time from a change of a file until the page that shows it is on the screen, and counts the requests
// of others that fail in the meantime:
//
//	go test -run '^$' -bench '^BenchmarkDevelop$' -benchtime 1x ./cmd/haulfront/browsertest
//
// It prints by itself, because of a benchmark's log only the first ten lines are shown. With -next it does the same
// with next dev, which has no content to change.
func BenchmarkDevelop(b *testing.B) {
	c := develop(b)
	page := newTab(b, 1280, 900, true)
	page.open(c.URL + "/")
	page.until(`document.readyState === "complete"`)            // the pictures are drawn
	page.do(chromedp.Focus(chromedp.CSS("#contact-form-name"))) // so that it is hydrated, as Next.js does at once
	page.until(`document.querySelector("#contact-form").closest("[data-hydrated]")`)
	stop := c.visitors()
	c.changes(b, page, " of a site with visitors")
	before := page.edition()
	start := time.Now()
	c.becomes(`_ = "changed"`)
	page.until(`(document.querySelector("script[data-edition]")?.dataset.edition ?? "") > %s`, before)
	fmt.Printf("a changed program, here one that is built at once, serves the page after %v\n", time.Since(start).Round(time.Millisecond))
	asked, err := stop()
	fmt.Printf("of %d requests in the meantime failed: %v\n", asked, err)
	if err != nil {
		b.Fail()
	}
	if *withNext {
		own := c.changes(b, page, "")
		next, url := developNext(b)
		page := newTab(b, 1280, 900, true)
		page.open(url)
		// What changes while it hydrates is lost.
		page.until(`["h1", "#contact-form"].every((part) => Object.keys(document.querySelector(part)).some((key) => key.startsWith("__reactFiber")))`)
		for kind, theirs := range next.changes(b, page, " with Next.js") {
			fmt.Printf("a changed %s, haulfront : Next.js = %.2f\n", kind, own[kind].Seconds()/theirs.Seconds())
		}
	}
	b.ReportMetric(0, "ns/op")
}

// changes makes changes of each kind that the checkout has files for, and returns the medians.
func (c *checkout) changes(b *testing.B, page *tab, where string) map[string]time.Duration {
	b.Helper()
	medians := map[string]time.Duration{}
	for _, kind := range developKinds {
		if _, err := os.Stat(filepath.Join(c.dir, kind.file)); err != nil {
			continue
		}
		var times []time.Duration
		for i := range developChanges {
			shown := fmt.Sprintf(kind.shown, i+1)
			time.Sleep(developPause)
			start := time.Now()
			undo := c.edit(kind.file, kind.old, fmt.Sprintf(kind.change, i+1))
			page.until(`performance.getEntriesByName("first-paint").length > 0 && ` + shown)
			times = append(times, time.Since(start))
			time.Sleep(developPause)
			undo()
			page.until(`document.readyState === "complete" && !(` + shown + `)`)
		}
		slices.Sort(times)
		medians[kind.name] = times[len(times)/2]
		fmt.Printf("a changed %s is on the screen%s after %v (median of %d), %v at worst\n", kind.name, where,
			medians[kind.name].Round(time.Millisecond), len(times), times[len(times)-1].Round(time.Millisecond))
	}
	return medians
}

// developNext serves the home page with next dev from a copy of the sources, and returns its address.
func developNext(b *testing.B) (*checkout, string) {
	b.Helper()
	c := &checkout{t: b, dir: b.TempDir()}
	// Its bundler follows no link out of the folder.
	for _, folder := range []string{"assets", "components", "node_modules", nextApp} {
		to := filepath.Join(c.dir, folder)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			b.Fatal(err)
		}
		if out, err := exec.Command("cp", "-RL", filepath.Join(testkit.Root(b), folder), to).CombinedOutput(); err != nil {
			b.Fatalf("copy %s: %v\n%s", folder, err, out)
		}
	}
	data, err := json.Marshal(homeProps(b))
	if err != nil {
		b.Fatal(err)
	}
	c.write(filepath.Join(c.dir, nextApp, "props.json"), string(data))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	_ = listener.Close()
	// Under another name than localhost, it tells browsers of no change.
	server := exec.CommandContext(b.Context(), "node", filepath.Join("node_modules", "next", "dist", "bin", "next"), "dev", "-H", "localhost", "-p", port)
	server.Dir, server.Env = filepath.Join(c.dir, nextApp), append(os.Environ(), "NEXT_TELEMETRY_DISABLED=1")
	server.Cancel, server.WaitDelay = func() error { return server.Process.Signal(os.Interrupt) }, 10*time.Second
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = server.Wait() }) // interrupted
	url := "http://localhost:" + port + "/"
	response, err := http.Get(url)
	for deadline := time.After(2 * time.Minute); err != nil; response, err = http.Get(url) {
		select {
		case <-deadline:
			b.Fatalf("next dev does not answer: %v", err)
		case <-time.After(100 * time.Millisecond):
		}
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK {
		b.Fatalf("GET / of next dev = %s, %v (make bench NEXT=on installs Next.js)\n%.500s", response.Status, err, body)
	}
	return c, url
}

// homeProps are those of the home page.
func homeProps(b *testing.B) content.HomePage {
	b.Helper()
	words := program.Words()
	engine, err := render.New(site.EngineConfig(testkit.Root(b)))
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Close()
	scenes, err := scene.OpenCheckout(b.Context(), testkit.Root(b))
	if err != nil {
		b.Fatal(err)
	}
	assets, err := site.Assets(words, engine, scenes)
	if err != nil {
		b.Fatal(err)
	}
	assets.Stylesheet, assets.Script = "data:text/css,", "data:text/javascript," // Next.js has its own
	return words.Home(content.BuildInfo{
		BaseURL: words.BaseURL(), MapsEmbedURL: "https://maps.test/", Year: time.Now().Year(), QuoteFields: quote.FormFields(), Assets: assets,
	})
}
