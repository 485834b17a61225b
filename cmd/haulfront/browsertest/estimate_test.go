package browsertest

import (
	"maps"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// The estimator answers at each tap with what the server says to the same address, and hands it to the form below.
func TestEstimator(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	b := newTab(t, 1280, 900, true)
	b.injectAxe()
	b.open(site.URL + "/estimate")
	const total, answer = `document.querySelector(".Estimator-total").textContent`, `document.querySelector(".Estimator-answer").innerHTML`
	// The first press is held back until the estimator is hydrated.
	b.do(chromedp.Click(chromedp.CSS("#estimate-sofa + button")))
	b.until(`document.querySelector("#estimate-sofa").value === "1"`)
	b.do(chromedp.Click(chromedp.CSS("#estimate-sofa + button")), chromedp.Click(chromedp.CSS("#estimate-mattress + button")))
	b.do(chromedp.SendKeys(chromedp.CSS("#estimate-hot-tub"), "1"), chromedp.SendKeys(chromedp.CSS("#estimate-zip"), "75024"))
	b.until(total + ` !== "" && document.querySelector(".Estimator-area")`)
	const query = "sofa=2&mattress=1&hot-tub=1"
	b.until(`location.search === "?` + query + `&zip=75024"`)
	want := program.Words().ReadEstimate(query).Answer
	if got := eval[string](b, total); got != want.Total {
		t.Errorf("the total is %q, want %q", got, want.Total)
	}
	tapped := eval[string](b, answer)
	b.do(chromedp.Click(chromedp.CSS(".Estimator-ways .Button")))
	b.until(`document.querySelector("#contact-form .QuoteForm-estimate")`) // once the form is near, it is hydrated
	if got := b.text("#contact-form .QuoteForm-estimate"); !strings.Contains(got, want.Total) {
		t.Errorf("the form below has the estimate %q, want %q in it", got, want.Total)
	}
	b.accessible("with an estimate")
	b.wantNoProblems()

	// The address is the state, and the server says the same to it.
	b.open(eval[string](b, `location.href`))
	if got := eval[string](b, answer); got != tapped {
		t.Errorf("the server's answer is\n%s\nand the browser's was\n%s", got, tapped)
	}

	// It goes along with the form, and the visitor's own words stay in front.
	b.fill("contact-form", map[string]string{"zipCode": ann["zipCode"]})
	b.until(`document.querySelector("#contact-form .QuoteForm-hint")`)
	others := maps.Clone(ann)
	delete(others, "zipCode")
	b.fill("contact-form", others)
	b.do(chromedp.Click(chromedp.CSS("#contact-form [type=submit]")))
	b.untilToast("status", testkit.Received, program.ReceivedText())
	site.Calls.Wait(t, 2)
	leads := site.Leads(t)
	if len(leads) != 1 || leads[0].Request.Extra.Estimate == nil || leads[0].Request.Extra.Estimate.Query != query || leads[0].Request.Extra.Estimate.Total != want.Total {
		t.Fatalf("the journal is %+v, want one lead with the estimate %s", leads, query)
	}
	if got := leads[0].Request.Message; !strings.HasPrefix(got, ann["message"]+"\n\n") || !strings.Contains(got, want.Total) {
		t.Errorf("the lead's message is %q", got)
	}
	b.wantNoProblems()
}

// Without scripts the estimator is a form: its own page has the answer, under an address without empty fields, and the form
// below carries it.
func TestEstimatorWithoutScripts(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	b := newTab(t, 360, 800, false)
	b.open(site.URL + "/estimate")
	b.do(chromedp.SendKeys(chromedp.CSS("#estimate-sofa"), "2"), chromedp.SendKeys(chromedp.CSS("#estimate-zip"), "99999\r"))
	b.until(`location.search !== "" && document.readyState === "complete"`)
	address, err := url.Parse(eval[string](b, `location.href`))
	if err != nil || address.RawQuery != "sofa=2&zip=99999" {
		t.Errorf("the address is %s", address)
	}
	if got, want := b.text(".Estimator-total"), program.Words().ReadEstimate("sofa=2").Answer.Total; got != want {
		t.Errorf("the total is %q, want %q", got, want)
	}
	if !b.visible(".Estimator-area") || b.visible(".Estimator-step") {
		t.Error("the answer about the ZIP code is not there, or buttons are that do nothing")
	}
	b.fits("/estimate with an answer")
	b.fill("contact-form", ann)
	b.do(chromedp.Click(chromedp.CSS("#contact-form [type=submit]")))
	b.untilToast("status", testkit.Received, program.ReceivedText())
	if leads := site.Leads(t); len(leads) != 1 || leads[0].Request.Extra.Estimate == nil {
		t.Errorf("the journal is %+v, want one lead with an estimate", leads)
	}
}
