package office

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/company"
)

// truckHours returns how many hours of trucks are booked.
func (c *customers) truckHours() (n int) {
	c.t.Helper()
	testkit.Must(c.t, c.Journal.Reader().QueryRowContext(c.t.Context(), `SELECT COUNT(*) FROM truck_hours`).Scan(&n))
	return n
}

// file returns the lines of the file of all jobs without their customers and requests.
func (c *customers) file() (lines []string) {
	c.t.Helper()
	jobs, err := c.Jobs(c.t.Context(), time.Time{}, time.Time{})
	testkit.Must(c.t, err)
	for _, j := range jobs {
		cells := j.cells()
		lines = append(lines, strings.Join(append(cells[:1:1], cells[5:11]...), ","))
	}
	return lines
}

// A job of two days is offered, booked and paid as one, around a holiday, and one of its days is moved alone.
func TestSeveralDays(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		c.change(ann, "price=900&hours=8&days=2&slots=2026-11-25T08")
		if o := c.page(ann).Offer; o.Days != "The job takes 2 days in a row. Pick the first one." || o.Slots[0].Taken {
			t.Errorf("the offer is %+v", o)
		}
		c.change(bob, "stage=booked&slots=2026-11-27T10")
		if !c.page(ann).Offer.Slots[0].Taken {
			t.Error("a slot is free on whose second day another has the truck")
		}
		c.wantErr("a yes to it", c.answer(ann, "yes", "2026-11-25T08", 0), ErrTaken)
		c.change(bob, "stage=lost")
		testkit.Must(t, c.answer(ann, "yes", "2026-11-25T08", 0))
		const first, second, moved = "Wed, Nov 25, 8–10am", "Fri, Nov 27, 8–10am", "Sat, Nov 28, 8–10am"
		if m, _ := c.mail(ann, outbox.CustomerMail); m.Slot != first+" and "+second || c.truckHours() != 16 {
			t.Errorf("the mail is about %q, with %d hours of the truck", m.Slot, c.truckHours())
		}
		if got := c.sheet("2026-11-27"); !slices.Equal(got, []string{"# ", "8–10am · 8 hours · Day 2 of 2|Ann|"}) {
			t.Errorf("the sheet of the second day is %q", got)
		}
		c.change(ann, "visit=2&stage=booked&date=2026-11-28&hour=08&hours=6")
		m, _ := c.mail(ann, outbox.CustomerMail)
		if m.Action != ActionMove || m.Slot != first+" and "+moved || m.Former != first+" and "+second ||
			c.truckHours() != 14 {
			t.Errorf("the mail says %s: %q, before %q, with %d hours", m.Action, m.Slot, m.Former, c.truckHours())
		}
		c.in("2026-11-25T17:00")
		c.change(ann, "visit=1&done=on&paid=last")
		if r := c.view(ann); r.Stage != Booked || r.Number != 2 || r.Unpaid {
			t.Errorf("after the first day, the request is %s with visit %d, unpaid %t", r.Stage, r.Number, r.Unpaid)
		}
		if again, _ := c.mail(ann, outbox.CustomerMail); again.Action != ActionMove {
			t.Errorf("after the first day, the customer gets a mail about %q", again.Action)
		}
		c.wantErr("the end without an amount", c.do(ann, "ann", "visit=2&done=on&paid=last"), ErrAmount)
		c.change(ann, "visit=2&done=on&amount=900&paid=card")
		receipt := c.page(ann).Receipt
		if rows := receipt.Rows; !slices.Contains(rows, MailRow{Label: "When", Value: first + " and " + moved}) ||
			!slices.Contains(rows, MailRow{Label: "Final price", Value: "$900"}) {
			t.Errorf("the receipt is %+v", rows)
		}
		if got := c.file(); !slices.Equal(got, []string{"2026-11-25,pickup,,8,done,0.00,last",
			"2026-11-28,pickup,,6,done,900.00,card"}) {
			t.Errorf("the jobs are %q", got)
		}
	})
}

