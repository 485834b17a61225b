package browsertest

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"

	"github.com/chromedp/chromedp/kb"
)

// The home page's truck fills with the things that are tapped: its price, its picture and its address are the
// estimator's, and the form gets them. Before the first interaction, and without scripts, the trucks at each price
// stand there, and nothing of it is loaded.
func TestLoadPicker(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 800, scripts)
		if scripts {
			b.injectAxe()
		}
		b.open(site.URL + "/")
		b.until(`document.querySelectorAll(".Truckloads-truck").length === 4`)
		const files = `performance.getEntriesByType("resource").filter(({ name }) =>
			/picker|Picker|thing-|volume-/.test(name)).length`
		equal(t, "files before an interaction:", eval[int](b, files), 0)
		if !scripts {
			b.scrollTo(".Truckloads-loads")
			check(t, b.visible(".Truckloads-loads"), "the trucks are hidden")
			return
		}
		const heights = `[...document.querySelectorAll(".Truckloads")].map(({ offsetHeight }) => offsetHeight)[0]`
		b.scrollTo(".Truckloads-loads")
		before := eval[float64](b, heights)
		b.hydrate("")
		b.until(`document.querySelectorAll(".LoadPicker-add").length === 8`)
		const total = `document.querySelector(".LoadPicker-total").textContent`
		const loaded = `document.querySelectorAll(".LoadPicker-truck[data-loaded=true]").length`
		equal(t, "pictures of the empty truck:", eval[int](b, loaded), 1)
		b.fits("with nothing picked")
		after := eval[float64](b, heights)
		check(t, math.Abs(after-before) <= 4, "the trucks take %v px, and %v px once hydrated", before, after)

		add := func(n string) string { return ".LoadPicker-thing:nth-child(" + n + ") .LoadPicker-add" }
		b.click(add("1"))
		b.until(loaded + " === 3") // no load, an XS load, an eighth
		b.focus(add("1"))
		b.press(kb.Enter)
		b.click(add("2"))
		b.tap(add("2"))
		b.click(add("4"))
		b.until(`document.querySelector(".LoadPicker-more")?.href.endsWith("?sofa=2&mattress=2&tv=1")`)
		want := b.estimateOf("sofa=2&mattress=2&tv=1")
		equal(t, "the total is", eval[string](b, total), want.Total)
		check(t, strings.Contains(b.text(".LoadPicker-part"), want.Part), "not filled to %s", want.Part)
		shown := eval[string](b, `[...document.querySelectorAll(".LoadPicker-truck[data-loaded=true]")].pop().src`)
		check(t, strings.Contains(shown, want.Scene+"-"), "the truck is %s, want %s", shown, want.Scene)
		b.accessible("with things picked")
		b.fontSize(32)
		b.fits("with things picked in a large font")
		b.fontSize(16)
		for _, width := range []int64{320, 768, 1280} {
			b.resize(width, 800)
			b.fits("with things picked")
		}

		b.click(".LoadPicker-ways .Button")
		b.until(`document.querySelector("#contact-form .QuoteForm-estimate")`)
		got := b.text("#contact-form .QuoteForm-estimate")
		check(t, strings.Contains(got, want.Total), "the form has the estimate %q, want %q in it", got, want.Total)

		b.scrollTo(".LoadPicker-things")
		b.focus(".LoadPicker-thing:nth-child(4) .LoadPicker-remove")
		b.press(kb.Enter)
		b.until(`document.activeElement.matches(%s)`, add("4")) // not at the start of the page
		equal(t, "the total is", eval[string](b, total), b.estimateOf("sofa=2&mattress=2").Total)
		b.focus(add("1"))
		b.press(strings.Repeat(kb.Enter, 7))
		const heap = "sofa=9&mattress=2"
		b.until(`document.querySelector(".LoadPicker-more").href.endsWith("?" + %s)`, heap)
		equal(t, "more than a truck is called", b.text(".LoadPicker-part"), b.estimateOf(heap).Lines[0].Note)
		b.click(".LoadPicker-more")
		b.until(`location.pathname + location.search === "/estimate?" + %s`, heap)
		b.wantNoProblems()
	})
}

// estimateOf is the server's answer to an estimate.
func (b *tab) estimateOf(query string) (answer content.EstimateAnswer) {
	b.t.Helper()
	testkit.Must(b.t, json.Unmarshal([]byte(awaitPromise[string](b, `fetch("/estimate?`+query+`",
		{ headers: { Accept: "application/json" } }).then((answer) => answer.text())`)), &answer))
	return answer
}
