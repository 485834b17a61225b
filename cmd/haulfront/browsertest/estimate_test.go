package browsertest

import (
	"strings"
	"testing"
)

// The estimator's answer follows each tap, equals the server's for the same URL, and goes into the form below.
func TestEstimator(t *testing.T) {
	t.Parallel()
	b := newTab(t, 1280, 900, true)
	b.injectAxe()
	b.open(sharedSite().URL + "/estimate")
	const total = `document.querySelector(".Estimator-total").textContent`
	const answer = `document.querySelector(".Estimator-answer").innerHTML`
	// The first click waits for hydration.
	b.click("#estimate-sofa + button")
	b.until(`document.querySelector("#estimate-sofa").value === "1"`)
	b.click("#estimate-sofa + button")
	b.click("#estimate-mattress + button")
	b.typeIn("#estimate-hot-tub", "1")
	b.typeIn("#estimate-zip", "75024")
	b.until(total + ` !== "" && document.querySelector(".Estimator-area")`)
	const query = "sofa=2&mattress=1&hot-tub=1"
	b.until(`location.search === "?` + query + `&zip=75024"`)
	want := b.estimateOf(query)
	equal(t, "the total is", eval[string](b, total), want.Total)
	tapped := eval[string](b, answer)
	b.click(".Estimator-ways .Button")
	b.until(`document.querySelector("#contact-form .QuoteForm-estimate")`) // the visible form is hydrated
	got := b.text("#contact-form .QuoteForm-estimate")
	check(t, strings.Contains(got, want.Total), "the form below has the estimate %q, want %q in it", got, want.Total)
	const zip = `document.querySelector("#contact-form-zipCode").value`
	equal(t, "the form's ZIP code is", eval[string](b, zip), "75024")
	b.accessible("with an estimate")
	b.wantNoProblems()

	b.open(eval[string](b, `location.href`))
	equal(t, "the server's answer is", eval[string](b, answer), tapped)
	equal(t, "the form's ZIP code from the server is", eval[string](b, zip), "75024")

	// The estimate arrives with the lead, after the visitor's message.
	b.focus("#contact-form-zipCode")
	b.until(hydrated("contact-form"))
	b.set("contact-form", "zipCode", ann["zipCode"])
	b.until(`document.querySelector("#contact-form .QuoteForm-area").textContent`)
	rest := visitor(t)
	delete(rest, "zipCode")
	b.until(`performance.now() > 300`) // a faster visitor would be a bot
	b.send("contact-form", rest)
	l := ownLead(t)
	if e := l.Request.Extra.Estimate; e == nil || e.Query != query || e.Total != want.Total {
		t.Fatalf("the lead's estimate is %+v, want %s of %s", e, want.Total, query)
	}
	if got := l.Request.Message; !strings.HasPrefix(got, ann["message"]+"\n\n") || !strings.Contains(got, want.Total) {
		t.Errorf("the lead's message is %q", got)
	}
	b.wantNoProblems()
}

// The first screen has things to tap and the place of the price. On a phone the other items are folded; a search finds
// one by another name, and answers to questions narrow its price.
func TestEstimatorOnPhones(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 740, scripts)
		if scripts {
			b.injectAxe()
		}
		b.open(site.URL + "/estimate")
		height := eval[float64](b, `document.querySelector(".Estimate").offsetHeight`)
		check(t, height < 3000, "the estimator is %v pixels high", height)
		check(t, !b.visible("#estimate-mattress"), "the mattress is not folded")
		for _, size := range [][2]int64{{1280, 900}, {360, 800}} {
			b.resize(size[0], size[1])
			for _, part := range map[int64][]string{
				1280: {"[name=load][value=full]", "#estimate-sofa", ".Estimator-total"},
				360:  {"[name=load][value=xs]", "[name=load][value=full]", ".Estimator-bar"},
			}[size[0]] {
				b.until(inFirstScreen(part)) // once the bars have moved
			}
		}
		b.click("#estimate-find-text")
		b.typeIn("#estimate-find-text", "Jacuzzi")
		if !scripts {
			b.click(".Estimator-search")
		}
		b.until(`[...document.querySelectorAll(".Estimator-item")].filter((item) => item.offsetHeight)
			.map((item) => item.querySelector("input").name).join() === "hot-tub"`)
		b.typeIn("#estimate-hot-tub", "1")
		if !scripts {
			b.run(`document.querySelector(".Estimator-form").requestSubmit()`)
		}
		const total = `document.querySelector(".Estimator-total").textContent`
		b.until(total + ` === "about $300–$800" && document.querySelector("#estimate-hot-tub-gate")`)
		b.set("estimate", "hot-tub-seats", "two")
		b.set("estimate", "hot-tub-gate", "narrow")
		if !scripts {
			b.run(`document.querySelector(".Estimator-form").requestSubmit()`)
		}
		b.until(total + ` === "about $400–$500"`)
		const query = "?hot-tub=1&hot-tub-seats=two&hot-tub-gate=narrow"
		b.until(`location.search.startsWith(%s)`, query)
		got := b.text(".Estimator-group[data-found] .Estimator-fold .Estimator-note")
		equal(t, "the folded group says", got, "1 chosen")
		if scripts {
			b.accessible("with questions")
		}
		b.wantNoProblems()

		// What a link brings along is in the first screen, with what narrows its price.
		b.open(site.URL + "/estimate?garage=1")
		for _, part := range []string{"#estimate-garage", "#estimate-garage-full"} {
			b.until(inFirstScreen(part))
		}
	})
}
