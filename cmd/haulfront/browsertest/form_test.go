package browsertest

import (
	"strings"
	"testing"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/chromedp/kb"
)

// A field that is corrected loses its error, and the summary goes with the last error.
func TestCorrectedFields(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 390, 844, true)
	b.injectAxe()
	b.open(site.URL + "/")
	b.submit("contact-form")
	b.untilMissing()
	// A field that is left empty again keeps its error.
	b.focus("#contact-form-phone")
	b.focus("#contact-form-email")
	b.wantErrors("contact-form", required...)
	b.typeIn("#contact-form-name", "A")
	b.wantErrors("contact-form", required[1:]...)
	b.set("contact-form", "serviceType", "Other")
	b.set("contact-form", "serviceTimeframe", "Today")
	b.set("contact-form", "zipCode", "   ")
	b.wantErrors("contact-form", "phone", "zipCode")
	b.set("contact-form", "zipCode", "75001")
	b.accessible("a form with one error left")
	b.set("contact-form", "phone", "469-555-0101")
	b.wantErrors("contact-form")
	b.until(`!document.querySelector("#contact-form .QuoteForm-summary")`)
	equal(t, "the focus is on", eval[string](b, `document.activeElement.id`), "contact-form-phone")
	b.wantNoProblems()
}

// A message over the limit is kept and marked; near the limit the form shows how many characters are left.
func TestMessage(t *testing.T) {
	t.Parallel()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		const message = "#contact-form-message"
		const counter = "#contact-form [data-field=message] .QuoteForm-left"
		long := strings.Repeat("搬", 5012)
		b := newTab(t, 390, 844, scripts)
		b.injectAxe()
		b.open(sharedSite().URL + "/")
		wantText := func(selector, want string) {
			t.Helper()
			equal(t, selector+" says", b.text(selector), want)
		}
		b.focus(message)
		if scripts {
			b.until(hydrated("contact-form"))
			wantText(counter, "")
			check(t, !b.visible(message+"-hint"), "the limit is visible though the message is empty")
			b.set("contact-form", "message", strings.Repeat("🛋", 4874))
			wantText(counter, "120 characters left") // of 126
			live := eval[string](b, `document.querySelector(%s).ariaLive`, counter)
			equal(t, "the counter's aria-live is", live, "polite")
			b.set("contact-form", "message", long)
			wantText(counter, "12 characters over the limit")
		} else {
			wantText(message+"-hint", "Up to 5,000 characters")
		}
		values := visitor(t)
		values["message"] = ""
		b.fill("contact-form", values)
		b.set("contact-form", "message", long)
		b.submit("contact-form")
		b.untilToast("alert", "That Text Is Too Long",
			"Everything you typed is still here. Please shorten it and send it again.")
		b.wantErrors("contact-form", "message")
		if got := b.text(message + "-error"); !strings.Contains(got, "5,012") || !strings.Contains(got, "5,000") {
			t.Errorf("the message's error is %q, want both lengths in it", got)
		}
		got := b.values("contact-form")["message"]
		check(t, got == long, "the message has %d characters left, want all", utf8.RuneCountInString(got))
		check(t, len(ownLeads(t)) == 0, "a message over the limit is in the journal")
		if scripts {
			b.until(`document.activeElement.matches(%s)`, message)
			b.accessible("a message over the limit")
		}
		b.set("contact-form", "message", strings.Repeat("搬", 5000))
		if scripts {
			b.wantErrors("contact-form")
		}
		b.submit("contact-form")
		b.untilReceived()
		equal(t, "characters in the lead's message:", utf8.RuneCountInString(ownLead(t).Request.Message), 5000)
		b.wantNoProblems()
	})
}

