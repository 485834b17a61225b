package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	navigation "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// tap touches the middle of the first match, as a finger does.
func (b *tab) tap(selector string) {
	b.t.Helper()
	at := b.center(selector)
	for _, touch := range []input.DispatchTouchEventParams{
		{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}},
		{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
	} {
		if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, touch); err != nil {
			b.t.Fatal(err)
		}
	}
}

// center is where the middle of the first match is in the view.
func (b *tab) center(selector string) []float64 {
	b.t.Helper()
	return eval[[]float64](b, `(() => {
		const box = document.querySelector(%s).getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector)
}

// openServices opens the panel of services by the mouse, once React is there.
func (b *tab) openServices() {
	b.t.Helper()
	b.hover(services + " button")
	b.until(`document.querySelector("[data-island=Menus][data-hydrated]")`)
	b.until(opened(services))
}

func head(i int) string { return fmt.Sprintf(".Menus-category:nth-child(%d) .Menus-head", i+1) }

// clickable is a JavaScript condition: the element is in the view, and nothing lies over its middle.
func clickable(selector string) string {
	return js(`(() => {
		const element = document.querySelector(%s);
		const {x, y, width, height, bottom} = element.getBoundingClientRect();
		return y >= 0 && bottom <= innerHeight && element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
	})()`, selector)
}

// On a low screen the wheel brings every last link of the menus into the view.
func TestMenusOnLowScreens(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 812, 375, true)
	wheel := func(over, to string) {
		t.Helper()
		at := b.center(over)
		if _, err := chromedp.Call(b.ctx, input.SynthesizeScrollGesture, input.SynthesizeScrollGestureParams{
			X: at[0], Y: at[1], YDistance: -2000, Speed: 8000, GestureSourceType: "mouse",
		}); err != nil {
			t.Fatal(err)
		}
		b.until(clickable(to))
	}
	for _, size := range [][2]int64{{812, 375}, {1280, 470}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.open(site.URL + "/")
		b.openServices()
		for i := range eval[int](b, `document.querySelectorAll(".Menus-category").length`) {
			last := fmt.Sprintf(".Menus-category:nth-child(%d) .Menus-services li:last-child a", i+1)
			b.hover(head(i))
			b.until(category(i))
			wheel(fmt.Sprintf(".Menus-category:nth-child(%d) .Menus-services", i+1), last)
		}
		if moved := eval[float64](b, `scrollY`); moved != 0 {
			t.Errorf("at %v the wheel over the menu scrolled the page by %v", size, moved)
		}
		b.hover(locations + " button")
		b.until(opened(locations))
		wheel(".Menus-locations li:first-child a", ".Menus-locations li:last-child a")
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, float64(size[1]-5)))
		b.until("!" + opened(locations))
	}

	// Lower than the categories are: they scroll, too, and the list stays beside them.
	b.do(chromedp.EmulateViewport(1280, 250))
	b.open(site.URL + "/")
	b.openServices()
	wheel(head(1), head(4))
	b.hover(head(4))
	b.until(category(4))
	wheel(".Menus-category:nth-child(5) .Menus-services", ".Menus-category:nth-child(5) .Menus-services li:last-child a")
	b.wantNoProblems()
}

// The menu of services says what each costs, in letters as large as those of the page, and whom to call.
func TestMenuPrices(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/")
	b.openServices()
	if without := eval[[]string](b, `[...document.querySelectorAll(".Menus-services li:not(:last-child) a")]
		.filter((link) => !link.querySelector(".Menus-price")?.textContent).map((link) => link.textContent)`); len(without) > 0 {
		t.Errorf("the menu has no price of %q", without)
	}
	first := program.Words().Home(content.BuildInfo{}).Layout.Nav.Menus.Services[0].Services[0]
	if got := b.text(`.Menus-services a[href="` + first.Href + `"] .Menus-price`); got != first.Price {
		t.Errorf("%s costs %q in the menu, want %s", first.Label, got, first.Price)
	}
	if small := eval[[]string](b, `[...document.querySelectorAll(".Menus-link")].filter((link) => parseFloat(getComputedStyle(link).fontSize) < 16).map((link) => link.textContent)`); len(small) > 0 {
		t.Errorf("smaller than 16 px are %q", small)
	}
	last := services + ` .Menus-categories > :last-child a[href="` + program.PhoneLink() + `"]`
	b.until(clickable(last))
	if got := b.text(last); got != "Not sure? Call "+program.Phone() {
		t.Errorf("the last row says %q", got)
	}
	b.wantNoProblems()
}

// A first touch on a category shows its services, a second one follows its link.
func TestMenusByTouch(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	t.Run("scripts", func(t *testing.T) {
		b := newTab(t, 1024, 768, true)
		b.do(chromedp.EmulateViewport(1024, 768, chromedp.EmulateMobile, chromedp.EmulateTouch))
		b.open(site.URL + "/")
		b.tap(services + " button")
		b.until(`document.querySelector("[data-island=Menus][data-hydrated]")`)
		b.until(opened(services))
		for _, i := range []int{2, 4, 2} {
			b.tap(head(i))
			b.until(category(i))
		}
		if at := eval[string](b, `location.pathname`); at != "/" {
			t.Fatalf("a first touch led to %s", at)
		}
		third := program.Words().Home(content.BuildInfo{}).Layout.Nav.Menus.Services[2]
		if all := b.text(`.Menus-category:nth-child(3) .Menus-services a[href="` + third.Href + `"]`); !strings.HasSuffix(all, " "+third.Name) {
			t.Errorf("the link to the whole category is %q", all)
		}
		b.tap(head(2))
		b.until(`location.pathname === %s`, third.Href)
		b.wantNoProblems()
	})
	// Where no script can tell a first touch from a second, every list is there at once.
	t.Run("scripts off", func(t *testing.T) {
		b := newTab(t, 1024, 768, false)
		b.do(chromedp.EmulateViewport(1024, 768, chromedp.EmulateMobile, chromedp.EmulateTouch))
		b.open(site.URL + "/")
		b.tap(services + " button")
		b.until(opened(services))
		for i := range eval[int](b, `document.querySelectorAll(".Menus-category").length`) {
			last := fmt.Sprintf(".Menus-category:nth-child(%d) .Menus-services li:last-child a", i+1)
			eval[bool](b, `(document.querySelector(%s).scrollIntoView({behavior: "instant", block: "nearest"}), true)`, last)
			b.until(clickable(last))
		}
		b.wantNoProblems()
	})
}

// pausedClock gives a page a clock that can be held: from then on its timers run out only as pass tells it.
const pausedClock = `(() => {
	const {setTimeout, clearTimeout} = window;
	const waiting = new Map();
	let now, last = 1e9;
	window.hold = () => { now = 0; };
	window.pass = (ms) => {
		now += ms;
		for (const [id, {due, run}] of [...waiting]) if (due <= now && waiting.delete(id)) run();
		return true;
	};
	window.setTimeout = (run, ms, ...args) => {
		if (now === undefined) return setTimeout(run, ms, ...args);
		waiting.set(++last, {due: now + ms, run: () => run(...args)});
		return last;
	};
	window.clearTimeout = (id) => { if (!waiting.delete(id)) clearTimeout(id); };
})()`

// A mouse that moves in a straight line from a category to a corner of its list, or to one of its services, finds that
// list there, whichever categories lie on its way. One that moves from category to category shows each.
func TestMenusByDiagonal(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	clock := navigation.AddScriptToEvaluateOnNewDocumentParams{Source: pausedClock}
	if _, err := chromedp.Call(b.ctx, navigation.AddScriptToEvaluateOnNewDocument, clock); err != nil {
		t.Fatal(err)
	}
	b.open(site.URL + "/")
	b.openServices()
	// However slow the machine is, the mouse is as fast as a hand: 12 px in 24 ms.
	eval[bool](b, `(hold(), true)`)
	move := func(from, to []float64) {
		t.Helper()
		steps := math.Ceil(math.Hypot(to[0]-from[0], to[1]-from[1]) / 12)
		for s := 1.0; s <= steps; s++ {
			b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, from[0]+(to[0]-from[0])*s/steps, from[1]+(to[1]-from[1])*s/steps))
			eval[bool](b, `pass(24)`)
		}
	}
	rest := func(i int) {
		t.Helper()
		eval[bool](b, `pass(1000)`)
		b.until(category(i))
	}
	categories := eval[int](b, `document.querySelectorAll(".Menus-category").length`)
	for i := range categories {
		from := b.center(head(i))
		box := eval[[]float64](b, fmt.Sprintf(`(({left, top, right, bottom}) => [left, top, right, bottom])(document.querySelectorAll(".Menus-services")[%d].getBoundingClientRect())`, i))
		for _, to := range [][]float64{
			{box[0] + 3, box[1] + 3}, {box[2] - 3, box[1] + 3}, {box[0] + 3, box[3] - 3}, {box[2] - 3, box[3] - 3},
			b.center(fmt.Sprintf(".Menus-category:nth-child(%d) .Menus-services li:nth-child(2) a", i+1)),
		} {
			b.hover(head(i))
			rest(i)
			move(from, to)
			if !eval[bool](b, category(i)) {
				t.Errorf("category %d is gone on the way from %.0f to %.0f", i, from, to)
			}
		}
	}
	b.hover(head(0))
	rest(0)
	for i := 1; i < categories; i++ {
		move(b.center(head(i-1)), b.center(head(i)))
		rest(i)
	}
	b.wantNoProblems()
}
