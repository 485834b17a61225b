package browsertest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/tools/txtar"
)

const (
	sheetButton = `.Header-menu > summary`
	sheetOpen   = `document.querySelector(".Header-menu[open]")`
)

// collisions is a JavaScript expression: the parts of the header that overlap or leave the viewport.
const collisions = `(() => {
	const parts = [...document.querySelectorAll(
		".Header-inner > .Brand, .Header-nav > a, .Menus-button, .Header-entries, .Header-actions > *, .Header-open")]
		.filter((part) => part.checkVisibility());
	const header = document.querySelector(".Header").getBoundingClientRect();
	const wrong = [];
	for (const [i, part] of parts.entries()) {
		const {left, right, top, bottom} = part.getBoundingClientRect();
		if (left < 0 || right > innerWidth) wrong.push(part.className + " leaves the viewport");
		if (top < 0 || bottom > header.bottom) wrong.push(part.className + " leaves the header");
		if (part.scrollWidth > Math.ceil(right - left)) wrong.push(part.className + " overflows");
		for (const other of parts.slice(i + 1)) {
			const box = other.getBoundingClientRect();
			if (left < box.right && box.left < right) wrong.push(part.className + " over " + other.className);
		}
	}
	return wrong;
})()`

func (b *tab) wantNoCollisions(where string) {
	b.t.Helper()
	for _, wrong := range eval[[]string](b, collisions) {
		b.t.Errorf("%s: %s", where, wrong)
	}
}

// At every width from the narrowest phone up, the header's parts stand side by side, no page scrolls sideways, and the
// hero's band has its specified height.
func TestHeaderAtEveryWidth(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 280, 740, true)
	b.open(site.URL + "/")
	for _, width := range []int64{
		280, 320, 359, 360, 390, 407, 408, 480, 640, 735, 736, 740,
		767, 768, 863, 864, 1024, 1087, 1088, 1280, 1440, 1920,
	} {
		b.resize(width, 740)
		where := fmt.Sprintf("/ at %d px", width)
		parts := []string{".Header .Brand-name", ".Header-phone", ".Header-quote"}
		if width >= 768 {
			parts = append(parts, ".Header .Brand-mark", ".Header-number")
		}
		for _, part := range parts {
			check(t, b.visible(part), "%s: %s is not visible", where, part)
		}
		b.wantNoCollisions(where)
		b.fits(where)
		band := eval[float64](b, `document.querySelector(".Hero-band").getBoundingClientRect().height`)
		check(t, band == 400 || width < 360, "%s: the hero's band is %v px high, want 400", where, band)
	}
}

// The pages of an owner with a longer name and email address and with half hours fit too, in both font sizes.
func TestOtherOwnerFits(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	company, err := os.ReadFile(filepath.Join(testkit.Root(t), "content", "testdata", "other-business.yaml"))
	testkit.Must(t, errors.Join(err, os.CopyFS(dir, content.FS),
		os.WriteFile(filepath.Join(dir, "business.yaml"), company, 0o600)))
	site := startSite(t, "--content="+dir)
	b := newTab(t, 280, 740, true)
	for _, path := range []string{"/", "/get-quote", program.First(content.KindCity)} {
		b.open(site.URL + path)
		for _, width := range []int64{280, 320, 360, 736, 738, 740, 768, 864, 1088, 1200, 1280} {
			b.resize(width, 740)
			where := fmt.Sprintf("%s at %d px", path, width)
			b.fits(where)
			b.numbersUnbroken(where)
			b.wantNoCollisions(where)
		}
	}
	b.resize(360, 800)
	b.fontSize(32)
	b.open(site.URL + "/")
	b.fits("/ in a large font")
	b.wantNoCollisions("/ in a large font")
	b.wantNoProblems()
}

// widths are those of windows at which the header is looked at, in pixels.
var widths = []int64{320, 360, 414, 640, 768, 800, 959, 1024, 1199, 1280, 1440, 1920}

