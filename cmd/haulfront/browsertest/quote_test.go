package browsertest

import (
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
)

// ann is what a visitor types.
var ann = map[string]string{
	"name": "Ann O'Hara", "email": "ann@example.com", "phone": "(214) 555-0199", "serviceType": "Garage Cleanout",
	"zipCode": "75023", "serviceTimeframe": "This Week", "message": "Two sofas & a <piano>,\nsecond floor.",
}

var empty = map[string]string{
	"name": "", "email": "", "phone": "", "serviceType": "", "zipCode": "", "serviceTimeframe": "", "message": "",
}

// required are the fields without which a quote is rejected.
var required = []string{"name", "phone", "serviceType", "zipCode", "serviceTimeframe"}

const quoteURL = "/quote"

// annWith returns ann with one field changed.
func annWith(name, value string) map[string]string {
	changed := maps.Clone(ann)
	changed[name] = value
	return changed
}

// visitor returns ann under the name of a test, by which [ownLead] finds its lead on the shared site.
func visitor(t testing.TB) map[string]string { return annWith("name", t.Name()) }

// fill types into a form's fields, and chooses in its lists.
func (b *tab) fill(form string, values map[string]string) {
	b.t.Helper()
	b.unfold(form)
	for name, value := range values {
		switch name {
		case "serviceType", "serviceTimeframe":
			b.set(form, name, value) // the browser's list of options cannot be driven
			continue
		}
		b.focus("#" + form + "-" + name)
		call(b, input.InsertText, input.InsertTextParams{Text: value})
	}
}

// unfold opens the optional part of a form that folds it.
func (b *tab) unfold(form string) {
	b.t.Helper()
	b.run(`document.querySelector(%s)?.setAttribute("open", "")`, "#"+form+" .QuoteForm-fold")
}

func (b *tab) set(form, name, value string) {
	b.t.Helper()
	b.unfold(form)
	b.run(`((control, value) => {
		control.focus();
		control.value = value;
		control.dispatchEvent(new Event("input", {bubbles: true}));
	})(document.getElementById(%s), %s)`, form+"-"+name, value)
}

func (b *tab) submit(form string) {
	b.t.Helper()
	b.click("#" + form + " [type=submit]")
}

// send fills in and submits a form, and waits for the success toast.
func (b *tab) send(form string, values map[string]string) {
	b.t.Helper()
	b.fill(form, values)
	b.submit(form)
	b.untilReceived()
}

func (b *tab) values(form string) map[string]string {
	b.t.Helper()
	return eval[map[string]string](b, `Object.fromEntries(
		["name", "email", "phone", "serviceType", "zipCode", "serviceTimeframe", "message"]
			.map((name) => [name, document.getElementById(%s + "-" + name).value]))`, form)
}

// untilToast waits for a toast with the given live role.
func (b *tab) untilToast(role, title, description string) {
	b.t.Helper()
	b.until(`document.querySelector(%s)?.innerText.includes(%s)`, "[role="+role+"] .Toasts-title", title)
	equal(b.t, "the toast "+title+" says", b.text("[role="+role+"] .Toasts-description"), description)
}

func (b *tab) untilReceived() {
	b.t.Helper()
	b.untilToast("status", testkit.Received, program.ReceivedText())
	b.until(`document.readyState === "complete"`) // its text may be there before its style
}

func (b *tab) untilMissing() {
	b.t.Helper()
	b.untilToast("alert", testkit.Missing, testkit.MissingText)
}

// hydrated is a JavaScript condition: React has hydrated the form.
func hydrated(form string) string {
	return js(`document.getElementById(%s).closest("[data-hydrated]")`, form)
}

// wantErrors checks which fields have an error message, and that the summary above the form links to each.
func (b *tab) wantErrors(form string, fields ...string) {
	b.t.Helper()
	marked := eval[[]string](b, `[...document.querySelectorAll(%s)].filter((control) => {
		const text = document.getElementById(control.getAttribute("aria-describedby")?.split(" ")[0])?.innerText;
		const jump = document.querySelector('.QuoteForm-summary a[href="#' + control.id + '"]');
		return text && jump?.innerText;
	}).map((control) => control.name)`, "#"+form+" [aria-invalid=true]")
	slices.Sort(marked)
	want := slices.Sorted(slices.Values(fields))
	check(b.t, slices.Equal(marked, want), "fields with an error message: %v, want %v", marked, want)
}

