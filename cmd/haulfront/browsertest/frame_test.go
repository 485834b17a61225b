package browsertest

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	opener = `[popovertarget=sheet]:not([popovertargetaction])`
	isOpen = `document.querySelector("#sheet:popover-open")`
)

// collisions is a JavaScript expression: the parts of the header that lie over each other or reach out of the window.
const collisions = `(() => {
	const parts = [...document.querySelectorAll(".Header-inner > .Brand, .Header-row > a, .Header-row .Menus-button, .Header-actions > *")]
		.filter((part) => part.checkVisibility());
	const wrong = [];
	for (const [i, part] of parts.entries()) {
		const {left, right, top, bottom} = part.getBoundingClientRect();
		if (left < 0 || right > innerWidth || top < 0 || bottom > document.querySelector(".Header").getBoundingClientRect().bottom) wrong.push(part.className + " reaches out");
		if (part.scrollWidth > Math.ceil(right - left)) wrong.push(part.className + " is wider than it is");
		for (const other of parts.slice(i + 1)) {
			const box = other.getBoundingClientRect();
			if (left < box.right && box.left < right) wrong.push(part.className + " over " + other.className);
		}
	}
	return wrong;
})()`

// At every width from the narrowest phone up the header shows what the specification has in it, side by side, and no page
// scrolls sideways. The hero's band is the specification's 400 px high wherever its words allow.
func TestHeaderAtEveryWidth(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 280, 740, true)
	b.open(site.URL + "/")
	for _, width := range []int64{280, 320, 359, 360, 390, 407, 408, 480, 640, 735, 736, 740, 767, 768, 863, 864, 1024, 1087, 1088, 1280, 1440, 1920} {
		b.do(chromedp.EmulateViewport(width, 740))
		b.until(`innerWidth === ` + fmt.Sprint(width))
		where := fmt.Sprintf("/ at %d px", width)
		parts := []string{".Header .Brand-name", ".Header-phone", ".Header-quote"}
		if width >= 768 {
			parts = append(parts, ".Header .Brand-mark", ".Header-number")
		}
		for _, part := range parts {
			if !b.visible(part) {
				t.Errorf("%s: %s is not to be seen", where, part)
			}
		}
		for _, wrong := range eval[[]string](b, collisions) {
			t.Errorf("%s: %s", where, wrong)
		}
		b.fits(where)
		if band := eval[float64](b, `document.querySelector(".Hero-band").getBoundingClientRect().height`); band != 400 && width >= 360 {
			t.Errorf("%s: the hero's band is %v px high, want 400", where, band)
		}
	}
	// The next owner's name may be longer.
	eval[bool](b, `!document.querySelectorAll(".Brand-name").forEach((name) => { name.textContent = "Lone Star Junk Hauling" })`)
	for _, width := range []int64{320, 360, 736, 768, 864, 1024, 1088, 1280} {
		b.do(chromedp.EmulateViewport(width, 740))
		b.until(`innerWidth === ` + fmt.Sprint(width))
		for _, wrong := range eval[[]string](b, collisions) {
			t.Errorf("/ at %d px with a longer name: %s", width, wrong)
		}
	}
	for _, sample := range samples() {
		b.open(site.URL + sample.path)
		for _, width := range []int64{280, 736, 740} {
			b.do(chromedp.EmulateViewport(width, 740))
			b.until(`innerWidth === ` + fmt.Sprint(width))
			b.fits(fmt.Sprintf("%s at %d px", sample.path, width))
		}
	}
}

