package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A visitor with a hot tub comes from a search result for the service, narrows its price in the estimator, and sends
// the estimate with the form.
func TestHotTubJourney(t *testing.T) {
	t.Parallel()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		site := startSite(t)
		b := newTab(t, 360, 740, scripts)
		b.open(site.URL + "/services/hot-tub-removal")
		b.click(`main a[href="/estimate?hot-tub=1"]`)
		b.until(`location.pathname === "/estimate" && document.readyState === "complete"`)
		b.set("estimate-hot-tub", "seats", "two")
		b.do(chromedp.SetValue(chromedp.CSS("#estimate-zip"), "75024"))
		if scripts {
			b.press(" ") // hydrates the estimator, which has the focus
		} else {
			b.click(".Estimator-submit")
		}
		b.until(`location.search.includes("hot-tub-seats=two") && document.readyState === "complete"`)
		b.until(`document.querySelector(".Estimator-total").textContent === "$300–$500"`)
		b.click(".Estimator-ways .Button")
		b.until(`document.querySelector("#contact-form .QuoteForm-estimate")?.textContent.includes("$300–$500")`)
		values := annWith("serviceType", "Other")
		delete(values, "zipCode") // the estimator has it
		b.send("contact-form", values)
		l := wantLead(t, site)
		equal(t, "the lead's ZIP code is", l.Request.ZIPCode, "75024")
		if e := l.Request.Extra.Estimate; e == nil || e.Total != "$300–$500" {
			t.Errorf("the lead's estimate is %+v", e)
		}
		check(t, strings.Contains(b.text("#contact-form .QuoteForm-received"), "We’ll call you by "),
			"the confirmation does not say when")
		b.wantNoProblems()
	})
}

// A property manager with an eviction to clean out wants texts alone: the form has the page's prompt, and the
// confirmation promises a text because there is a consent.
func TestEvictionJourney(t *testing.T) {
	t.Parallel()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		site := startSite(t)
		b := newTab(t, 360, 740, scripts)
		b.open(site.URL + "/services/real-estate-property-management")
		b.click(".Header-quote")
		b.until(`(({top, bottom}) => top > 0 && bottom < innerHeight / 2)(
			document.querySelector("#contact-form-name").getBoundingClientRect())`)
		prompt := eval[string](b, `document.querySelector("#contact-form-message").placeholder`)
		check(t, strings.HasPrefix(prompt, "Address, lockbox code"), "the note's prompt is %q", prompt)
		b.fill("contact-form", annWith("email", ""))
		b.click("#contact-form [for$=contact-text]")
		b.click("#contact-form [name=consent]")
		b.submit("contact-form")
		b.untilReceived()
		text := b.text("#contact-form .QuoteForm-received")
		check(t, strings.Contains(text, "We’ll text you by ") && !strings.Contains(text, "We’ll call you"),
			"the confirmation says %q", text)
		answer := wantLead(t, site).Request.Extra.Answer
		check(t, answer.Contact == "text" && answer.Consent != nil, "the lead's answer is %+v", answer)
		b.wantNoProblems()
	})
}
