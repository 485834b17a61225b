package office

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
)

const (
	thursday9 = "2026-12-03T09"
	friday9   = "2026-12-04T09"
	friday13  = "2026-12-04T13"
)

// in sets the clock to a time in the office's zone.
func (c *customers) in(at string) {
	c.t.Helper()
	to, err := time.ParseInLocation("2006-01-02T15:04", at, c.zone)
	testkit.Must(c.t, err)
	c.clock.Set(to)
}

// change is a form of the office.
func (c *customers) change(l outbox.Lead, fields string) {
	c.t.Helper()
	form, err := url.ParseQuery(fields)
	testkit.Must(c.t, err)
	testkit.Must(c.t, c.Change(c.t.Context(), l.ID, "ann@example.com", form))
}

// mail returns what the last mail of a kind says, and when it is due; the zero time if none is queued.
func (c *customers) mail(l outbox.Lead, kind outbox.Kind) (MailJob, time.Time) {
	c.t.Helper()
	l, err := c.leads.Get(c.t.Context(), l.ID)
	testkit.Must(c.t, err)
	d := l.Delivery(kind)
	if d.Status == "" {
		return MailJob{}, time.Time{}
	}
	var notice Notice
	testkit.Must(c.t, json.Unmarshal([]byte(d.Body), &notice))
	job, compose := notice.Words(Words{Site: &c.site}), Words{Site: &c.site}.CustomerMail
	if kind == outbox.AnswerMail {
		compose = Words{Site: &c.site}.AnswerMail
	}
	if _, err := compose(job); err != nil {
		c.t.Errorf("the mail of the kind %s cannot be composed: %v", kind, err)
	}
	return job, d.Due
}

// A customer moves a booked job to a free time, or calls it off, until the hour of the day before that the content
// gives.
func TestChangesOfCustomer(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		c.wantErr("a move before the booking", c.answer(ann, ActionMove, thursday9, 0), ErrOffer)
		c.wantErr("calling off before the booking", c.answer(ann, ActionCancel, "", 0), ErrOffer)
		c.change(ann, "stage=booked&price=300&hours=4&slots="+thursday9)
		c.change(ann, "price=320") // not sent
		c.change(bob, "stage=booked&price=300&slots="+friday9)
		for slot, want := range map[string]error{
			"": ErrChoose, "tomorrow": ErrChoose, friday9 + "," + friday13: ErrChoose, friday9: ErrTaken,
			"2026-12-04T07": ErrTaken, // for four hours
			"2026-12-04T17": ErrTaken, // would end after closing
			"2026-12-08T09": ErrTaken, // after two weeks
			"2026-11-23T13": ErrTaken, // today
			"2026-11-20T13": ErrTaken, "2027-03-01T09": ErrTaken, thursday9: nil,
		} {
			c.wantErr("a move to "+slot, c.answer(ann, ActionMove, slot, 0), want)
		}
		page := c.page(ann)
		if i := slices.IndexFunc(page.Openings, func(s Slot) bool { return s.Value == "2026-12-04T11" }); i < 0 ||
			slices.ContainsFunc(page.Openings, func(s Slot) bool { return s.Taken || s.Value == friday9 }) ||
			!strings.Contains(page.Change, "until Wed, Dec 2, 6pm") {
			t.Errorf("the page offers %q, %+v", page.Change, page.Openings)
		}
		for range 2 {
			c.wantErr("a move", c.answer(ann, ActionMove, friday13, 0), nil)
		}
		if r := c.view(ann); r.Slot != "Fri, Dec 4, 1–3pm" || r.Price != "$300" || r.Hours != 4 {
			t.Errorf("the moved job is %+v", r)
		}
		c.change(bob, "stage=booked&price=300&slots="+thursday9) // is free again
		for kind, price := range map[outbox.Kind]string{outbox.CustomerMail: "$300", outbox.AnswerMail: "$320"} {
			if m, _ := c.mail(ann, kind); m.Action != ActionMove || m.Former != "Thu, Dec 3, 9–11am" ||
				m.Price != price {
				t.Errorf("the mail %s says %+v", kind, m)
			}
		}

		c.in("2026-12-02T18:00")
		for _, answer := range []string{ActionMove, ActionCancel} {
			c.wantErr("too late: "+answer, c.answer(bob, answer, friday9, 0), ErrLate)
		}
		if page := c.page(bob); len(page.Openings) > 0 || page.Change != words().Office().Customer.CallOff {
			t.Errorf("too late, the page offers %q, %+v", page.Change, page.Openings)
		}
		c.wantErr("a move to tomorrow", c.answer(ann, ActionMove, "2026-12-03T11", 0), ErrTaken)
		for range 2 {
			c.wantErr("calling off", c.answer(ann, ActionCancel, "", 0), nil)
		}
		if r := c.view(ann); r.Stage != Lost || r.Job.Lost != "the customer called it off" || r.Closed == 0 {
			t.Errorf("the job that was called off is %+v", r)
		}
		if m, _ := c.mail(ann, outbox.CustomerMail); m.Action != ActionCancel {
			t.Errorf("the customer is mailed %+v", m)
		}
		for answer, want := range map[string]error{"yes": ErrOffer, "other": ErrOffer, ActionMove: ErrOffer} {
			c.wantErr("called off, "+answer, c.answer(ann, answer, friday13, 0), want)
		}
		if page := c.page(ann); page.Status != words().Office().ByAction[ActionCancel].Status || page.Offer != nil {
			t.Errorf("the page of a job that was called off has %+v", page)
		}
		c.change(bob, "stage=booked&price=300&slots="+friday13) // is free again
		if want := []string{ActionMove, ActionCancel}; !slices.Equal(c.told, want) {
			t.Errorf("the office was told of %q, want %q", c.told, want)
		}
		c.site.Business.ChangesUntil = ""
		c.change(bob, "stage=booked&price=300&slots=2026-12-11T09")
		c.wantErr("by phone only", c.answer(bob, ActionCancel, "", 0), ErrLate)
	})
}