// A chosen plan starts the message, and keeps what was typed before.
func TestChosenPlan(t *testing.T) {
	t.Parallel()
	const box = "#contact-form-message"
	path, first := program.PlansPage()
	plans := content.PageOf[content.ServicePage](program.Words(), content.BuildInfo{}, path).Plans.Plans
	last := plans[len(plans)-1]
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 1280, 900, scripts)
		b.open(sharedSite().URL + path)
		choose := func(plan, message string) {
			t.Helper()
			b.click(`a[href="` + path + "?plan=" + plan + `#contact"]`)
			b.until(`location.hash === "#contact" && document.querySelector(%s)?.value === %s`, box, message)
		}
		choose(first, plans[0].Message)
		chosen := b.values("contact-form")
		equal(t, "the choices of the first plan are", [2]string{chosen["serviceType"], chosen["serviceTimeframe"]},
			[2]string{plans[0].ServiceType, plans[0].Timeframe})
		if scripts {
			b.run(`window.stayed = true`)
			b.typeIn(box, "\nGate code 12")
			choose(last.Key, last.Message+"\nGate code 12")
			b.until(`window.stayed && location.search === ""`)
		}
		rest := visitor(t)
		delete(rest, "message")
		b.send("contact-form", rest)
		if l := ownLead(t); !strings.Contains(l.Request.Message, "I’d like to start the ") || l.Page != path {
			t.Errorf("the lead is %+v, want it with the plan, from %s", l, path)
		}
		b.wantNoProblems()
	})
}

// TestZipCheck checks that the answer to a ZIP code stands below its field, without scripts on the estimator's page.
func TestZipCheck(t *testing.T) {
	t.Parallel()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 740, scripts)
		for zip, want := range map[string]string{
			"75024": "Yes, we come to 75024 (Plano).", "10001": "10001 (New York) is too far for us right now.",
			"99999": "We can’t find that ZIP code.",
		} {
			b.open(sharedSite().URL + "/")
			b.typeIn(".ZipCheck-input", zip)
			b.click(".ZipCheck-submit")
			answer := map[bool]string{true: ".ZipCheck-answer", false: ".Estimator-area"}[scripts]
			b.until(`document.querySelector(%s)?.textContent.startsWith(%s)`, answer, want)
			check(t, !scripts || eval[string](b, `location.pathname`) == "/", "the answer is on another page")
		}
		b.wantNoProblems()
	})
}

// The form's optional part is in the open and works by keyboard; texts come with their consent. Its values survive a
// rejection, arrive with the lead, and decide what the customer's page promises.
func TestOptionalPart(t *testing.T) {
	t.Parallel()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 740, scripts)
		b.injectAxe()
		b.open(sharedSite().URL + "/")
		const ways, consent = "#contact-form [name=contact]", "#contact-form [name=consent]"
		check(t, b.visible("#contact-form .QuoteForm-tile") && b.visible("#contact-form [for$=contact-text]"),
			"the ways to answer or the photos are hidden")
		check(t, !b.visible(consent), "the consent to texts is visible before texts are chosen")
		b.focus(ways)
		b.press(" ", kb.ArrowRight) // call, then text
		b.until(isVisible(consent))
		b.press(kb.Tab, " ") // consent
		if scripts {
			b.run(`scrollTo(0, 0)`) // from under the header
			b.accessible("the optional part")
		}
		b.submit("contact-form")
		b.untilMissing()
		chosen := js(`[...document.querySelectorAll(%s)].map((input) => input.value).join()`,
			"#contact-form :checked:not(option)")
		b.until(chosen + ` === "text,on"`)
		b.send("contact-form", visitor(t))
		l := ownLead(t)
		answer := l.Request.Extra.Answer
		if answer.Contact != "text" || answer.Consent == nil ||
			answer.Consent.Words != program.Words().Quote().Labels.More.Consent ||
			answer.Consent.Page != "/" {
			t.Errorf("the lead's optional part is %+v", answer)
		}
		text := b.text("main")
		for _, want := range []string{journal.Reference(l.ID), "We’ll text you by "} {
			check(t, strings.Contains(text, want), "the customer's page lacks %q:\n%s", want, text)
		}
		if scripts {
			b.accessible("the customer's page")
			b.back()
			b.until(`location.pathname === "/" && document.readyState === "complete" && ` + chosen + ` === ""`)
		}
		b.wantNoProblems()
	})
}