// fitsAt checks the header of a page at a width.
func (b *tab) fitsAt(width int64) (where string) {
	b.t.Helper()
	b.resize(width, 740)
	where = fmt.Sprintf("/ at %d px", width)
	check(b.t, b.visible(".Header-quote"), "%s: the button is not visible", where)
	brand := eval[float64](b, `document.querySelector(".Header-brand").getBoundingClientRect().width`)
	check(b.t, brand >= 100, "%s: the brand is %v px wide", where, brand)
	b.fits(where)
	b.wantNoCollisions(where)
	return where
}

// spaces is a JavaScript expression: the spaces between the texts in the header's first line, in pixels.
const spaces = `(() => {
	const {bottom} = document.querySelector(".Header").getBoundingClientRect();
	const ends = [...document.querySelectorAll(
		".Header-nav > a, .Menus-button, .Header-lines > a, .Header-more, .Header-phone, .Header-quote")]
		.map((part) => {
		const {left, right, top} = part.getBoundingClientRect();
		const {paddingLeft, paddingRight} = getComputedStyle(part);
		const text = document.createRange();
		text.selectNodeContents(part);
		const {left: from, right: to} = text.getBoundingClientRect();
		return top > bottom - 20 ? null : part.matches(".Menus-button, .Header-quote") ?
			[left + parseFloat(paddingLeft), right - parseFloat(paddingRight)] : [from, to];
	}).filter((ends) => ends).sort((a, b) => a[0] - b[0]);
	return ends.slice(1).map(([left], i) => left - ends[i][1]);
})()`

// unpack writes the folder of a company, an archive of content/testdata.
func unpack(t *testing.T, company string) (dir string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join(testkit.Root(t), "content/testdata", company+".txtar"))
	testkit.Must(t, err)
	files, err := txtar.FS(archive)
	dir = t.TempDir()
	testkit.Must(t, errors.Join(err, os.CopyFS(dir, files)))
	return dir
}

// The header of a company with one service fits, too, and that of one with a folder from an earlier version.
func TestOtherCompaniesFit(t *testing.T) {
	t.Parallel()
	specialist := filepath.Join(t.TempDir(), "content")
	testkit.Must(t, command.Run(t.Context(), []string{"init", specialist, "--name=Iron Range Hot Tub Removal",
		"--phone=218-722-4166", "--email=hi@irontubs.com", "--url=https://www.irontubs.com", "--state=MN",
		"--town=Duluth", "--service=hot-tub-removal", "--hours=Mon-Fri 8am-6pm"}, io.Discard, io.Discard))
	dirs := []string{specialist, unpack(t, "earlier")}
	for _, dir := range testkit.Sweep(dirs, func(string) bool { return true }) {
		site := startSite(t, "--content="+dir)
		b := newTab(t, 320, 740, true)
		b.open(site.URL + "/")
		for _, width := range widths {
			b.fitsAt(width)
		}
		b.wantNoProblems()
	}
}

