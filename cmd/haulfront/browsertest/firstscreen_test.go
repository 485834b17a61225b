package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// heroes returns one page of each kind that opens with a call button.
func heroes() []string {
	paths := []string{"/", "/get-quote", "/services", "/locations"}
	for _, kind := range []content.Kind{content.KindCategory, content.KindService, content.KindCity} {
		paths = append(paths, program.First(kind))
	}
	return paths
}

// reviewedService returns the first service's page with the words of a customer.
func reviewedService() string {
	for _, r := range program.Words().Routes() {
		if r.Kind == content.KindService && program.Words().Service(content.BuildInfo{}, r.Slug).Review != nil {
			return r.Path
		}
	}
	panic("no service's page has a review")
}

// inFirstScreen is a JavaScript condition: the element is seen whole without scrolling, above the call bar.
func inFirstScreen(selector string) string {
	return js(`(() => {
		const {top, bottom, height} = document.querySelector(%s).getBoundingClientRect();
		const bar = document.querySelector(".CallBar").getBoundingClientRect();
		return height > 0 && top >= 0 && bottom <= (bar.height ? bar.top : innerHeight);
	})()`, selector)
}

// Whoever opens a page sees at once what customers say: the stars and the number of reviews below the call button, on the
// home page the truck and its crew too, on a service's page the words of one customer.
func TestProofInTheFirstScreen(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	rating := program.Words().Brand().Rating
	b := newTab(t, 360, 740, true)
	for _, path := range heroes() {
		b.open(site.URL + path)
		for _, size := range [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1280, 900}} {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			b.until(`innerWidth === ` + fmt.Sprint(size[0]))
			where := fmt.Sprintf("%s at %dx%d", path, size[0], size[1])
			if rating != nil && !eval[bool](b, inFirstScreen("h1 ~ * .Rating, h1 ~ .Rating")) {
				t.Errorf("%s: the rating is not in the first screen", where)
			}
			if rating != nil && !eval[bool](b, `document.querySelector(".Rating").getBoundingClientRect().top >= document.querySelector("main a[href^='tel:']").getBoundingClientRect().bottom`) {
				t.Errorf("%s: the rating is not below the call button", where)
			}
			if path == "/" && size[0] < 960 && !eval[bool](b, inFirstScreen(".Hero-crop")) {
				t.Errorf("%s: the truck and its crew are not in the first screen", where)
			}
		}
		if rating == nil {
			if eval[bool](b, `!!document.querySelector(".Rating")`) {
				t.Errorf("%s shows a rating of a company that states none", path)
			}
			continue
		}
		if got, want := strings.Join(strings.Fields(b.text(".Rating")), " "), rating.Value+" "+rating.Reviews; !strings.HasPrefix(got, want) {
			t.Errorf("%s: the rating is %q, want %s", path, got, want)
		}
	}
	b.open(site.URL + reviewedService())
	if n := eval[int](b, `document.querySelectorAll(".ServiceHero .Review").length`); n != 1 || !eval[bool](b, `document.querySelector(".ServiceHero-review .Review-text").getBoundingClientRect().top < innerHeight`) {
		t.Errorf("a service's page has %d reviews that begin in its first screen at 1280 px, want one", n)
	}
	b.wantNoProblems()
}

// On wide screens the column grows, the home page's picture runs off the edge, and there is no hole below its form.
func TestWideScreens(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1920, 1080, true)
	b.open(site.URL + "/")
	for _, width := range []int64{1920, 2560} {
		b.do(chromedp.EmulateViewport(width, 1080))
		b.until(`innerWidth === ` + fmt.Sprint(width))
		if column := eval[float64](b, `document.querySelector("main .container").getBoundingClientRect().width`); column < 1360 || column > 1440 {
			t.Errorf("at %d px the column is %v px wide, want 1,360 to 1,440", width, column)
		}
		if left := eval[float64](b, `document.querySelector(".Hero-scene").getBoundingClientRect().left`); left >= 0 {
			t.Errorf("at %d px the picture begins %v px inside of the window, want it to run off the edge", width, left)
		}
		reviews := eval[float64](b, `document.querySelector(".Hero-reviews").getBoundingClientRect().bottom`)
		if hole := eval[float64](b, `document.querySelector(".Hero").getBoundingClientRect().bottom`) - reviews; hole > 320 {
			t.Errorf("at %d px there are %v px of nothing below the form", width, hole)
		}
		b.fits(fmt.Sprintf("/ at %d px", width))
	}
	for _, path := range heroes() {
		b.open(site.URL + path)
		for _, long := range eval[[]string](b, longLines) {
			t.Errorf("%s at 2560 px has the line %q", path, long)
		}
	}
}

