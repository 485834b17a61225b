package office

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

const (
	plansPage = "/services/subscription-junk-removal"
	friday8   = "2026-11-27T08"
)

// subscribe books a plan that a visitor chose on the site, from a Friday on, for $300 before savings.
func (c *customers) subscribe(name string) outbox.Lead {
	c.t.Helper()
	l := c.asking(name, func(p *quote.Post) {
		p.Request.Page, p.Request.ServiceType = plansPage, "Other"
		p.Request.Message = c.site.Plan(plansPage, "bi-weekly").Message
	})
	c.change(l, "price=300&slots="+friday8)
	testkit.Must(c.t, c.answer(l, "yes", friday8, 0))
	return l
}

// ahead returns the next pickups on a customer's page.
func (c *customers) ahead(l outbox.Lead) (slots []string) {
	c.t.Helper()
	for _, v := range c.page(l).Ahead {
		slots = append(slots, v.Slot)
	}
	return slots
}

// visit is the form of a customer that is about one visit.
func (c *customers) visit(l outbox.Lead, answer, number string) error {
	return c.ChangeAsCustomer(c.t.Context(), l.Token, url.Values{"answer": {answer}, "visit": {number}}, nil)
}

func (c *customers) wantTexts(what string, got []string, want ...string) {
	c.t.Helper()
	if !slices.Equal(got, want) {
		c.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// A plan that was chosen on the site is booked with what it saves, around a holiday; its pickups are skipped, banked,
// moved and paid one by one, and it ends with a billing cycle's notice.
func TestPlan(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.subscribe("Ann")
		const first, second = "Fri, Nov 27, 8–10am", "Fri, Dec 11, 8–10am"
		const holiday, fourth = "Sat, Dec 26, 7–9am", "Fri, Jan 8, 8–10am"
		c.wantTexts("the pickups", c.ahead(ann), first, second, holiday, fourth)
		m, _ := c.mail(ann, outbox.CustomerMail)
		mail, err := c.words().CustomerMail(m)
		testkit.Must(t, err)
		for _, want := range []string{"You’re booked\n", "Price: about $240\n",
			"How often: Every other week, 20% off\n",
			"Your next pickups\n\n- " + first + "\n- " + second + "\n- " + holiday +
				" instead of Fri, Dec 25, 8–10am\n"} {
			if !strings.Contains(mail.PlainText(), want) {
				t.Errorf("the mail lacks %q:\n%s", want, mail.PlainText())
			}
		}
		if got := c.sheet("2026-12-11"); !slices.Equal(got, []string{"# ", "8–10am|Ann|"}) || c.truckHours() != 8 {
			t.Errorf("the sheet of the second pickup is %q, with %d hours", got, c.truckHours())
		}
		// The first is done, and the fifth planned.
		c.in("2026-11-27T11:00")
		c.change(ann, "done=on&amount=240&paid=unpaid&visit=1")
		m, _ = c.mail(ann, outbox.CustomerMail)
		if page := c.page(ann); m.Action != ActionDone || m.Amount != "$240" || page.Receipt == nil ||
			len(m.Ahead) != 4 ||
			page.Status != "You’re booked for "+second+". We plan to arrive within those two hours, and call "+
				"if we’re running late." {
			t.Errorf("after the first pickup, the mail is %+v, the page %q: %+v", m, page.Status, page.Receipt)
		}
		inbox, err := c.Inbox(t.Context(), Query{List: unpaid})
		testkit.Must(t, err)
		if cards := inbox.Columns[0].Cards; len(cards) != 1 || !slices.Contains(cards[0].Flags, "Not paid yet") {
			t.Errorf("the unpaid jobs are %+v", cards)
		}
		c.change(ann, "done=on&amount=240&paid=card&visit=1")
		if c.view(ann).Unpaid {
			t.Error("a paid pickup is owed")
		}
		// The second is skipped, the holiday's is banked and taken again.
		testkit.Must(t, c.visit(ann, "skip", "2"))
		m, _ = c.mail(ann, outbox.CustomerMail)
		if mail, err = c.words().CustomerMail(m); err != nil || mail.Title != "No pickup "+second {
			t.Errorf("the mail about a pickup that is skipped is %q, %v", mail.Title, err)
		}
		testkit.Must(t, c.visit(ann, "bank", "3"))
		m, _ = c.mail(ann, outbox.CustomerMail)
		if mail, err = c.words().CustomerMail(m); err != nil || mail.Title != "You banked the pickup "+holiday {
			t.Errorf("the mail about a pickup that is banked is %q, %v", mail.Title, err)
		}
		if page := c.page(ann); page.Booking == nil ||
			page.Booking.Price != "You have 1 banked pickup. Pick a time for it." {
			t.Errorf("a banked pickup cannot be booked: %+v", page.Booking)
		}
		c.wantErr("a holiday", c.picks(ann, "2026-11-26T09", "1 Elm St"), ErrTaken)
		c.wantErr("a banked pickup", c.picks(ann, "2026-12-01T09", "1 Elm St"), nil)
		c.wantErr("another one", c.picks(ann, "2026-12-02T09", "1 Elm St"), nil) // there is none
		c.wantTexts("the pickups after the changes", c.ahead(ann), "Tue, Dec 1, 9–11am", fourth, "Fri, Jan 22, 8–10am",
			"Fri, Feb 5, 8–10am", "Fri, Feb 19, 8–10am")
		c.wantTexts("the jobs", c.file(), "2026-11-27,pickup,,2,done,240.00,card", "2026-12-01,pickup,,2,planned,,",
			"2027-01-08,pickup,,2,planned,,", "2027-01-22,pickup,,2,planned,,", "2027-02-05,pickup,,2,planned,,",
			"2027-02-19,pickup,,2,planned,,")
		// The end.
		testkit.Must(t, c.visit(ann, "end", ""))
		c.wantTexts("the pickups after the end", c.ahead(ann), "Tue, Dec 1, 9–11am")
		c.in("2026-12-01T12:00")
		c.change(ann, "done=on&amount=240&paid=unpaid&visit=1")
		c.change(ann, "done=on&amount=200&paid=cash")
		if r := c.page(ann).Receipt; !slices.ContainsFunc(r.Rows, func(row MailRow) bool {
			return row.Label == "Payment" && strings.HasPrefix(row.Value, "$240: Not paid yet\n$200: Paid in cash")
		}) {
			t.Errorf("the receipt of an ended plan with an unpaid pickup is %+v", r.Rows)
		}
		if r := c.view(ann); r.Stage != Done || c.truckHours() != 0 {
			t.Errorf("after the last pickup, the request is %s, with %d hours of the truck", r.Stage, c.truckHours())
		}
	})
}

