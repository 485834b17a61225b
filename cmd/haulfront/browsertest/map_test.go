package browsertest

import (
	"fmt"
	"net/http"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"

	"github.com/chromedp/chromedp"
)

// The interactive map comes when somebody asks for it and goes when they have seen enough; nothing is asked of its site
// before. Whatever that site answers, the drawn map stays where it is, with its towns.
func TestMap(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	for _, answer := range []int{http.StatusOK, http.StatusServiceUnavailable} {
		t.Run(fmt.Sprintf("answer=%d", answer), func(t *testing.T) {
			if answer != http.StatusOK {
				site.Maps.Set(testkit.Status(answer))
			}
			asked := len(site.Maps.All())
			b := newTab(t, 1280, 900, true)
			b.open(site.URL + "/")
			eval[bool](b, `(document.querySelector("#locations").scrollIntoView({behavior: "instant"}), true)`)
			b.hover(".Area-show")
			b.until(`document.querySelector("[data-island=Menus][data-hydrated], [data-island=Toasts][data-hydrated]")`)
			if calls := site.Maps.All()[asked:]; len(calls) > 0 || eval[bool](b, `Boolean(document.querySelector("iframe"))`) {
				t.Errorf("before anybody asked, the map's site was asked for %v", calls)
			}
			drawn := func() {
				t.Helper()
				if n := eval[int](b, `[...document.querySelectorAll(".AreaMap svg a")].filter((town) => {
					const {x, y, width, height} = town.querySelector(".AreaMap-dot").getBoundingClientRect();
					return town.contains(document.elementFromPoint(x + width / 2, y + height / 2));
				}).length`); n < 9 {
					t.Errorf("%d towns of the drawn map can be pressed", n)
				}
			}
			drawn()
			b.do(chromedp.Click(chromedp.CSS(".Area-show")))
			b.until(`document.querySelector("iframe[title]")`)
			site.Maps.Wait(t, asked+1)
			b.until(`document.querySelector(".Area-show").ariaExpanded === "true" && document.querySelector(".Area-show").innerText === "Hide the interactive map"`)
			eval[bool](b, `(document.querySelector(".AreaMap").scrollIntoView({behavior: "instant", block: "center"}), true)`)
			drawn()
			b.do(chromedp.Click(chromedp.CSS(".Area-show")))
			b.until(`!document.querySelector("iframe") && document.querySelector(".Area-show").ariaExpanded === "false"`)
			if answer == http.StatusOK {
				b.wantNoProblems()
			}
		})
	}
	t.Run("scripts off", func(t *testing.T) {
		b := newTab(t, 1280, 900, false)
		b.open(site.URL + "/")
		if b.visible(".Area-show") || !b.visible(".Area-open[href^='https://']") {
			t.Error("without scripts the map is not a plain link")
		}
	})
}
