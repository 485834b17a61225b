//go:build acceptance

package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// browser is a browser other than Chromium. Its call sends one of WebDriver's commands
// (https://www.w3.org/TR/webdriver2/) by the name that Firefox has for it, and returns the result.
type browser struct {
	t    *testing.T
	name string
	call func(command string, parameters any) (json.RawMessage, error)
}

// browsers start a window of a size in pixels. With scripts off, no JavaScript of a page runs.
var browsers = map[string]func(t *testing.T, width, height int, scripts bool) *browser{
	"Firefox": startFirefox, "WebKit": startWebKit,
}

// do is call, but a failure ends the test. The result is in the field "value", if there is one.
func (b *browser) do(command string, parameters any) json.RawMessage {
	b.t.Helper()
	data, err := b.call(command, parameters)
	if err != nil {
		b.t.Fatalf("%s: %s %v: %v", b.name, command, parameters, err)
	}
	var result struct{ Value json.RawMessage }
	testkit.Must(b.t, json.Unmarshal(data, &result))
	return result.Value
}

func (b *browser) open(url string) {
	b.t.Helper()
	b.do("Navigate", map[string]string{"url": url})
}

// element waits for the first match of a selector, and returns its reference.
func (b *browser) element(selector string) string {
	b.t.Helper()
	var found struct{ Value map[string]string }
	if !testkit.Poll(func() bool { // without JavaScript, WebKit itself cannot wait
		data, err := b.call("FindElement", map[string]string{"using": "css selector", "value": selector})
		return err == nil && json.Unmarshal(data, &found) == nil
	}) {
		b.t.Fatalf("%s: there is no %s", b.name, selector)
	}
	return slices.Collect(maps.Values(found.Value))[0]
}

// show waits for the first match of a selector, scrolls it to the middle, where no fixed bar covers it, and returns its
// reference. A browser that nobody looks at may never paint the frames of its own, smooth scroll.
func (b *browser) show(selector string) string {
	b.t.Helper()
	id := b.element(selector)
	b.run(`document.querySelector(arguments[0]).scrollIntoView({block: "center", behavior: "instant"})`, selector)
	return id
}

// press clicks the first match, once the page has been laid out.
func (b *browser) press(selector string) {
	b.t.Helper()
	var err error
	if !testkit.Poll(func() bool {
		_, err = b.call("ElementClick", map[string]string{"id": b.show(selector)})
		return err == nil
	}) {
		b.t.Fatalf("%s: press %s: %v", b.name, selector, err)
	}
}

func (b *browser) write(selector, text string) {
	b.t.Helper()
	b.do("ElementSendKeys", map[string]string{"id": b.show(selector), "text": text})
}

// run executes a script in the page, and returns its result.
func (b *browser) run(script string, args ...any) json.RawMessage {
	b.t.Helper()
	return b.do("ExecuteScript", map[string]any{"script": script, "args": append([]any{}, args...)})
}

// text returns the visible text of the first match.
func (b *browser) text(selector string) (text string) {
	b.t.Helper()
	data := b.do("GetElementText", map[string]string{"id": b.element(selector)})
	testkit.Must(b.t, json.Unmarshal(data, &text))
	return text
}

// TestAcceptanceVisitor goes a visitor's way, on a phone and on a wide screen, with and without JavaScript: the menu,
// an empty form, the estimator, its form, the customer's page, and a time that is booked there.
func TestAcceptanceVisitor(t *testing.T) {
	for name, start := range browsers {
		for _, scripts := range []bool{true, false} {
			for _, width := range []int{447, 1280} { // Firefox has no window below 450
				t.Run(fmt.Sprintf("%s, JavaScript %t, %d px", name, scripts, width), func(t *testing.T) {
					site := serveBuilt(t, "OFFICE_USERS=Ann <ann@example.com>")
					b := start(t, width, 900, scripts)
					b.visit(site, width < 768, scripts)
					if got := site.Calls.Wait(t, 1); !strings.Contains(got[0].Body, `"name":"Ann"`) {
						t.Errorf("the webhook got %s", got[0].Body)
					}
					if got := listLeads(t, site); len(got) != 1 {
						t.Errorf("%d leads in the journal, want 1", len(got))
					}
				})
			}
		}
	}
}

func (b *browser) visit(site *program.Process, phone, scripts bool) {
	b.open(site.URL + "/")
	service := program.First(content.KindService)
	if phone {
		b.press(".Header-menu > summary")
		b.press(".Menus-category:has([href='" + service + "']) summary")
		b.press(".Fold[open] + .Menus-services [href='" + service + "']")
	} else {
		b.press("[data-menu=services] button")
		b.press(".Menus-services [href='" + service + "']")
	}
	b.element("[aria-current=page][href='" + service + "']")
	b.press("#contact-form button[type=submit]")
	if got := b.text("#contact-form .QuoteForm-summary"); !strings.Contains(got, "phone") {
		b.t.Errorf("the summary of an empty form reads %q", got)
	}

	b.open(site.URL + "/estimate")
	if phone { // the sofa's group is folded
		b.press(".Estimator-group:has(#estimate-sofa) summary")
	}
	if scripts {
		b.press("#estimate-sofa + button")
		b.press("#estimate-sofa + button")
	} else {
		b.write("#estimate-sofa", "2")
		b.press(".Estimator-submit")
	}
	b.element(".Estimator[data-kind=range]")
	total := b.text(".Estimator-total")
	b.press(".Estimator-ways .Button")
	got := b.text("#contact-form .QuoteForm-estimate")
	if !strings.Contains(total, "$") || !strings.Contains(got, total) {
		b.t.Errorf("the estimate is %q, and that at the form %q", total, got)
	}

	b.write("#contact-form-name", "Ann")
	b.write("#contact-form-phone", "(214) 555-0100")
	b.write("#contact-form-zipCode", "75024")
	if scripts {
		b.element("#contact-form .QuoteForm-area > *") // it moves what is below
	}
	b.press("#contact-form-serviceTimeframe option:nth-child(3)")
	b.press("#contact-form button[type=submit]") // what needs hauling is known from the estimate
	if got := b.text("[data-kind=success]"); !strings.Contains(got, testkit.Received) {
		b.t.Errorf("the customer's page says %q", got)
	}
	b.press("label:has([name=slot])")
	b.write("[name=address]", "12 Elm St")
	b.press("[value=book]")
	b.element("[href$='/calendar.ics']")
}

