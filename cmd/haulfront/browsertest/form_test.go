package browsertest

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	paused "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

const (
	emailDoubt     = "Please Check Your E-Mail"
	emailDoubtText = "Nothing is lost. Correct it, or send it again as it is."
	tooLong        = "That Text Is Too Long"
	tooLongText    = "Nothing is lost. Please make it shorter and send it again."
)

// with returns ann with one field changed.
func with(name, value string) map[string]string {
	changed := map[string]string{}
	for n, v := range ann {
		changed[n] = v
	}
	changed[name] = value
	return changed
}

// set gives a field a value at once, as a paste does.
func (b *tab) set(form, name, value string) {
	b.t.Helper()
	eval[bool](b, `((control, value) => {
		control.focus();
		control.value = value;
		return control.dispatchEvent(new Event("input", {bubbles: true}));
	})(document.getElementById(%s), %s)`, form+"-"+name, value)
}

func (b *tab) submit(form string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS("#" + form + " [type=submit]")))
}

// A corrected field is no longer marked, and the summary goes with the last of them.
func TestCorrectedFields(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 390, 844, true)
	b.injectAxe()
	b.open(site.URL + "/")
	b.submit("contact-form")
	b.untilToast("alert", testkit.Missing, testkit.MissingText)
	wantErrors(b, "contact-form", "name", "phone", "serviceType", "zipCode", "serviceTimeframe")
	// Left as empty as it was, it stays marked.
	b.do(chromedp.Focus(chromedp.CSS("#contact-form-phone")), chromedp.Focus(chromedp.CSS("#contact-form-email")))
	wantErrors(b, "contact-form", "name", "phone", "serviceType", "zipCode", "serviceTimeframe")
	b.do(chromedp.SendKeys(chromedp.CSS("#contact-form-name"), "A"))
	wantErrors(b, "contact-form", "phone", "serviceType", "zipCode", "serviceTimeframe")
	b.set("contact-form", "serviceType", "Other")
	b.set("contact-form", "serviceTimeframe", "Today")
	b.set("contact-form", "zipCode", "   ")
	wantErrors(b, "contact-form", "phone", "zipCode")
	b.set("contact-form", "zipCode", "75001")
	b.accessible("a form with one field left")
	b.set("contact-form", "phone", "469-555-0101")
	wantErrors(b, "contact-form")
	b.until(`!document.querySelector("#contact-form .QuoteForm-summary")`)
	if id := eval[string](b, `document.activeElement.id`); id != "contact-form-phone" {
		t.Errorf("the focus is on %q, want it where it was", id)
	}
	b.wantNoProblems()
}

// An e-mail that cannot be an address is asked about once, with JavaScript and without.
func TestEmailQuestion(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			t.Parallel()
			site := startSite(t)
			b := newTab(t, 1280, 900, scripts)
			b.open(site.URL + "/")
			typed := with("email", "ann@")
			b.fill("contact-form", typed)
			b.submit("contact-form")
			b.untilToast("alert", emailDoubt, emailDoubtText)
			wantErrors(b, "contact-form", "email")
			wantValues(b, "contact-form", typed)
			if leads := site.Leads(t); len(leads) != 0 {
				t.Errorf("the journal has %d leads before the question is answered", len(leads))
			}
			if scripts {
				// Corrected, the field is not marked any more; wrong again, it was asked about already.
				b.set("contact-form", "email", "ann@example.com")
				wantErrors(b, "contact-form")
				b.set("contact-form", "email", "ann@")
			}
			b.submit("contact-form")
			b.untilToast("status", testkit.Received, program.ReceivedText())
			site.Calls.Wait(t, 2)
			if leads := site.Leads(t); len(leads) != 1 || leads[0].Request.Email != "ann@" {
				t.Errorf("the journal is %+v, want one lead with the e-mail as it was sent", leads)
			}
			if scripts {
				// The next request is another one.
				b.do(chromedp.Click(chromedp.CSS("#contact-form .QuoteForm-received .Button")))
				b.fill("contact-form", with("email", "bob"))
				b.submit("contact-form")
				b.untilToast("alert", emailDoubt, emailDoubtText)
			}
			b.wantNoProblems()
		})
	}
}

