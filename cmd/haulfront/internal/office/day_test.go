package office

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// sheet returns the lines of the page of a day: titles of groups, and jobs with their times, flags and ends.
func (c *customers) sheet(date string) (lines []string) {
	c.t.Helper()
	page, err := c.Day(c.t.Context(), "ann", date)
	testkit.Must(c.t, err)
	if page.Closed {
		lines = append(lines, "closed")
	}
	for _, g := range page.Groups {
		lines = append(lines, "# "+g.Title)
		for _, j := range g.Jobs {
			lines = append(lines, strings.Join(append([]string{j.Time, j.Name, j.Done}, j.Card.Flags...), "|"))
		}
	}
	return lines
}

// TestDay lists the jobs of a day by truck and time, and after those of today the jobs that nobody closed.
func TestDay(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		if strings.HasSuffix(t.Name(), "sqlite") { // PostgreSQL decides by the number of rows
			scan := func(row journal.Row) (plan string, err error) {
				var ignored int
				return plan, row.Scan(&ignored, &ignored, &ignored, &plan)
			}
			rows, err := journal.QueryAll(t.Context(), c.Journal.Reader(), scan,
				`EXPLAIN QUERY PLAN SELECT l.job FROM visits v JOIN leads l ON l.id = v.lead_id WHERE `+onDay, 0, 1)
			testkit.Must(t, err)
			if !strings.Contains(strings.Join(rows, "\n"), "INDEX visits_begin (begins_at>? AND begins_at<?)") {
				t.Errorf("the jobs of a day are found by %q", rows)
			}
		}
		c.site.Business.Trucks = []string{"Red", "Blue"}
		ctx, leads := t.Context(), map[string]outbox.Lead{}
		change := func(name string, form url.Values, photos ...quote.Photo) error {
			return c.Change(ctx, leads[name].ID, "ann", form, photos...)
		}
		book := func(name, price, slot string, more ...string) {
			t.Helper()
			leads[name] = c.submit(name)
			form := url.Values{"stage": {Booked}, "price": {price}, "slots": {slot}}
			for i := 0; i < len(more); i += 2 {
				form.Set(more[i], more[i+1])
			}
			testkit.Must(t, change(name, form))
		}
		book("Ann", "350-450", "2026-11-23T15")
		book("Bob", "300", "2026-11-23T11", "address", "12 Elm St", "access", "Gate 12", "hours", "4")
		book("Cid", "200", "2026-11-23T11", "address", "3 Oak St")
		book("Dee", "200", "2026-11-24T08", "address", "3 Oak St")
		book("Eve", "200", "2026-11-23T17", "address", "3 Oak St")
		testkit.Must(t, change("Eve", url.Values{"stage": {Lost}}))
		want := func(date string, want ...string) {
			t.Helper()
			const again = "|Same phone before"
			got := c.sheet(date)
			if strings.ReplaceAll(strings.Join(got, "\n"), again, "") != strings.Join(want, "\n") {
				t.Errorf("the jobs of %q are\n%s, want\n%s", date, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
		want("tomorrow", "# Red", "11am–1pm · 4 hours|Bob|", "3–5pm|Ann||Address missing", "# Blue",
			"11am–1pm|Cid|")
		want("2026-11-24", "# Red", "8–10am|Dee|")
		c.site.Business.Hours.Holidays = []string{"2026-11-24"}
		want("2026-11-24", "closed", "# Red", "8–10am|Dee|")
		c.site.Business.Hours.Holidays = nil
		want("2026-11-22") // a Sunday, on which jobs are done
		finish := func(amount, paid string) url.Values {
			return url.Values{"done": {"on"}, "amount": {amount}, "paid": {paid}}
		}
		testkit.Must(t, change("Ann", url.Values{"price": {"500"}}))
		c.wantErr("no amount", change("Ann", finish("", "cash")), ErrAmount)
		c.wantErr("an amount with one decimal", change("Ann", finish("412.5", "cash")), ErrAmount)
		c.wantErr("no such way to pay", change("Ann", finish("412.50", "gold")), ErrAmount)
		c.wantErr("a job that was called off", change("Eve", finish("200", "cash")), ErrChanged)
		c.wantErr("no amount at all", change("Ann", url.Values{"stage": {Done}}), ErrAmount)
		page, err := c.Day(ctx, "ann@example.com", "")
		testkit.Must(t, err)
		ann := page.Groups[0].Jobs[1]
		if ann.Price != "about $350–$450 → about $500" || ann.Form["amount"] != "" || !slices.Contains(ann.Card.Flags,
			"New price not OK’d yet") {
			t.Errorf("the job with a new price is %+v", ann)
		}
		c.wantErr("not paid yet", change("Ann", finish("$1,412.50", unpaid)), nil)
		c.wantErr("paid", change("Cid", finish("200", "card")), nil)
		want("", "# Red", "11am–1pm · 4 hours|Bob|", "3–5pm|Ann|Done · final price $1,412.50|Not paid yet", "# Blue",
			"11am–1pm|Cid|Done · final price $200 · Card")
		c.wantErr("paid later", change("Ann", finish("1412.50", "check")), nil)

		photo := quote.Photo{ID: quote.NewPhotoID(), Width: 1, Height: 1, JPEG: []byte{1}}
		c.wantErr("no photograph", change("Bob", url.Values{"addPhotos": {"on"}}), ErrPhotos)
		many := make([]quote.Photo, MaxPhotos+1)
		c.wantErr("too many", change("Bob", url.Values{"addPhotos": {"on"}}, many...), ErrPhotos)
		c.wantErr("a photograph", change("Bob", url.Values{"addPhotos": {"on"}}, photo), nil)
		page, err = c.Day(ctx, "ann", "")
		testkit.Must(t, err)
		job := page.Groups[0].Jobs[0]
		if !slices.Equal(job.Photos, []Photo{{ID: photo.ID, Width: 1, Height: 1, Caption: "Before"}}) ||
			job.Address != "12 Elm St" || job.Access != "Gate 12" || job.Price != "about $300" || job.What != "Other" ||
			job.Form["amount"] != "300" || !strings.HasPrefix(job.Coming.Href, "sms:") || len(job.Ways) != 3 {
			t.Errorf("the job is %+v, finished by %+v", job, job.Form)
		}
		testkit.Must(t, change("Bob", url.Values{"stop": {"on"}}))
		page, err = c.Day(ctx, "ann", "")
		testkit.Must(t, err)
		href := page.Groups[0].Jobs[0].Coming.Href
		if !strings.HasPrefix(href, "mailto:ann@example.com?body=Hi%20Bob") {
			t.Errorf("without texts, the crew is announced by %s", href)
		}

		c.clock.Advance(24 * time.Hour)
		want("", "# Red", "8–10am|Dee||Do not contact", "# Not closed yet",
			"Mon, Nov 23, 11am–1pm · 4 hours|Bob||Do not contact")
		c.site.Business.Trucks = nil
		want("2026-11-24", "# ", "8–10am|Dee||Do not contact", "# Not closed yet",
			"Mon, Nov 23, 11am–1pm · 4 hours|Bob||Do not contact")
	})
}

// TestPhotosOfVisits takes photographs on both days of a job, before and after the work, beside the customer's own. The
// office has all, the crew those of the visit and the customer's, and the customer her own.
func TestPhotosOfVisits(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		l, photo := c.submit("Ann"), func(id string) quote.Photo { return quote.Photo{ID: id, JPEG: []byte{1}} }
		testkit.Must(t, c.do(l, "ann", "stage=booked&price=900&days=2&slots=2026-11-23T11"))
		change := func(form string, photo quote.Photo) {
			t.Helper()
			values, err := url.ParseQuery(form)
			testkit.Must(t, err)
			testkit.Must(t, c.Change(t.Context(), l.ID, "ann", values, photo))
		}
		change("addPhotos=on&visit=1", photo("full"))
		change("done=on&visit=1&paid=last", photo("half"))
		change("addPhotos=on&visit=1", photo("half2"))
		change("done=on&visit=2&paid=cash&amount=900", photo("empty"))
		testkit.Must(t, c.ChangeAsCustomer(t.Context(), l.Token, url.Values{"note": {"Sofa"}},
			[]quote.Photo{photo("sofa")}))
		want := func(where string, photos []Photo, want ...string) {
			t.Helper()
			var got []string
			for _, p := range photos {
				got = append(got, strings.TrimSpace(p.ID+" "+p.Caption))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s has the photographs %q, want %q", where, got, want)
			}
		}
		want("the office", c.request(l).Photos, "full Mon, Nov 23 · Before",
			"half Mon, Nov 23 · After", "half2 Mon, Nov 23 · After",
			"empty Tue, Nov 24 · After", "sofa")
		day, err := c.Day(t.Context(), "ann", "2026-11-24")
		testkit.Must(t, err)
		want("the second day", day.Groups[0].Jobs[0].Photos, "empty After", "sofa")
		page, err := c.CustomerPage(t.Context(), l.Token, nil)
		testkit.Must(t, err)
		want("the customer", page.Photos, "sofa")
	})
}