// A customer who pays for a job of two days on the first is asked for nothing on the second, and pays once.
func TestPaidOnTheFirstDay(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		c.change(ann, "price=900&days=2&stage=booked&slots=2026-11-24T13")
		c.in("2026-11-25T17:00")
		if f := c.request(ann).Finish; f["amount"] != "900" || f["paid"] != unpaid {
			t.Errorf("on the first day, the form has %v", f)
		}
		c.change(ann, "visit=1&done=on&amount=950&paid=card")
		page := c.request(ann)
		if f := page.Finish; f["amount"] != "" || f["paid"] != withAnother || page.Payments[4].Value != withAnother {
			t.Errorf("on the second day, the form has %v of %v", f, page.Payments)
		}
		c.change(ann, "visit=2&done=on&paid=last")
		if r := c.view(ann); r.Stage != Done || r.Amount != "$950" || r.Unpaid {
			t.Errorf("at the end, the request is %s, %s, unpaid %t", r.Stage, r.Amount, r.Unpaid)
		}
		if m, _ := c.mail(ann, outbox.CustomerMail); m.Action != ActionDone || m.Amount != "$950" {
			t.Errorf("at the end, the mail says %s: %s", m.Action, m.Amount)
		}
	})
}

// One day of three is called off alone, with its customer's calendar; the others stay. A longer job gets another day.
func TestCallOffDay(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		c.change(ann, "price=900&days=3&stage=booked&slots=2026-11-23T13")
		c.change(ann, "visit=2&callOffDay=on")
		m, _ := c.mail(ann, outbox.CustomerMail)
		if m.Action != ActionMove || m.Slot != "Mon, Nov 23, 1–3pm and Wed, Nov 25, 1–3pm" {
			t.Errorf("the mail says %s: %q", m.Action, m.Slot)
		}
		events := checkCalendar(t, Invitation(c.words().Site, calendarBase, "token", m.Record)).Events()
		var statuses []string
		for _, e := range events {
			statuses = append(statuses, e.GetProperty("STATUS").Value)
		}
		if !slices.Equal(statuses, []string{"CONFIRMED", "CANCELLED", "CONFIRMED"}) {
			t.Errorf("the events are %q", statuses)
		}
		l, err := c.leads.Get(t.Context(), ann.ID)
		testkit.Must(t, err)
		page, err := c.Request(t.Context(), l, "ann", nil, "")
		if err != nil || len(page.Visits) != 3 || page.Visits[1].Text != "Tue, Nov 24, 1–3pm · Called off" {
			t.Errorf("the visits are %+v, %v", page.Visits, err)
		}
		c.change(ann, "visit=3&callOffDay=on")
		c.wantErr("the last day", c.do(ann, "ann", "callOffDay=on"), ErrNothing)
		c.change(ann, "price=900&days=2")
		if r := c.view(ann); r.Slot != "Mon, Nov 23, 1–3pm and Tue, Nov 24, 1–3pm" || c.truckHours() != 4 {
			t.Errorf("a longer job is %q, with %d hours", r.Slot, c.truckHours())
		}

		bob := c.submit("Bob")
		c.change(bob, "price=900&days=2&stage=booked&slots=2026-12-01T07")
		c.in("2026-12-01T18:00")
		c.change(bob, "visit=2&callOffDay=on") // before the first day is closed
		if m, _ := c.mail(bob, outbox.CustomerMail); m.Action != ActionMove || m.Slot != "Tue, Dec 1, 7–9am" {
			t.Errorf("after the first day, the mail says %s: %q", m.Action, m.Slot)
		}
	})
}

