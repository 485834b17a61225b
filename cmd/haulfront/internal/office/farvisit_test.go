package office

import (
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
	"haulfront/content/company"
)

// edited returns what loads the program's content after each edit of a file.
func edited(t *testing.T) func(file, before, after string) Words {
	t.Helper()
	files := fstest.MapFS{}
	testkit.Must(t, fs.WalkDir(content.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name] = &fstest.MapFile{}
			files[name].Data, err = fs.ReadFile(content.FS, name)
		}
		return err
	}))
	return func(file, before, after string) Words {
		files[file].Data = []byte(strings.Replace(string(files[file].Data), before, after, 1))
		site, err := content.Load(files)
		testkit.Must(t, err)
		return Words{Site: site}
	}
}

// TestDriveInPrice checks that the office types the total, and that whatever shows it says what it has for the drive.
func TestDriveInPrice(t *testing.T) {
	read := edited(t)
	read("prices.yaml", "\nprices:\n", "\nprices:\n  far_drive: { low: 30, extra: The drive to Fort Worth }\n")
	w := read("locations.yaml", "name: Fort Worth,", "name: Fort Worth, drive: far_drive,")
	if label := w.Office().Request.Price; !strings.HasPrefix(label, "Price with the drive") {
		t.Errorf("the price is asked for as %q", label)
	}
	onEachOffice(t, func(t *testing.T, c *customers) {
		own := c.site.Business
		c.site = *w.Site
		c.site.Business = own
		for zip, with := range map[string]string{"76102": ", with $30 for the drive to Fort Worth", "75201": ""} {
			ann := c.asking("Ann", func(p *quote.Post) { p.Request.ZIPCode = zip })
			hint := strings.Replace(with, ", with $30", "Type the total, with the $30", 1)
			if page := c.request(ann); strings.TrimSuffix(page.Drive, ".") != hint {
				t.Errorf("the office reads %q, want %q", page.Drive, hint)
			}
			testkit.Must(t, c.do(ann, "ann@example.com", "price=340&slots=2026-11-24T10&address=12+Elm+St"))
			shown := map[string]string{"page": c.page(ann).Offer.Price, "mail": c.mailText(ann, outbox.CustomerMail)}
			for _, way := range c.request(ann).Card.Ways {
				text, err := url.PathUnescape(way.Href)
				testkit.Must(t, err)
				shown["draft"] += text
			}
			testkit.Must(t, c.do(ann, "ann@example.com", "price=340&slots=2026-11-24T10&stage=booked"))
			for place, text := range shown {
				if !strings.Contains(text, "about $340"+with) || with == "" && strings.Contains(text, "the drive") {
					t.Errorf("for %s, the %s says %s", zip, place, text)
				}
			}
			c.in("2026-11-24T12:00")
			testkit.Must(t, c.do(ann, "ann@example.com", "done=on&amount=370&paid=check"))
			receipt := fmt.Sprint(c.page(ann).Receipt.Rows)
			mail := c.mailText(ann, outbox.CustomerMail)
			if !strings.Contains(receipt, "{Final price $370"+with+" }") ||
				!strings.Contains(mail, "Final price: $370"+with+"\n") {
				t.Errorf("for %s, the receipt is %s, and its mail %s", zip, receipt, mail)
			}
			sales, err := Sales(t.Context(), c.Journal.Reader(), c.site.Location())
			if testkit.Must(t, err); sales[ann.ID].Price != "340" || sales[ann.ID].Amount != "370.00" {
				t.Errorf("the export has %+v", sales[ann.ID])
			}
			c.in("2026-11-23T09:00")
			bob := c.asking("Bob", func(p *quote.Post) { p.Request.ZIPCode = zip })
			testkit.Must(t, c.do(bob, "ann@example.com", "stage=booked&slots=2026-11-25T10"))
			if got := c.page(bob).Offer.Price; got == "" || strings.Contains(got, "adds $30.") != (with != "") {
				t.Errorf("for %s, booked at the usual price, the page says %q", zip, got)
			}
			testkit.Must(t, c.do(bob, "ann@example.com", "stage=lost"))
		}
	})
}