// A text that is too long is kept and marked; near its bound the form counts.
func TestLongMessage(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			t.Parallel()
			site := startSite(t)
			b := newTab(t, 390, 844, scripts)
			b.injectAxe()
			b.open(site.URL + "/")
			b.fill("contact-form", with("message", "Hi"))
			long := strings.Repeat("搬", 5012)
			counter := "#contact-form [data-field=message] .QuoteForm-left"
			if scripts {
				b.until(`document.querySelector("#contact-form").closest("[data-hydrated]")`)
				if b.visible("#contact-form-message-hint") || b.text(counter) != "" {
					t.Error("the bound is shown long before it is near")
				}
				b.set("contact-form", "message", strings.Repeat("🛋", 4874))
				if got := b.text(counter); got != "120 characters left" {
					t.Errorf("with 126 left the counter says %q", got)
				}
				if live := eval[string](b, `document.querySelector(%s).getAttribute("aria-live")`, counter); live != "polite" {
					t.Errorf("the counter is %q to a screen reader, want polite", live)
				}
				b.set("contact-form", "message", long)
				if got := b.text(counter); got != "12 characters too many" {
					t.Errorf("with 12 too many the counter says %q", got)
				}
			} else {
				if got := b.text("#contact-form-message-hint"); got != "Up to 5,000 characters" {
					t.Errorf("without scripts the form says %q of its bound", got)
				}
				eval[bool](b, `(document.getElementById("contact-form-message").value = %s, true)`, long)
			}
			b.submit("contact-form")
			b.untilToast("alert", tooLong, tooLongText)
			wantErrors(b, "contact-form", "message")
			if got := b.text("#contact-form-message-error"); !strings.Contains(got, "5,012") || !strings.Contains(got, "5,000") {
				t.Errorf("at the message stands %q, want both lengths", got)
			}
			if got := b.values("contact-form")["message"]; got != long {
				t.Errorf("the message has %d characters left, want all", utf8.RuneCountInString(got))
			}
			if len(site.Leads(t)) != 0 {
				t.Error("the long message is in the journal")
			}
			if scripts {
				b.accessible("a message that is too long")
				b.set("contact-form", "message", strings.Repeat("搬", 5000))
				wantErrors(b, "contact-form")
			} else {
				eval[bool](b, `(document.getElementById("contact-form-message").value = %s, true)`, strings.Repeat("搬", 5000))
			}
			b.submit("contact-form")
			b.untilToast("status", testkit.Received, program.ReceivedText())
			if leads := site.Leads(t); len(leads) != 1 || utf8.RuneCountInString(leads[0].Request.Message) != 5000 {
				t.Errorf("the journal is %+v, want one lead with all of the message", leads)
			}
			b.wantNoProblems()
		})
	}
}

// holdHydration keeps React from arriving until the function that it returns is called.
func (b *tab) holdHydration() (release func()) {
	b.t.Helper()
	held := make(chan paused.RequestID, 1)
	if err := chromedp.Listen(b.ctx, func(event any) {
		if request, ok := event.(*paused.EventRequestPaused); ok {
			held <- request.RequestID
		}
	}); err != nil {
		b.t.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, paused.Enable, paused.EnableParams{Patterns: []*paused.RequestPattern{{URLPattern: "*/assets/hydrate-*"}}}); err != nil {
		b.t.Fatal(err)
	}
	return func() {
		b.t.Helper()
		if _, err := chromedp.Call(b.ctx, paused.ContinueRequest, paused.ContinueRequestParams{RequestID: <-held}); err != nil {
			b.t.Fatal(err)
		}
	}
}

// What was typed and chosen before React arrives and while it hydrates, over what the page came with, is there afterwards.
func TestTypedBeforeHydration(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 390, 844, true)
	hydrate := b.holdHydration()
	path, plan := program.PlansPage()
	b.open(site.URL + path + "?plan=" + plan)
	const typed = "Gate code 12"
	b.do(chromedp.SendKeys(chromedp.CSS("#contact-form-message"), typed))
	b.fill("contact-form", map[string]string{"name": "Ann", "serviceType": "Other"})
	before := b.values("contact-form")
	if before["serviceType"] != "Other" || !strings.Contains(before["message"], typed) {
		t.Fatalf("before hydration the form holds %v", before)
	}
	// React has begun and has not come to an end: this is how its scheduler gets its next turn.
	eval[bool](b, `{
		const post = MessagePort.prototype.postMessage;
		MessagePort.prototype.postMessage = function (...args) {
			MessagePort.prototype.postMessage = post;
			const form = document.querySelector("#contact-form");
			form.elements.serviceTimeframe.value = "Today";
			form.elements.message.value += " and a ladder";
			form.elements.message.dispatchEvent(new Event("input", {bubbles: true}));
			post.apply(this, args);
		};
		true
	}`)
	before["serviceTimeframe"] = "Today"
	before["message"] += " and a ladder"
	hydrate()
	b.until(`document.querySelector("#contact-form").closest("[data-hydrated]")`)
	if after := b.values("contact-form"); !maps.Equal(after, before) {
		t.Errorf("after hydration the form holds %v, want %v", after, before)
	}
	b.wantNoProblems()
}

