package browsertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// ann is a visitor; her values are what she types.
var ann = map[string]string{
	"name": "Ann O'Hara", "email": "ann@example.com", "phone": "(214) 555-0199", "serviceType": "Garage Cleanout",
	"zipCode": "75023", "serviceTimeframe": "This Week", "message": "Two sofas & a <piano>,\nsecond floor.",
}

var empty = map[string]string{
	"name": "", "email": "", "phone": "", "serviceType": "", "zipCode": "", "serviceTimeframe": "", "message": "",
}

// The whole life of a quote form, with JavaScript and without: rejected, failed, sent.
func TestQuoteInTheBrowser(t *testing.T) {
	t.Parallel()
	for _, form := range []struct{ id, source string }{
		{"hero-form", "Homepage Hero Form"},
		{"contact-form", "Website Contact Form"},
	} {
		for _, scripts := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/scripts=%v", form.id, scripts), func(t *testing.T) {
				t.Parallel()
				site := startSite(t)
				b := newTab(t, 1280, 900, scripts)
				b.open(site.URL + "/")
				submit := func() { b.do(chromedp.Click(chromedp.CSS("#" + form.id + " [type=submit]"))) }
				// Without scripts every answer is a page, with them none is.
				if scripts {
					eval[bool](b, `window.stayed = true`)
				}

				// Nothing filled in: nothing is sent.
				submit()
				b.untilToast("alert", testkit.Missing, testkit.MissingText)
				wantErrors(b, form.id, "name", "phone", "serviceType", "zipCode", "serviceTimeframe")
				if focus := eval[string](b, `document.activeElement.closest(%s) ? document.activeElement.id || document.activeElement.className : ""`, "#"+form.id); scripts && focus != form.id+"-name" {
					t.Errorf("focus is on %q, want the first invalid field", focus)
				}
				if calls := site.Calls.All(); len(calls) != 0 {
					t.Errorf("an empty form made the calls %v", calls)
				}
				if leads := site.Leads(t); len(leads) != 0 {
					t.Errorf("an empty form is in the journal: %v", leads)
				}

				// All filled in, and the webhook answers 500: everything typed is kept.
				site.Webhook.Set(testkit.Status(http.StatusInternalServerError))
				b.fill(form.id, ann)
				submit()
				b.untilToast("alert", testkit.Failed, program.FailedText())
				wantErrors(b, form.id)
				wantValues(b, form.id, ann)
				if leads := site.Leads(t); len(leads) != 1 || len(leads[0].Webhook.Attempts) != 1 || leads[0].Webhook.Attempts[0].Status != 500 {
					t.Fatalf("the journal is %+v, want one lead with one attempt that was answered 500", leads)
				}

				// The webhook is well again: the same request is the same lead.
				site.Webhook.Set(testkit.Status(http.StatusOK))
				submit()
				b.untilToast("status", testkit.Received, program.ReceivedText())
				wantValues(b, form.id, empty)
				calls := site.Calls.Wait(t, 3)
				wantCalls(t, calls, form.source)
				if leads := site.Leads(t); len(leads) != 1 || leads[0].Status() != lead.Delivered || leads[0].Page != "/" {
					t.Errorf("the journal is %+v, want the one lead, delivered, from /", leads)
				}
				if text := b.text("#" + form.id + " h2"); text != testkit.Received {
					t.Errorf("at the form stands %q, want %q too", text, testkit.Received)
				}
				if scripts {
					b.until(`window.stayed`)
				} else if at := eval[string](b, `location.pathname + location.search + location.hash`); !strings.HasPrefix(at, "/?received="+form.id+".") || !strings.HasSuffix(at, "#"+form.id+"-title") {
					t.Errorf("the page is %s, want the form's", at)
				}
				b.wantNoProblems()
				end(t, site)
				for _, secret := range []string{ann["phone"], ann["email"], "anon-key"} {
					if strings.Contains(site.Log.String(), secret) {
						t.Errorf("the log has %q:\n%s", secret, site.Log)
					}
				}
			})
		}
	}
}

