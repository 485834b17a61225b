package browsertest

import (
	"fmt"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/chromedp/kb"
)

// Translations are longer. With each word of the forms, menus, header and bars a third longer, every text stays in its
// control and in the window, and bars leave most of the screen free.
func TestLongLabelsFit(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	const tabs = 2
	for share := range tabs {
		t.Run(fmt.Sprintf("tab %d", share+1), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, 320, 640, true)
			list := samples()
			for i := share; i < len(list); i += tabs {
				b.longLabels(site, list[i], i)
			}
		})
	}
	t.Run("popups", func(t *testing.T) {
		t.Parallel()
		b := newTab(t, 1280, 800, true)
		b.open(site.URL + "/")
		b.openServices() // later, hydration would bring back the shorter labels
		b.moveMouse(5, 795)
		b.until("!" + opened(services))
		b.run(lengthen)
		b.popupsFit()
	})
}

// longLabels opens a page once, because that takes longer than to look at it in one more size.
func (b *tab) longLabels(site *program.Process, s sample, turn int) {
	b.t.Helper()
	b.open(site.URL + s.path)
	if s.name == "rejected" {
		b.submit("hero-form")
		b.untilMissing()
	}
	b.run(lengthen)
	for _, v := range inTurn(s, turn, [2]int64{320, 800}, [2]int64{360, 800}, [2]int64{768, 800}, [2]int64{1280, 800}) {
		b.resize(v.width, v.height)
		b.labelsFit(v.String())
	}
	// Phones, phones on their side, and 400% zoom, which makes a screen of 1280 × 1024 pixels one of 320 × 256.
	for _, v := range inTurn(s, turn, [2]int64{320, 256}, [2]int64{812, 375}, [2]int64{390, 844}) {
		b.resize(v.width, v.height)
		b.fewBars(v.String())
	}
}

func (b *tab) popupsFit() {
	b.t.Helper()
	for _, width := range []int64{320, 360} {
		b.resize(width, 800)
		b.click(sheetButton)
		b.until(sheetOpen)
		b.labelsFit(fmt.Sprintf("the sheet at %d px", width))
		b.press(kb.Escape)
		b.until("!" + sheetOpen)
	}
	for _, width := range []int64{768, 1280} {
		b.resize(width, 800)
		for _, menu := range []string{services, locations} {
			b.click(menu + " .Menus-button")
			b.until(opened(menu))
			b.labelsFit(fmt.Sprintf("%s open at %d px", menu, width))
		}
	}
}

// lengthen makes each word of the labels a third longer, once.
const lengthen = `document.querySelectorAll("header, form, .CallBar").forEach((root) => {
	const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const text = texts.currentNode;
		if (window.longer?.has(text) || text.parentElement.closest("[translate=no], script, textarea")) continue;
		(window.longer ??= new Set()).add(text);
		text.data = text.data.replace(/\p{L}{3,}/gu, (word) => word + word.slice(-Math.ceil(word.length / 3)));
	}
})`

// labelsFit fails the test for every text that lengthen has changed and that leaves its control or the window, or that
// is cut off.
func (b *tab) labelsFit(where string) {
	b.t.Helper()
	b.fits(where)
	for _, wrong := range eval[[]string](b, `[...window.longer].flatMap((text) => {
		const parent = text.parentElement;
		if (!parent?.checkVisibility({visibilityProperty: true})) return [];
		if (parent.closest(".visually-hidden, .SkipLink")) return [];
		const range = document.createRange();
		range.selectNodeContents(text);
		const boxes = [[0, document.documentElement.clientWidth, -Infinity, Infinity]];
		for (let e = parent; e; e = e.parentElement) {
			const {display, overflowX, position} = getComputedStyle(e);
			const controls = "a, button, label, legend, summary, form, header, .CallBar";
			if (!["inline", "contents"].includes(display) && (overflowX !== "visible" || e.matches(controls))) {
				const {left, right, top, bottom} = e.getBoundingClientRect();
				const scrolls = overflowX === "auto";
				boxes.push([left, right, scrolls ? -Infinity : top, scrolls ? Infinity : bottom]);
			}
			if (position === "fixed" || position === "absolute") break;
		}
		const out = [...range.getClientRects()].some((rect) => rect.width > 1 &&
			boxes.some(([left, right, top, bottom]) => rect.left < left - 1 || rect.right > right + 1 ||
				(rect.top + rect.bottom) / 2 < top || (rect.top + rect.bottom) / 2 > bottom));
		return out ? [parent.className + " in " + parent.parentElement.className + ": " + text.data] : [];
	})`) {
		b.t.Errorf("%s: a label does not fit: %s", where, wrong)
	}
}
