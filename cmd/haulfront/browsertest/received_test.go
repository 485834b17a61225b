package browsertest

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// below is a JavaScript condition: the element is in the view, below the header.
func below(selector string) string {
	return js(`(({top, bottom}) => top >= Math.max(0, document.querySelector(".Header").getBoundingClientRect().bottom) - 24 && bottom <= innerHeight)(
		document.querySelector(%s).getBoundingClientRect())`, selector)
}

// After sending, a confirmation stands in the form's place: what happens next, by when, and whom to call. It has the focus,
// the header does not hide it, and the form comes back empty for another request.
func TestConfirmation(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--quote-rate-limit=100")
	for _, size := range [][2]int64{{360, 740}, {812, 375}, {1280, 900}} {
		for _, scripts := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d px/scripts=%v", size[0], scripts), func(t *testing.T) {
				b := newTab(t, size[0], size[1], scripts)
				b.open(site.URL + "/get-quote")
				const form = "#quote-bottom-form"
				height := eval[float64](b, `document.querySelector(%s).getBoundingClientRect().height`, form)
				b.fill("quote-bottom-form", ann)
				b.do(chromedp.Click(chromedp.CSS(form + " [type=submit]")))
				b.untilToast("status", testkit.Received, program.ReceivedText())
				b.until(`document.activeElement.matches(%s)`, form+" h2")
				b.until(below(form + " h2"))
				text := b.text(form + " .QuoteForm-received")
				for _, want := range []string{program.ReceivedText(), program.Phone(), "Send another"} {
					if !strings.Contains(text, want) {
						t.Errorf("the confirmation %q does not say %q", text, want)
					}
				}
				if b.visible(form+" [type=submit]") || b.visible(form+"-name") {
					t.Error("the form is still there")
				}
				if got := eval[float64](b, `document.querySelector(%s).getBoundingClientRect().height`, form); got < height {
					t.Errorf("the form shrank from %v px to %v, and what is below moved", height, got)
				}
				b.do(chromedp.Click(chromedp.CSS(form + " .QuoteForm-received .Button")))
				b.until(`document.querySelector(%s)?.checkVisibility({visibilityProperty: true}) && !document.querySelector(".QuoteForm-received")`, form+"-name")
				if scripts {
					b.until(`document.activeElement.matches(%s)`, form+"-name")
				}
				if got := b.values("quote-bottom-form"); !maps.Equal(got, empty) {
					t.Errorf("the next request begins with %v", got)
				}
				b.wantNoProblems()
			})
		}
	}
}

// The message is folded while it is empty, and open wherever there is something to read in it.
func TestNote(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			b := newTab(t, 390, 844, scripts)
			b.open(site.URL + "/")
			const note, message = "#contact-form summary", "#contact-form-message"
			if got := strings.Join(strings.Fields(b.text(note)), " "); got != "+ Add a note (optional)" && got != "Add a note (optional)" {
				t.Errorf("the message is folded under %q", got)
			}
			if b.visible(message) {
				t.Error("the empty message is open")
			}
			b.do(chromedp.Focus(chromedp.CSS(note)), chromedp.KeyEvent(kb.Enter))
			b.until(`document.querySelector(%s).checkVisibility()`, message)
			// A text that is wrong is not left folded, whatever the visitor did with it.
			b.set("contact-form", "message", strings.Repeat("x", 5001))
			rest := maps.Clone(ann)
			delete(rest, "message")
			b.fill("contact-form", rest)
			b.do(chromedp.Click(chromedp.CSS(note)))
			b.until(`!document.querySelector(%s).checkVisibility()`, message)
			b.submit("contact-form")
			b.untilToast("alert", tooLong, tooLongText)
			b.until(`document.querySelector(%s).checkVisibility()`, message)
			wantErrors(b, "contact-form", "message")
			if scripts {
				b.until(`document.activeElement.matches(%s)`, message)
			}
		})
	}
}

// A rejected form says so in one line at its top, and once at each field.
func TestRejectedFormIsBrief(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	for _, scripts := range []bool{true, false} {
		b := newTab(t, 360, 740, scripts)
		b.open(site.URL + "/")
		b.submit("contact-form")
		b.untilToast("alert", testkit.Missing, testkit.MissingText)
		if lines := eval[int](b, `new Set([...document.querySelectorAll("#contact-form .QuoteForm-jump")].map((link) => link.getBoundingClientRect().top)).size`); lines != 1 {
			t.Errorf("scripts=%v: the line at the top has %d lines", scripts, lines)
		}
		for _, field := range []string{"name", "phone", "serviceType", "zipCode", "serviceTimeframe"} {
			said := b.text("#contact-form-" + field + "-error")
			if n := strings.Count(b.text("#contact-form"), said); said == "" || n != 1 {
				t.Errorf("scripts=%v: %q is said %d times", scripts, said, n)
			}
		}
	}
}