// Six pages in the menu and a name that is as long fit at every width, with and without scripts: those for which there
// is no space are under "More". The picture of a job without a review stands beside the title.
func TestDuluthFits(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--content="+unpack(t, "duluth"))
	wide := newTab(t, 1100, 740, true)
	wide.open(site.URL + "/services/light-demolition")
	for _, width := range []int64{960, 1100, 1280, 1920} {
		wide.resize(width, 740)
		check(t, eval[bool](wide, `document.querySelector(".ServiceHero-picture").getBoundingClientRect().left >=
			document.querySelector("h1").getBoundingClientRect().right`), "at %d px the picture covers h1", width)
	}
	const inLine, inPanel = `[...document.querySelectorAll(".Header-lines > a")].filter((a) =>
		a.getBoundingClientRect().bottom <= document.querySelector(".Header").getBoundingClientRect().bottom)`,
		`[...document.querySelectorAll(".Header-lines > a")].every((a) => {
			const {left, top, width, height} = a.getBoundingClientRect();
			return document.elementFromPoint(left + width / 2, top + height / 2) === a;
		})`
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 320, 740, scripts)
		b.open(site.URL + "/")
		shown := 0
		for _, width := range widths {
			where := b.fitsAt(width)
			if width < 768 {
				continue
			}
			check(t, !eval[bool](b, inPanel), "%s: links lie over the page", where)
			b.click(".Header-more")
			b.until(inPanel)
			b.wantNoCollisions(where)
			b.do(chromedp.MouseClickXY(2, 700))
			b.until("!" + inPanel)
			for _, space := range eval[[]float64](b, spaces) {
				check(t, width < 1024 || space >= 14 && space <= 56, "%s: a space of the row is %.0f px", where, space)
			}
			links := eval[int](b, inLine+".length")
			check(t, width < 960 || links >= shown, "%s: %d links are in the row, fewer than before", where, links)
			shown = links
		}
		check(t, shown == 3, "%d links are in the row of the widest window, want 3", shown)
		b.wantNoProblems()
	})
}

// The phone's sheet has the menus' links, and closes on the way to an anchor of the same page.
func TestSheet(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 800, scripts)
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
		b.open(site.URL + "/")
		b.click(sheetButton)
		b.until(sheetOpen)
		if scripts { // they keep the header at the top
			b.run(`scrollTo({top: 700, behavior: "instant"})`)
		}
		b.until(clickable(".Header-quote"))
		if missing := eval[[]string](b, `(() => {
			const links = [...document.querySelectorAll(".Header-nav a")], reached = new Set();
			for (const summary of document.querySelectorAll(".Menus-summary")) {
				summary.click();
				for (const link of links) if (link.checkVisibility()) reached.add(link.href);
			}
			return links.map(({href}) => href).filter((href) => !reached.has(href));
		})()`); len(missing) > 0 {
			t.Errorf("the sheet does not show the links to %v", missing)
		}
		if scripts {
			b.press(kb.Escape)
		} else {
			b.click(sheetButton)
		}
		b.until("!" + sheetOpen)
		b.click(sheetButton)
		b.until(sheetOpen)
		b.click(`.Header-nav a[href="#contact"]`)
		// Browsers before 2023 cannot style pages by whether scripts run: the sheet stays until its button closes it.
		if !scripts && !eval[bool](b, `matchMedia("(scripting)").matches || matchMedia("(scripting: none)").matches`) {
			at := b.center(sheetButton)
			b.do(chromedp.MouseClickXY(at[0], at[1]))
		}
		// The contact section is visible, not the sheet.
		b.until(`((contact) => {
			const {top} = contact.getBoundingClientRect();
			return top < 400 && contact.contains(document.elementFromPoint(180, Math.max(200, top + 40)));
		})(document.querySelector("#contact"))`)
		b.wantNoProblems()
	})
}

// While the sheet is open the header keeps the focus. Escape and a wide viewport close it.
func TestSheetKeepsTheFocus(t *testing.T) {
	t.Parallel()
	b := newTab(t, 360, 740, true)
	b.open(sharedSite().URL + "/")
	const focused = `document.activeElement.outerHTML`
	const sheetClosed = "!" + sheetOpen + ` && !document.querySelector("main").inert`
	show := func() {
		t.Helper()
		b.focus(sheetButton)
		b.press(kb.Enter)
		b.until(sheetOpen + ` && document.querySelector("main").inert`)
	}
	for _, modifier := range []chromedp.Modifier{chromedp.ModifierNone, chromedp.ModifierShift} {
		show()
		first, around := eval[string](b, focused), false
		for range 30 {
			b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(modifier)))
			// Between the last stop and the first a browser may have a stop of its own; the page has none.
			if !eval[bool](b, `document.activeElement.matches("body, .Header *")`) {
				t.Fatalf("the focus has left the header for %s", eval[string](b, focused))
			}
			if around = eval[string](b, focused) == first; around {
				break
			}
		}
		check(t, around, "the focus does not return to its first stop")
		b.press(kb.Escape)
		b.until(sheetClosed+` && document.activeElement.matches(%s)`, sheetButton)
	}
	show()
	b.resize(812, 375)
	b.until(sheetClosed + ` && document.activeElement.matches(".Header-nav a")`)
	b.resize(360, 740)
	check(t, !eval[bool](b, "!!"+sheetOpen), "the sheet opens again in the narrow viewport")
	b.wantNoProblems()
}

