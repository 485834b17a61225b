package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	paused "github.com/chromedp/cdproto/fetch"
	navigation "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// unknownPath is the path of no page.
const unknownPath = "/no-such-page"

// TestDesign looks at one site. Most of the work is the browser's, and in one tab it would be the longest test by far: three share
// the pages.
func TestDesign(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	t.Run("late font", func(t *testing.T) { lateFontMovesNothing(t, site) })
	t.Run("what opens", func(t *testing.T) { designOfWhatOpens(t, site) })
	t.Run("large letters", func(t *testing.T) { largeLettersFit(t, site) })
	t.Run("every page", func(t *testing.T) { designOfEveryPage(t, site) })
}

// Whoever has set the letters of the phone to twice their size scrolls in one direction all the same.
func largeLettersFit(t *testing.T, site *program.Process) {
	b := newTab(t, 360, 800, true)
	b.largeLetters()
	for _, sample := range samples() {
		b.open(site.URL + sample.path)
		if size := eval[string](b, `getComputedStyle(document.documentElement).fontSize`); size != "32px" {
			t.Fatalf("the letters are %s high, want 32px", size)
		}
		b.fits(sample.path + " in large letters")
	}
}

// largeLetters sets the letters of the browser to twice their size.
func (b *tab) largeLetters() {
	b.t.Helper()
	letters := navigation.SetFontSizesParams{FontSizes: &navigation.FontSizes{Standard: 32}}
	if _, err := chromedp.Call(b.ctx, navigation.SetFontSizes, letters); err != nil {
		b.t.Fatal(err)
	}
}

// Every page of the route table and the not-found page: nothing to scroll to at the side on the narrowest phone and at
// twice the size of everything, no number broken over two lines, none that cannot be dialed, nothing for axe to find at
// either width, and nothing in the console.
func designOfEveryPage(t *testing.T, site *program.Process) {
	const tabs = 3
	paths := append(everyPath(t), unknownPath)
	for share := range tabs {
		t.Run(fmt.Sprintf("tab %d", share+1), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, 320, 640, true)
			b.injectAxe()
			for i := share; i < len(paths); i += tabs {
				designOfPage(b, site, paths[i])
			}
		})
	}
}

// designOfPage looks at one page.
func designOfPage(b *tab, site *program.Process, path string) {
	b.do(chromedp.EmulateViewport(320, 640))
	b.open(site.URL + path)
	b.fits(path + " at 320 px")
	b.dialable(path + " at 320 px")
	b.do(chromedp.EmulateViewport(640, 450, chromedp.EmulateScale(2)))
	b.fits(path + " at twice the size on 1280 px")
	b.do(chromedp.EmulateViewport(390, 844))
	b.numbersUnbroken(path + " at 390 px")
	b.accessible(path + " at 390 px")
	b.do(chromedp.EmulateViewport(1280, 900))
	b.accessible(path + " at 1280 px")
	for _, p := range b.reported() {
		// The browser itself notes that the page that is not there was answered with 404.
		if !strings.HasSuffix(p, "404 (Not Found) "+site.URL+unknownPath) {
			b.t.Errorf("%s: the browser's console has %s", path, p)
		}
	}
	b.clearProblems()
}

// What is not there when a page is opened is accessible, too: menus, the sheet, and a form that was refused.
func designOfWhatOpens(t *testing.T, site *program.Process) {
	b := newTab(t, 1280, 900, true)
	b.injectAxe()
	b.open(site.URL + "/")
	for _, menu := range []string{services, locations} {
		b.hover(menu + " button")
		b.until(opened(menu))
		b.until(`document.querySelector(%s).ariaExpanded === "true"`, menu+" button")
		b.accessible(menu + " open")
	}
	for _, width := range []int64{390, 1280} {
		b.do(chromedp.EmulateViewport(width, 844))
		b.open(site.URL + "/")
		b.do(chromedp.Click(chromedp.CSS(`#hero-form [type=submit]`)))
		b.untilToast("alert", testkit.Missing, testkit.MissingText)
		wantErrors(b, "hero-form", "name", "phone", "serviceType", "zipCode", "serviceTimeframe")
		b.accessible("the refused form")
		b.fits("the refused form")
	}
	b.do(chromedp.EmulateViewport(390, 844))
	b.open(site.URL + "/")
	b.do(chromedp.Click(chromedp.CSS(`[popovertarget=sheet]:not([popovertargetaction])`)))
	b.until(`document.querySelector("#sheet:popover-open")`)
	b.accessible("the sheet")
	b.wantNoProblems()
}

// The display face may come as late as it likes: its stand-in takes the same room, so nothing moves when it arrives.
func lateFontMovesNothing(t *testing.T, site *program.Process) {
	for _, width := range []int64{360, 375, 390, 412, 1280} {
		b := newTab(t, width, 844, true)
		held := make(chan paused.RequestID, 1)
		if err := chromedp.Listen(b.ctx, func(event any) {
			if request, ok := event.(*paused.EventRequestPaused); ok {
				held <- request.RequestID
			}
		}); err != nil {
			t.Fatal(err)
		}
		fonts := paused.EnableParams{Patterns: []*paused.RequestPattern{{URLPattern: "*.woff2"}}}
		if _, err := chromedp.Call(b.ctx, paused.Enable, fonts); err != nil {
			t.Fatal(err)
		}
		b.open(site.URL + "/")
		b.until(`performance.getEntriesByName("first-contentful-paint").length > 0`)
		if eval[bool](b, faceIsThere) {
			t.Fatal("the font was not held back")
		}
		awaitPromise[bool](b, shiftsFromNow)
		ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
		defer cancel()
		select {
		case id := <-held:
			if _, err := chromedp.Call(ctx, paused.ContinueRequest, paused.ContinueRequestParams{RequestID: id}); err != nil {
				t.Fatal(err)
			}
		case <-ctx.Done():
			t.Fatal("no font was asked for")
		}
		b.until(faceIsThere)
		for _, shift := range awaitPromise[[]string](b, layoutShifts) {
			t.Errorf("at %d px the page shifts by %s, want no shift", width, shift)
		}
		b.wantNoProblems()
	}
}