// A visit to look at the job is offered without a price, takes none of several trucks, costs nothing, and an offer
// follows it. Nothing else can be offered before that.
func TestEstimateVisit(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.site.Business.Trucks = company.Trucks{"Red", "Blue"}
		ann, bob := c.submit("Ann"), c.submit("Bob")
		c.wantErr("an offer without a price", c.do(ann, "ann", "slots="+tuesday8), ErrNoPrice)
		c.change(ann, "kind=estimate&slots="+url.QueryEscape(tuesday8+","+tuesday10))
		m, _ := c.mail(ann, outbox.CustomerMail)
		mail, err := c.words().CustomerMail(m)
		if page := c.page(ann); err != nil || mail.Title != "When can we come look?" ||
			page.Offer.Title != "A look first" || page.Offer.Price != "" ||
			!strings.HasPrefix(page.Status, "We need to see it") {
			t.Errorf("the offer is %q, %q: %+v, %v", mail.Title, page.Status, page.Offer, err)
		}
		testkit.Must(t, c.answer(ann, "yes", tuesday8, 0))
		c.change(bob, "stage=booked&slots="+tuesday8)
		m, _ = c.mail(ann, outbox.CustomerMail)
		mail, err = c.words().CustomerMail(m)
		if page := c.page(ann); err != nil || mail.Title != "We’ll come look: Tue, Nov 24, 8–10am" ||
			c.truckHours() != 2 || !strings.HasPrefix(page.Status, "We’ll come look Tue, Nov 24, 8–10am.") ||
			page.Steps[0].Text != "We look at what’s to go, for free." {
			t.Errorf("the visit is %q, %q, with %d hours", mail.Title, page.Status, c.truckHours())
		}
		if got := c.sheet("2026-11-24"); !slices.Equal(got, []string{"# Red", "8–10am|Bob||Address missing",
			"# Estimate visit", "8–10am|Ann|"}) || c.page(ann).Offer != nil {
			t.Errorf("the sheet is %q, the page has the offer %+v", got, c.page(ann).Offer)
		}
		if r := c.view(ann); c.words().NewCard(&r, c.Now(), c.Now()).NextLabel != "We’ve looked at it" {
			t.Error("the card of the visit does not lead to its end")
		}
		c.in("2026-11-24T09:00")
		c.wantErr("an end with an amount", c.do(ann, "ann", "done=on&amount=0&paid=cash"), ErrChanged)
		c.wantErr("a price", c.do(ann, "ann", "price=350&days=3&agreed=on&slots=2026-11-25T10"), ErrLook)
		c.change(ann, "looked=on")
		r := c.view(ann)
		if r.Stage != Contacted || r.Open() || r.Unpaid {
			t.Errorf("after the visit, the request is %s, open %t, unpaid %t", r.Stage, r.Open(), r.Unpaid)
		}
		c.change(ann, "price=350&slots=2026-11-25T10")
		if m, _ = c.mail(ann, outbox.CustomerMail); m.Action != ActionOffer {
			t.Errorf("the next mail is about %q", m.Action)
		}
		if mail, err = c.words().CustomerMail(m); err != nil || mail.Title != "Your price: about $350" {
			t.Errorf("the next mail is %q, %v", mail.Title, err)
		}
		want := c.words().Office().Customer.Steps[actionLooked][0]
		if steps := c.page(ann).Steps; len(steps) != 2 || steps[1].Text != want {
			t.Errorf("before the yes comes %q", steps)
		}
		testkit.Must(t, c.answer(ann, "yes", "2026-11-25T10", 0))
		if steps := c.page(ann).Steps; len(steps) != 1 || steps[0].Text != want {
			t.Errorf("what comes next is %q", steps)
		}
		if got := c.sheet("2026-11-25"); !slices.Equal(got, []string{"# Red", "10am–12pm|Ann|"}) {
			t.Errorf("the sheet of the pickup is %q", got)
		}
		if got := c.file(); !slices.Equal(got, []string{"2026-11-24,estimate,,2,done,,",
			"2026-11-24,pickup,Red,2,planned,,", "2026-11-25,pickup,Red,2,planned,,"}) {
			t.Errorf("the jobs are %q", got)
		}
		e, err := c.Evening(t.Context(), c.clock.Now().Add(-time.Hour), c.clock.Now().Add(time.Second))
		if err != nil || len(e.Done) != 1 || len(e.Unpaid) != 0 || c.words().headline(e) != "" {
			t.Errorf("the evening is %+v, %v", e, err)
		}
	})
}

