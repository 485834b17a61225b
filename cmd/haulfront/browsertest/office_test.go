package browsertest

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// signIn opens the office with a link of the command line.
func (b *tab) signIn(site *program.Process, next string) {
	b.t.Helper()
	var out bytes.Buffer
	link := []string{"office", "--database-url", site.Database, "link", "Ann"}
	testkit.Must(b.t, command.Run(b.t.Context(), link, &out, &out))
	address, err := url.Parse(strings.TrimSpace(out.String()))
	testkit.Must(b.t, err)
	b.open(site.URL + "/office")
	eval[any](b, `location.assign("`+address.Path+`?next=`+next+`")`)
	b.until(`document.querySelector("[action='/office/sign-out']") && document.readyState === "complete"`)
}

// TestOfficeLive checks that an open list shows a new request by itself, that a press on a phone number marks it as contacted, and
// that the list can be read without the server.
func TestOfficeLive(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	b := newTab(t, 390, 844, true)
	b.signIn(site, "/office")
	b.until(`navigator.serviceWorker.controller || !document.querySelector("[data-sound]").hidden`)
	site.Post(t, testkit.QuoteForm("Wilhelmina"))
	b.until(`document.querySelector("[data-card][data-stage=new]")?.textContent.includes("Wilhelmina")`)
	eval[any](b, `addEventListener("click", (event) => event.preventDefault(), { capture: true })`) // no phone here
	b.click(`[data-card] a[href^="tel:"]`)
	b.until(`document.querySelector("[data-card]").dataset.stage === "contacted"`)
	equal(t, "the stage is", wantLead(t, site).Stage, "contacted")
	b.wantNoProblems()

	b.until(`navigator.serviceWorker.ready.then(() => true)`)
	b.open(site.URL + "/office")
	b.until(`navigator.serviceWorker.controller !== null`)
	b.open(site.URL + "/office")
	end(t, site)
	b.open(site.URL + "/office")
	b.until(`document.body.textContent.includes("Wilhelmina")`)
	b.until(`!document.querySelector("[data-offline]").hidden`)
}