// TestAcceptanceTargets opens a page at the targets of links: they are below its header after a jump and a reload,
// although the style of the sections above them comes late.
func TestAcceptanceTargets(t *testing.T) {
	for name, start := range browsers {
		for _, width := range []int{447, 1280} {
			t.Run(fmt.Sprintf("%s, %d px", name, width), func(t *testing.T) {
				site := serveBuilt(t)
				b := start(t, width, 900, true)
				for _, id := range []string{"locations", "faq", "contact"} {
					b.open(site.URL + "/blog") // a jump within a page would be smooth
					b.open(site.URL + "/#" + id)
					b.wantTarget(id, "a jump")
					b.do("Refresh", struct{}{})
					b.wantTarget(id, "a reload")
				}
			})
		}
	}
}

// wantTarget checks, once the page and its fonts have loaded, that the element with an id is below the header.
func (b *browser) wantTarget(id, after string) {
	b.t.Helper()
	var off float64
	if !testkit.Poll(func() bool {
		data := b.run(`return document.fonts.ready.then(() => document.readyState !== "complete" ? 1e6 :
			document.getElementById(arguments[0]).getBoundingClientRect().top -
				parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop))`, id)
		testkit.Must(b.t, json.Unmarshal(data, &off))
		return math.Abs(off) <= 8
	}) {
		b.t.Errorf("after %s, #%s is %.0f px from its place", after, id, off)
	}
}

// TestAcceptanceChangedPages submits quotes from pages that a translator or an extension has changed, before and after
// their forms are hydrated.
func TestAcceptanceChangedPages(t *testing.T) {
	for name, start := range browsers {
		t.Run(name, func(t *testing.T) { checkChangedPages(t, start(t, 1280, 900, true)) })
	}
}

func checkChangedPages(t *testing.T, b *browser) {
	site := serveBuilt(t, "QUOTE_RATE_LIMIT=100")
	sent := map[string]bool{}
	for path, form := range map[string]string{"/": "#hero-form", program.First(content.KindService): "#contact-form"} {
		for how, change := range testkit.PageChanges() {
			for _, hydrated := range []bool{false, true} {
				name := fmt.Sprintf("%s on %s, hydrated %t", how, path, hydrated)
				b.open(site.URL + path)
				awaitHydrated := func() { b.element("[data-hydrated] " + form) }
				if hydrated {
					b.press(form + "-name")
					awaitHydrated()
				}
				b.run(change + "; window.change()")
				b.run(`const form = document.querySelector(arguments[0]), {contact, serviceType} = form.elements;
					form.querySelector(".QuoteForm-fold")?.setAttribute("open", "");
					contact.value = "text";
					serviceType.value = "Garage Cleanout"`, form)
				b.write(form+"-name", name) // starts hydration
				awaitHydrated()
				b.write(form+"-phone", "(214) 555-0100")
				b.write(form+"-zipCode", "75024")
				b.element(form + " .QuoteForm-area > *") // it moves what is below
				b.press(form + "-serviceTimeframe [value=Today]")
				b.press(form + " [name=consent]")
				b.press(form + " [type=submit]")
				b.element(".CustomerPage-title")
				b.element("[data-kind=success]")
				sent[name] = true
			}
		}
	}
	for _, l := range site.Leads(t) {
		x := l.Request
		got := []string{x.Phone, x.ZIPCode, x.ServiceType, x.ServiceTimeframe, x.Extra.Answer.Contact, x.Extra.Language}
		want := []string{"(214) 555-0100", "75024", "Garage Cleanout", "Today", "text", "es"}
		if !sent[x.Name] || !slices.Equal(got, want) {
			t.Errorf("%s: the journal has %q, want one lead with %q", x.Name, got, want)
		}
		delete(sent, x.Name)
	}
	if len(sent) > 0 {
		t.Errorf("the journal lacks %v", sent)
	}
}

// TestAcceptanceLynx reads pages as text, and submits a quote without stylesheets, scripts and pictures.
func TestAcceptanceLynx(t *testing.T) {
	site := serveBuilt(t)
	for _, path := range []string{
		"/", "/get-quote", program.First(content.KindService), program.First(content.KindCity),
	} {
		out, err := exec.Command("lynx", "-dump", "-nolist", "http://"+site.Address()+path).Output()
		if err != nil {
			t.Fatalf("lynx %s: %v", path, err)
		}
		if !strings.Contains(string(out), program.Phone()) || !strings.Contains(string(out), "ZIP") {
			t.Errorf("lynx shows no phone number or no form on %s:\n%.500s", path, out)
		}
	}
	cmd := exec.Command("lynx", "-dump", "-nolist", "-post_data", "http://"+site.Address()+"/quote")
	cmd.Stdin = strings.NewReader(testkit.QuoteForm("Ann").Encode() + "\n---\n")
	out, err := cmd.Output()
	testkit.Must(t, err)
	if !strings.Contains(string(out), testkit.Received) {
		t.Errorf("after the POST lynx shows:\n%.500s", out)
	}
	site.Calls.Wait(t, 1)
}