// At night, customers pick times for jobs and for looks. A job takes a truck for as long as the price list says at
// most, and a look the only one. Of several, it takes none.
func TestPickLook(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.clock.Set(time.Date(2026, 11, 23, 22, 0, 0, 0, c.zone))
		look := func(name string) outbox.Lead {
			return c.asking(name, func(p *quote.Post) { p.Request.ServiceType = "Light Demolition/Disassembly" })
		}
		garage, ann := c.asking("Bob", nil), look("Ann")
		testkit.Must(t, c.picks(garage, "2026-11-24T07", "1 Elm St"))
		if hours := c.view(garage).Hours; hours != 4 {
			t.Errorf("a job of 2 to 4 hours takes the truck for %d", hours)
		}
		page := c.page(ann)
		if page.Booking == nil || page.Booking.Slots[0].Value != "2026-11-24T11" ||
			page.Booking.Price != "We need to see this one to give you a price." ||
			!strings.HasSuffix(page.Status, " Or pick a time below, and we’ll come look, free.") {
			t.Fatalf("the page has the times %+v, %q", page.Booking, page.Status)
		}
		c.wantErr("during the job of the only truck", c.picks(ann, "2026-11-24T09", "12 Elm St"), ErrTaken)
		evening := c.page(c.asking("Eve", nil)).Booking.Slots
		if slices.ContainsFunc(evening, func(s Slot) bool { return strings.HasSuffix(s.Value, "T17") }) {
			t.Errorf("a job of 4 hours can begin 2 hours before closing: %+v", evening)
		}
		// Both at once: one of them gets the window.
		cat, results := c.asking("Cat", nil), make(chan error, 2)
		for _, l := range []outbox.Lead{ann, cat} {
			go func() { results <- c.picks(l, "2026-11-24T11", "12 Elm St") }()
		}
		first, second := <-results, <-results
		annBooked, catBooked := c.view(ann).Stage == Booked, c.view(cat).Stage == Booked
		if (first == nil) == (second == nil) || annBooked == catBooked {
			t.Errorf("a look and a job in the same window of one truck: %v, %v", first, second)
		}
		c.site.Business.Trucks = company.Trucks{"Red", "Blue"}
		hours := c.truckHours()
		c.wantErr("a look beside two trucks", c.picks(look("Dee"), "2026-11-24T07", "12 Elm St"), nil)
		if c.truckHours() != hours {
			t.Errorf("a look takes one of two trucks: %d hours are taken, before it %d", c.truckHours(), hours)
		}
	})
}

// A no-show keeps its time when the job is booked again.
func TestNoShowKeepsItsTime(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		c.change(ann, "price=350&stage=booked&slots=2026-11-23T11")
		c.in("2026-11-23T12:00")
		c.change(ann, "noShow=on")
		c.change(ann, "price=350&stage=booked&slots="+tuesday8)
		list, err := journal.QueryAll(t.Context(), c.Journal.Reader(), journal.ScanText,
			`SELECT state || ' ' || begins_at FROM visits ORDER BY number`)
		if got := c.sheet("2026-11-24"); !slices.Equal(got, []string{"# ", "8–10am|Ann||Address missing"}) {
			t.Errorf("the sheet of the other time is %q", got)
		}
		if want := []string{"no-show 1795453200000", "planned 1795528800000"}; !slices.Equal(list, want) || err != nil {
			t.Errorf("the visits are %q, want %q, %v", list, want, err)
		}
	})
}

// A job whose second day does not take place, whatever the way, is done with its first one, which is to be paid.
func TestSecondDayOff(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		for i, off := range []string{"callOffDay=on&visit=2", "stage=lost&lost=Too+much", "noShow=on&visit=2",
			"cancel"} {
			ann := c.submit(off)
			c.in("2026-11-23T09:00")
			c.change(ann, fmt.Sprintf("price=900&days=2&stage=booked&slots=2026-11-24T%02d", 7+2*i))
			c.in("2026-11-24T09:00")
			if strings.HasPrefix(off, "noShow") {
				c.in("2026-11-25T14:00")
			}
			c.change(ann, "done=on&visit=1&paid=last")
			if off == "cancel" {
				testkit.Must(t, c.answer(ann, off, "", 0))
			} else {
				c.change(ann, off)
			}
			r := c.view(ann)
			if r.Stage != Done || !r.Unpaid || r.Number != 1 || r.Visits[1].State == Done {
				t.Errorf("after %s, the job is %s, unpaid %v, with %+v", off, r.Stage, r.Unpaid, r.Visits)
			}
			switch m, _ := c.mail(ann, outbox.CustomerMail); {
			case r.Visits[1].State == Missed && r.Job.Untold != ActionNoShow:
				t.Errorf("nobody is to tell the customer of the no-show: %q", r.Job.Untold)
			case r.Visits[1].State == CalledOff &&
				(m.Action != ActionCancel || !strings.HasPrefix(m.Slot, "Wed, Nov 25")):
				t.Errorf("after %s, the customer is mailed %q about %q", off, m.Action, m.Slot)
			}
			c.wantErr("the end of that day", c.do(ann, "ann@example.com", "done=on&visit=2&amount=400&paid=cash"),
				ErrChanged)
			c.change(ann, "done=on&amount=400&paid=cash")
			if r := c.view(ann); r.Amount != "$400" || r.Unpaid || r.Visits[0].Charged != 40000 {
				t.Errorf("after %s and its payment, the job is %s, unpaid %v, with %+v", off, r.Stage, r.Unpaid,
					r.Visits)
			}
		}
	})
}
