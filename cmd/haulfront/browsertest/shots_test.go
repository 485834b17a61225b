package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// sample is a page that stands for others of its kind.
type sample struct{ name, path string }

// samples returns one page of each kind, or several if they differ.
func samples() []sample {
	list := []sample{{"estimate-answer", "/estimate?sofa=2&mattress=1&hot-tub=1&zip=75024"}}
	most := map[content.Kind]int{content.KindCategory: 5, content.KindService: 2, content.KindCity: 2}
	shown := map[content.Kind]int{}
	plans, _ := program.PlansPage()
	for _, r := range program.Words().Routes() {
		if shown[r.Kind] < max(most[r.Kind], 1) || r.Path == plans {
			shown[r.Kind]++
			list = append(list, sample{strings.TrimSuffix(string(r.Kind)+"-"+r.Slug, "-"), r.Path})
		}
	}
	return append(list, sample{"not-found", unknownPath}, sample{"rejected", "/"})
}

// BenchmarkShots takes screenshots of whole pages, var/shots/<width>/<name>.png. It judges nothing:
//
//	go test -run '^$' -bench '^BenchmarkShots$' -benchtime 1x ./cmd/haulfront/browsertest
func BenchmarkShots(tb *testing.B) {
	site := startSite(tb)
	for _, size := range [][2]int64{{360, 800}, {768, 1024}, {1280, 900}} {
		folder := filepath.Join(testkit.Root(tb), "var", "shots", fmt.Sprint(size[0]))
		testkit.Must(tb, os.MkdirAll(folder, 0o755))
		b := newTab(tb, size[0], size[1], true)
		// A desktop scroll bar would make phones narrower.
		call(b, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true})
		for _, sample := range samples() {
			b.open(site.URL + sample.path)
			if sample.name == "rejected" {
				b.submit("hero-form")
				b.untilMissing()
				b.run(`scrollTo(0, 0)`)
			}
			testkit.Must(tb, os.WriteFile(filepath.Join(folder, sample.name+".png"), b.shoot(), 0o644))
		}
	}
}

// shoot returns the whole page as PNG, with all images and fonts loaded.
func (b *tab) shoot() []byte {
	b.t.Helper()
	b.run(`document.querySelectorAll("img[loading=lazy]").forEach((img) => { img.loading = "eager"; })`)
	b.until(`document.readyState === "complete" && document.fonts.status === "loaded" &&
		[...document.images].every((img) => img.complete)`)
	awaitPromise[bool](b, `Promise.all([...document.images].map((img) => img.decode().catch(() => {})))
		.then(() => true)`)
	size := eval[[]float64](b, `[document.documentElement.clientWidth, document.documentElement.scrollHeight]`)
	beyond := true
	return call(b, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Clip:                  &page.Viewport{Width: size[0], Height: size[1], Scale: 1},
		CaptureBeyondViewport: &beyond,
	}).Data
}
