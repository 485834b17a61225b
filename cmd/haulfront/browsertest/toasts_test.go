package browsertest

import (
	"fmt"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"

	"github.com/chromedp/chromedp"
)

// covered is a JavaScript expression: the fields, what is said at them and above them, and what has the focus, as far as a
// toast lies over them, with both rectangles.
const covered = `(() => {
	const rectangle = (element) => {
		const {left, top, right, bottom} = element.getBoundingClientRect();
		return {left, top, right, bottom};
	};
	const spoken = [...document.querySelectorAll(".QuoteForm-control, .QuoteForm-error, .QuoteForm-summary"), document.activeElement]
		.filter((element) => element.closest(".QuoteForm") && element.checkVisibility());
	const toasts = [...document.querySelectorAll(".Toasts-card")].map(rectangle);
	return spoken.filter((element) => {
		const box = rectangle(element);
		return toasts.some((toast) => toast.left < box.right && box.left < toast.right && toast.top < box.bottom && box.top < toast.bottom);
	}).map((element) => element.id + element.className + JSON.stringify(rectangle(element)) + " under " + JSON.stringify(toasts));
})()`

// A toast speaks of fields; it does not lie over any of them, nor over what is said at them.
func TestToastsCoverNoField(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			b := newTab(t, 360, 740, scripts)
			for _, size := range [][2]int64{{360, 740}, {768, 1024}, {812, 375}} {
				b.do(chromedp.EmulateViewport(size[0], size[1]))
				for _, form := range []struct{ path, id string }{
					{"/", "hero-form"}, {"/", "contact-form"}, {"/get-quote", "quote-hero-form"}, {"/get-quote", "quote-bottom-form"},
				} {
					b.open(site.URL + form.path)
					b.do(chromedp.Click(chromedp.CSS("#" + form.id + " [type=submit]")))
					b.untilToast("alert", testkit.Missing, testkit.MissingText)
					where := fmt.Sprintf("%s at %dx%d", form.id, size[0], size[1])
					b.until(`document.activeElement.closest(%s)`, "#"+form.id) // autofocus comes with the page's first frame
					if scripts && !eval[bool](b, `(({top, bottom}) => top >= 0 && bottom <= innerHeight)(document.querySelector(".Toasts-card").getBoundingClientRect())`) {
						t.Errorf("%s: the toast is out of the view", where)
					}
					for _, what := range eval[[]string](b, covered) {
						t.Errorf("%s: %s", where, what)
					}
				}
			}
			b.wantNoProblems()
		})
	}
}
