package browsertest

import (
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/render"
)

// withNext is set by make bench NEXT=on, which installs the app of nextApp first.
var withNext = flag.Bool("next", false, "measure Next.js too, which has to be installed in cmd/haulfront/bench/next")

// nextApp has the home page as an app of Next.js, made of the sources above it.
const nextApp = "cmd/haulfront/bench/next"

// developChanges is the number of changes of each kind in BenchmarkDevelop.
const developChanges = 20

// developPause is the time between two changes, as a developer needs it.
const developPause = 300 * time.Millisecond

// developKinds are the kinds of changes: the replacement in a file, and the condition of the page that shows it.
var developKinds = []struct{ name, file, old, change, shown string }{
	{"component", hero, "<h1 ", `<h1 data-changed="%d" `, changed("h1", "%d")},
	{"island", form, "<form", `<form data-changed="%d"`, changed("#contact-form", "%d")},
	{"style", heroCSS, ".Hero {", ".Hero { outline-offset: 1%dpx } .Hero {",
		`getComputedStyle(document.querySelector(".Hero")).outlineOffset === "1%dpx"`},
	{"content", "content/home.yaml", `text: "Homes`, `text: "N%dN`, `document.body?.textContent.includes("N%dN")`},
}

// BenchmarkDevelop measures the time from a change of a file to its first paint:
//
//	go test -run '^$' -bench '^BenchmarkDevelop$' -benchtime 1x ./cmd/haulfront/browsertest
//
// It prints by itself: of a benchmark's log, go test shows only ten lines. With -next it does the same with next dev,
// which has no content to change.
func BenchmarkDevelop(b *testing.B) {
	c := develop(b)
	tab := newTab(b, 1280, 900, true)
	tab.open(c.URL + "/")
	tab.until(`document.readyState === "complete"`)
	tab.focus("#contact-form-name") // Next.js hydrates without that
	tab.until(hydrated("contact-form"))
	own := c.changes(b, tab, "")
	if *withNext {
		next, url := developNext(b)
		tab := newTab(b, 1280, 900, true)
		tab.open(url)
		// Changes during hydration are lost.
		tab.until(`["h1", "#contact-form"].every((part) =>
			Object.keys(document.querySelector(part)).some((key) => key.startsWith("__reactFiber")))`)
		for kind, theirs := range next.changes(b, tab, " with Next.js") {
			fmt.Printf("a changed %s, haulfront : Next.js = %.2f\n", kind, own[kind].Seconds()/theirs.Seconds())
		}
	}
	b.ReportMetric(0, "ns/op")
}

// changes makes changes of each kind for which the checkout has the file, and returns the median times.
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
		fmt.Printf("a changed %s is painted%s after %v (median of %d), %v at worst", kind.name, where,
			medians[kind.name].Round(time.Millisecond), len(times), times[len(times)-1].Round(time.Millisecond))
		switch {
		case where != "":
			fmt.Println()
		case medians[kind.name] <= 300*time.Millisecond:
			fmt.Println("   ≤ 300 ms   meets")
		default:
			fmt.Println("   ≤ 300 ms   falls short")
		}
	}
	return medians
}

// developNext serves the home page with next dev from a copy of the sources, and returns its URL.
func developNext(b *testing.B) (*checkout, string) {
	b.Helper()
	c := &checkout{t: b, dir: b.TempDir()}
	// Its bundler follows no symbolic link out of the folder.
	for _, folder := range []string{"assets", "components", "node_modules", nextApp} {
		to := filepath.Join(c.dir, folder)
		testkit.Must(b, os.MkdirAll(filepath.Dir(to), 0o755))
		from := filepath.Join(testkit.Root(b), folder)
		testkit.Run(b, exec.Command("cp", "-RL", from, to))
	}
	props, err := json.Marshal(homeProps(b))
	testkit.Must(b, err)
	c.write(filepath.Join(c.dir, nextApp, "props.json"), string(props))
	_, port, _ := net.SplitHostPort(program.UnusedAddress(b))
	// For another host than localhost, it reports no change to browsers.
	server := exec.CommandContext(b.Context(), "node", "node_modules/next/dist/bin/next", "dev",
		"-H", "localhost", "-p", port)
	server.Dir, server.Env = filepath.Join(c.dir, nextApp), append(os.Environ(), "NEXT_TELEMETRY_DISABLED=1")
	server.Cancel, server.WaitDelay = func() error { return server.Process.Signal(os.Interrupt) }, 10*time.Second
	testkit.Must(b, server.Start())
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
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		b.Fatalf("GET / of next dev = %s (make bench NEXT=on installs Next.js)", response.Status)
	}
	return c, url
}

// homeProps returns the props of the home page.
func homeProps(b *testing.B) content.HomePage {
	b.Helper()
	words := program.Words()
	engine, err := render.New(site.EngineConfig(testkit.Root(b)))
	testkit.Must(b, err)
	defer engine.Close()
	scenes, err := scene.OpenCheckout(b.Context(), testkit.Root(b))
	testkit.Must(b, err)
	assets, err := site.Assets(words, engine, scenes)
	testkit.Must(b, err)
	assets.Stylesheet, assets.Script = "data:text/css,", "data:text/javascript," // Next.js has its own
	return words.Home(content.BuildInfo{
		BaseURL: words.Business.URL, MapsEmbedURL: "https://maps.test/", Year: time.Now().Year(),
		QuoteFields: quote.FormFields(), Assets: assets,
	})
}
