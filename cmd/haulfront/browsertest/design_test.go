package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// unknownPath leads to the not-found page.
const unknownPath = "/no-such-page"

// Every page: on the narrowest phone, at 200% zoom and in a font of twice the size nothing scrolls sideways, no number
// is broken over two lines, every phone number is a link, titles share one left edge, axe finds nothing on a phone or
// on a wide screen, in a sweep on both, and the console is empty.
func TestDesignOfEveryPage(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	pages := samples()[:len(samples())-1] // without the rejected form, whose page is another one's
	const tabs = 3                        // in one tab, this would be the longest test by far
	for share := range tabs {
		t.Run(fmt.Sprintf("tab %d", share+1), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, 320, 640, true)
			b.injectAxe()
			for i := share; i < len(pages); i += tabs {
				b.designOfPage(site, pages[i], i)
			}
		})
	}
}

// designOfPage opens a page once, because that takes longer than to look at it in one more size.
func (b *tab) designOfPage(site *program.Process, s sample, turn int) {
	path := s.path
	b.resize(320, 640)
	b.open(site.URL + path)
	b.fits(path + " at 320 px")
	b.dialable(path + " at 320 px")
	b.do(chromedp.EmulateViewport(640, 450, chromedp.EmulateScale(2)))
	b.fits(path + " at 200% on 1280 px")
	b.resize(390, 844)
	b.numbersUnbroken(path + " at 390 px")
	b.touchable(path + " at 390 px")
	for _, v := range inTurn(s, turn, [2]int64{390, 844}, [2]int64{1280, 900}) {
		b.resize(v.width, v.height)
		b.accessible(v.String())
	}
	b.resize(1280, 900)
	b.aligned(path)
	b.resize(360, 800)
	b.fontSize(32)
	equal(b.t, "the font size is", eval[string](b, `getComputedStyle(document.documentElement).fontSize`), "32px")
	b.fits(path + " in a large font")
	b.fontSize(16)
	for _, problem := range b.takeProblems() {
		// The browser itself logs the status of the not-found page.
		check(b.t, strings.HasSuffix(problem, "404 (Not Found) "+site.URL+unknownPath),
			"%s: the browser's console has %s", path, problem)
	}
}

// fontSize sets the browser's font size, which is 16 pixels by default.
func (b *tab) fontSize(pixels int64) {
	b.t.Helper()
	call(b, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: pixels}})
}

// Menus, the sheet and a rejected form are accessible too, and the form's page has few bars.
func TestDesignOfPopups(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	b.injectAxe()
	b.open(site.URL + "/")
	for _, menu := range []string{services, locations} {
		b.hover(menu + " button")
		b.until(opened(menu))
		b.until(`document.querySelector(%s).ariaExpanded === "true"`, menu+" button")
		b.accessible(menu + " open")
	}
	for _, width := range []int64{1280, 390} {
		b.resize(width, 844)
		b.open(site.URL + "/")
		b.submit("hero-form")
		b.untilMissing()
		b.wantErrors("hero-form", required...)
		b.accessible("the rejected form")
		b.fits("the rejected form")
	}
	b.resize(320, 256)
	b.fewBars("the rejected form")
	b.resize(390, 844)
	b.open(site.URL + "/")
	b.click(sheetButton)
	b.until(sheetOpen)
	b.accessible("the sheet")
	b.wantNoProblems()
}

// The display face and the text face may arrive late: their fallbacks have the same metrics, so nothing moves by a
// ten-thousandth of the window.
func TestLateFontsMoveNothing(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	const loaded = `[...document.fonts].filter(({family, status}) => status === "loaded" &&
		/^"?(Bricolage Grotesque|Figtree)"?$/.test(family)).length`
	wide := func(width int64) bool { return width >= 768 }
	for _, width := range testkit.Sweep([]int64{360, 375, 390, 412, 1280}, wide) {
		b := newTab(t, width, 844, true)
		paused := b.pauseRequests("*.woff2")
		b.open(site.URL + "/")
		b.until(`performance.getEntriesByName("first-contentful-paint").length > 0`)
		for i, resume := range []func(){
			func() { b.resume(paused) },                    // the first request
			func() { call(b, fetch.Disable, cdp.Empty{}) }, // all others
		} {
			equal(t, "the number of faces is", eval[int](b, loaded), i)
			awaitPromise[bool](b, shiftsFromNow)
			resume()
			b.until(loaded+" === %s", i+1)
			for _, shift := range awaitPromise[[]string](b, layoutShifts) {
				// No fallback fits each word: those of the wide header move by four pixels.
				check(t, strings.HasPrefix(shift, "0.0000:"), "at %d px the page shifts by %s, want no shift", width,
					shift)
			}
		}
		b.wantNoProblems()
	}
}