// TestFarVisit says to each customer whether a look is free there, and what one farther away costs if a price says it.
func TestFarVisit(t *testing.T) {
	read := edited(t)
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
	towns := read("facts.yaml", "free_visit: within 20 miles of Dallas", "free_visit: in Irving, Dallas, and Plano")
	want(towns, "75201", "The visit is free.")
	want(towns, "75024", "The visit is free.")
	want(towns, "76102", "The visit is free in Irving, Dallas, and Plano. In Fort Worth, it costs $40.")
	want(towns, "", "The visit is free in Irving, Dallas, and Plano. Elsewhere, it costs $40.")
	want(Words{Site: towns.In("es")}, "76102", "La visita no es gratis en Fort Worth: cuesta $40.")
	want(Words{Site: towns.In("es")}, "",
		"La visita es gratis en Irving, Dallas y Plano. En otros lugares, cuesta $40.")
	towns = read("prices.yaml", "  far_visit: { low: 40, extra: A look farther away }\n", "")
	want(towns, "76102", "The visit is free in Irving, Dallas, and Plano. For Fort Worth, we’ll tell you what it "+
		"costs before we come.")
	want(towns, "", "The visit is free in Irving, Dallas, and Plano. Elsewhere, we’ll tell you what it costs "+
		"before we come.")
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
		mail := c.words().VisitorMail(dana.Lead, "https://a.test/q/b", c.clock.Now()).PlainText()
		const look = "- We look at what’s to go. The visit is free within 20 miles of Dallas, "
		if !strings.Contains(mail, look+far+"\n") {
			t.Errorf("the first mail says %s", mail)
		}
		mode := c.site.Business.Booking.Mode
		c.site.Business.Booking.Mode = company.BookingOff
		mail = c.words().VisitorMail(dana.Lead, "https://a.test/q/b", c.clock.Now()).PlainText()
		if !strings.Contains(mail, "- We look at what’s to go.") || strings.Contains(mail, "load when you say yes") {
			t.Errorf("where nobody picks a time, the first mail says %s", mail)
		}
		c.site.Business.Booking.Mode = company.BookingAsk
		if page := c.page(dana); !strings.Contains(page.Status, "we’ll come look at one of them. The visit is free") ||
			!strings.HasSuffix(page.Steps[2].Text, far) {
			t.Errorf("before she asks for times of a look, its page says %q and %+v", page.Status, page.Steps)
		}
		c.site.Business.Booking.Mode = mode
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

// TestNoLooks offers no customer a look where facts.yaml says that none is free, unless one farther away has a price:
// pages and mails ask for photos, and the office alone books one.
func TestNoLooks(t *testing.T) {
	read := edited(t)
	read("facts.yaml", "answer: a price range or a time for us to come look", "answer: a price range")
	w := read("facts.yaml", "free_visit: yes", "free_visit: no")
	priced := read("prices.yaml", "\nprices:\n", "\nprices:\n  far_visit: { low: 40, extra: A look farther away }\n")
	house := journal.Lead{Request: quote.Request{ServiceType: "Full Property Cleanout", ZIPCode: "75201", Page: "/"}}
	if kind := priced.askedKind(&house); kind != Estimate {
		t.Errorf("with a price of a look, customers pick a %q", kind)
	}
	onEachOffice(t, func(t *testing.T, c *customers) {
		own := c.site.Business
		c.site = *w.Site
		c.site.Business = own
		looks := regexp.MustCompile(`(?i)need to see|come look|we look at what|pick a time|vamos a ver|vemos lo`)
		for name, change := range map[string]func(*quote.Post){
			"days":     func(p *quote.Post) { p.Request.ServiceType = "Full Property Cleanout" },
			"a rate":   func(p *quote.Post) { p.Request.ServiceType, p.Request.Page = "Other", plansPage },
			"concrete": func(p *quote.Post) { p.Extra.Estimate = &quote.Estimate{Query: "concrete=1"} },
			"español": func(p *quote.Post) {
				p.Request.ServiceType, p.Extra.Language = "Full Property Cleanout", "es"
			},
		} {
			dana := c.asking(name, change)
			page := c.page(dana)
			mail := c.words().Of(&dana.Lead).VisitorMail(dana.Lead, "https://a.test/q/b", c.clock.Now()).PlainText()
			for place, text := range map[string]string{"page": fmt.Sprint(page.Status, page.Steps), "mail": mail} {
				if want := c.words().Of(&dana.Lead).Office().Customer.Estimate.Photos; !strings.Contains(text, want) ||
					page.Booking != nil || looks.MatchString(text) {
					t.Errorf("of %s, the %s says %s, and offers %+v", name, place, text, page.Booking)
				}
			}
			c.wantErr("a look at "+name, c.picks(dana, "2026-11-25T09", "12 Elm St"), ErrOffer)
			testkit.Must(t, c.do(dana, "ann@example.com", "kind=estimate&slots=2026-11-25T09"))
			if status := c.page(dana).Status; !looks.MatchString(status) {
				t.Errorf("offered by the office, the look at %s is %s", name, status)
			}
			testkit.Must(t, c.do(dana, "ann@example.com", "stage=lost"))
		}
	})
}
