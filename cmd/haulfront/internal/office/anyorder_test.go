package office

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/testkit"
)

// userForms and customerForms are forms about any request, with SLOT for a slot and VISIT for the number of a visit.
var (
	userForms = []string{
		"price=300&slots=SLOT", "price=300&stage=booked&slots=SLOT", "price=900&days=2&stage=booked&slots=SLOT",
		"kind=estimate&stage=booked&slots=SLOT", "price=300&kind=estimate&slots=SLOT", "price=400", "looked=on",
		"every=2+weeks&price=300&stage=booked&slots=SLOT", "every=week&price=300", "every=&price=300",
		"done=on&amount=100&paid=cash", "done=on&amount=100&paid=unpaid&visit=VISIT", "done=on&paid=last&visit=VISIT",
		"noShow=on", "noShow=on&visit=VISIT", "callOffDay=on&visit=VISIT", "bank=on&visit=VISIT", "end=on",
		"banked=on&slots=SLOT", "visit=VISIT&stage=booked&slots=SLOT", "tapped=on", "note=x",
		"stage=new", "stage=contacted", "stage=quoted", "stage=booked", "stage=done", "stage=lost", "stage=spam",
	}
	customerForms = []string{
		"answer=yes&address=x&slot=SLOT", "answer=other", "answer=no", "answer=ok", "answer=cancel",
		"answer=move&slot=SLOT", "answer=book&address=x&slot=SLOT", "answer=skip&visit=VISIT",
		"answer=bank&visit=VISIT", "answer=end", "note=x",
	}
)

// TestAnyOrder sends forms about a request in any order. Whatever they do, its stage says the same as its visits, a
// visit that ended stays as it was or is planned again, the hours of trucks are those of the planned visits, and the
// customer gets a mail about each new time and each one called off, or is on the list of those to be texted.
func TestAnyOrder(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		if strings.HasSuffix(t.Name(), "postgres") {
			return // the same, more slowly
		}
		start, n := c.clock.Now(), 0
		rapid.Check(t, func(rt *rapid.T) {
			c.clock.Set(start)
			n++
			l := c.submit("Ann " + strconv.Itoa(n))
			before, err := c.record(rt.Context(), c.Journal.Reader(), l.ID)
			testkit.Must(t, err)
			for range rapid.IntRange(1, 12).Draw(rt, "forms") {
				c.clock.Advance(time.Duration(rapid.IntRange(0, 30).Draw(rt, "hours"))*time.Hour + time.Minute)
				testkit.Must(t, c.exec(rt.Context(), `DELETE FROM deliveries WHERE kind = 'customer'`))
				form := c.anyForm(rt)
				if form.Has("answer") {
					err = c.ChangeAsCustomer(rt.Context(), l.Token, form, nil)
				} else {
					err = c.Change(rt.Context(), l.ID, "ann@example.com", form)
				}
				if err != nil && !errors.As(err, new(Refusal)) && !errors.Is(err, ErrEnded) {
					rt.Fatalf("%v: %v", form, err)
				}
				after, err := c.record(rt.Context(), c.Journal.Reader(), l.ID)
				testkit.Must(t, err)
				problems := c.problems(&before, &after)
				if !form.Has("answer") && c.isSilent(&before, &after) {
					problems = append(problems, "the customer does not learn of it")
				}
				for _, problem := range problems {
					rt.Errorf("%v: %s after %s %+v:\n%s %+v", form, problem, before.Stage, before.Visits, after.Stage,
						after.Visits)
				}
				before = after
			}
			for _, problem := range c.figures(&before) {
				rt.Errorf("%s, of %s %+v", problem, before.Stage, before.Visits)
			}
			testkit.Must(t, c.do(l, "ann@example.com", "stage=spam")) // the truck is free for others
		})
	})
}

// anyForm draws a form of a user or of a customer.
func (c *customers) anyForm(rt *rapid.T) url.Values {
	day := c.Office.in(millis(c.clock.Now())).AddDate(0, 0, rapid.IntRange(0, 9).Draw(rt, "day"))
	hour := rapid.SampledFrom([]string{"07", "11", "15"}).Draw(rt, "hour")
	visit := strconv.Itoa(rapid.IntRange(1, 6).Draw(rt, "visit"))
	text := rapid.SampledFrom(append(userForms, customerForms...)).Draw(rt, "form")
	fill := strings.NewReplacer("SLOT", day.Format("2006-01-02T")+hour, "VISIT", visit)
	form, err := url.ParseQuery(fill.Replace(text))
	testkit.Must(c.t, err)
	return form
}