// What stands in the way of an answer is asked about once, beside its field; sent as it is, it becomes a call.
func TestWaysThatCannotBe(t *testing.T) {
	t.Parallel()
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		for way, field := range map[string]string{"text": "consent", "email": "email"} {
			t.Run(way, func(t *testing.T) {
				b := newTab(t, 360, 740, scripts)
				b.injectAxe()
				b.open(sharedSite().URL + "/get-quote")
				const form = "quote-hero-form"
				values := visitor(t)
				values["email"], values["phone"] = "", "555"
				b.fill(form, values)
				b.click("#" + form + " [for$=contact-" + way + "]")
				b.submit(form)
				b.untilToast("alert", "One Quick Question",
					"Everything you typed is still here. Fix what’s marked, or send it again as is.")
				b.wantErrors(form, "phone", field)
				check(t, len(ownLeads(t)) == 0, "the lead is stored without an answer")
				if scripts {
					b.accessible("a question about " + way)
					b.set(form, "phone", ann["phone"])
					b.wantErrors(form, field)
					b.set(form, "phone", "555")
				}
				b.submit(form)
				b.untilReceived()
				l := ownLead(t)
				equal(t, "the lead's way is", l.Request.Extra.Answer.Contact, "call")
				equal(t, "the lead's phone is", l.Request.Phone, "555")
				check(t, strings.Contains(b.text("h1"), "We’ll call you by "), "the customer's page promises no call")
				b.wantNoProblems()
			})
		}
	})
}

// A visitor who needs a job today, when none can be booked anymore, reads so at the field.
func TestTooLateForToday(t *testing.T) {
	t.Parallel()
	b := newTab(t, 360, 740, true)
	b.open(sharedSite().URL + "/get-quote")
	const form = "quote-hero-form"
	b.focus("#" + form + "-name")
	b.until(hydrated(form))
	const late = "We can’t make it today anymore. The earliest we can come is tomorrow."
	for cutoff, want := range map[int]string{0: late, 3000: ""} {
		b.set(form, "serviceTimeframe", "This Week")
		b.until(`document.querySelector(%s).textContent === ""`, "#"+form+" .QuoteForm-today")
		// An office that never closes, with a deadline before or after any time of the day.
		b.run(`((choice) => {
			const { dataset } = document.body;
			dataset.opening = JSON.stringify({ ...JSON.parse(dataset.opening), response: 0, holidays: [], cutoff: %s,
				opens: Array(7).fill(0), closes: Array(7).fill(3000) });
			choice.value = "Today";
			choice.dispatchEvent(new Event("input", {bubbles: true}));
		})(document.getElementById(%s))`, cutoff, form+"-serviceTimeframe")
		b.until(`((text, want) => want ? text.startsWith(want) : text === "")(
			document.querySelector(%s).textContent, %s)`, "#"+form+" .QuoteForm-today", want)
	}
	b.wantNoProblems()
}

