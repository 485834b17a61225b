package browsertest

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// sample is a page that stands for others of its kind.
type sample struct{ name, path string }

// samples returns the pages of [program.Pages], an estimate, the page of unknown paths, and a rejected form.
func samples() []sample {
	list := []sample{{"estimate-answer", "/estimate?sofa=2&mattress=1&hot-tub=1&zip=75024"}}
	for _, r := range program.Pages() {
		list = append(list, sample{strings.TrimSuffix(string(r.Kind)+"-"+r.Slug, "-"), r.Path})
	}
	return append(list, sample{"not-found", unknownPath}, sample{"rejected", "/"})
}

// A view is a sample in a window of a size.
type view struct {
	sample
	width, height int64
}

func (v view) String() string { return fmt.Sprintf("%s at %d × %d", v.name, v.width, v.height) }

// views returns each of the samples in windows of sizes, see inTurn.
func views(list []sample, sizes ...[2]int64) (all []view) {
	for turn, s := range list {
		all = append(all, inTurn(s, turn, sizes...)...)
	}
	return all
}

// inTurn returns a sample in windows of sizes: in a sweep in all of them, otherwise in one, whose turn it is.
func inTurn(s sample, turn int, sizes ...[2]int64) (all []view) {
	for j := range sizes {
		size := sizes[(turn+j)%len(sizes)]
		all = append(all, view{s, size[0], size[1]})
	}
	return testkit.Sweep(all, func(v view) string { return v.name })
}

// customerStates are the states of a customer's page, each with the forms that lead to it, where SLOT is a time to
// come.
var customerStates = map[string][]string{
	"received":   nil,
	"offered":    {"price=350-450&included=Labor+and+dump+fees&slots=SLOT&slots=LATER"},
	"other-time": {"price=350&slots=SLOT", "answer=other"},
	"look":       {"kind=estimate&stage=booked&address=12+Elm+St&slots=SLOT"},
	"booked":     {"price=350&stage=booked&address=12+Elm+St&slots=SLOT"},
	"new-price":  {"price=350&stage=booked&address=12+Elm+St&slots=SLOT", "price=500"},
	"two-days":   {"price=900&days=2&stage=booked&address=12+Elm+St&slots=SLOT"},
	"plan":       {"price=80&every=2+weeks&stage=booked&address=12+Elm+St&slots=SLOT"},
	"called-off": {"price=350&stage=booked&address=12+Elm+St&slots=LATER", "answer=cancel"},
	"unpaid":     {"price=350&stage=booked&address=12+Elm+St&slots=SLOT", "done=on&amount=412.50&paid=unpaid"},
	"paid":       {"price=350&stage=booked&address=12+Elm+St&slots=SLOT", "done=on&amount=412.50&paid=card"},
	"lost":       {"price=350&slots=SLOT", "stage=lost&lost=Too+far"},
}

// customerPages are the customer's pages in all states, each of a request of its own.
func customerPages(tb testing.TB, site *program.Process) (list []sample) {
	slots := program.Words().Windows(time.Now(), office.SlotLength, 6)
	for i, name := range slices.Sorted(maps.Keys(customerStates)) {
		site.Post(tb, testkit.QuoteForm(name))
		fill := strings.NewReplacer("SLOT", office.SlotValue(slots[i]),
			"LATER", office.SlotValue(slots[len(slots)-1-i]))
		var forms []url.Values
		for _, text := range customerStates[name] {
			form, err := url.ParseQuery(fill.Replace(text))
			testkit.Must(tb, err)
			forms = append(forms, form)
		}
		path := strings.TrimPrefix(byOffice(tb, site, name, forms...), site.URL)
		list = append(list, sample{"customer-" + name, path})
	}
	return list
}

// BenchmarkShots takes screenshots of whole pages, var/shots/<width>/<name>.png. It judges nothing:
//
//	go test -run '^$' -bench '^BenchmarkShots$' -benchtime 1x ./cmd/haulfront/browsertest
func BenchmarkShots(tb *testing.B) {
	site := startSite(tb, "--office-users=Ann <ann@example.com>")
	list := append(samples(), customerPages(tb, site)...)
	for _, size := range [][2]int64{{360, 800}, {768, 1024}, {1280, 900}} {
		folder := filepath.Join(testkit.Root(tb), "var", "shots", fmt.Sprint(size[0]))
		testkit.Must(tb, os.MkdirAll(folder, 0o755))
		b := newTab(tb, size[0], size[1], true)
		// A desktop scroll bar would make phones narrower.
		call(b, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true})
		for _, sample := range list {
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
