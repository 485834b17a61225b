package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hover moves the mouse to the middle of the first match.
func (b *tab) hover(selector string) {
	b.t.Helper()
	at := b.center(selector)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
}

const (
	services  = `[data-menu=services]`
	locations = `[data-menu=locations]`
)

// opened is a JavaScript condition: the menu's panel is there to be seen and used.
func opened(menu string) string {
	return js(`document.querySelector(%s + " .Menus-panel").checkVisibility({visibilityProperty: true, opacityProperty: true})`, menu)
}

// category is a JavaScript condition: the list of services of the i-th category is there to be seen.
func category(i int) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".Menus-services")][%d].checkVisibility({visibilityProperty: true, opacityProperty: true})`, i)
}

func TestMenusByMouse(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			b := newTab(t, 1280, 900, scripts)
			b.open(site.URL + "/")
			if b.visible(services+" .Menus-panel") || b.visible(locations+" .Menus-panel") {
				t.Error("a menu is open before anything happened")
			}
			b.hover(services + " button")
			b.until(opened(services))
			if width := eval[float64](b, `document.querySelector(%s).getBoundingClientRect().width`, services+" .Menus-panel"); width != 520 {
				t.Errorf("the services menu is %v px wide, want 520", width)
			}
			if scripts {
				b.until(`document.querySelector('[data-island=Menus][data-hydrated]')`)
				b.until(opened(services))
			}
			b.until(category(0))
			b.hover(".Menus-category:nth-child(3) .Menus-head")
			b.until(category(2))
			b.until("!" + category(0))
			b.hover(locations + " button")
			b.until(opened(locations))
			b.until("!" + opened(services))
			if width := eval[float64](b, `document.querySelector(%s).getBoundingClientRect().width`, locations+" .Menus-panel"); width != 400 {
				t.Errorf("the locations menu is %v px wide, want 400", width)
			}
			b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 20, 850))
			b.until("!" + opened(locations))
			b.wantNoProblems()
		})
	}
}

func TestMenusByKeyboard(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/")
	expanded := func(menu string) string {
		return eval[string](b, `document.querySelector(%s).getAttribute("aria-expanded")`, menu+" button")
	}
	b.do(chromedp.Focus(chromedp.CSS(services + " button")))
	b.until(`document.querySelector('[data-island=Menus][data-hydrated]')`)
	if expanded(services) != "false" || eval[bool](b, opened(services)) {
		t.Error("the focus alone opened the menu")
	}
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(opened(services))
	if expanded(services) != "true" {
		t.Errorf("aria-expanded of the open menu is %s", expanded(services))
	}
	if !eval[bool](b, `(() => {
		const button = document.querySelector(%s);
		return document.getElementById(button.getAttribute("aria-controls")).contains(document.querySelector(".Menus-category a"));
	})()`, services+" button") {
		t.Error("aria-controls does not name the panel")
	}
	b.do(chromedp.KeyEvent(kb.Tab))
	b.until(`document.activeElement.matches(".Menus-category:first-child .Menus-head")`)
	// All services of the first category, then the next category.
	for range eval[int](b, `document.querySelectorAll(".Menus-category:first-child .Menus-services a").length`) + 1 {
		b.do(chromedp.KeyEvent(kb.Tab))
	}
	b.until(`document.activeElement.matches(".Menus-category:nth-child(2) .Menus-head")`)
	b.until(category(1))
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until("!" + opened(services))
	if !eval[bool](b, `document.activeElement === document.querySelector(%s)`, services+" button") || expanded(services) != "false" {
		t.Error("Escape does not give the focus back to the button")
	}
	b.do(chromedp.KeyEvent(" "))
	b.until(opened(services))
	b.do(chromedp.Focus(chromedp.CSS(locations+" button")), chromedp.KeyEvent(kb.Enter))
	b.until(opened(locations))
	b.until("!" + opened(services))
	b.wantNoProblems()
}

// The phone's sheet has the header's links and closes on the way to a place on the same page.
func TestSheet(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			b := newTab(t, 360, 800, scripts)
			b.open(site.URL + "/")
			b.do(chromedp.Click(chromedp.CSS(`[popovertarget=sheet]:not([popovertargetaction])`)))
			b.until(`document.querySelector("#sheet:popover-open")`)
			links := eval[map[string][]string](b, `Object.fromEntries(["#sheet", ".Menus"].map((root) =>
				[root, [...document.querySelectorAll(root + " a")].map((a) => a.getAttribute("href"))]))`)
			has := map[string]bool{}
			for _, href := range links["#sheet"] {
				has[href] = true
			}
			for _, href := range append(links[".Menus"], "#contact") {
				if !has[href] {
					t.Errorf("the sheet does not lead to %s", href)
				}
			}
			if scripts {
				b.until(`document.querySelector("[popovertarget=sheet]:not([popovertargetaction])").ariaExpanded === "true"`)
			}
			b.do(chromedp.KeyEvent(kb.Escape))
			b.until(`!document.querySelector("#sheet:popover-open")`)
			b.do(chromedp.Click(chromedp.CSS(`[popovertarget=sheet]:not([popovertargetaction])`)))
			b.until(`document.querySelector("#sheet:popover-open")`)
			b.do(chromedp.Click(chromedp.CSS(`#sheet a[href="#contact"]`)))
			// The contact section is what is seen, not the sheet.
			b.until(`(() => {
				const box = document.querySelector("#contact").getBoundingClientRect();
				const seen = document.elementFromPoint(180, Math.max(200, box.top + 40));
				return box.top < 400 && document.querySelector("#contact").contains(seen);
			})()`)
			b.wantNoProblems()
		})
	}
}
