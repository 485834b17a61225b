package company

import (
	"slices"
	"strings"
	"time"
)

// OpeningProps are the props from which the browser computes the same as [Company.Status].
func (c *Company) OpeningProps(words OpeningWords) Opening {
	h := c.Business.Hours
	return Opening{
		Timezone: h.Timezone, First: slices.Index(weekdays, h.FirstDay), Last: slices.Index(weekdays, h.LastDay),
		Opens: minutes(h.Opens), Closes: minutes(h.Closes), Cutoff: minutes(c.Cutoff()), Holidays: h.Holidays,
		NextDayCutoff: c.NextDayCutoff(), Days: weekdays, Words: words,
	}
}

// Status says whether the office is open at a moment, and when it opens next.
func (c *Company) Status(words *OpeningWords, at time.Time) string {
	at = at.In(c.Location())
	h := c.Business.Hours
	if !h.IsOpen(at) {
		return strings.ReplaceAll(words.Closed, "[day]", words.DayName(h.NextOpening(at), at))
	}
	if at.Before(On(at, c.Cutoff())) {
		return words.SameDay
	}
	return words.Open
}

// DayName names a day as seen from another: "today", "tomorrow", "Monday", and "Monday, 1/4" if there is an earlier
// Monday.
func (words *OpeningWords) DayName(day, from time.Time) string {
	date := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	switch n := date(day).Sub(date(from)) / (24 * time.Hour); {
	case n == 0:
		return words.Today
	case n == 1:
		return words.Tomorrow
	case n >= 7:
		return day.Format("Monday, 1/2")
	}
	return day.Format("Monday")
}
