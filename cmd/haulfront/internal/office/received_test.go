package office

import (
	"database/sql"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/wording"
)

// TestReceivedPage checks that the page of a new request says what follows from it, as of the time of its view, and
// nothing else.
func TestReceivedPage(t *testing.T) {
	const today, rest = "We’ll call you by 4pm today.", "With a price range or a time for us to come look."
	const sooner, handy = "Can’t wait? Call (214) 555-0142", "A rough list helps us, plus any stairs or a gate code."
	const late = "We can’t make it today anymore. The earliest we can come is tomorrow."
	const pick = " Or pick a time below, and you’re booked."
	words := words()
	follows := words.Quote().Labels.Received.Steps
	step := func(title, text string) []wording.Step {
		return append([]wording.Step{{Title: title, Text: text}}, follows...)
	}
	outside := []wording.Step{{Title: "4pm today", Text: "To tell you what we can do."}}
	booking := steps(words.Office().Customer.Steps[ActionBook])
	garage := slices.Insert(slices.Clone(booking), 1, words.RequestedPreparation("/", "Garage Cleanout")...)
	tests := map[string]struct {
		request      quote.Request
		at, seen     int // hours after a Monday at 3pm
		status       string
		steps        []wording.Step
		sooner       string
		notes        []string
		price, where string
	}{
		"too far, with a photo that did not open": {quote.Request{ServiceType: "Other", ZIPCode: "75090",
			ServiceTimeframe: "Today", Extra: quote.Extra{Texts: map[string]string{"refused": "a.heic"}}}, 0, 0,
			today, outside, sooner, []string{"75090 (Sherman) is too far for us right now.", handy,
				"We didn’t get a.heic. Try a JPEG or a screenshot instead."}, "", "75090"},
		"too far, for a service with a price": {quote.Request{ServiceType: "Other", ZIPCode: "79901",
			Page: "/services/hot-tub-removal"}, 0, 0, today, outside, sooner,
			[]string{"79901 (El Paso) is too far for us right now.", handy}, "", "79901"},
		"the page's service": {quote.Request{ServiceType: "Other", ZIPCode: "near the lake",
			Page: "/services/hot-tub-removal"}, 0, 0, today, outside, sooner,
			[]string{"We can’t find that ZIP code.", handy}, "Usually $300–$800", "near the lake"},
		"another service than the page's": {quote.Request{ServiceType: "Furniture Removal", ZIPCode: "near the lake",
			Message: "One couch", Page: "/services/hot-tub-removal"}, 0, 0, today, outside, sooner,
			[]string{"We can’t find that ZIP code."}, "Usually $99–$399", "near the lake"},
		"at night": {quote.Request{ServiceType: "Other", ZIPCode: "75201", ServiceTimeframe: "Today"}, 6, 6,
			"We’ll call you by 8am tomorrow.", step("8am tomorrow", rest), "", []string{late, handy}, "", "75201"},
		"the night after": {quote.Request{ServiceType: "Other", ZIPCode: "75201"}, 6, 12,
			"We’ll call you by 8am today.", step("8am today", rest), "", []string{handy}, "", "75201"},
		"overdue": {quote.Request{ServiceType: "Other", ZIPCode: "75201"}, 0, 2,
			"We have it, but we’re running behind. To get your price now, call (214) 555-0142.", follows, "",
			[]string{handy}, "", "75201"},
		"with times to pick": {quote.Request{ServiceType: "Garage Cleanout", ZIPCode: "75201",
			ServiceTimeframe: "Today"}, 0, 0, today + pick, garage, sooner, []string{late, handy}, "Usually $150–$600",
			"75201"},
		"with an estimate": {quote.Request{ServiceType: "Other", ZIPCode: "75201", Message: "Two beds",
			Extra: quote.Extra{Estimate: &quote.Estimate{Low: 99, High: 250}}}, 0, 0, today + pick, booking,
			sooner, nil, "About $99–$250", "75201"},
		"with an open estimate": {quote.Request{ServiceType: "Other", ZIPCode: "75201", Message: "A fridge, branches",
			Extra: quote.Extra{Estimate: &quote.Estimate{Total: "about $200–$280+", Low: 200}}}, 0, 0, today + pick,
			booking, sooner, nil, "About $200–$280+", "75201"},
	}
	onEachOffice(t, func(t *testing.T, c *customers) {
		monday := time.Date(2026, 11, 23, 15, 0, 0, 0, c.zone)
		for name, test := range tests {
			l := c.asking(name, func(p *quote.Post) { p.Request = test.request })
			c.receivedAt(l, monday.Add(time.Duration(test.at)*time.Hour))
			c.clock.Set(monday.Add(time.Duration(test.seen) * time.Hour))
			page := c.page(l)
			if page.Status != test.status || page.Sooner != test.sooner || !slices.Equal(page.Steps, test.steps) ||
				!slices.Equal(page.Notes, test.notes) {
				t.Errorf("%s: the page says %q, %q, %q, %q", name, page.Status, page.Sooner, page.Steps, page.Notes)
			}
			got := map[string]string{}
			for _, row := range page.Rows {
				got[row.Label] = row.Value
			}
			if got["Price"] != test.price || got["Where"] != test.where {
				t.Errorf("%s: the rows are %q, want the price %q and %q", name, got, test.price, test.where)
			}
		}
	})
}