// The pages of an owner with a longer name and e-mail address, and hours to the half, are no wider than the window either: neither in
// letters of the usual size nor in those of twice that.
func TestOtherOwnerFits(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	company, err := os.ReadFile(filepath.Join(testkit.Root(t), "content", "testdata", "other-business.yaml"))
	if err := errors.Join(err, os.CopyFS(dir, content.FS), os.WriteFile(filepath.Join(dir, "business.yaml"), company, 0o600)); err != nil {
		t.Fatal(err)
	}
	site := startSite(t, "--content="+dir)
	b := newTab(t, 280, 740, true)
	for _, path := range []string{"/", "/get-quote", program.First(content.KindCity)} {
		b.open(site.URL + path)
		for _, width := range []int64{280, 320, 360, 736, 738, 740, 768, 864, 1088, 1200, 1280} {
			b.do(chromedp.EmulateViewport(width, 740))
			b.until(`innerWidth === ` + fmt.Sprint(width))
			where := fmt.Sprintf("%s at %d px", path, width)
			b.fits(where)
			b.numbersUnbroken(where)
			for _, wrong := range eval[[]string](b, collisions) {
				t.Errorf("%s: %s", where, wrong)
			}
		}
	}
	b.do(chromedp.EmulateViewport(360, 800))
	b.largeLetters()
	b.open(site.URL + "/")
	b.fits("/ in large letters")
	for _, wrong := range eval[[]string](b, collisions) {
		t.Errorf("/ in large letters: %s", wrong)
	}
	b.wantNoProblems()
}

// While the phone's sheet is open the focus stays in it; Escape, a link and a window too wide for it close it.
func TestSheetKeepsTheFocus(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 360, 740, true)
	b.open(site.URL + "/")
	show := func() {
		t.Helper()
		b.do(chromedp.Focus(chromedp.CSS(opener)), chromedp.KeyEvent(kb.Enter))
		b.until(isOpen + ` && document.querySelector("main").inert`)
	}
	inSheet := `Boolean(document.activeElement.closest("#sheet"))`
	for _, modifier := range []chromedp.Modifier{chromedp.ModifierNone, chromedp.ModifierShift} {
		show()
		first := eval[string](b, `document.activeElement.outerHTML`)
		came := false
		for range 30 {
			b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(modifier)))
			// Between the last stop and the first a browser may have a stop of its own; the page has none.
			if !eval[bool](b, inSheet+` || document.activeElement === document.body`) {
				t.Fatalf("the focus has left the sheet for %s", eval[string](b, `document.activeElement.outerHTML`))
			}
			if came = eval[string](b, `document.activeElement.outerHTML`) == first; came {
				break
			}
		}
		if !came {
			t.Error("the focus does not come back to where it was first")
		}
		b.do(chromedp.KeyEvent(kb.Escape))
		b.until(`!` + isOpen + ` && document.activeElement.matches(` + "`" + opener + "`" + `) && !document.querySelector("main").inert`)
	}
	show()
	b.do(chromedp.EmulateViewport(812, 375))
	b.until(`!` + isOpen + ` && !document.querySelector("main").inert && document.activeElement.matches(".Header-row a")`)
	b.do(chromedp.EmulateViewport(360, 740))
	if eval[bool](b, `Boolean(`+isOpen+`)`) {
		t.Error("the sheet is open again in the narrow window")
	}
	b.wantNoProblems()
}

