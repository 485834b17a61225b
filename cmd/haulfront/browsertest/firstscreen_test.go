package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// heroes returns one page of each kind that begins with a call button.
func heroes() []string {
	paths := []string{"/", "/get-quote", "/services", "/locations"}
	for _, kind := range []content.Kind{content.KindCategory, content.KindService, content.KindCity} {
		paths = append(paths, program.First(kind))
	}
	return paths
}

// reviewedService returns the path of the first service's page with a customer's review.
func reviewedService() string {
	for _, r := range program.Words().Routes() {
		if r.Kind == content.KindService && program.Words().Service(content.BuildInfo{}, r.Slug).Review != nil {
			return r.Path
		}
	}
	panic("no service's page has a review")
}

// inFirstScreen is a JavaScript condition: the element is visible without scrolling, above the call bar.
func inFirstScreen(selector string) string {
	return js(`(() => {
		const {top, bottom, height} = document.querySelector(%s).getBoundingClientRect();
		const bar = document.querySelector(".CallBar").getBoundingClientRect();
		return height > 0 && top >= 0 && bottom <= (bar.height ? bar.top : innerHeight);
	})()`, selector)
}

// The first screen of a page shows the rating below the call button, that of the home page also the truck and its crew,
// that of a service a customer's review.
func TestProofInTheFirstScreen(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	rating := program.Words().Brand().Rating
	b := newTab(t, 360, 740, true)
	for _, path := range heroes() {
		b.open(site.URL + path)
		for _, size := range [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1280, 900}} {
			b.resize(size[0], size[1])
			where := fmt.Sprintf("%s at %dx%d", path, size[0], size[1])
			if !eval[bool](b, inFirstScreen("h1 ~ * .Rating, h1 ~ .Rating")) {
				t.Errorf("%s: the rating is not in the first screen", where)
			}
			if !eval[bool](b, `document.querySelector(".Rating").getBoundingClientRect().top >=
				document.querySelector("main a[href^='tel:']").getBoundingClientRect().bottom`) {
				t.Errorf("%s: the rating is not below the call button", where)
			}
			if path == "/" && size[0] < 960 && !eval[bool](b, inFirstScreen(".Hero-crop")) {
				t.Errorf("%s: the truck and its crew are not in the first screen", where)
			}
		}
		got := strings.Join(strings.Fields(b.text(".Rating")), " ")
		if want := rating.Value + " " + rating.Reviews; !strings.HasPrefix(got, want) {
			t.Errorf("%s: the rating is %q, want %s", path, got, want)
		}
	}
	b.open(site.URL + reviewedService())
	if n := eval[int](b, `[...document.querySelectorAll(".ServiceHero .Review")].filter((review) =>
		review.querySelector(".Review-text").getBoundingClientRect().top < innerHeight).length`); n != 1 {
		t.Errorf("%d reviews begin in the first screen of a service's page, want one", n)
	}
	b.wantNoProblems()
}

// On wide screens the column grows, the home page's picture runs off the edge, no gap opens below its form, and lines
// stay short.
func TestWideScreens(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1920, 1080, true)
	b.open(site.URL + "/")
	for _, width := range []int64{1920, 2560} {
		b.resize(width, 1080)
		box := func(selector, side string) float64 {
			return eval[float64](b, `document.querySelector(%s).getBoundingClientRect()[%s]`, selector, side)
		}
		if column := box("main .container", "width"); column < 1360 || column > 1440 {
			t.Errorf("at %d px the column is %v px wide, want 1,360 to 1,440", width, column)
		}
		if left := box(".Hero-scene", "left"); left >= 0 {
			t.Errorf("at %d px the picture begins %v px inside the viewport, want it to run off the edge", width, left)
		}
		if gap := box(".Hero", "bottom") - box(".Hero-reviews", "bottom"); gap > 320 {
			t.Errorf("at %d px there is a gap of %v px below the form", width, gap)
		}
		b.fits(fmt.Sprintf("/ at %d px", width))
	}
	for _, path := range heroes() {
		b.open(site.URL + path)
		// At most the specified 70 characters, and some because many letters are narrow.
		for _, long := range eval[[]string](b, `[...document.querySelectorAll("main p")].filter((p) => {
			if (!p.checkVisibility() || p.innerText.length < 90) return false;
			const lines = Math.round(p.getBoundingClientRect().height / parseFloat(getComputedStyle(p).lineHeight));
			return lines > 0 && p.innerText.length / lines > 75;
		}).map((p) => p.innerText)`) {
			t.Errorf("%s at 2560 px has the line %q", path, long)
		}
	}
}

// A price's drawing is as wide as its card, with its measure right below. A pair of pictures can be compared by
// keyboard, touch and buttons, and without scripts.
func TestQuotePictures(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 390, 844, true)
	b.open(site.URL + "/get-quote")
	for _, size := range [][2]int64{{390, 844}, {768, 1024}} {
		b.resize(size[0], size[1])
		if wrong := eval[[]string](b, `[...document.querySelectorAll(".PriceCard")].filter((card) => {
			const [truck, tape] = [".PriceCard-truck", ".PriceCard-tape"]
				.map((part) => card.querySelector(part).getBoundingClientRect());
			const width = card.getBoundingClientRect().width, gap = tape.top - truck.bottom;
			return truck.width < width || width < 290 || gap > 16 || gap < 0;
		}).map((card) => card.innerText)`); len(wrong) > 0 {
			t.Errorf("at %d px the trucks of %q are too small, or apart from their measure", size[0], wrong)
		}
	}
	const frame = ".BeforeAfter-frame"
	wantDivider := func(b *tab, want float64) {
		t.Helper()
		got := eval[float64](b, `((frame, grip) => Math.round(100 * (grip.x + grip.width / 2 - frame.x) / frame.width))(
			document.querySelector(%s).getBoundingClientRect(),
			document.querySelector(".BeforeAfter-grip").getBoundingClientRect())`, frame)
		check(t, got == want, "the divider is at %v%%, want %v%%", got, want)
	}
	wantDivider(b, 50)
	b.focus(".BeforeAfter-slider")
	b.press(kb.ArrowRight)
	wantDivider(b, 51)
	b.click(frame + " [data-side=after]")
	wantDivider(b, 0)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.scrollTo(frame)
	b.tap(frame)
	wantDivider(b, 50)
	if eval[bool](b, `Boolean(document.querySelector(".BeforeAfter-frame :checked"))`) {
		t.Error("a button stays pressed though the slider has moved")
	}
	b.wantNoProblems()

	plain := newTab(t, 1280, 900, false)
	plain.open(site.URL + "/get-quote")
	wantDivider(plain, 50)
	plain.click(frame + " [data-side=before]")
	wantDivider(plain, 100)
	check(t, !plain.visible(".BeforeAfter-slider"), "without scripts there is a slider that does nothing")
}