// Of two customers who move to the same time at once, one gets it, and the other keeps the former.
func TestMovesAtOnce(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		both, results := []outbox.Lead{c.submit("Ann"), c.submit("Bob")}, make([]error, 2)
		c.change(both[0], "stage=booked&price=300&slots="+thursday9)
		c.change(both[1], "stage=booked&price=300&slots="+friday9)
		var wg sync.WaitGroup
		for i, l := range both {
			wg.Go(func() { results[i] = c.answer(l, ActionMove, friday13, 0) })
		}
		wg.Wait()
		moved := slices.Index(results, nil)
		if moved < 0 || !errors.Is(results[1-moved], ErrTaken) {
			t.Fatalf("two moves to one time end with %v", results)
		}
		former := []string{"Thu, Dec 3, 9–11am", "Fri, Dec 4, 9–11am"}[1-moved]
		if r := c.view(both[1-moved]); r.Slot != former {
			t.Errorf("the refused customer has %s, want %s", r.Slot, former)
		}
	})
}

// A job that the office calls off cannot be booked again with the former offer, whatever the stage, until there is a
// new one.
func TestOfferEnds(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		for _, stages := range [][]string{
			{Lost}, {Contacted}, {Quoted}, {New}, {Done, Quoted}, {Lost, Quoted}, {Lost, Contacted, Quoted},
		} {
			ann := c.submit(strings.Join(stages, ", "))
			c.offer(ann.ID, friday9, friday13)
			c.wantErr("yes", c.answer(ann, "yes", friday9, 0), nil)
			c.clock.Advance(time.Minute)
			for _, stage := range stages {
				c.change(ann, map[string]string{Done: "done=on&amount=400&paid=cash&"}[stage]+"stage="+stage)
			}
			for _, answer := range []string{"yes", "other", ActionMove, ActionCancel} {
				c.wantErr(answer+" after "+ann.Request.Name, c.answer(ann, answer, friday13, 0), ErrOffer)
			}
			if page := c.page(ann); page.Offer != nil {
				t.Errorf("after %s, the page has the offer %+v", ann.Request.Name, page.Offer)
			}
			c.offer(ann.ID, friday9)
			c.wantErr("yes to a new offer", c.answer(ann, "yes", friday9, 0), nil)
			c.change(ann, "stage=lost")
		}
	})
}