// shiftsFromNow makes layoutShifts ignore everything before the second frame from now, such as a partially shown page.
const shiftsFromNow = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
	window.shiftsFrom = performance.now();
	resolve(true);
})))`

// layoutShifts are all layout shifts up to the second frame from now, which shows the last change: the score, and the
// elements that moved, with their former and new positions.
const layoutShifts = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
	const observer = new PerformanceObserver(() => {});
	observer.observe({type: "layout-shift", buffered: true});
	const box = ({x, y, width, height}) => [x, y, width, height].join(" ");
	resolve(observer.takeRecords()
		.filter((shift) => shift.value > 0 && shift.startTime >= (window.shiftsFrom ?? 0))
		.map(({value, sources}) => value.toFixed(4) + ": " + sources.map(({node, previousRect, currentRect}) =>
			(node?.className || node?.nodeName) + " from " + box(previousRect) + " to " + box(currentRect)).join()));
})))`

// The opening hours follow the clock, and take the same room as without scripts.
func TestOpenNow(t *testing.T) {
	t.Parallel()
	site, words := sharedSite(), program.Words()
	at := time.Date(2026, 12, 24, 18, 59, 30, 0, program.Office())
	const places = `[...document.querySelectorAll(".OpenNow")].filter((place) => place.checkVisibility())`
	const heights = places + `.map((place) => place.getBoundingClientRect().height).join()`
	plain, b := newTab(t, 360, 900, false), newTab(t, 360, 900, true)
	b.onEveryPage(js(`window.clock = %s; Date.now = () => window.clock`, at.UnixMilli()))
	for _, width := range []int64{360, 768, 1280} {
		plain.resize(width, 900)
		b.resize(width, 900)
		plain.open(site.URL + "/")
		plain.until(`document.readyState === "complete" && ` + places + `.length > 0`)
		b.open(site.URL + "/")
		// Closing time, the holiday's night, and the next days.
		for _, later := range []time.Duration{0, time.Minute, 301 * time.Minute, 72 * time.Hour, 90 * time.Hour} {
			text := words.Opening(at.Add(later))
			b.run(`window.clock = %s, document.dispatchEvent(new Event("visibilitychange"))`, at.Add(later).UnixMilli())
			b.until(places+`.every((place) => place.innerText.trim() === %s)`, text)
			equal(t, fmt.Sprintf("at %d px, the heights with %q are", width, text),
				eval[string](b, heights), eval[string](plain, heights))
		}
	}
	b.wantNoProblems()
}

// aligned fails the test for every title that begins near the page's left edge, but not at it, beside a scroll bar.
func (b *tab) aligned(where string) {
	b.t.Helper()
	b.run(`document.documentElement.style.width = "calc(100vw - 15px)"`)
	for _, off := range eval[[]string](b, `((edge) => [...document.querySelectorAll("h1, h2, .Breadcrumbs")]
		.map((title) => [title.textContent, title.getBoundingClientRect().left - edge])
		.filter(([, off]) => Math.abs(off) >= 1 && Math.abs(off) <= 16)
		.map(([text, off]) => text + ": " + off))(
		document.querySelector(".Header-brand").getBoundingClientRect().left)`) {
		b.t.Errorf("%s: not at the left edge: %s px", where, off)
	}
	b.run(`document.documentElement.style.width = ""`)
}

func (b *tab) fits(where string) {
	b.t.Helper()
	if wide := eval[[]string](b, `(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth ? [] :
		[...document.body.querySelectorAll("*")]
			.filter((e) => e.getBoundingClientRect().right > clientWidth + 0.5 && e.checkVisibility())
			.map((e) => e.tagName + "." + e.className)
			.concat(scrollWidth + " px"))(document.documentElement)`); len(wide) > 0 {
		b.t.Errorf("%s: the page scrolls sideways: %v", where, wide)
	}
}

// fitsPhones is fits on the narrow phones, for a page that is opened at another width.
func (b *tab) fitsPhones(where string, width, height int64) {
	b.t.Helper()
	for _, phone := range []int64{320, 360, 375} {
		b.resize(phone, 640)
		b.fits(fmt.Sprintf("%s at %d px", where, phone))
	}
	b.resize(width, height)
}

// touchable fails the test for every control that is smaller than 24 × 24 px, except links within a text (WCAG 2.2,
// success criterion 2.5.8).
func (b *tab) touchable(where string) {
	b.t.Helper()
	if small := eval[[]string](b, `[...document.querySelectorAll("a, button, input, select, textarea, summary")]
		.filter((e) => {
			const {width, height} = e.getBoundingClientRect();
			if (Math.min(width, height) >= 24 || !e.checkVisibility({visibilityProperty: true}) || e.closest("label") ||
				e.closest(".visually-hidden, .SkipLink, [aria-hidden=true]") || e.labels?.length) return false;
			const box = getComputedStyle(e, "::after"); // of a stretched link
			if (box.content !== "none" && box.position === "absolute") return false;
			return getComputedStyle(e).display !== "inline" ||
				e.parentElement.textContent.trim() === e.textContent.trim();
		}).map((e) => e.className + " " + e.textContent.trim().slice(0, 40) + ": " + e.getBoundingClientRect().height)`,
	); len(small) > 0 {
		b.t.Errorf("%s: small targets: %q", where, small)
	}
}

