package browsertest

import (
	"fmt"
	"testing"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A visitor comes by an ad, looks around, comes back by a link in a newsletter, and asks for a quote: the lead has the first
// and the last of these, with scripts and without. One who has opted out of tracking leaves nothing.
func TestAttributionInTheBrowser(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	landing := program.First(content.KindService)
	first := quote.Touch{Source: "google", Campaign: "früh & spät", GCLID: "Cj0K-x", Page: landing, Referrer: "ads.example"}
	last := quote.Touch{Source: "newsletter", Page: "/get-quote"}
	for _, visitor := range []struct {
		name    string
		scripts bool
		signal  string
		want    *quote.Attribution
	}{
		{"scripts", true, "", &quote.Attribution{First: first, Last: last}},
		// The page of the form is all that is known.
		{"no scripts", false, "", &quote.Attribution{First: last, Last: last}},
		{"opted out", true, "globalPrivacyControl", nil},
		{"do not track", true, "doNotTrack", nil},
	} {
		b := newTab(t, 1280, 900, visitor.scripts)
		if visitor.signal != "" {
			if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
				Source: fmt.Sprintf(`Object.defineProperty(navigator, %q, { value: "1" })`, visitor.signal),
			}); err != nil {
				t.Fatal(err)
			}
		}
		from := site.URL + landing + "?utm_source=google&utm_campaign=fr%C3%BCh+%26+sp%C3%A4t&gclid=Cj0K-x&password=x"
		if _, err := chromedp.Call(b.ctx, page.Navigate, page.NavigateParams{URL: from, Referrer: "http://ads.example/search?q=junk"}); err != nil {
			t.Fatal(err)
		}
		b.until(`document.readyState === "complete"`)
		if visitor.scripts {
			b.do(chromedp.Click(chromedp.CSS(".Brand")))
			b.until(`location.pathname === "/" && document.readyState === "complete"`)
		}
		address := "/get-quote?utm_source=newsletter"
		if visitor.signal != "" {
			address = "/get-quote"
		}
		b.open(site.URL + address)
		const form = "quote-hero-form"
		b.fill(form, ann)
		b.do(chromedp.Click(chromedp.CSS("#" + form + " [type=submit]")))
		b.untilToast("status", testkit.Received, program.ReceivedText())
		if visitor.signal != "" {
			if kept := eval[int](b, `sessionStorage.length + localStorage.length`); kept != 0 {
				t.Errorf("%s: the browser keeps %d things", visitor.name, kept)
			}
		}
		got := site.Leads(t)[0].Request.Extra.Attribution
		switch {
		case (got == nil) != (visitor.want == nil), got != nil && *got != *visitor.want:
			t.Errorf("%s: the lead came from %+v, want %+v", visitor.name, got, visitor.want)
		}
		b.wantNoProblems()
	}
}
