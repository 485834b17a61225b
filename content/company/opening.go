package company

import (
	"strings"
	"time"
)

// OpeningProps are the props from which the browser computes the same as [Company.Status].
func (c *Company) OpeningProps(words OpeningWords) Opening {
	h := c.Business.Hours
	opening := Opening{
		Timezone: h.Timezone, Cutoff: minutes(c.Cutoff()), Holidays: h.Holidays, Seasons: h.Seasons,
		Response: 60 * c.Business.ResponseHours,
		EveryDay: c.everyDay(), Days: words.weekdays(), Words: words,
	}
	for i, day := range weekdays {
		s := h.shift(day)
		if _, own := h.Except[day]; own && h.Seasons != nil {
			opening.Own = append(opening.Own, i)
		}
		opening.Opens = append(opening.Opens, minutes(s.Opens))
		opening.Closes = append(opening.Closes, minutes(s.Closes))
	}
	return opening
}

// Status says whether the office is open at a moment, and when it opens next.
func (c *Company) Status(words *OpeningWords, at time.Time) string {
	at = at.In(c.Location())
	h := c.Business.Hours
	if !h.IsOpen(at) {
		next := h.NextOpening(at)
		return strings.NewReplacer("[day]", words.DayName(next, at), "[opens]", Clock(next.Format("15:04"), "3pm")).
			Replace(words.Closed)
	}
	text := words.Open
	if at.Before(On(at, c.Cutoff())) {
		text = words.SameDay
	}
	return strings.ReplaceAll(text, "[closes]", Clock(h.on(at).Closes, "3pm"))
}

// DayName names a day as seen from another: "today", "tomorrow", "Monday", and after a week "Monday, 1/4".
func (words *OpeningWords) DayName(day, from time.Time) string {
	date := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	name := words.weekdays()[(day.Weekday()+6)%7]
	switch n := date(day).Sub(date(from)) / (24 * time.Hour); {
	case n == 0:
		return words.Today
	case n == 1:
		return words.Tomorrow
	case n >= 7:
		return name + day.Format(", 1/2")
	}
	return name
}

// weekdays are the days of a week, Monday first.
func (words *OpeningWords) weekdays() []string {
	if words.Days != nil {
		return words.Days
	}
	return weekdays
}