// longLines is a JavaScript expression: the lines of running text of more than 75 characters, which is the specified 70
// and the letters that are narrower than most.
const longLines = `(() => {
	const long = [];
	for (const p of document.querySelectorAll("main p")) {
		if (!p.checkVisibility() || p.innerText.length < 90) continue;
		const style = getComputedStyle(p);
		const height = parseFloat(style.lineHeight);
		const lines = Math.round(p.getBoundingClientRect().height / height);
		if (lines > 0 && p.innerText.length / lines > 75) long.push(p.innerText);
	}
	return long;
})()`

// The drawing at a price is as wide as its card and its load is measured right below it; a picture pair can be compared by
// keyboard, by touch, by its buttons, and without scripts.
func TestQuotePictures(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 390, 844, true)
	b.open(site.URL + "/get-quote")
	for _, size := range [][2]int64{{390, 844}, {768, 1024}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.until(`innerWidth === ` + fmt.Sprint(size[0]))
		if wrong := eval[[]string](b, `[...document.querySelectorAll(".PriceCard")].flatMap((card) => {
			const [truck, tape] = [".PriceCard-truck", ".PriceCard-tape"].map((part) => card.querySelector(part).getBoundingClientRect());
			const width = card.getBoundingClientRect().width;
			return truck.width < width || width < 290 || tape.top - truck.bottom > 16 || tape.top < truck.bottom ? [card.innerText + " " + truck.width + " of " + width] : [];
		})`); len(wrong) > 0 {
			t.Errorf("at %d px the trucks of %q are small, or apart from their tape", size[0], wrong)
		}
	}
	const frame = ".BeforeAfter-frame"
	edge := func(b *tab) float64 {
		b.t.Helper()
		return eval[float64](b, `(({left, width}, grip) => Math.round(100 * (grip.left + grip.width / 2 - left) / width))(
			document.querySelector(%s).getBoundingClientRect(), document.querySelector(".BeforeAfter-grip").getBoundingClientRect())`, frame)
	}
	want := func(b *tab, after string, percent float64) {
		b.t.Helper()
		if got := edge(b); got != percent {
			b.t.Errorf("%s the divider stands at %v%%, want %v%%", after, got, percent)
		}
	}
	want(b, "at first", 50)
	b.do(chromedp.Focus(chromedp.CSS(".BeforeAfter-slider")), chromedp.KeyEvent(kb.ArrowRight))
	want(b, "after an arrow key", 51)
	b.do(chromedp.Click(chromedp.CSS(frame + " [data-side=after]")))
	want(b, "after the button of what is after", 0)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	eval[bool](b, `(document.querySelector(%s).scrollIntoView({behavior: "instant", block: "center"}), true)`, frame)
	b.tap(frame)
	want(b, "after a touch in the middle", 50)
	if eval[bool](b, `Boolean(document.querySelector(".BeforeAfter-frame :checked"))`) {
		t.Error("a button is pressed that the slider has left")
	}
	b.wantNoProblems()

	plain := newTab(t, 1280, 900, false)
	plain.open(site.URL + "/get-quote")
	want(plain, "without scripts", 50)
	plain.do(chromedp.Click(chromedp.CSS(frame + " [data-side=before]")))
	want(plain, "after the button, without scripts,", 100)
	if plain.visible(".BeforeAfter-slider") {
		t.Error("without scripts there is a slider that does nothing")
	}
}