// Every menu marks its link to the current page, visibly and for screen readers, and no other link.
func TestCurrentPage(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	for path, where := range map[string][]string{
		"/":                                {"Header-link"},
		"/get-quote":                       {"Footer-link"},
		"/blog":                            {"Footer-link"},
		"/privacy":                         {"Breadcrumbs", "Footer-link"},
		program.First(content.KindService): {"Breadcrumbs", "Menus-link"},
		program.First(content.KindCity):    {"Breadcrumbs", "Footer-link", "Menus-link"},
		"/services":                        {"Breadcrumbs", "Footer-link", "Menus-link"},
		"/locations":                       {"Breadcrumbs", "Footer-link", "Menus-link"},
		unknownPath:                        {},
	} {
		b.open(site.URL + path)
		if got := eval[[]string](b, `[...new Set([...document.querySelectorAll("[aria-current=page]")]
			.map((link) => link.classList[0] ?? "Breadcrumbs"))].sort()`); !slices.Equal(got, where) {
			t.Errorf("%s is marked in %v, want %v", path, got, where)
		}
		menu, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		if menu != "services" && menu != "locations" {
			menu = ""
		}
		got := eval[string](b, `document.querySelector("[data-menu][data-current]")?.dataset.menu ?? ""`)
		check(t, got == menu, "on %s the menu %q is marked, want %q", path, got, menu)
		check(t, eval[bool](b, `[...document.querySelectorAll("a[aria-current]")]
			.every((link) => link.getAttribute("href") === location.pathname)`), "on %s another link is marked", path)
		// A mark is visible if its style differs from its neighbors'.
		if plain := eval[[]string](b, `[...document.querySelectorAll("a[aria-current]")].filter((link) => {
			const style = (element) => {
				const {color, textDecorationLine, backgroundColor} = getComputedStyle(element);
				return color + textDecorationLine + backgroundColor;
			};
			return [...document.querySelectorAll("." + link.className + ":not([aria-current])")]
				.some((other) => style(other) === style(link));
		}).map((link) => link.className)`); len(plain) > 0 {
			t.Errorf("on %s the mark is not visible in %v", path, plain)
		}
	}
}

// The call bar hides while a form is visible, wherever the focus is, and stays after a failed submission.
func TestCallBar(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	site.Webhook.Set(testkit.Status(http.StatusInternalServerError))
	const shown = `document.querySelector(".CallBar").checkVisibility({visibilityProperty: true})`
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 740, scripts)
		b.open(site.URL + program.First(content.KindCity))
		b.until(shown)
		if scripts {
			b.focus("#contact-form-name")
			b.until("!" + shown)
			b.run(`scrollTo({top: 0, behavior: "instant"})`)
			b.until(shown)
			check(t, eval[bool](b, `document.activeElement.id === "contact-form-name"`), "the field has lost the focus")
		}
		b.fill("contact-form", ann)
		b.submit("contact-form")
		b.untilToast("alert", testkit.Failed, program.FailedText())
		b.until(clickable("#contact-form .QuoteForm-result"))
		b.until(shown)
		b.until(clickable(".CallBar-action"))
		b.wantNoProblems()
	})
	b := newTab(t, 360, 740, false)
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	b.open(site.URL + program.First(content.KindCity))
	b.until("!" + shown) // the first screen has the header's button
	b.run(`scrollTo({top: 400, behavior: "instant"})`)
	b.until(shown)
}