// wantCalls checks the requests of one lead that failed once: webhook, webhook again, e-mail function.
func wantCalls(t *testing.T, calls []testkit.Call, source string) {
	t.Helper()
	var names []string
	for _, c := range calls {
		names = append(names, c.Receiver)
	}
	if got := strings.Join(names, " "); got != "webhook webhook function" {
		t.Fatalf("the calls went to %s, want the webhook twice, then the function", got)
	}
	first, again, mail := calls[0], calls[1], calls[2]
	quoted := func(s string) string {
		var b strings.Builder
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(s); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(b.String())
	}
	seven := fmt.Sprintf(`"name":%s,"email":%s,"phone":%s,"serviceType":%s,"zipCode":%s,"serviceTimeframe":%s,"message":%s`,
		quoted(ann["name"]), quoted(ann["email"]), quoted(ann["phone"]), quoted(ann["serviceType"]), quoted(ann["zipCode"]), quoted(ann["serviceTimeframe"]), quoted(ann["message"]))
	want := regexp.MustCompile(`^\{` + regexp.QuoteMeta(seven+`,"source":`+quoted(source)) + `,"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}$`)
	if !want.MatchString(first.Body) {
		t.Errorf("the webhook got %s, want %s", first.Body, want)
	}
	if again.Body != first.Body || again.Header.Get("webhook-id") != first.Header.Get("webhook-id") || first.Header.Get("webhook-id") == "" {
		t.Errorf("the second attempt is\n%s %s, the first was\n%s %s; want the same", again.Header.Get("webhook-id"), again.Body, first.Header.Get("webhook-id"), first.Body)
	}
	if first.Path != "/leads" || first.Header.Get("Content-Type") != "application/json" || first.Header.Get("Idempotency-Key") != first.Header.Get("webhook-id") {
		t.Errorf("the webhook's request is %s with %v", first.Path, first.Header)
	}
	if mail.Body != "{"+seven+"}" {
		t.Errorf("the function got %s, want {%s}", mail.Body, seven)
	}
	if mail.Path != "/functions/v1/send-contact-email" || mail.Header.Get("apikey") != "anon-key-of-the-test" || mail.Header.Get("Authorization") != "Bearer anon-key-of-the-test" {
		t.Errorf("the function's request is %s with %v", mail.Path, mail.Header)
	}
}

// untilToast waits for a toast with the given live role.
func (b *tab) untilToast(role, title, description string) {
	b.t.Helper()
	b.until(`document.querySelector(%s)?.innerText.includes(%s)`, "[role="+role+"] .Toasts-title", title)
	if got := b.text("[role=" + role + "] .Toasts-description"); got != description {
		b.t.Errorf("the toast %q says %q, want %q", title, got, description)
	}
}

// wantErrors checks which fields have a message, and that the line above the form leads to each.
func wantErrors(b *tab, form string, fields ...string) {
	b.t.Helper()
	marked := eval[[]string](b, `[...document.querySelectorAll(%s)].filter((control) => {
		const text = document.getElementById(control.getAttribute("aria-describedby")?.split(" ")[0])?.innerText;
		const jump = document.querySelector('.QuoteForm-summary a[href="#' + control.id + '"]');
		return text && jump?.innerText;
	}).map((control) => control.name)`, "#"+form+" [aria-invalid=true]")
	got, want := map[string]bool{}, map[string]bool{}
	for _, name := range marked {
		got[name] = true
	}
	for _, name := range fields {
		want[name] = true
	}
	if !maps.Equal(got, want) {
		b.t.Errorf("fields with a message: %v, want %v", marked, fields)
	}
}

func wantValues(b *tab, form string, want map[string]string) {
	b.t.Helper()
	if got := b.values(form); !maps.Equal(got, want) {
		b.t.Errorf("%s holds %v, want %v", form, got, want)
	}
}

// While a request is under way the button says so and does nothing; a second press, and a third, make no second lead.
func TestDoubleSubmit(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	release := make(chan struct{})
	site.Webhook.Set(func(w http.ResponseWriter, _ *http.Request) { <-release })
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/")
	b.fill("contact-form", ann)
	b.until(`document.querySelector("#contact-form").closest("[data-hydrated]")`)
	// Two presses in one turn of the event loop: no render comes between them.
	eval[bool](b, `(() => { const button = document.querySelector("#contact-form [type=submit]"); button.click(); button.click(); return true; })()`)
	b.until(`document.querySelector("#contact-form [type=submit]").disabled`)
	if got := b.text("#contact-form [type=submit]"); got != "Submitting..." {
		t.Errorf("the button says %q while it runs", got)
	}
	eval[bool](b, `(document.querySelector("#contact-form").requestSubmit(), true)`)
	site.Calls.Wait(t, 1)
	close(release)
	b.untilToast("status", testkit.Received, program.ReceivedText())
	site.Calls.Wait(t, 2)
	if leads, calls := site.Leads(t), site.Calls.All(); len(leads) != 1 || len(calls) != 2 {
		t.Errorf("a double press made %d leads and the calls %v", len(leads), calls)
	}
	if b.text("#contact-form [type=submit]") == "Submitting..." {
		t.Error("the button still says Submitting... after the answer")
	}
	b.wantNoProblems()
}

// The e-mail function's failure is logged and nothing else.
func TestFunctionFailureIsInvisible(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	site.Function.Set(testkit.Status(http.StatusInternalServerError))
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/")
	b.fill("hero-form", ann)
	b.do(chromedp.Click(chromedp.CSS("#hero-form [type=submit]")))
	b.untilToast("status", testkit.Received, program.ReceivedText())
	site.Calls.Wait(t, 2)
	if b.visible("[role=alert] .Toasts-card") {
		t.Error("the visitor sees an error")
	}
	wantValues(b, "hero-form", empty)
	b.wantNoProblems()
}
