package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	navigation "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The optional part of the form is one line until somebody opens it, by keyboard too. What was chosen there comes back with a
// rejected form, arrives with the lead, and decides what the confirmation promises.
func TestOptionalPart(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			site := startSite(t)
			b := newTab(t, 360, 740, scripts)
			b.injectAxe()
			b.open(site.URL + "/")
			const part = "#contact-form .QuoteForm-fold:has(.QuoteForm-more)"
			const consent = "#contact-form [name=consent]"
			if b.visible(part + " [name=contact]") {
				t.Error("the optional part is unfolded")
			}
			b.do(chromedp.Focus(chromedp.CSS(part+" > summary")), chromedp.KeyEvent(kb.Enter))
			b.until(`document.querySelector(%s).checkVisibility()`, part+" [name=contact]")
			if b.visible(consent) {
				t.Error("who does not want texts is asked to agree to them")
			}
			b.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))     // past the photographs
			b.do(chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.ArrowRight)) // call, text
			b.until(`document.querySelector(%s).checkVisibility()`, consent)
			b.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(" "))                                                       // agree
			b.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(" ")) // Monday evening
			b.until(`document.activeElement.value === "monday-evening" && document.activeElement.checked`)
			if scripts {
				eval[int](b, `scrollTo(0, 0), 0`) // from under the header
				b.accessible("the optional part")
			}
			b.submit("contact-form")
			b.untilToast("alert", testkit.Missing, testkit.MissingText)
			const chosen = `[...document.querySelectorAll(%s)].map((input) => input.value).join()`
			b.until(`document.querySelector(%s).open && `+chosen+` === "text,on,monday-evening"`, part, "#contact-form :checked:not(option)")
			b.fill("contact-form", ann)
			b.submit("contact-form")
			b.untilToast("status", testkit.Received, program.ReceivedText())
			leads := site.Leads(t)
			if len(leads) != 1 {
				t.Fatalf("there are %d leads", len(leads))
			}
			answer := leads[0].Request.Extra.Answer
			if answer.Contact != "text" || !slices.Equal(answer.Windows, []string{"monday-evening"}) ||
				answer.Consent == nil || answer.Consent.Words != program.Words().QuoteLabels().More.Consent || answer.Consent.Page != "/" {
				t.Errorf("the lead has %+v", answer)
			}
			text := b.text("#contact-form .QuoteForm-received")
			for _, want := range []string{lead.Reference(leads[0].ID), "We text you by "} {
				if !strings.Contains(text, want) {
					t.Errorf("the confirmation lacks %q:\n%s", want, text)
				}
			}
			if scripts {
				b.accessible("the confirmation")
				b.do(chromedp.Click(chromedp.CSS("#contact-form .QuoteForm-received .Button")))
				b.until(chosen+` === ""`, "#contact-form :checked:not(option)")
			}
			b.wantNoProblems()
		})
	}
}

// clockAt makes the page's clock stand at a moment in milliseconds since 1970, until the page moves it.
const clockAt = `window.clock = %s; Date.now = () => window.clock`

// The browser says what the hours mean at its moment, in any zone, and nothing moves for that.
func TestOpenNow(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	words := program.Words()
	zone, err := time.LoadLocation(words.Timezone())
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{360, 768, 1280} {
		for _, path := range []string{"/", "/get-quote"} {
			plain := newTab(t, width, 900, false)
			plain.open(site.URL + path)
			const places = `[...document.querySelectorAll(".OpenNow")].filter((place) => place.checkVisibility())`
			const heights = places + `.map((place) => place.getBoundingClientRect().height).join()`
			plain.until(`document.readyState === "complete"`) // with its styles, which no script has waited for
			want := eval[string](plain, heights)
			if want == "" {
				t.Fatalf("%s at %d px does not say the hours", path, width)
			}
			b := newTab(t, width, 900, true)
			at := time.Date(2026, 12, 24, 18, 59, 30, 0, zone)
			script := navigation.AddScriptToEvaluateOnNewDocumentParams{Source: js(clockAt, at.UnixMilli())}
			if _, err := chromedp.Call(b.ctx, navigation.AddScriptToEvaluateOnNewDocument, script); err != nil {
				t.Fatal(err)
			}
			b.open(site.URL + path)
			// At the end of the day, and what a page says that is seen again: the holiday's night, and the next days.
			for _, later := range []time.Duration{0, time.Minute, 5*time.Hour + time.Minute, 3 * 24 * time.Hour, 4*24*time.Hour - 12*time.Hour, 4*24*time.Hour - 6*time.Hour} {
				moment := at.Add(later)
				eval[int](b, `window.clock = %s, document.dispatchEvent(new Event("visibilitychange")), 0`, moment.UnixMilli())
				b.until(places+`.every((place) => place.innerText.trim() === %s)`, words.Opening(moment))
				if got := eval[string](b, heights); got != want {
					t.Errorf("%s at %d px: with %q the places are %s px high, without scripts %s", path, width, words.Opening(moment), got, want)
				}
			}
			b.wantNoProblems()
		}
	}
}
