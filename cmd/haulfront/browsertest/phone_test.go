package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/chromedp"
)

// deadNumbers is a JavaScript expression: the texts on the page that show the company's number outside of a link that
// dials it, each with the element that holds it.
var deadNumbers = strings.NewReplacer("{phone}", program.Phone()[len(program.Phone())-8:], "{tel}", program.PhoneLink()).Replace(`(() => {
	const dead = [];
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const {data, parentElement} = texts.currentNode;
		if (!data.includes("{phone}") || parentElement.matches("script")) continue;
		if (parentElement.closest("a")?.getAttribute("href") !== "{tel}") dead.push(parentElement.className + ": " + data);
	}
	return dead;
})()`)

// dialable fails the test for every phone number on the page that cannot be dialed, and for one broken over two lines.
func (b *tab) dialable(where string) {
	b.t.Helper()
	for _, dead := range eval[[]string](b, deadNumbers) {
		b.t.Errorf("%s: the number is no link in %s", where, dead)
	}
	b.numbersUnbroken(where)
}

// Wherever a person reads the phone number, it is a link that dials it, also in every state of a form. TestDesign looks for
// it on every page of the route table.
func TestPhoneNumbersAreLinks(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	t.Run("the page of the form's address", func(t *testing.T) {
		b := newTab(t, 360, 740, true)
		b.open(site.URL + quoteURL)
		b.dialable(quoteURL)
	})
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("states/scripts=%v", scripts), func(t *testing.T) {
			b := newTab(t, 360, 740, scripts)
			b.open(site.URL + "/")
			submit := func() { b.do(chromedp.Click(chromedp.CSS("#contact-form [type=submit]"))) }
			submit()
			b.untilToast("alert", testkit.Missing, testkit.MissingText)
			b.dialable("the refused form")

			site.Webhook.Set(testkit.Status(http.StatusInternalServerError))
			b.fill("contact-form", ann)
			submit()
			b.untilToast("alert", testkit.Failed, program.FailedText())
			for _, place := range []string{".Toasts-description", "#contact-form .QuoteForm-summary"} {
				if got := eval[string](b, `document.querySelector(%s + " a")?.innerText ?? ""`, place); got != program.Phone() {
					t.Errorf("the link in %s is %q, want the number", place, got)
				}
			}
			b.dialable("the failed form")

			site.Webhook.Set(testkit.Status(http.StatusOK))
			submit()
			b.untilToast("status", testkit.Received, program.ReceivedText())
			b.dialable("the received form")
		})
	}
}