// The form shows the area of the latest ZIP code, whichever answer comes first, and asks again after a failure.
func TestLatestZIP(t *testing.T) {
	t.Parallel()
	b := newTab(t, 360, 740, true)
	b.open(sharedSite().URL + "/get-quote")
	const form = "quote-hero-form"
	b.focus("#" + form + "-name")
	b.until(hydrated(form))
	b.run(`((fetch) => {
		window.asked = [];
		window.fetch = (url, ...rest) => new Promise((resolve, reject) => {
			asked.push({url, answer: () => fetch(url, ...rest).then(resolve, reject), fail: () => reject(new Error())});
		});
	})(window.fetch)`)
	ask := func(zip string) {
		t.Helper()
		b.set(form, "zipCode", zip)
		b.until(`asked.at(-1)?.url.endsWith(%s)`, zip)
	}
	hint := js(`(document.querySelector(%s)?.textContent ?? "")`, "#"+form+" .QuoteForm-area")
	ask("75165") // outside the area
	ask("75024")
	b.run(`(asked[1].answer(), 0)`)
	b.until(hint + `.includes("Plano")`)
	b.run(`(asked[0].answer(), 0)`)
	ask("75201")
	check(t, eval[string](b, hint) == "", "the form shows a hint for another ZIP code")
	b.run(`(asked[2].fail(), 0)`)
	b.set(form, "zipCode", "")
	ask("75201")
	equal(t, "questions to the server:", eval[int](b, `asked.length`), 4)
	b.run(`(asked[3].answer(), 0)`)
	b.until(hint + `.includes("Dallas")`)
}

// A reload keeps what was typed and chosen.
func TestReloadKeepsTheForm(t *testing.T) {
	t.Parallel()
	b := newTab(t, 360, 740, true)
	b.open(sharedSite().URL + "/")
	b.fill("contact-form", ann)
	b.click("#contact-form [for$=contact-email]")
	b.run(`(window.before = true, location.reload())`)
	b.until(`!window.before && document.readyState === "complete"`)
	b.wantValues("contact-form", ann)
	b.wantValues("hero-form", empty)
	b.until(`document.querySelector("#contact-form [name=contact]:checked").value === "email"`)
	b.open(sharedSite().URL + "/get-quote")
	b.open(sharedSite().URL + "/")
	b.wantValues("contact-form", empty)
	b.wantNoProblems()
}

// covered is a JavaScript expression: the fields, errors, summaries and focused elements that a toast covers, with both
// rectangles.
const covered = `(() => {
	const rectangle = (element) => {
		const {left, top, right, bottom} = element.getBoundingClientRect();
		return {left, top, right, bottom};
	};
	const parts = document.querySelectorAll(
		".QuoteForm-control, .QuoteForm-error, .QuoteForm-summary, .QuoteForm-submit");
	const toasts = [...document.querySelectorAll(".Toasts-card")].map(rectangle);
	const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
	return [...parts, document.activeElement]
		.filter((part) => part.closest(".QuoteForm") && part.checkVisibility())
		.filter((part) => toasts.some((toast) => covers(toast, rectangle(part))))
		.map((part) => part.id + part.className + JSON.stringify(rectangle(part)) + " under " + JSON.stringify(toasts));
})()`

// A toast covers neither a form's fields and errors nor the button that sends it.
func TestToastsCoverNoField(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	const inView = `(({top, bottom}) => top >= 0 && bottom <= innerHeight)(
		document.querySelector(".Toasts-card").getBoundingClientRect())`
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 740, scripts)
		forms := []sample{
			{"hero-form", "/"}, {"contact-form", program.First(content.KindCategory)},
			{"quote-bottom-form", "/get-quote"}, {"quote-hero-form", "/get-quote"},
		}
		sizes := [][2]int64{{360, 740}, {768, 1024}, {812, 375}, {1280, 900}}
		for _, v := range views(forms, sizes...) {
			b.resize(v.width, v.height)
			b.open(site.URL + v.path)
			b.submit(v.name)
			b.untilMissing()
			b.until(`document.activeElement.closest(%s)`, "#"+v.name) // autofocus comes with the first frame
			check(t, !scripts || eval[bool](b, inView), "%s: the toast is outside the viewport", v)
			for _, part := range eval[[]string](b, covered) {
				t.Errorf("%s: %s", v, part)
			}
			b.run(`document.querySelector(%s).scrollIntoView({block: "nearest"})`, "#"+v.name+" [type=submit]")
			for _, part := range eval[[]string](b, covered) {
				check(t, !strings.Contains(part, "QuoteForm-submit"), "%s: %s", v, part)
			}
		}
		b.wantNoProblems()
	})
}