func (b *tab) wantValues(form string, want map[string]string) {
	b.t.Helper()
	got := b.values(form)
	check(b.t, maps.Equal(got, want), "%s holds %v, want %v", form, got, want)
}

// wantLead returns the only lead of a site's journal.
func wantLead(t *testing.T, site *program.Process) outbox.Lead {
	t.Helper()
	return only(t, site.Leads(t))
}

// ownLeads returns the leads of a test's visitor in the journal of the shared site.
func ownLeads(t *testing.T) []outbox.Lead {
	t.Helper()
	return slices.DeleteFunc(sharedSite().Leads(t), func(l outbox.Lead) bool { return l.Request.Name != t.Name() })
}

// ownLead returns the only one of them.
func ownLead(t *testing.T) outbox.Lead {
	t.Helper()
	return only(t, ownLeads(t))
}

func only(t *testing.T, leads []outbox.Lead) outbox.Lead {
	t.Helper()
	if len(leads) != 1 {
		t.Fatalf("the journal has %d leads, want one: %+v", len(leads), leads)
	}
	return leads[0]
}

// The whole life of a quote form, with JavaScript and without: rejected, failed, received. In each state, every phone
// number on the page is a link.
func TestQuoteInTheBrowser(t *testing.T) {
	t.Parallel()
	type life struct {
		form, source string
		scripts      bool
	}
	const hero, contact = "Homepage Hero Form", "Website Contact Form"
	for _, l := range testkit.Sweep([]life{
		{"hero-form", hero, true}, {"contact-form", contact, false},
		{"hero-form", hero, false}, {"contact-form", contact, true},
	}, func(l life) string { return l.form }) {
		t.Run(fmt.Sprintf("%s scripts=%v", l.form, l.scripts), func(t *testing.T) {
			t.Parallel()
			quoteLife(t, l.form, l.source, l.scripts)
		})
	}
}

func quoteLife(t *testing.T, form, source string, scripts bool) {
	site := startSite(t)
	b := newTab(t, 360, 740, scripts)
	b.open(site.URL + "/")

	// Empty fields: nothing is sent, and each problem is stated once at its field.
	b.submit(form)
	b.untilMissing()
	b.wantErrors(form, required...)
	focus := eval[string](b, `document.activeElement.closest(%s) ? document.activeElement.id : ""`, "#"+form)
	check(t, !scripts || focus == form+"-zipCode", "the focus is on %q, want the first invalid field", focus)
	for _, field := range required {
		message := b.text("#" + form + "-" + field + "-error")
		n := strings.Count(b.text("#"+form), message)
		check(t, message != "" && n == 1, "the form says %q %d times, want once", message, n)
	}
	b.dialable("the rejected form")
	calls, leads := site.Calls.All(), site.Leads(t)
	check(t, len(calls)+len(leads) == 0, "an empty form caused the calls %v and the leads %v", calls, leads)

	// The webhook fails, and is not to be tried again soon: all values are kept.
	site.Webhook.Set(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusInternalServerError)
	})
	b.fill(form, ann)
	b.submit(form)
	b.untilToast("alert", testkit.Failed, program.FailedText())
	b.wantErrors(form)
	b.wantValues(form, ann)
	for _, place := range []string{".Toasts-description a", "#" + form + " .QuoteForm-summary a"} {
		equal(t, place+" says", b.text(place), program.Phone())
	}
	b.dialable("the failed form")
	if tries := wantLead(t, site).Delivery(outbox.Webhook).Attempts; len(tries) != 1 || tries[0].Status != 500 {
		t.Fatalf("the webhook's attempts are %+v, want one with status 500", tries)
	}

	// The webhook works again: the same request is the same lead.
	site.Webhook.Set(testkit.Status(http.StatusOK))
	b.submit(form)
	b.untilReceived()
	b.dialable("the customer's page")
	if calls := site.Calls.Wait(t, 3); !strings.Contains(calls[1].Body, `"source":"`+source+`"`) ||
		calls[0].Body != calls[1].Body || calls[2].Receiver != "function" {
		t.Errorf("the calls are %v, want the webhook twice with the same body, then the function", calls)
	}
	l := wantLead(t, site)
	check(t, l.Status() == outbox.Delivered && l.Page == "/", "the lead is %+v, want it delivered, from /", l)
	at := eval[string](b, `location.pathname + location.search + location.hash`)
	equal(t, "the page is", at, office.CustomerPath+l.Token)
	if scripts { // the page that was left has an empty form
		b.back()
		b.until(`location.pathname === "/" && document.readyState === "complete"`)
		b.wantValues(form, empty)
		equal(t, "the button says", b.text("#"+form+" [type=submit]"), "Get Free Quote")
	}
	b.wantNoProblems()
	end(t, site)
	for _, secret := range []string{ann["phone"], ann["email"], program.AnonKey} {
		check(t, !strings.Contains(site.Log.String(), secret), "the log has %q:\n%s", secret, site.Log)
	}
}

