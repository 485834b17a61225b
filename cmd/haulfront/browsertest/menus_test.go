package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	services  = `[data-menu=services]`
	locations = `[data-menu=locations]`

	menusHydrated = `document.querySelector("[data-island=Menus][data-hydrated]")`
)

func opened(menu string) string { return isVisible(menu + " .Menus-panel") }

func categoryHead(i int) string { return fmt.Sprintf(".Menus-category:nth-child(%d) .Menus-head", i+1) }
func categoryList(i int) string {
	return fmt.Sprintf(".Menus-category:nth-child(%d) .Menus-services", i+1)
}

func (b *tab) categories() int {
	return eval[int](b, `document.querySelectorAll(".Menus-category").length`)
}

// openServices opens the services menu by mouse, and waits for hydration.
func (b *tab) openServices() {
	b.t.Helper()
	b.hover(services + " button")
	b.until(menusHydrated)
	b.until(opened(services))
}

func TestMenusByMouse(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 1280, 900, scripts)
		b.open(site.URL + "/")
		wantWidth := func(menu string, want float64) {
			t.Helper()
			b.until(opened(menu))
			const width = `document.querySelector(%s).getBoundingClientRect().width`
			equal(t, "the width of the menu "+menu+" is", eval[float64](b, width, menu+" .Menus-panel"), want)
		}
		check(t, !b.visible(services+" .Menus-panel"), "the services menu is open without any interaction")
		b.hover(services + " button")
		wantWidth(services, 520)
		if scripts {
			b.until(menusHydrated)
			b.until(opened(services))
		}
		b.until(isVisible(categoryList(0)))
		first := program.Words().Home(content.BuildInfo{}).Layout.Nav.Menus.Services[0].Services[0]
		got := b.text(`.Menus-services a[href="` + first.Href + `"] .Menus-price`)
		check(t, got == first.Price, "%s costs %q in the menu, want %s", first.Label, got, first.Price)
		b.until(clickable(services + ` .Menus-categories > :last-child a[href="` + program.PhoneLink() + `"]`))
		b.hover(categoryHead(2))
		b.until(isVisible(categoryList(2)))
		b.until("!" + isVisible(categoryList(0)))
		b.hover(locations + " button")
		wantWidth(locations, 400)
		b.until("!" + opened(services))
		b.moveMouse(20, 850)
		b.until("!" + opened(locations))
		b.wantNoProblems()
	})
}

func TestMenusByKeyboard(t *testing.T) {
	t.Parallel()
	b := newTab(t, 1280, 900, true)
	b.open(sharedSite().URL + "/")
	wantExpanded := func(want bool) {
		t.Helper()
		b.until(`document.querySelector(%s).ariaExpanded === %s`, services+" button", fmt.Sprint(want))
		check(t, eval[bool](b, opened(services)) == want, "the services menu is open: %t, want %t", !want, want)
	}
	b.focus(services + " button")
	b.until(menusHydrated)
	wantExpanded(false)
	b.press(kb.Enter)
	b.until(opened(services))
	wantExpanded(true)
	if !eval[bool](b, `document.getElementById(document.querySelector(%s).getAttribute("aria-controls"))
		.contains(document.querySelector(".Menus-category a"))`, services+" button") {
		t.Error("aria-controls does not refer to the panel")
	}
	b.press(kb.Tab)
	b.until(`document.activeElement.matches(%s)`, categoryHead(0))
	// All services of the first category, then the next category.
	for range eval[int](b, `document.querySelectorAll(%s).length`, categoryList(0)+" a") + 1 {
		b.press(kb.Tab)
	}
	b.until(`document.activeElement.matches(%s)`, categoryHead(1))
	b.until(isVisible(categoryList(1)))
	b.press(kb.Escape)
	b.until("!" + opened(services))
	wantExpanded(false)
	b.until(`document.activeElement === document.querySelector(%s)`, services+" button")
	b.press(" ")
	b.until(opened(services))
	b.focus(locations + " button")
	b.press(kb.Enter)
	b.until(opened(locations))
	b.until("!" + opened(services))
	b.wantNoProblems()
}

// On a low screen the wheel scrolls every last link of the menus into view, and not the page.
func TestMenusOnLowScreens(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 812, 375, true)
	wheel := func(over, to string) {
		t.Helper()
		at := b.center(over)
		call(b, input.SynthesizeScrollGesture, input.SynthesizeScrollGestureParams{
			X: at[0], Y: at[1], YDistance: -2000, Speed: 8000, GestureSourceType: "mouse",
		})
		b.until(clickable(to))
	}
	wheelCategory := func(i int) {
		t.Helper()
		b.hover(categoryHead(i))
		b.until(isVisible(categoryList(i)))
		wheel(categoryList(i), categoryList(i)+" li:last-child a")
	}
	for _, size := range [][2]int64{{812, 375}, {1280, 470}} {
		b.resize(size[0], size[1])
		b.open(site.URL + "/")
		b.openServices()
		for i := range b.categories() {
			wheelCategory(i)
		}
		equal(t, "the wheel over the menu scrolled the page by", eval[float64](b, `scrollY`), 0)
		b.hover(locations + " button")
		b.until(opened(locations))
		wheel(".Menus-locations li:first-child a", ".Menus-locations li:last-child a")
		b.moveMouse(5, float64(size[1]-5))
		b.until("!" + opened(locations))
	}

	// Here the categories themselves scroll, and the list stays beside them.
	b.resize(1280, 250)
	b.open(site.URL + "/")
	b.openServices()
	wheel(categoryHead(1), categoryHead(4))
	wheelCategory(4)
	b.wantNoProblems()
}