// The customer of a plan picks how often it comes together with the time at which the company looks at it.
func TestPlanPicked(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		l := c.asking("Ann", func(p *quote.Post) {
			p.Request.Page, p.Request.ServiceType = plansPage, "Other"
			p.Request.Message = c.site.Plan(plansPage, "bi-weekly").Message
		})
		page := c.page(l)
		if page.Booking == nil || len(page.Booking.Every) != 3 || page.Values["every"] != "2 weeks" ||
			page.Booking.Every[0] != (Choice{"Every week, 25% off", "week"}) {
			t.Fatalf("what can be picked is %+v", page.Booking)
		}
		form := url.Values{"answer": {"book"}, "slot": {page.Booking.Slots[0].Value}, "address": {"1 Elm St"}}
		form.Set("every", "week")
		testkit.Must(t, c.ChangeAsCustomer(t.Context(), l.Token, form, nil))
		if r := c.view(l); r.Stage != Booked || r.Kind != Estimate || r.Job.Every != "week" {
			t.Errorf("the plan is %s, a %s %q", r.Stage, r.Kind, r.Job.Every)
		}
		l = c.asking("Bob", func(p *quote.Post) { p.Request.Page, p.Request.ServiceType = plansPage, "Other" })
		page = c.page(l)
		if len(page.Booking.Every) != 4 || page.Booking.Every[0] != (Choice{"Not sure yet", ""}) {
			t.Fatalf("without a chosen plan, what can be picked is %+v", page.Booking.Every)
		}
		form.Set("slot", page.Booking.Slots[0].Value)
		testkit.Must(t, c.ChangeAsCustomer(t.Context(), l.Token, form, nil))
		if r := c.view(l); r.Job.Every != "week" {
			t.Errorf("the picked plan comes %q", r.Job.Every)
		}
	})
}