// The page that one is on is marked in every menu that leads to it, for the eye and for those who hear it, and nothing
// else is.
func TestCurrentPage(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	for path, where := range map[string][]string{
		"/":                                {"Header-link", "Header-sheetLink"},
		"/get-quote":                       {"Footer-link"},
		"/blog":                            {"Footer-link"},
		"/privacy":                         {"Breadcrumbs", "Footer-link"},
		centeredCategory():                 {"Header-groupLink", "Menus-link"},
		program.First(content.KindService): {"Breadcrumbs", "Header-groupLink", "Menus-link"},
		program.First(content.KindCity):    {"Breadcrumbs", "Footer-link", "Header-groupLink", "Menus-link"},
		"/services":                        {"Breadcrumbs", "Footer-link", "Header-groupLink", "Menus-link"},
		"/locations":                       {"Breadcrumbs", "Footer-link", "Header-groupLink", "Menus-link"},
		unknownPath:                        {},
	} {
		b.open(site.URL + path)
		if got := eval[[]string](b, `[...new Set([...document.querySelectorAll("[aria-current=page]")].map((at) => at.className || "Breadcrumbs"))].sort()`); !slices.Equal(got, where) {
			t.Errorf("%s is marked in %v, want %v", path, got, where)
		}
		marked := eval[string](b, `document.querySelector("[data-menu][data-current]")?.dataset.menu ?? ""`)
		if want, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/"); (want == "services" || want == "locations") != (marked != "") || marked != "" && marked != want {
			t.Errorf("on %s the menu %q is marked", path, marked)
		}
		if wrong := eval[[]string](b, `[...document.querySelectorAll("a[aria-current]")].map((link) => link.getAttribute("href")).filter((href) => href !== location.pathname)`); len(wrong) > 0 {
			t.Errorf("on %s, %v are marked", path, wrong)
		}
		// Every mark can be seen: it differs from its neighbors.
		if plain := eval[[]string](b, `[...document.querySelectorAll("a[aria-current]")].filter((link) => {
			const others = [...document.querySelectorAll("." + link.className + ":not([aria-current])")];
			const look = (element) => { const {color, textDecorationLine, backgroundColor} = getComputedStyle(element); return color + textDecorationLine + backgroundColor; };
			return others.some((other) => look(other) === look(link));
		}).map((link) => link.className)`); len(plain) > 0 {
			t.Errorf("on %s the mark cannot be seen in %v", path, plain)
		}
	}
}

// The call bar goes while a form is on the screen, comes back when it is not, wherever the focus is, and stays when a
// submission has failed.
func TestCallBar(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	const bar = ".CallBar"
	there := `document.querySelector(".CallBar").checkVisibility({visibilityProperty: true})`
	b := newTab(t, 360, 740, true)
	b.open(site.URL + program.First(content.KindCity))
	if !b.visible(bar) {
		t.Error("the call bar is not there on a page's first screen")
	}
	b.do(chromedp.Focus(chromedp.CSS("#contact-form-name")))
	b.until("!" + there)
	eval[bool](b, `(scrollTo({top: 0, behavior: "instant"}), true)`)
	b.until(there)
	if !eval[bool](b, `document.activeElement.id === "contact-form-name"`) {
		t.Error("the field has lost the focus")
	}
	for _, scripts := range []bool{true, false} {
		site.Webhook.Set(testkit.Status(http.StatusInternalServerError))
		b := newTab(t, 360, 740, scripts)
		b.open(site.URL + program.First(content.KindCity))
		b.fill("contact-form", ann)
		b.do(chromedp.Click(chromedp.CSS("#contact-form [type=submit]")))
		b.untilToast("alert", testkit.Failed, program.FailedText())
		b.until(clickable("#contact-form .QuoteForm-result"))
		b.until(there)
		b.until(clickable(".CallBar-action"))
		b.wantNoProblems()
	}
}

// Contact and Get Free Quote lead to a place named contact, from every page, and it is there.
func TestContactLinks(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	for _, path := range []string{"/", "/get-quote", "/blog", program.First(content.KindArticle), program.First(content.KindCategory), unknownPath} {
		for _, link := range []string{".Header-row > a:last-child", ".Header-quote"} {
			b.open(site.URL + path)
			b.do(chromedp.Click(chromedp.CSS(link)))
			b.until(`location.hash === "#contact" && document.querySelector("#contact form")`)
			b.until(`(({top}) => top >= 0 && top < innerHeight / 2)(document.querySelector("#contact").getBoundingClientRect())`)
			if path == "/" || path == program.First(content.KindCategory) {
				if got := eval[string](b, `document.querySelector("#contact a[href^='mailto:']")?.innerText ?? ""`); got != program.Words().Brand().Email.Label {
					t.Errorf("on %s the e-mail address is %q", path, got)
				}
			}
		}
	}
}

// centeredCategory is the path of a category whose page has no breadcrumb.
func centeredCategory() string {
	for _, r := range program.Words().Routes() {
		if r.Kind == content.KindCategory && program.Words().Category(content.BuildInfo{}, r.Slug).Breadcrumbs == nil {
			return r.Path
		}
	}
	return program.First(content.KindCategory)
}
