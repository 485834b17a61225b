package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// inFirstScreen is a JavaScript condition: the element is visible without scrolling, above the call bar.
func inFirstScreen(selector string) string {
	return js(`(() => {
		const {top, bottom, height} = document.querySelector(%s).getBoundingClientRect();
		const bar = document.querySelector(".CallBar").getBoundingClientRect();
		return height > 0 && top >= 0 && bottom <= (bar.height ? bar.top : innerHeight);
	})()`, selector)
}

// The first screen of a page shows the rating below the call button, that of the home page also the truck and its crew.
func TestProofInTheFirstScreen(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	rating := program.Words().Brand().Rating
	b := newTab(t, 360, 740, true)
	for _, path := range []string{
		"/", "/get-quote", "/services", "/locations",
		program.First(content.KindCategory), program.First(content.KindService), program.First(content.KindCity),
	} {
		b.open(site.URL + path)
		for _, size := range [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1280, 900}} {
			b.resize(size[0], size[1])
			where := fmt.Sprintf("%s at %dx%d", path, size[0], size[1])
			check(t, eval[bool](b, inFirstScreen("h1 ~ * .Rating, h1 ~ .Rating")),
				"%s: the rating is not in the first screen", where)
			if !eval[bool](b, `document.querySelector(".Rating").getBoundingClientRect().top >=
				document.querySelector("main a[href^='tel:']").getBoundingClientRect().bottom`) {
				t.Errorf("%s: the rating is not below the call button", where)
			}
			check(t, path != "/" || size[0] > 360 || eval[float64](b, `document.body.scrollHeight`) <= 8_500,
				"%s: the home page is over 8,500 pixels high", where)
			check(t, path != "/" || size[0] >= 960 || eval[bool](b, inFirstScreen(".Hero-crop")),
				"%s: the truck and its crew are not in the first screen", where)
		}
		got := strings.Join(strings.Fields(b.text(".Rating")), " ")
		want := rating.Value + " " + rating.Reviews
		check(t, strings.HasPrefix(got, want), "%s: the rating is %q, want %s", path, got, want)
	}
	b.wantNoProblems()
}

// The first screen of the home page on a desktop has the whole form, up to its button, and the truck with both people
// who load it, under a title as large as those of other pages.
func TestHomeOnADesktop(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 800, true)
	b.open(site.URL + "/services")
	const size = `getComputedStyle(document.querySelector("h1")).fontSize`
	want := eval[string](b, size)
	b.open(site.URL + "/")
	equal(t, "the title's size is", eval[string](b, size), want)
	for _, size := range [][2]int64{{1280, 800}, {1920, 1000}} {
		b.resize(size[0], size[1])
		for _, part := range []string{"#hero-form [type=submit]", ".Hero-crop"} { // which has the drawing's people
			check(t, eval[bool](b, inFirstScreen(part)), "at %dx%d, %s is cut off", size[0], size[1], part)
		}
	}
	b.wantNoProblems()
}

// What is visible before a page's late stylesheet needs none of it, so that it can be painted before that file has
// come. The header's menus open with it, and the rest appears with it, or some time later without it.
func TestLateStyles(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 360, 800, false)
	// The text face, which that file declares, is TestLateFontsMoveNothing's.
	call(b, network.Enable, network.EnableParams{})
	call(b, network.SetBlockedURLs, network.SetBlockedURLsParams{
		URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/assets/figtree-*", Block: true}},
	})
	const link = `document.querySelector("main > link[rel=stylesheet]")`
	const footer = `getComputedStyle(document.querySelector(".Footer")).visibility`
	const earlier = `[...document.querySelectorAll("body *")]
		.filter((element) => ` + link + `.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING)
		.map((element) => {
			const {x, y, width, height} = element.getBoundingClientRect(), style = getComputedStyle(element);
			if (!element.getClientRects().length || style.visibility === "hidden") return "invisible";
			const look = [style.display, style.color, style.backgroundColor, style.font];
			return [element.getAttribute("class"), ...[x, y, width, height].map(Math.round), ...look].join(" ");
		})`
	all := views(samples(), [2]int64{360, 800}, [2]int64{768, 1024}, [2]int64{1280, 900})
	for _, v := range testkit.Sweep(all, func(v view) string {
		kind, _, _ := strings.Cut(v.name, "-")
		return kind
	}) {
		b.resize(v.width, v.height)
		b.open(site.URL + v.path)
		want := eval[[]string](b, earlier)
		b.run(link + `.disabled = true`)
		b.run(`document.getAnimations().forEach((animation) => { animation.pause(); animation.currentTime = 0 })`)
		for i, got := range eval[[]string](b, earlier) {
			if got != want[i] {
				t.Errorf("%s without its late stylesheet: %s, want %s", v, got, want[i])
				break
			}
		}
		equal(t, v.String()+": without its late stylesheet, the footer is", eval[string](b, footer), "hidden")
		b.run(`document.querySelector(".Header-menu").open = true`)
		b.run(`document.querySelectorAll(".Menus-menu").forEach((menu) => menu.dataset.state = "open")`)
		equal(t, v.String()+": without its late stylesheet, menus that open are", eval[bool](b,
			`[...document.querySelectorAll(".Menus-panel")].some((menu) =>
				menu.getClientRects().length && getComputedStyle(menu).visibility !== "hidden")`), false)
		b.run(`document.getAnimations().forEach((animation) => animation.finish())`)
		equal(t, v.String()+": after a time, the footer is", eval[string](b, footer), "visible")
	}
}

