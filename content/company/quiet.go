package company

import (
	"cmp"
	"time"

	"haulfront/content/load"
)

// QuietHours are from a time of day until one of the next day, maybe another on Sundays: nothing that sells is texted.
type QuietHours struct {
	From, Until string
	SundayUntil string `yaml:",omitempty"`
}

// QuietUntil reports whether a message that sells should wait, and until when. Answers to requests do not sell.
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