// numbersUnbroken fails the test for every phone number, every range, such as "$99–$399", every number and its unit,
// every word whose hyphen follows at most four letters, and every hyphenated word of a heading that is broken over two
// lines.
func (b *tab) numbersUnbroken(where string) {
	b.t.Helper()
	if broken := eval[[]string](b, `(() => {
		const broken = [];
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const number = /\(\d{3}\) \d{3}-\d{4}|[^\s–]*\d[^\s–]*–[^\s–]+|\b[A-Z][a-z]{2}–[A-Z][a-z]{2}\b/g;
		const unit = /\d\s(hour|mile)s?\b/g;
		const short = /\b[A-Za-z]{1,4}-[a-z]{2,9}\b/g;
		const word = /\w+-\w+/g;
		while (texts.nextNode()) {
			const text = texts.currentNode;
			const {parentElement: parent, data} = text;
			const patterns = [number, unit, short];
			if (parent.closest("h1, h2")) patterns.push(word);
			for (const found of patterns.flatMap((pattern) => [...data.matchAll(pattern)])) {
				const range = document.createRange();
				range.setStart(text, found.index);
				range.setEnd(text, found.index + found[0].length);
				if (new Set([...range.getClientRects()].map((box) => box.bottom)).size > 1) broken.push(found[0]);
			}
		}
		return broken;
	})()`); len(broken) > 0 {
		b.t.Errorf("%s: broken over two lines: %q", where, broken)
	}
}

// Toasts, whose spaces the specification fixes, keep a number and its unit on one line, too, at any width.
func TestNumbersInToasts(t *testing.T) {
	t.Parallel()
	b := newTab(t, 360, 740, false) // no script hides the toast after a time
	b.open(sharedSite().URL + "/get-quote")
	b.send("quote-bottom-form", visitor(t))
	for width := int64(280); width <= 480; width += 10 {
		b.resize(width, 740)
		b.numbersUnbroken(fmt.Sprintf("a confirmation at %d px", width))
	}
}

// dialable fails the test for every phone number on the page that is not a link that dials it, and for one that is
// broken over two lines.
func (b *tab) dialable(where string) {
	b.t.Helper()
	number := program.Phone()
	for _, dead := range eval[[]string](b, `((number, link) => {
		const dead = [];
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const {data, parentElement: parent} = texts.currentNode;
			if (!data.includes(number) || parent.matches("script")) continue;
			if (parent.closest("a")?.getAttribute("href") !== link) dead.push(parent.className + ": " + data);
		}
		return dead;
	})(%s, %s)`, number[len(number)-8:], program.PhoneLink()) {
		b.t.Errorf("%s: the phone number is no link in %s", where, dead)
	}
	b.numbersUnbroken(where)
}

// injectAxe loads axe-core into every page that the tab opens.
func (b *tab) injectAxe() {
	b.t.Helper()
	source, err := os.ReadFile(filepath.Join(testkit.Root(b.t), "node_modules", "axe-core", "axe.min.js"))
	testkit.Must(b.t, err)
	b.onEveryPage(string(source))
}

// runAxe returns axe's findings: rule, element, and explanation.
const runAxe = `axe.run(document, {
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	resultTypes: ["violations"], iframes: false, preload: false,
}).then((result) => ({
	rules: result.passes.length,
	found: result.violations.flatMap((v) =>
		v.nodes.map((n) => v.id + " at " + n.target.join(" ") + ": " + n.failureSummary)),
}))`

// clearOfBars scrolls from the top of a page until no bar cuts through a control: axe measures only the visible part of
// a control.
const clearOfBars = `(() => {
	scrollTo({top: 0, behavior: "instant"});
	for (let i = 0; i < 50; i++) {
		const bars = [...document.querySelectorAll(".Header, .Toasts-card, .CallBar, .Estimator-bar")]
			.filter((bar) => bar.checkVisibility({visibilityProperty: true})).map((bar) => bar.getBoundingClientRect());
		const controls = document.querySelectorAll(
			":is(main, footer) :is(a, button, input, select, textarea, summary)");
		if (![...controls].some((control) => {
			const {top, bottom} = control.getBoundingClientRect();
			return bars.some((bar) => (top < bar.bottom && bottom > bar.bottom) || (top < bar.top && bottom > bar.top));
		})) break;
		scrollBy({top: 8, behavior: "instant"});
	}
})()`

func (b *tab) accessible(where string) {
	b.t.Helper()
	b.run(clearOfBars)
	got := awaitPromise[struct {
		Rules int
		Found []string
	}](b, runAxe)
	check(b.t, got.Rules != 0, "%s: axe has applied no rule", where)
	for _, found := range got.Found {
		b.t.Errorf("%s: %s", where, found)
	}
}