// Customers get a mail when a job is booked, moved or called off, and one at nine on the day before, which has the time
// that holds. There is none about a job that was called off.
func TestBookingMails(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, silent := c.submit("Ann"), ""
		at := func(day string) time.Time {
			due, err := time.ParseInLocation("2006-01-02T15", day, c.zone)
			testkit.Must(t, err)
			return due
		}
		for _, step := range []struct {
			now, fields string
			mail        string // about what; empty: none
			due         string // of the reminder; empty: none
		}{
			{"2026-11-23T09:00", "price=300&slots=" + thursday9, ActionOffer, ""},
			{"2026-11-23T09:01", "stage=booked&price=300&slots=" + thursday9, "yes", "2026-12-02T09"},
			{"2026-11-23T09:02", "note=a+note", silent, "2026-12-02T09"},
			{"2026-11-23T09:03", "price=320", ActionAsk, "2026-12-02T09"},
			{"2026-11-23T09:04", "stage=booked&price=300&slots=" + friday9, ActionMove, "2026-12-03T09"},
			{"2026-11-23T09:05", "stage=booked&price=310&slots=" + friday9, silent, "2026-12-03T09"},
			{"2026-11-23T09:06", "stage=lost", ActionCancel, ""},
			{"2026-11-23T09:07", "stage=booked", "yes", "2026-12-03T09"},
			{"2026-11-23T09:08", "stage=quoted", ActionCancel, ""},
			{"2026-11-23T09:09", "stage=booked", "yes", "2026-12-03T09"},
			{"2026-11-23T09:10", "stage=quoted&price=400", ActionOffer, ""},
			{"2026-11-23T09:11", "stage=booked&price=400&slots=" + friday13, "yes", "2026-12-03T09"},
			{"2026-11-23T09:12", "done=on&amount=300&paid=cash", ActionDone, ""},
			{"2026-11-23T09:13", "stage=booked", silent, "2026-12-03T09"},
			{"2026-11-23T09:14", "stage=spam", silent, ""},
			{"2026-12-03T08:59", "stage=booked", "yes", "2026-12-03T09"},
			{"2026-12-03T09:00", "stage=lost", ActionCancel, ""},
			{"2026-12-03T09:01", "stage=booked", "yes", ""}, // booked after nine
			{"2026-12-03T09:02", "stage=booked&price=400&slots=2026-12-05T07", ActionMove, "2026-12-04T09"},
			{"2026-12-04T07:01", "stage=booked&price=400&slots=2026-12-05T09", ActionMove, "2026-12-04T09"},
			// Within a day, when nobody was there, and when nobody came and nobody waits.
			{"2026-12-04T07:02", "stage=booked&price=400&slots=2026-12-05T07", ActionMove, ""},
			{"2026-12-05T07:00", "noShow=on", silent, ""},
			{"2026-12-05T07:01", "stage=booked", silent, ""},
			{"2026-12-05T19:00", "stage=lost", silent, ""},
		} {
			c.in(step.now)
			testkit.Must(t, c.exec(t.Context(), `DELETE FROM deliveries WHERE kind = 'customer'`))
			c.change(ann, step.fields)
			if m, _ := c.mail(ann, outbox.CustomerMail); m.Action != step.mail {
				t.Errorf("%s, %s: the mail is about %q, want %q", step.now, step.fields, m.Action, step.mail)
			}
			_, due := c.mail(ann, outbox.ReminderMail)
			if want := step.due; want == "" && !due.IsZero() || want != "" && !due.Equal(at(want)) {
				t.Errorf("%s, %s: the reminder is due %s, want %s", step.now, step.fields, due.In(c.zone), want)
			}
		}
	})
}

// Nothing is mailed to customers without an address, or who are not to be contacted, and nothing without a mail server.
func TestNoBookingMails(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob, cid := c.submit("Ann"), c.submit("Bob"), c.submit("Cid")
		testkit.Must(t, c.exec(t.Context(), `UPDATE leads SET email = '' WHERE id = $1`, ann.ID))
		silent := func(l outbox.Lead) {
			t.Helper()
			for _, kind := range []outbox.Kind{outbox.CustomerMail, outbox.ReminderMail} {
				if m, _ := c.mail(l, kind); m.Action != "" {
					t.Errorf("%s gets the mail %s about %s", l.Request.Name, kind, m.Action)
				}
			}
		}
		c.change(ann, "stage=booked&price=300&slots="+thursday9)
		silent(ann)
		send := c.Send
		c.Send = nil
		c.change(cid, "stage=booked&price=300&slots="+friday9)
		silent(cid)
		c.Send = send
		c.change(bob, "stop=on")
		c.change(bob, "price=300&slots="+friday13)
		c.change(bob, "stage=booked&price=300&slots="+friday13)
		silent(bob)
	})
}

// The office reads that an offer is not emailed where mail reaches no one.
func TestNotEmailed(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		const sent, not = "Sent Mon, Nov 23, 9am", "On their page since Mon, Nov 23, 9am, not emailed"
		for email, want := range map[string]string{
			"pat.o'brien@example.com": sent, "ann@ex\u00e4mple.de": sent, "": not, "ann@example": not,
		} {
			l := c.submit("Ann " + email)
			testkit.Must(t, c.exec(t.Context(), `UPDATE leads SET email = $2 WHERE id = $1`, l.ID, email))
			c.offer(l.ID, thursday9)
			page, err := c.Request(t.Context(), l, "", nil, "")
			testkit.Must(t, err)
			m, _ := c.mail(l, outbox.CustomerMail)
			if page.OfferSent != want || (want == sent) != (m.Action != "") {
				t.Errorf("%q: the page says %q, and the mail is %q", email, page.OfferSent, m.Action)
			}
		}
	})
}