// receivedAt changes when a request was received.
func (c *customers) receivedAt(l outbox.Lead, at time.Time) {
	c.t.Helper()
	testkit.Must(c.t, c.Journal.Transact(c.t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE leads SET received_at = $1 WHERE id = $2`, millis(at), l.ID)
		return err
	}))
}

// TestToastOnce checks that the first view of a page, and no other, has the form's answer, on whichever instance; and
// that a view is no change.
func TestToastOnce(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.asking("Ann", nil)
		for n, want := range []bool{true, false, false} {
			if page := c.page(ann); (page.Toast != nil) != want ||
				want && *page.Toast != words().Quote().Messages.Received || (page.Received == "") != want {
				t.Errorf("view %d has the toast %+v and %q, want a toast alone: %v", n, page.Toast, page.Received, want)
			}
		}
		if r := c.view(ann); r.Revision != 0 || !fromMillis(r.Changed).Equal(r.Received) {
			t.Errorf("the views are the revision %d, changed %s", r.Revision, fromMillis(r.Changed))
		}
		held := c.asking("Bot", func(p *quote.Post) { p.Quarantine = true })
		if page := c.page(held); page.Toast == nil || page.Booking != nil || !page.Adds || len(page.Rows) == 0 {
			t.Errorf("a held request has the page %+v", page)
		}
		old, offered := c.asking("Old", nil), c.asking("Bob", nil)
		c.offer(offered.ID)
		if page := c.page(offered); page.Toast != nil || page.Received != "" {
			t.Errorf("an offer has the toast %+v, %q", page.Toast, page.Received)
		}
		c.clock.Set(c.Now().Add(toastLife))
		if page := c.page(old); page.Toast != nil {
			t.Error("a first view after ten minutes has the toast")
		}
	})
}

// TestMend corrects a phone number and a ZIP code, of which the office learns once; what is not one is refused.
func TestMend(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.asking("Ann", nil)
		mend := func(phone, zip string) error {
			return c.ChangeAsCustomer(t.Context(), ann.Token, url.Values{"phone": {phone}, "zipCode": {zip}}, nil)
		}
		for _, test := range []struct {
			phone, zip string
			want       error
		}{
			{"555", "75201", ErrMend}, {"(214) 555-0100", "7520", ErrMend}, {"(214) 555-0100", "", ErrMend},
			{"(214) 555-0100", "75201", nil}, {"(469) 555-0188", "75023", nil}, {"(469) 555-0188", "75023", nil},
		} {
			c.wantErr(test.phone+" "+test.zip, mend(test.phone, test.zip), test.want)
		}
		page, r := c.page(ann), c.view(ann)
		if !slices.Equal(c.told, []string{ActionMend}) || r.Revision != 1 || !page.Mends ||
			page.Values["phone"] != "(469) 555-0188" || !strings.HasSuffix(page.About, "Plano 75023") {
			t.Errorf("the office was told %q, at revision %d; the page has %q, %q", c.told, r.Revision, page.Values,
				page.About)
		}
		if found, err := c.Inbox(t.Context(), Query{Text: "469-555-0188"}); err != nil ||
			len(found.Columns[0].Cards) != 1 {
			t.Errorf("the number is not found: %+v, %v", found, err)
		}
		testkit.Must(t, c.Change(t.Context(), ann.ID, "ann@example.com", url.Values{"stage": {Lost}}))
		c.wantErr("closed", mend("(214) 555-0111", "75201"), ErrOffer)
		c.Users = nil // without an office, nobody would read it
		page = c.page(c.asking("Bob", nil))
		if page.Mends || page.Adds || page.Booking != nil || len(page.Buttons) > 0 {
			t.Errorf("without an office, the page has %+v", page)
		}
	})
}
