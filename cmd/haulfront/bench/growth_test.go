package bench

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// BenchmarkGrowth measures the built program with the content of this company, and with much more of it:
//
//	go test -run '^$' -bench '^BenchmarkGrowth$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkGrowth(b *testing.B) {
	binary := program.Build(b)
	r := &report{}
	r.growth(b, binary, contentFolder(b, content.FS))
	r.growth(b, binary, contentFolder(b, testkit.Grow(b, content.FS, testkit.Growth{Cities: 434, Categories: 5, Services: 15, Articles: 32})))
	r.growth(b, binary, contentFolder(b, testkit.Grow(b, content.FS, testkit.Growth{Cities: 2000, Categories: 5, Services: 15, Articles: 200})))
	r.print(os.Stdout)
	b.ReportMetric(0, "ns/op")
}

// BenchmarkContentChanges measures what changes of the content cost while it is served, and fails where a request is lost or a
// page does not come to show a change:
//
//	go test -run '^$' -bench '^BenchmarkContentChanges$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkContentChanges(b *testing.B) {
	r := &report{}
	r.changesUnderLoad(b, program.Build(b), contentFolder(b, content.FS), 100)
	r.print(os.Stdout)
	b.ReportMetric(0, "ns/op")
}

// changeable is a folder of content with a price in it that the page at path shows.
type changeable struct {
	dir, path string
	pages     []string
	price     *regexp.Regexp
	low       int
}

// contentFolder writes content to a folder.
func contentFolder(b *testing.B, files fs.FS) *changeable {
	b.Helper()
	c := &changeable{dir: filepath.Join(b.TempDir(), "content")}
	words, err := content.Load(files)
	if err := errors.Join(err, os.CopyFS(c.dir, files)); err != nil {
		b.Fatal(err)
	}
	prices, err := fs.ReadFile(files, "prices.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for _, route := range words.Routes() {
		c.pages = append(c.pages, route.Path)
		file, _ := fs.ReadFile(files, "services/"+route.Slug+".yaml")
		if shown := regexp.MustCompile(`\{price\.(\w+)\}`).FindSubmatch(file); shown != nil && c.path == "" && route.Kind == content.KindService {
			c.path = route.Path
			c.price = regexp.MustCompile(`(?m)^(  ` + string(shown[1]) + `: \{ low: )(\d+)`)
		}
	}
	if c.price == nil {
		b.Fatal("no page of a service shows a price")
	}
	if _, err := fmt.Sscan(string(c.price.FindSubmatch(prices)[2]), &c.low); err != nil {
		b.Fatal(err)
	}
	return c
}

// set changes the price, as an editor does that writes a new file and renames it.
func (c *changeable) set(b *testing.B, low int) {
	b.Helper()
	file := filepath.Join(c.dir, "prices.yaml")
	data, err := os.ReadFile(file)
	if err == nil {
		data = c.price.ReplaceAll(data, fmt.Appendf(nil, "${1}%d", low))
		err = errors.Join(os.WriteFile(file+".tmp", data, 0o600), os.Rename(file+".tmp", file))
	}
	if err != nil {
		b.Fatal(err)
	}
}

// untilShown is the time from the change of the price until the page shows it.
func (c *changeable) untilShown(b *testing.B, site *process, low int) time.Duration {
	b.Helper()
	start := time.Now()
	c.set(b, low)
	shown := fmt.Appendf(nil, "$%d", low)
	for time.Since(start) < testkit.WaitLimit {
		if _, body := fetch(b, site.URL+c.path, "identity"); bytes.Contains(body, shown) {
			return time.Since(start)
		}
		time.Sleep(5 * time.Millisecond)
	}
	b.Fatalf("%s does not come to show $%d", c.path, low)
	return 0
}

func (r *report) growth(b *testing.B, binary string, c *changeable) {
	r.section(fmt.Sprintf("Content of %d pages, of which 256 are kept", len(c.pages)))
	site := startProgram(b, binary, "CONTENT_DIR="+c.dir)
	timed := func(path string) time.Duration {
		start := time.Now()
		if status, _ := fetch(b, site.URL+path, "br"); status != http.StatusOK {
			b.Fatalf("GET %s = %d", path, status)
		}
		return time.Since(start)
	}
	timed("/")
	r.show("start to first 200", milliseconds(time.Since(site.started)))
	site.AwaitReady(b)
	r.show("start to all pages warm", milliseconds(time.Since(site.started)))
	site.awaitQuiet(b)
	r.show("resident memory at rest", megabytes(site.settledMemory(b)))
	medianOf := func(paths []string) string {
		var times []time.Duration
		for _, path := range paths {
			times = append(times, timed(path))
		}
		slices.Sort(times)
		return milliseconds(times[len(times)/2])
	}
	r.show("GET of a kept page (median)", medianOf(slices.Repeat(c.pages[:min(len(c.pages), 40)], 5)))
	if len(c.pages) > 500 {
		r.show("GET of a page that is not kept (median)", medianOf(c.pages[300:400]))
		for _, path := range c.pages {
			timed(path)
		}
		r.show("resident memory at rest after a GET of every page", megabytes(site.settledMemory(b)))
	}
	var times []time.Duration
	for i := range 5 {
		times = append(times, c.untilShown(b, site, c.low+1+i))
	}
	slices.Sort(times)
	r.show("a price is saved, to the first page that shows it (median of 5)", milliseconds(times[2]))
	r.show("the same, longest", milliseconds(times[4]))
}

// awaitQuiet waits until the program has made everything that it makes in advance. Looking for changes, and the machine's own
// clocks, take a little all the time.
func (p *process) awaitQuiet(b *testing.B) {
	b.Helper()
	for last := p.processorTime(b); ; {
		time.Sleep(time.Second)
		now := p.processorTime(b)
		if now-last < 150*time.Millisecond {
			return
		}
		last = now
	}
}

// changesUnderLoad changes the content while pages are asked for on several connections.
func (r *report) changesUnderLoad(b *testing.B, binary string, c *changeable, changes int) {
	r.section(fmt.Sprintf("%d changes of the content of %d pages, %d connections that ask for all of them", changes, len(c.pages), connections))
	site := startProgram(b, binary, "CONTENT_DIR="+c.dir)
	site.AwaitReady(b)
	var mix []exchange
	for _, path := range c.pages {
		mix = append(mix, exchange{request: getRequest(path, "gzip, br"), status: http.StatusOK})
	}
	stop := make(chan struct{})
	type result struct {
		answered int64
		err      error
	}
	ended := make(chan result, 1)
	go func() {
		n, err := drive(site.Address(), mix, func(int64) bool {
			select {
			case <-stop:
				return false
			default:
				return true
			}
		})
		ended <- result{n, err}
	}()
	start := time.Now()
	var times []time.Duration
	for i := range changes {
		times = append(times, c.untilShown(b, site, c.low+1+i%7))
	}
	took := time.Since(start)
	close(stop)
	got := <-ended
	if got.err != nil {
		b.Errorf("a request was lost while the content changed: %v", got.err)
	}
	slices.Sort(times)
	r.show("requests answered with 200, while the content changed", fmt.Sprintf("%d in %.0f s", got.answered, took.Seconds()))
	r.judge("requests lost", fmt.Sprint(map[bool]string{true: "0", false: "some"}[got.err == nil]), "0", got.err == nil)
	r.show("a price is saved, to the first page that shows it (median)", milliseconds(times[len(times)/2]))
	r.show("the same, longest", milliseconds(times[len(times)-1]))
}
