package office

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// TestFarVisit says to each customer whether a look is free there, and what one farther away costs if a price says it.
func TestFarVisit(t *testing.T) {
	files := fstest.MapFS{}
	testkit.Must(t, fs.WalkDir(content.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name] = &fstest.MapFile{}
			files[name].Data, err = fs.ReadFile(content.FS, name)
		}
		return err
	}))
	read := func(file, before, after string) Words {
		files[file].Data = []byte(strings.Replace(string(files[file].Data), before, after, 1))
		site, err := content.Load(files)
		testkit.Must(t, err)
		return Words{Site: site}
	}
	lead := func(zip string) *journal.Lead { return &journal.Lead{Request: quote.Request{ZIPCode: zip}} }
	want := func(w Words, zip, text string) {
		t.Helper()
		if got := w.sayVisit("Soon. [visit]", lead(zip)); got != "Soon. "+text {
			t.Errorf("a customer in %q reads %q, want %q", zip, got, text)
		}
	}
	yard := read("facts.yaml", "free_visit: yes", "free_visit: within 20 miles of our yard")
	want(yard, "75201", "The visit is free within 20 miles of our yard. Farther away, we’ll tell you what it costs "+
		"before we come.")
	w := read("facts.yaml", "free_visit: within 20 miles of our yard", "free_visit: within 20 miles of Dallas")
	want(w, "75201", "The visit is free.")
	want(w, "76102", "The visit is free within 20 miles of Dallas, and Fort Worth is farther. We’ll tell you what it "+
		"costs before we come.")
	want(w, "", "The visit is free within 20 miles of Dallas. Farther away, we’ll tell you what it costs before we "+
		"come.")
	want(Words{Site: w.In("es")}, "76102", "La visita no es gratis en Fort Worth, porque queda lejos. Antes de ir le "+
		"decimos cuánto cuesta.")
	priced := read("prices.yaml", "\nprices:\n", "\nprices:\n  far_visit: { low: 40, extra: A look farther away }\n")
	want(priced, "76102", "The visit is free within 20 miles of Dallas. In Fort Worth, it costs $40.")
	want(Words{Site: priced.In("es")}, "76102",
		"La visita no es gratis en Fort Worth, porque queda lejos: cuesta $40.")
	for _, text := range []string{w.Office().ByAction[ActionYes].Estimate.Lead, w.Office().Customer.Estimate.Booked,
		w.Office().Customer.Estimate.Pick, w.In("es").Office().ByAction[ActionYes].Estimate.Lead,
		w.In("es").Office().Customer.Estimate.Booked} {
		if !strings.Contains(text, "[visit]") {
			t.Errorf("%q says nothing of what a look costs", text)
		}
	}
	onEachOffice(t, func(t *testing.T, c *customers) {
		own := c.site.Business
		c.site = *w.Site
		c.site.Business = own
		dana := c.asking("Dana", func(p *quote.Post) {
			p.Request.ServiceType, p.Request.ZIPCode = "Full Property Cleanout", "76102"
		})
		const far = "and Fort Worth is farther. We’ll tell you what it costs before we come."
		if page := c.page(dana); !strings.HasSuffix(page.Status, far) {
			t.Errorf("before a look is picked, its page says %q", page.Status)
		}
		testkit.Must(t, c.picks(dana, c.page(dana).Booking.Slots[0].Value, "12 Elm St"))
		if text := c.mailText(dana, outbox.CustomerMail); !strings.HasSuffix(c.page(dana).Status, far) ||
			!strings.Contains(text, far+" Nothing is hauled before you say yes.") {
			t.Errorf("after that, the page says %q, and the mail %s", c.page(dana).Status, text)
		}
		page, err := c.Request(t.Context(), dana, "", nil, "")
		if err != nil || !strings.Contains(page.Drive, "A visit to Fort Worth isn’t free. Before you book it, say") {
			t.Errorf("the office reads %q, %v", page.Drive, err)
		}
	})
}