// Links to a part of a page end there, also after a reload and a step back, although the style of the sections above it
// comes late.
func TestTargets(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 390, 844, scripts)
		for _, size := range [][2]int64{{390, 844}, {1280, 900}} {
			b.resize(size[0], size[1])
			for _, target := range []string{"/#locations", "/#faq", program.First(content.KindCity) + "#contact-form"} {
				_, id, _ := strings.Cut(target, "#")
				wantThere := func(after string) {
					t.Helper()
					b.until(`location.href.endsWith(%s) && document.readyState === "complete" &&
						document.fonts.status === "loaded"`, target)
					off := eval[float64](b, `((target) => target.getBoundingClientRect().top -
						parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) -
						parseFloat(getComputedStyle(target).scrollMarginTop))(document.getElementById(%s))`, id)
					check(t, math.Abs(off) <= 8, "after a %s, %s is %.0f px from its place", after, target, off)
				}
				b.open(site.URL + "/privacy")
				b.open(site.URL + target)
				wantThere("jump")
				b.run(`(window.former = true, location.reload())`)
				b.until(`!window.former`)
				wantThere("reload")
				b.open(site.URL + "/privacy")
				b.back()
				wantThere("step back")
			}
		}
		b.wantNoProblems()
	})
}

// Quote links lead to the form: its heading is at the top of the screen, and its first field in the upper half.
func TestQuoteLinksLeadToTheForm(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 740, scripts)
		for _, path := range []string{
			"/", "/get-quote", "/services", "/estimate", "/privacy",
			program.First(content.KindCategory), program.First(content.KindService), program.First(content.KindCity),
		} {
			b.open(site.URL + path)
			b.run(`document.querySelector(".CallBar [data-main]").click()`) // it may be hidden, beside a form
			b.until(`document.querySelector("#contact")`)
			b.until(`((form, header) => {
				const [title, field] = ["h2", ".QuoteForm-control"]
					.map((part) => form.querySelector(part).getBoundingClientRect());
				return title.top >= header.bottom && field.bottom < innerHeight / 2;
			})(document.querySelector("#contact"), document.querySelector(".Header").getBoundingClientRect())`)
			if path != "/get-quote" && path != "/privacy" {
				check(t, eval[bool](b, `[...document.querySelectorAll(".Contact-phone, .Contact-points")]
					.every((part) => document.querySelector("#contact").compareDocumentPosition(part) & 4)`),
					"%s: the phone number or the ticks come before the form", path)
			}
		}
		b.wantNoProblems()
	})
}

// A pair of pictures can be compared by keyboard, touch and buttons, and without scripts.
func TestQuotePictures(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 390, 844, true)
	b.open(site.URL + "/get-quote")
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
	check(t, !eval[bool](b, `Boolean(document.querySelector(".BeforeAfter-frame :checked"))`),
		"a button stays pressed though the slider has moved")
	b.wantNoProblems()

	plain := newTab(t, 1280, 900, false)
	plain.open(site.URL + "/get-quote")
	wantDivider(plain, 50)
	plain.click(frame + " [data-side=before]")
	wantDivider(plain, 100)
	check(t, !plain.visible(".BeforeAfter-slider"), "without scripts there is a slider that does nothing")
}
