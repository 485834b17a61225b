package company

import (
	"cmp"
	"time"

	"haulfront/content/load"
)

// QuietHours are the hours in which nothing that sells is texted: from a time of day until one of the next day, which
// may be another on Sundays.
type QuietHours struct {
	From, Until string
	SundayUntil string `yaml:",omitempty"`
}

// QuietUntil reports whether a message that sells should not be sent at a time, and until when. An answer to the
// customer's own request does not sell.
func (c *Company) QuietUntil(now time.Time) (until time.Time, quiet bool) {
	q := c.Business.QuietHours
	if q == nil {
		return until, false
	}
	day := now.In(c.Location())
	if !day.Before(On(day, q.From)) {
		day = day.AddDate(0, 0, 1)
	}
	until = On(day, q.Until)
	if day.Weekday() == time.Sunday {
		until = On(day, cmp.Or(q.SundayUntil, q.Until))
	}
	return until, now.Before(until)
}

func (q *QuietHours) Check(d *load.Decoder) {
	checkClock(d, &q.From)
	for _, until := range []*string{&q.Until, &q.SundayUntil} {
		if *until == "" {
			continue
		}
		checkClock(d, until)
		if minutes(*until) >= minutes(q.From) {
			d.Report(until, "wanted a time of the next day before that", "the quiet hours begin at %s and end at %s",
				q.From, *until)
		}
	}
}
