package browsertest

import (
	"fmt"
	"net/http"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// The embedded map is loaded on request, and can be hidden again; nothing is requested from its site before. Whatever
// that site answers, the drawn map with its towns stays.
func TestMap(t *testing.T) {
	t.Parallel()
	site := sharedSite() // no other test looks at the map's site
	const townsThatCanBeClicked = `[...document.querySelectorAll(".AreaMap svg a")].filter((town) => {
		const {x, y, width, height} = town.querySelector(".AreaMap-target").getBoundingClientRect();
		return town.contains(document.elementFromPoint(x + width / 2, y + height / 2));
	}).length`
	for _, status := range []int{http.StatusOK, http.StatusServiceUnavailable} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			if status != http.StatusOK {
				site.Maps.Set(testkit.Status(status))
			}
			before := len(site.Maps.All())
			b := newTab(t, 1280, 900, true)
			b.open(site.URL + "/")
			b.scrollTo(".AreaMap")
			b.hover(".Area-show")
			b.until(`document.querySelector("[data-island=Menus][data-hydrated], [data-island=Toasts][data-hydrated]")`)
			calls := site.Maps.All()[before:]
			check(t, len(calls) == 0 && !eval[bool](b, `!!document.querySelector("iframe")`),
				"before the visitor asks, the page has a frame, or the map's site received %v", calls)
			b.until(townsThatCanBeClicked + ` >= 9`)
			b.click(".Area-show")
			b.until(`document.querySelector("iframe[title]")`)
			site.Maps.Wait(t, before+1)
			b.until(`document.querySelector(".Area-show").ariaExpanded === "true"`)
			equal(t, "the button says", b.text(".Area-show"), "Hide the interactive map")
			b.scrollTo(".AreaMap")
			b.until(townsThatCanBeClicked + ` >= 9`)
			b.click(".Area-show")
			b.until(`!document.querySelector("iframe")`)
			b.until(`document.querySelector(".Area-show").ariaExpanded === "false"`)
			if status == http.StatusOK {
				b.wantNoProblems()
			}
		})
	}
	t.Run("scripts off", func(t *testing.T) {
		b := newTab(t, 1280, 900, false)
		b.open(site.URL + "/")
		check(t, !b.visible(".Area-show") && b.visible(".Area-open[href^='https://']"),
			"without scripts the map is not a plain link")
	})
}
