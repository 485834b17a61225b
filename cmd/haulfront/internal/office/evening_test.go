package office

import (
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A day with jobs that are done, paid and not, called off, missed and forgotten is in the evening's mail as in a book
// that is kept by hand; what was before it and is settled is not.
func TestEvening(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		settled, ann, bob, cat, dan, eve, fay := c.submit("Settled"), c.submit("Ann"), c.submit("Bob"), c.submit("Cat"),
			c.submit("Dan"), c.submit("Eve"), c.submit("Fay")
		gus := c.submit("Gus")
		c.change(settled, "stage=booked")
		c.change(settled, "done=on&amount=75&paid=cash")
		c.in("2026-11-23T09:30")
		since := c.clock.Now()
		c.change(ann, "stage=booked&address=12 Elm St&slots=2026-11-23T11")
		c.change(bob, "stage=booked")
		c.change(cat, "stage=booked&address=3 Ash Ct&slots=2026-11-24T13")
		c.change(dan, "stage=booked&address=4 Fir Ln&slots=2026-11-25T09")
		c.change(fay, "stage=booked&address=6 Yew Rd&slots=2026-11-23T15")
		c.change(gus, "stage=booked&address=7 Oak Dr&slots=2026-11-23T13")
		c.in("2026-11-23T13:30")
		c.change(gus, "noShow=on")
		c.change(ann, "noShow=on")
		c.change(ann, "stage=booked") // it was a mistake
		c.in("2026-11-23T14:00")
		c.change(ann, "done=on&amount=412.50&paid=card")
		c.change(bob, "done=on&amount=90&paid=net30")
		c.change(c.submit("Hal"), "stage=done") // without an amount, and so not known to be paid
		testkit.Must(t, c.answer(dan, ActionCancel, "", 0))
		c.in("2026-11-23T19:00")
		evening, err := c.Evening(t.Context(), since, c.clock.Now())
		testkit.Must(t, err)
		mail := c.words().SummaryMail(MailSummary{Since: since, Until: c.clock.Now(), Evening: evening})
		var got []string
		for _, section := range mail.Sections {
			got = append(got, section.Title+": "+strings.Join(section.Steps, "; "))
		}
		const by = ", (214) 555-0100"
		want := []string{
			"Done: Other · Bob · $90 · Net 30; Other · Hal · Not yet; " +
				"Mon, Nov 23, 11am–1pm · Other · Ann · $412.50 · Card; In all: Card $412.50 · Net 30 $90 · Not yet $0",
			"Over, and not closed yet: Mon, Nov 23, 3–5pm · Other · Fay" + by,
			"Called off by the customer: Other · Dan" + by,
			"No-shows: Other · Gus" + by,
			"Not paid yet: $90 · Bob" + by + "; Hal" + by,
			"Waiting for your answer: Mon, Nov 23, 9am · Other · Eve" + by,
			"Jobs for Tuesday, November 24: 1–3pm · Other · Cat" + by + " · 3 Ash Ct",
			"Problems: None",
		}
		if !slices.Equal(got, want) || mail.Subject != "Monday: 3 jobs done, $502.50 · No quote requests" {
			t.Errorf("the mail %q is\n%s\nwant\n%s", mail.Subject, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		c.change(eve, "stage=lost")
		next, err := c.Evening(t.Context(), c.clock.Now(), time.Date(2026, 11, 25, 19, 0, 0, 0, c.zone))
		testkit.Must(t, err)
		if len(next.Done)+len(next.CalledOff)+len(next.NoShows)+len(next.Waiting)+len(next.Planned) > 0 {
			t.Errorf("two days later the evening is %+v, want nothing but what is left", next)
		}
	})
}