const faceIsThere = `[...document.fonts].some((face) => face.family.includes("Bricolage Grotesque") && face.status === "loaded")`

// shiftsFromNow has layoutShifts tell nothing of what came before the second frame from now, such as the page itself: a busy browser
// may show a part of it, see TestPageArrivesInPieces.
const shiftsFromNow = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
	window.shiftsFrom = performance.now();
	resolve(true);
})))`

// layoutShifts are all shifts of the page up to the second frame from now, which shows the last change: how large each is,
// and which elements it moved from where to where.
const layoutShifts = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
	const observer = new PerformanceObserver(() => {});
	observer.observe({type: "layout-shift", buffered: true});
	const box = ({x, y, width, height}) => [x, y, width, height].join(" ");
	resolve(observer.takeRecords().filter((shift) => shift.value > 0 && shift.startTime >= (window.shiftsFrom ?? 0)).map((shift) => shift.value.toFixed(4) + ": " + shift.sources
		.map(({node, previousRect, currentRect}) => (node?.className || node?.nodeName) + " from " + box(previousRect) + " to " + box(currentRect))
		.join(", ")));
})))`

// everyPath returns the path of every page of the route table.
func everyPath(t *testing.T) []string {
	t.Helper()
	site, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, route := range site.Routes() {
		paths = append(paths, route.Path)
	}
	return paths
}

// fits fails the test if the page is wider than the view.
func (b *tab) fits(where string) {
	b.t.Helper()
	if wide := eval[[]string](b, `((view) => document.documentElement.scrollWidth <= view ? [] :
		[...document.body.querySelectorAll("*")]
			.filter((e) => e.getBoundingClientRect().right > view + 0.5 && e.checkVisibility())
			.map((e) => e.tagName + "." + e.className).concat(document.documentElement.scrollWidth + " px"))(document.documentElement.clientWidth)`); len(wide) > 0 {
		b.t.Errorf("%s: the page scrolls sideways: %v", where, wide)
	}
}

// numbersUnbroken fails the test for every phone number and every range, such as "$99–$399", that is broken over two lines.
func (b *tab) numbersUnbroken(where string) {
	b.t.Helper()
	if broken := eval[[]string](b, `(() => {
		const broken = [];
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const text = texts.currentNode;
			for (const found of text.data.matchAll(/\(\d{3}\) \d{3}-\d{4}|[^\s–]*\d[^\s–]*–[^\s–]+|\b[A-Z][a-z]{2}–[A-Z][a-z]{2}\b/g)) {
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

// injectAxe has axe-core stand ready in every page that the tab opens.
func (b *tab) injectAxe() {
	b.t.Helper()
	source, err := os.ReadFile(filepath.Join(testkit.Root(b.t), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		b.t.Fatal(err)
	}
	script := navigation.AddScriptToEvaluateOnNewDocumentParams{Source: string(source)}
	if _, err := chromedp.Call(b.ctx, navigation.AddScriptToEvaluateOnNewDocument, script); err != nil {
		b.t.Fatal(err)
	}
}

// runAxe returns what axe finds: the rule, the first element, and what is wrong with it.
const runAxe = `axe.run(document, {
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	resultTypes: ["violations"], iframes: false, preload: false,
}).then((result) => ({
	rules: result.passes.length,
	found: result.violations.flatMap((v) => v.nodes.map((n) => v.id + " at " + n.target.join(" ") + ": " + n.failureSummary)),
}))`

// clearOfBars scrolls a page that has been scrolled on, until what lies over it at its top and bottom cuts through no control: axe
// takes the part that is seen for all of it, and where a page happens to stand says nothing about the size of its controls.
const clearOfBars = `(() => {
	for (let i = 0; scrollY > 0 && i < 50; i++) {
		const bars = [...document.querySelectorAll(".Header, .Toasts-card, .CallBar")]
			.filter((bar) => bar.checkVisibility({visibilityProperty: true})).map((bar) => bar.getBoundingClientRect());
		if (![...document.querySelectorAll(":is(main, footer) :is(a, button, input, select, textarea, summary)")].some((control) => {
			const {top, bottom} = control.getBoundingClientRect();
			return bars.some((bar) => (top < bar.bottom && bottom > bar.bottom) || (top < bar.top && bottom > bar.top));
		})) break;
		scrollBy({top: 8, behavior: "instant"});
	}
	return true;
})()`

// accessible fails the test for everything that axe finds in the page as it stands.
func (b *tab) accessible(where string) {
	b.t.Helper()
	type findings struct {
		Rules int
		Found []string
	}
	eval[bool](b, clearOfBars)
	got := awaitPromise[findings](b, runAxe)
	if got.Rules == 0 {
		b.t.Errorf("%s: axe has judged nothing", where)
	}
	for _, found := range got.Found {
		b.t.Errorf("%s: %s", where, found)
	}
}

// awaitPromise returns the value that a promise resolves to.
func awaitPromise[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v\nconsole: %v", expression, err, b.reported())
	}
	return value
}

// clearProblems empties the list of problems.
func (b *tab) clearProblems() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.problems = nil
}