// problems returns what contradicts itself in a request after a change.
func (c *customers) problems(before, after *Record) (list []string) {
	add := func(is bool, problem string) {
		if is {
			list = append(list, problem)
		}
	}
	planned := after.upcoming()
	add((after.Stage == Booked) != (len(planned) > 0), "it is booked, or has visits that are planned")
	add(after.Stage == Done && len(after.done()) == 0, "it is done without a pickup")
	add(len(after.Visits) < len(before.Visits), "a visit is gone")
	for i, v := range before.Visits[:min(len(before.Visits), len(after.Visits))] {
		now := after.Visits[i]
		add(v.Number != i+1, "a visit has another number")
		add(v.State != Planned && v.State != now.State && now.State != Planned && after.Stage == before.Stage,
			"a visit ended twice")
		add(now.State != Planned && now.Begin != v.Begin, "a visit that ended has another time")
	}
	hours := 0
	for _, v := range planned {
		if v.Begin != 0 && c.words().takesTruck(v) {
			hours += v.length()
		}
	}
	n := 0
	testkit.Must(c.t, c.Journal.Reader().QueryRowContext(c.t.Context(), `SELECT COUNT(*) FROM truck_hours
		WHERE lead_id = $1`, after.ID).Scan(&n))
	add(n != hours, "the hours of trucks are others")
	return list
}

// isSilent reports whether a time to come was set, moved or called off, and neither a mail to the customer is queued
// nor a text is left to the office. The pickups that a plan goes on with are in the mail about the next one.
func (c *customers) isSilent(before, after *Record) bool {
	was, now := append(slices.Clip(before.Visits), make([]Visit, len(after.Visits))...), millis(c.clock.Now())
	n := 0
	testkit.Must(c.t, c.Journal.Reader().QueryRowContext(c.t.Context(), `SELECT COUNT(*) FROM deliveries
		WHERE kind = 'customer'`).Scan(&n))
	return n == 0 && after.Job.Untold == "" && after.Stage != Spam &&
		slices.ContainsFunc(after.Visits, func(v Visit) bool {
			was := was[v.Number-1]
			if was.Number == 0 && before.continues() {
				return false
			}
			isOff := was.State == Planned && was.Begin > now && v.State != Planned && v.State != Done
			return isOff || v.State == Planned && v.Begin > now &&
				(v.Begin != was.Begin || was.State != Planned && was.State != Done)
		})
}

// figures returns what the export of jobs, that of requests, and the list of jobs that are not paid say of a request's
// money, where that differs from its visits.
func (c *customers) figures(r *Record) (list []string) {
	ctx, made := c.t.Context(), r.done()
	want := charged(made)
	owed := slices.DeleteFunc(slices.Clone(made), func(v Visit) bool { return !v.isOwed() })
	jobs, err := c.Jobs(ctx, time.Time{}, time.Time{})
	testkit.Must(c.t, err)
	cents, open := 0, 0
	for _, job := range jobs {
		if job.Reference == journal.Reference(r.ID) {
			cents += job.cents
			if job.Paid == unpaid || job.Paid == "net30" {
				open += job.cents
			}
		}
	}
	sales, err := Sales(ctx, c.Journal.Reader(), time.UTC)
	testkit.Must(c.t, err)
	unpaidJobs, err := c.Inbox(ctx, Query{List: unpaid})
	testkit.Must(c.t, err)
	text, cards := "", slices.DeleteFunc(unpaidJobs.Columns[0].Cards, func(card Card) bool { return card.ID != r.ID })
	for _, card := range cards {
		text = fmt.Sprint(card.Ways)
	}
	if cents != want || open != charged(owed) {
		list = append(list, fmt.Sprintf("the export of jobs has %d, %d of it owed", cents, open))
	}
	if amount := sales[r.ID].Amount; amount != dollars(want) && (amount != "" || len(made) > 0) {
		list = append(list, "the export of requests has "+amount)
	}
	if len(cards) != min(len(owed), 1) || charged(owed) > 0 && !strings.Contains(text,
		url.PathEscape("balance of "+AmountWords(charged(owed))+".")) {
		list = append(list, fmt.Sprintf("%d cards say that it is owed: %s", len(cards), text))
	}
	return list
}