// React hears of the mouse that has left before it has rendered the open menu.
func TestMenuLeftDuringHydration(t *testing.T) {
	t.Parallel()
	b := newTab(t, 1280, 800, true)
	b.open(sharedSite().URL + "/")
	b.run(`new MutationObserver(() => document.querySelector("[data-menu=services] button").dispatchEvent(
		new PointerEvent("pointerout", {bubbles: true, pointerType: "mouse", relatedTarget: document.body}),
	)).observe(document.querySelector("[data-island=Menus]"), {attributeFilter: ["data-hydrated"]})`)
	b.hover(services + " button")
	b.until(menusHydrated)
	b.until("!" + opened(services))
}

// The first touch on a category shows its services, the second follows its link. Without scripts, all lists are
// visible.
func TestMenusByTouch(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 1024, 768, scripts)
		b.do(chromedp.EmulateViewport(1024, 768, chromedp.EmulateMobile, chromedp.EmulateTouch))
		b.open(site.URL + "/")
		b.tap(services + " button")
		if !scripts {
			b.until(opened(services))
			for i := range b.categories() {
				last := categoryList(i) + " li:last-child a"
				b.run(`document.querySelector(%s).scrollIntoView({behavior: "instant", block: "nearest"})`, last)
				b.until(clickable(last))
			}
			return
		}
		b.until(menusHydrated)
		b.until(opened(services))
		for _, i := range []int{2, 4, 2} {
			b.tap(categoryHead(i))
			b.until(isVisible(categoryList(i)))
		}
		equal(t, "a first touch led to", eval[string](b, `location.pathname`), "/")
		third := program.Words().Home(content.BuildInfo{}).Layout.Nav.Menus.Services[2]
		link := b.text(categoryList(2) + ` a[href="` + third.Href + `"]`)
		check(t, strings.HasSuffix(link, " "+third.Name), "the link to the whole category is %q", link)
		b.tap(categoryHead(2))
		b.until(`location.pathname === %s`, third.Href)
		b.wantNoProblems()
	})
}

// manualTimers lets a test drive a page's timers: after hold(), they run only in pass(milliseconds).
const manualTimers = `(() => {
	const {setTimeout, clearTimeout} = window;
	const waiting = new Map();
	let now, last = 1e9;
	window.hold = () => { now = 0; };
	window.pass = (ms) => {
		now += ms;
		for (const [id, {due, run}] of [...waiting]) if (due <= now && waiting.delete(id)) run();
	};
	window.setTimeout = (run, ms, ...args) => {
		if (now === undefined) return setTimeout(run, ms, ...args);
		waiting.set(++last, {due: now + ms, run: () => run(...args)});
		return last;
	};
	window.clearTimeout = (id) => { if (!waiting.delete(id)) clearTimeout(id); };
})()`

// A mouse that moves straight from a category to a corner of its list, or to one of its services, does not switch to
// the categories on its way. A mouse that moves from category to category shows each.
func TestMenusByDiagonal(t *testing.T) {
	t.Parallel()
	b := newTab(t, 1280, 900, true)
	b.onEveryPage(manualTimers)
	b.open(sharedSite().URL + "/")
	b.openServices()
	b.run(`hold()`)
	move := func(from, to []float64) {
		t.Helper()
		dx, dy := to[0]-from[0], to[1]-from[1]
		steps := math.Ceil(math.Hypot(dx, dy) / 12) // the speed of a hand: 12 px in 24 ms
		for s := 1.0; s <= steps; s++ {
			b.moveMouse(from[0]+dx*s/steps, from[1]+dy*s/steps)
			b.run(`pass(24)`)
		}
	}
	rest := func(i int) {
		t.Helper()
		b.run(`pass(1000)`)
		b.until(isVisible(categoryList(i)))
	}
	for _, i := range []int{0, b.categories() - 1} {
		from := b.center(categoryHead(i))
		box := eval[[]float64](b, `(({left, top, right, bottom}) => [left, top, right, bottom])(
			document.querySelector(%s).getBoundingClientRect())`, categoryList(i))
		for _, to := range [][]float64{
			{box[0] + 3, box[1] + 3}, {box[2] - 3, box[1] + 3}, {box[0] + 3, box[3] - 3}, {box[2] - 3, box[3] - 3},
			b.center(categoryList(i) + " li:nth-child(2) a"),
		} {
			b.hover(categoryHead(i))
			rest(i)
			move(from, to)
			check(t, b.visible(categoryList(i)), "category %d is hidden on the way from %.0f to %.0f", i, from, to)
		}
	}
	b.hover(categoryHead(0))
	rest(0)
	for i := 1; i < b.categories(); i++ {
		move(b.center(categoryHead(i-1)), b.center(categoryHead(i)))
		rest(i)
	}
	b.wantNoProblems()
}