// A press is felt at once, long before React is there, and done when it is.
func TestSubmitBeforeHydration(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	b := newTab(t, 390, 844, true)
	hydrate := b.holdHydration()
	b.open(site.URL + "/")
	b.fill("contact-form", ann)
	b.submit("contact-form")
	b.until(`document.querySelector("#contact-form").closest("[data-pending]")`)
	if says := eval[string](b, `getComputedStyle(document.querySelector("#contact-form [type=submit]"), "::after").content`); says != `"Submitting..."` {
		t.Errorf("the pressed button says %s, want Submitting...", says)
	}
	b.submit("contact-form")
	hydrate()
	b.untilToast("status", testkit.Received, program.ReceivedText())
	b.until(`!document.querySelector("[data-island][data-pending]")`)
	site.Calls.Wait(t, 2)
	if leads := site.Leads(t); len(leads) != 1 {
		t.Errorf("the journal has %d leads, want 1", len(leads))
	}
	b.wantNoProblems()
}

// A form that is sent without a connection, and before React came, keeps the page with all that was typed, and says so.
func TestOfflineBeforeHydration(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	b := newTab(t, 390, 844, true)
	b.injectAxe()
	if _, err := chromedp.Call(b.ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	b.open(site.URL + "/")
	b.offline(true)
	b.fill("contact-form", ann)
	for range 2 { // what has failed once fails at once
		b.submit("contact-form")
		b.until(`document.querySelector("#contact-form").closest("[data-offline]") && !document.querySelector("#contact-form").closest("[data-pending]")`)
		if got := b.text("#contact-form .QuoteForm-offline"); !strings.Contains(got, "You seem to be offline") || !strings.Contains(got, program.Phone()) {
			t.Errorf("the form says %q, want that there is no connection, and the number", got)
		}
		wantValues(b, "contact-form", ann)
	}
	b.accessible("the form without a connection")
	b.offline(false)
	b.submit("contact-form")
	b.untilToast("status", testkit.Received, program.ReceivedText())
	site.Calls.Wait(t, 2)
	if leads := site.Leads(t); len(leads) != 1 || leads[0].Request.Message != ann["message"] {
		t.Errorf("the journal is %+v, want the one lead", leads)
	}
}

// offline has every request fail, while the browser itself still takes itself to be online.
func (b *tab) offline(off bool) {
	b.t.Helper()
	conditions := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
		{Offline: off, DownloadThroughput: -1, UploadThroughput: -1},
	}}
	if _, err := chromedp.Call(b.ctx, network.EmulateNetworkConditionsByRule, conditions); err != nil {
		b.t.Fatal(err)
	}
}

// A chosen plan begins the message, and what was typed before stays.
func TestChosenPlan(t *testing.T) {
	t.Parallel()
	const box = "#contact-form-message"
	path, first := program.PlansPage()
	plans := program.Words().Service(content.BuildInfo{}, strings.TrimPrefix(path, "/services/")).Plans.Plans
	last := plans[len(plans)-1]
	choose := func(b *tab, plan string) {
		b.do(chromedp.Click(chromedp.CSS(`a[href="` + path + "?plan=" + plan + `#contact"]`)))
	}
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			t.Parallel()
			site := startSite(t)
			b := newTab(t, 1280, 900, scripts)
			b.open(site.URL + path)
			choose(b, first)
			b.until(`location.hash === "#contact" && document.querySelector(%s)?.value === %s`, box, plans[0].Message)
			if scripts {
				eval[bool](b, `window.stayed = true`)
				b.do(chromedp.SendKeys(chromedp.CSS(box), "\nGate code 12"))
				choose(b, last.Key)
				b.until(`document.querySelector(%s).value === %s`, box, last.Message+"\nGate code 12")
				b.until(`window.stayed && location.search === ""`)
			}
			form := with("message", "")
			delete(form, "message")
			b.fill("contact-form", form)
			b.submit("contact-form")
			b.untilToast("status", testkit.Received, program.ReceivedText())
			if leads := site.Leads(t); len(leads) != 1 || !strings.HasPrefix(leads[0].Request.Message, "I’d like to start the ") || leads[0].Page != path {
				t.Errorf("the journal is %+v, want one lead with the plan", leads)
			}
			if got := b.values("contact-form")["message"]; got != "" {
				t.Errorf("after success the message is %q, want none", got)
			}
			b.wantNoProblems()
		})
	}
}