// What an action's row says of the mail and of the customer's page takes the place of what its stage says.
func TestActionTakesStagesPlace(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		lose := func(t *task) error { t.move(Lost); return nil }
		for _, a := range []Action{
			{Name: ActionAsk, do: lose, status: byStage, tells: []outbox.Kind{outbox.CustomerMail}},
			{Name: ActionCancel, do: lose, status: whileLost},
		} {
			c.change(ann, "stage=booked&price=300&slots="+friday9)
			c.clock.Advance(time.Minute)
			user := &task{Office: c.Office, ctx: t.Context(), typed: change{revision: -1},
				event: Event{Actor: "ann@example.com"}}
			testkit.Must(t, user.run(ann.ID, a))
			want := cmp.Or(words().Office().ByAction[a.Name].Status, words().Office().Customer.Closed)
			if page := c.page(ann); page.Status != want {
				t.Errorf("after %s, the page says %q, want %q", a.Name, page.Status, want)
			}
			if m, _ := c.mail(ann, outbox.CustomerMail); m.Action != a.Name {
				t.Errorf("the mail about %s is about %s", a.Name, m.Action)
			}
		}
	})
}

// A reminder is of the job as it is when it is sent, and is not sent if the customer need not be reminded by then.
func TestReminder(t *testing.T) {
	for _, kind := range outbox.Kinds() {
		p, known := plannedMails[kind]
		if kind.Planned() != known {
			t.Errorf("it is not known when mails of the kind %s are due", kind)
		}
		if known && (!kind.ToVisitor() || !slices.Contains(outbox.Mails(), kind)) {
			t.Errorf("the kind %s is no mail to the customer", kind)
		}
		if _, isMail := customerMails[p.action]; known && !isMail {
			t.Errorf("the mail of the kind %s, about %q, is not in customerMails", kind, p.action)
		}
		r := &Record{Lead: journal.Lead{Stage: p.stage}}
		if w := (Words{Site: words()}); known && w.untold(r) != w.toCustomer(p.action, r) {
			t.Errorf("customers without an address are not told what the mail of the kind %s says", kind)
		}
	}
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, ctx := c.submit("Ann"), t.Context()
		c.change(ann, "stage=booked&price=300&slots="+friday9)
		l, err := c.leads.Get(ctx, ann.ID)
		testkit.Must(t, err)
		queued := []byte(l.Delivery(outbox.ReminderMail).Body)
		remind := func() (job MailJob, err error) {
			var notice Notice
			body, err := c.Planned(ctx, outbox.ReminderMail, ann.ID, queued)
			if err == nil {
				err = json.Unmarshal(body, &notice)
			}
			return notice.Words(Words{Site: &c.site}), err
		}
		c.change(ann, "where=on&address=12+Elm+St&access=")
		c.change(ann, "price=400") // not sent
		c.in("2026-12-03T22:00")   // late, and the job is still ahead
		if job, err := remind(); err != nil || job.Action != ActionRemind || job.Slot != "Fri, Dec 4, 9–11am" ||
			job.Record.Address != "12 Elm St" || job.Price != "$300" {
			t.Errorf("the reminder says %+v, %v", job, err)
		}
		for _, step := range []struct{ now, fields string }{
			{"2026-12-03T22:00", "stage=booked&price=300&slots=2026-12-11T09"},
			{"2026-12-03T22:00", "stage=lost"}, {"2026-12-03T22:00", "done=on&amount=300&paid=cash"},
			{"2026-12-03T22:00", "stop=on"},
			{"2026-12-04T09:00", "note=it+has+begun"},
		} {
			c.in(step.now)
			c.change(ann, step.fields)
			c.wantErr("a reminder after "+step.fields, errOf(remind()), outbox.ErrSkip)
			c.in("2026-12-03T22:00")
			if !strings.HasPrefix(step.fields, "stop") {
				c.change(ann, "stage=booked&price=300&slots="+friday9)
			} else {
				testkit.Must(t, c.exec(ctx, `DELETE FROM consents WHERE action = $1`, journal.Stopped))
			}
		}
		c.wantErr("a reminder of the same job", errOf(remind()), nil)
	})
}