// What no mail tells the customer of a plan about a pickup that was made is left to the office.
func TestPlanUntold(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		l := c.asking("Ann", func(p *quote.Post) { p.Request.Email = "" })
		c.change(l, "price=300&every=week&stage=booked&slots=2026-11-24T09")
		c.change(l, "tapped=on")
		c.in("2026-11-24T12:00")
		c.change(l, "done=on&amount=240&paid=cash")
		if r := c.view(l); r.Stage != Booked || r.Job.Untold != ActionDone || r.Due == "" {
			t.Errorf("after a pickup, the plan is %s, not told %q: %q", r.Stage, r.Job.Untold, r.Due)
		}
		c.change(l, "tapped=on")
		if r := c.view(l); r.Job.Untold != "" {
			t.Errorf("after a tap, %q is not told", r.Job.Untold)
		}
	})
}

// Moving a plan moves all of its pickups, one of which is at the next free time where the truck is taken. A no-show
// does not end it.
func TestPlanMoves(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.subscribe("Ann"), c.submit("Bob")
		c.change(bob, "stage=booked&hours=12&date=2026-12-09&hour=07")
		c.change(ann, "every=2+weeks&stage=booked&slots=2026-11-25T09")
		c.wantTexts("the pickups", c.ahead(ann), "Wed, Nov 25, 9–11am", "Thu, Dec 10, 7–9am", "Wed, Dec 23, 9–11am",
			"Wed, Jan 6, 9–11am")
		c.change(ann, "visit=2&stage=booked&date=2026-12-08&hour=09")
		c.in("2026-11-25T12:00")
		c.change(ann, "visit=1&noShow=on")
		if r := c.view(ann); r.Stage != Booked || r.Slot != "Tue, Dec 8, 9–11am" {
			t.Errorf("after a no-show, the plan is %s, its next pickup %q", r.Stage, r.Slot)
		} else if r.Job.Untold != ActionNoShow || r.Due == "" {
			t.Errorf("nobody is to tell the customer of the no-show: %q, %q", r.Job.Untold, r.Due)
		}
		c.change(ann, "every=&price=300")
		if r := c.view(ann); len(r.upcoming()) != 1 || c.truckHours() != 14 {
			t.Errorf("a single job has the visits %+v, with %d hours of the truck", r.Visits, c.truckHours())
		}
		c.change(ann, "every=week&price=300")
		c.wantTexts("the pickups of a plan again", c.ahead(ann), "Tue, Dec 8, 9–11am", "Tue, Dec 15, 9–11am",
			"Tue, Dec 22, 9–11am", "Tue, Dec 29, 9–11am")
		if m, _ := c.mail(ann, outbox.CustomerMail); m.Action != ActionYes || len(m.Ahead) != 4 {
			t.Errorf("the mail about the plan is about %q: %q", m.Action, m.Ahead)
		}
		c.change(ann, "every=week&price=400")
		if m, _ := c.mail(ann, outbox.CustomerMail); m.Action != ActionAsk || m.FormerPrice != "$225" ||
			m.Price != "$300" {
			t.Errorf("the mail about another price is about %q: %q instead of %q", m.Action, m.Price, m.FormerPrice)
		}
		c.in("2026-12-16T12:00") // nobody has closed two pickups
		c.change(ann, "note=They+called")
		c.wantTexts("the pickups after two that nobody closed", c.ahead(ann), "Tue, Dec 22, 9–11am",
			"Tue, Dec 29, 9–11am", "Tue, Jan 5, 9–11am", "Tue, Jan 12, 9–11am")
	})
}

// The usual time of a month later is on the same day of its week.
func TestMonthly(t *testing.T) {
	monthly := frequencyOf("month")
	for from, want := range map[string]string{"2026-11-24": "2026-12-22", "2026-12-01": "2027-01-05",
		"2027-01-29": "2027-02-26", "2026-12-08": "2027-01-12", "2026-10-30": "2026-11-27"} {
		at, err := time.Parse(time.DateOnly, from)
		testkit.Must(t, err)
		if got := monthly.after(at).Format(time.DateOnly); got != want {
			t.Errorf("a month after %s is %s, want %s", from, got, want)
		}
	}
}