// While a request is in progress the button says so and is disabled; further clicks create no second lead.
func TestDoubleSubmit(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	release := make(chan struct{})
	site.Webhook.Set(func(http.ResponseWriter, *http.Request) { <-release })
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/")
	b.fill("contact-form", ann)
	b.until(hydrated("contact-form"))
	const button = "#contact-form [type=submit]"
	// Two clicks in one task: no render comes between them.
	b.run(`((button) => { button.click(); button.click(); })(document.querySelector(%s))`, button)
	b.until(`document.querySelector(%s).disabled`, button)
	equal(t, "the button says", b.text(button), "Submitting...")
	b.run(`document.querySelector("#contact-form").requestSubmit()`)
	site.Calls.Wait(t, 1)
	close(release)
	b.untilReceived()
	calls := site.Calls.Wait(t, 2)
	check(t, len(calls) == 2, "a double submit caused the calls %v", calls)
	wantLead(t, site)
	b.wantNoProblems()
}

// An answer that is lost on its way does not fail the form: it is sent again, and the two are one request.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	target, err := url.Parse(site.URL)
	testkit.Must(t, err)
	var posts atomic.Int32
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ErrorLog = log.New(io.Discard, "", 0)
	proxy.ModifyResponse = func(response *http.Response) error {
		if response.Request.Method == http.MethodPost && posts.Add(1) == 1 {
			response.Body = http.NoBody // shorter than its header says
		}
		return nil
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	b := newTab(t, 360, 740, true)
	b.open(front.URL + "/")
	b.fill("hero-form", ann)
	b.until(hydrated("hero-form"))
	b.submit("hero-form")
	b.untilReceived()
	equal(t, "posts", posts.Load(), 2)
	wantLead(t, site)
	b.wantNoProblems()
}

// The page of a new request says what happens next, and by when, in the first screen; it prints on one page with its
// address, and is the same after a reload, without the toast.
func TestConfirmation(t *testing.T) {
	t.Parallel()
	sizes := [][2]int64{{360, 740}, {768, 1024}, {1280, 900}}
	wide := func(size [2]int64) bool { return size[0] >= 768 }
	bookable := startSite(t, "--office-users=Ann <ann@example.com>")
	for _, site := range []*program.Process{sharedSite(), bookable} { // without an office, and with times to pick
		withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
			b := newTab(t, 360, 740, scripts)
			if scripts {
				b.injectAxe()
			}
			for _, size := range testkit.Sweep(sizes, wide) {
				b.resize(size[0], size[1])
				b.open(site.URL + "/get-quote")
				b.send("quote-bottom-form", annWith("name", fmt.Sprint(scripts, size))) // a request of its own
				b.confirmation(size[0], size[1], site == bookable)
				if scripts {
					b.accessible("the customer's page")
				}
			}
			b.wantNoProblems()
		})
	}
}

