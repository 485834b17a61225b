package browsertest

import (
	"fmt"
	"image"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// offered submits a request, sends a price with slots, and returns the address of the customer's page.
func offered(t *testing.T, site *program.Process, name string) string {
	t.Helper()
	site.Post(t, testkit.QuoteForm(name))
	form := url.Values{"price": {"350-450"}, "included": {"Labor and dump fees"}}
	for _, begin := range program.Words().Windows(time.Now(), office.SlotLength, 4) {
		form.Add("slots", office.SlotValue(begin))
	}
	return byOffice(t, site, name, form)
}

// byOffice sends forms of the office about a request, or of its customer, which have an answer, and returns the address
// of the customer's page.
func byOffice(t testing.TB, site *program.Process, name string, forms ...url.Values) string {
	t.Helper()
	leads, err := outbox.Attach(t.Context(), site.Database)
	testkit.Must(t, err)
	defer leads.Close()
	for l, err := range leads.List(t.Context()) {
		testkit.Must(t, err)
		if l.Request.Name == name {
			opened := office.Open(office.Config{Journal: leads.Journal, Now: time.Now, Words: program.Words})
			for _, form := range forms {
				if form.Has("answer") {
					err = opened.ChangeAsCustomer(t.Context(), l.Token, form, nil)
				} else {
					err = opened.Change(t.Context(), l.ID, "", form)
				}
				testkit.Must(t, err)
			}
			return site.URL + office.CustomerPath + l.Token
		}
	}
	t.Fatalf("there is no request of %s", name)
	return ""
}

// A visitor books a free time right after the request, with and without JavaScript, which names the time on the button.
func TestPickATime(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	withAndWithoutScripts(t, func(t *testing.T, scripts bool) {
		b := newTab(t, 360, 740, scripts)
		b.open(site.URL + "/get-quote")
		b.send("quote-bottom-form", ann)
		b.fits("the customer's page with free times")
		// A cell of each time, with space for a finger and the time of day in whole words.
		bad := eval[[]string](b, `
			[...document.querySelectorAll("[data-pick]:first-of-type label")].filter((cell, i, all) => {
			const [here, next] = [cell, all[i + 1] ?? cell].map((cell) => cell.getBoundingClientRect());
			const time = cell.querySelector("span");
			return here.height < 44 || !/[ap]m$/.test(time.textContent) || time.scrollWidth > time.clientWidth ||
				next.left > here.left && next.left - here.right < 8;
		}).map((cell) => cell.textContent)`)
		check(t, len(bad) == 0, "times that are hard to tap or to read: %q", bad)
		wantProblem := func(text string) {
			t.Helper()
			b.click("[value=book]")
			b.until(`document.activeElement.matches(".OfficeForm [role=alert]") &&
				document.querySelector("[value=book]").innerText`) // with its late style
			got := b.text(".OfficeForm [role=alert]")
			check(t, strings.Contains(got, text), "the form says %q, want %s", got, text)
			b.takeProblems() // a response of 422 is one
		}
		wantProblem("pick one of the times")
		label := b.text("[value=book]")
		b.click("[name=slot]")
		chosen := eval[string](b, `document.querySelector("[name=slot]").ariaLabel`)
		if scripts {
			label = "Book " + chosen
		}
		equal(t, "with a time chosen, the button is", b.text("[value=book]"), label)
		wantProblem("street address")
		equal(t, "with the time kept, the button is", b.text("[value=book]"), label)
		b.typeIn("[name=address]", "12 Elm St")
		b.click("[value=book]")
		b.until(`document.querySelector("[href$='/calendar.ics']")`)
		b.wantNoProblems()
	})
}

// A customer picks a time, says yes, and adds a note and a photograph, on a phone and at a desk, with and without
// JavaScript.
func TestCustomerPage(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	photo := photoFiles(t, image.Pt(300, 200))
	for i, s := range screens() {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, s.width, 844, s.scripts)
			where := "the customer's page"
			if s.scripts {
				b.injectAxe()
			}
			look := func() {
				b.fits(where)
				b.fitsPhones(where, s.width, 844)
				b.dialable(where)
				if s.scripts {
					b.accessible(where)
				}
			}
			b.open(offered(t, site, t.Name()))
			look()
			b.click("[value=yes]")
			b.until(`document.activeElement.matches(".OfficeForm [role=alert]")`) // a time is missing
			b.takeProblems()                                                      // a response of 422 is one
			// Each takes a slot of its own.
			b.click(fmt.Sprintf(".CustomerPage-slot:nth-of-type(%d) input", i+1))
			b.typeIn("[name=address]", " ")
			b.click("[value=yes]")
			b.until(`document.querySelector("[role=alert]")?.textContent.includes("street address")`)
			look()
			b.takeProblems() // a response of 422 is one
			b.typeIn("[name=address]", "12 Elm St")
			b.typeIn("[name=access]", "Gate 12")
			b.click("[value=yes]") // the time is still chosen
			b.until(`document.querySelector("[href$='/calendar.ics']")`)
			b.until(`document.querySelector("[name=address]").value === "12 Elm St"`)
			b.typeIn("[name=access]", " or the rear")
			b.press("\r")
			b.until(`document.querySelector("[name=access]").defaultValue.includes("rear")`)
			b.typeIn("[name=note]", "Gate code 1234")
			b.do(chromedp.SetUploadFiles(chromedp.CSS("[name=photos]"), photo))
			b.click("[enctype] .Button")
			b.until(`document.querySelector(".CustomerPage-note")`)
			if got := b.text(".CustomerPage-note"); !strings.Contains(got, "Gate code 1234") ||
				!strings.Contains(got, "1 photo") {
				t.Errorf("the page shows %q", got)
			}
			look()
			b.open(byOffice(t, site, t.Name(), url.Values{"done": {"on"}, "amount": {"412.50"}, "paid": {"card"}}))
			if got := b.text("#receipt + dl"); !strings.Contains(got, "Paid by card on ") {
				t.Errorf("the receipt is %q", got)
			}
			look()
			pdf := call(b, page.PrintToPDF, page.PrintToPDFParams{}).Data // on letter paper
			if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n != 1 {
				t.Errorf("the receipt is printed on %d pages", n)
			}
			b.wantNoProblems()
		})
	}
}