func (b *tab) confirmation(width, height int64, office bool) {
	b.t.Helper()
	b.fits("the customer's page")
	b.fitsPhones("the customer's page", width, height)
	b.dialable("the customer's page")
	check(b.t, eval[bool](b, `((toast, title) => toast.top >= 0 && toast.bottom <= title.top &&
		title.bottom <= innerHeight)(
		...[".Toasts-card", "h1"].map((part) => document.querySelector(part).getBoundingClientRect()))`),
		"the toast or the heading is outside of the screen, or one covers the other")
	text := b.text("main")
	for _, want := range []string{"75023", "$150–$600", "Save our number", "Send another"} {
		check(b.t, strings.Contains(text, want), "the page %q does not say %q", text, want)
	}
	heading := b.text("h1")
	check(b.t, strings.HasPrefix(heading, "We’ll call you by ") && strings.Count(text, "within 1 hour") == 1,
		"the page promises %q, and more than one time:\n%s", heading, text)
	equal(b.t, "the page has forms:", eval[bool](b, `Boolean(document.querySelector("form"))`), office)
	pdf := call(b, page.PrintToPDF, page.PrintToPDFParams{}).Data // on letter paper
	if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n != 1 {
		b.t.Errorf("the page is printed on %d pages", n)
	}
	address := eval[string](b, `location.host + location.pathname`)
	equal(b.t, "printed is", eval[string](b, `document.querySelector(".CustomerPage-page").textContent`),
		"This page: "+address)
	b.run(`(window.before = true, location.reload())`)
	b.until(`!window.before && document.readyState === "complete"`)
	equal(b.t, "after a reload, the heading is", b.text("h1"), heading)
	check(b.t, !eval[bool](b, `Boolean(document.querySelector(".Toasts-card"))`), "the toast stands there again")
	equal(b.t, "the heading follows", b.text(".CustomerPage-received"), testkit.Received)
}

// A reload in the middle of sending and a press after it, and a copy of the tab, are the same request. Once it is
// received, the same words are another.
func TestReloadWhileSending(t *testing.T) {
	t.Parallel()
	const form = "contact-form"
	site := startSite(t)
	release := make(chan struct{})
	site.Webhook.Set(func(http.ResponseWriter, *http.Request) { <-release })
	b := newTab(t, 360, 740, true)
	b.open(site.URL + "/")
	b.fill(form, ann)
	b.click("#" + form + " [for$=contact-text]")
	b.click("#" + form + " [name=consent]")
	b.submit(form)
	site.Calls.Wait(t, 1)
	b.run(`(window.before = true, location.reload())`)
	b.until(`!window.before && document.readyState === "complete"`)
	b.wantValues(form, ann)
	sent := eval[string](b, `sessionStorage.getItem("sent")`)
	b.submit(form)
	b.until(`document.querySelector(%s).disabled`, "#"+form+" [type=submit]")
	close(release)
	b.untilReceived()
	l := wantLead(t, site)
	check(t, l.Request.Extra.Answer.Consent != nil, "the consent was lost")
	equal(t, "stored of what was sent is", eval[string](b, `String(sessionStorage.getItem("sent"))`), "null")

	// A tab that was opened from the first one has a copy of its storage.
	again := func(storage string) {
		b.open(site.URL + "/")
		b.run(`sessionStorage.setItem("sent", %s)`, storage)
		b.fill(form, ann)
		b.click("#" + form + " [for$=contact-text]")
		b.click("#" + form + " [name=consent]")
		b.submit(form)
		b.until(`location.pathname.startsWith("/q/") && document.readyState === "complete"`)
	}
	again(sent)
	equal(t, "after the same request in a copy of the tab, the journal has leads:", len(site.Leads(t)), 1)
	again("null")
	equal(t, "after another one, the journal has leads:", len(site.Leads(t)), 2)
	b.wantNoProblems()
}

// A visitor arrives by an ad, comes back by a newsletter's link, and asks for a quote: the lead has the first and the
// last touch. Visitors that opt out of tracking leave nothing.
func TestAttributionInTheBrowser(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	landing := program.First(content.KindService)
	first := quote.Touch{
		Source: "google", Campaign: "früh & spät", GCLID: "Cj0K-x", Page: landing, Referrer: "ads.example",
	}
	last := quote.Touch{Source: "newsletter", Page: "/get-quote"}
	for _, test := range []struct {
		name, signal string
		want         *quote.Attribution
	}{
		{"followed", "", &quote.Attribution{First: first, Last: last}},
		{"opted out", "globalPrivacyControl", nil},
		{"do not track", "doNotTrack", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newTab(t, 1280, 900, true)
			address := "/get-quote?utm_source=newsletter"
			if test.signal != "" {
				address = "/get-quote"
				b.onEveryPage(fmt.Sprintf(`Object.defineProperty(navigator, %q, { value: "1" })`, test.signal))
			}
			query := "?utm_source=google&utm_campaign=fr%C3%BCh+%26+sp%C3%A4t&gclid=Cj0K-x&password=x"
			call(b, page.Navigate, page.NavigateParams{
				URL: site.URL + landing + query, Referrer: "http://ads.example/search?q=junk",
			})
			b.until(`document.readyState === "complete"`)
			b.click(".Brand")
			b.until(`location.pathname === "/" && document.readyState === "complete"`)
			b.open(site.URL + address)
			b.send("quote-hero-form", visitor(t))
			if test.signal != "" {
				equal(t, "stored items:", eval[int](b, `sessionStorage.length + localStorage.length`), 0)
			}
			got := ownLead(t).Request.Extra.Attribution
			if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
				t.Errorf("the lead's attribution is %+v, want %+v", got, test.want)
			}
			b.wantNoProblems()
		})
	}
}

// A page on another web server sends quotes to the program, and leads to the customer's page there.
func TestExportedForms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	static := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(static.Close)
	views := testkit.NewAnalytics(t)
	settings := []string{"--base-url=" + static.URL, "--analytics-url=" + views.URL, "--analytics-format=json"}
	site := startSite(t, settings...)
	export := exec.Command(binary(), "export", dir, "--forms-url="+site.URL+quoteURL)
	export.Args = append(export.Args, settings...)
	export.Env = site.Cmd.Env
	testkit.Run(t, export)
	b := newTab(t, 1280, 900, true)
	b.open(static.URL + "/")
	views.Want(t, "/", "")
	b.send("hero-form", ann)
	b.until(`location.origin === %s && location.pathname.startsWith("/q/")`, site.URL)
	b.wantNoProblems()
	calls := site.Calls.Wait(t, 2)
	check(t, strings.Contains(calls[0].Body, `"source":"Homepage Hero Form"`) && calls[1].Receiver == "function",
		"the calls are %v, want the webhook and then the function", calls)
	l := wantLead(t, site)
	check(t, l.Status() == outbox.Delivered && l.Page == "/", "the lead is %+v, want it delivered, from /", l)
}

// A click on a submit button before hydration shows at once that it was received, and submits once React is loaded.
func TestSubmitBeforeHydration(t *testing.T) {
	t.Parallel()
	b := newTab(t, 390, 844, true)
	paused := b.pauseRequests(hydrateScript)
	b.open(sharedSite().URL + "/")
	b.fill("contact-form", visitor(t))
	b.submit("contact-form")
	b.until(`document.querySelector("#contact-form").closest("[data-pending]")`)
	const label = `getComputedStyle(document.querySelector("#contact-form [type=submit]"), "::after").content`
	equal(t, "the clicked button says", eval[string](b, label), `"Submitting..."`)
	b.submit("contact-form")
	b.resume(paused)
	b.untilReceived()
	ownLead(t)
	b.wantNoProblems()
}

// A form that is submitted offline and before hydration keeps the page and all values, and says so.
func TestOfflineBeforeHydration(t *testing.T) {
	t.Parallel()
	b := newTab(t, 390, 844, true)
	b.injectAxe()
	b.open(sharedSite().URL + "/")
	b.setOffline(true)
	values := visitor(t)
	b.fill("contact-form", values)
	for range 2 { // the second import of a module that failed to load fails at once
		b.submit("contact-form")
		b.until(`document.querySelector("#contact-form").closest("[data-offline]:not([data-pending])")`)
		message := b.text("#contact-form .QuoteForm-offline")
		check(t, strings.Contains(message, "you’re offline") && strings.Contains(message, program.Phone()),
			"the form says %q, want that the visitor is offline, and the phone number", message)
		b.wantValues("contact-form", values)
	}
	b.accessible("the form offline")
	b.setOffline(false)
	b.submit("contact-form")
	b.untilReceived()
	equal(t, "the lead's message is", ownLead(t).Request.Message, ann["message"])
}
