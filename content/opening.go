package content

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// What the business hours mean at a moment. The browser follows the same rule in components/islands/opening.ts, because pages
// stay in memory and in caches; a property test holds both together.

// workingDay reports whether the office opens on the day of at, which is in the office's zone.
func (h hours) workingDay(at time.Time) bool {
	day := weekdays[(int(at.Weekday())+6)%7] // Monday is the first
	return slices.Contains(h.days(), day) && !slices.Contains(h.Holidays, at.Format(time.DateOnly))
}

// on is a time of day, "07:00", on the day of at.
func on(at time.Time, clock string) time.Time {
	t, _ := time.Parse("15:04", clock) // check has looked at it
	return time.Date(at.Year(), at.Month(), at.Day(), t.Hour(), t.Minute(), 0, 0, at.Location())
}

// nextDay is the beginning of the day after at's.
func nextDay(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, at.Location())
}

// nextOpening is when the office opens next, counted from a moment when it is closed.
func (h hours) nextOpening(at time.Time) time.Time {
	for ; ; at = nextDay(at) {
		if opening := on(at, h.Opens); h.workingDay(at) && !at.After(opening) {
			return opening
		}
	}
}

// isOpen reports whether somebody answers at a moment.
func (h hours) isOpen(at time.Time) bool {
	return h.workingDay(at) && !at.Before(on(at, h.Opens)) && at.Before(on(at, h.Closes))
}

// after is the moment when the office will have been open for d since at.
func (h hours) after(at time.Time, d time.Duration) time.Time {
	for {
		if !h.isOpen(at) {
			at = h.nextOpening(at)
		}
		left := on(at, h.Closes).Sub(at)
		if d <= left {
			return at.Add(d)
		}
		d -= left
		at = on(at, h.Closes)
	}
}

// dayName names a day for somebody who reads it at another moment: "today", "Monday", and "Monday, 1/4" where the name alone
// would be that of a nearer day.
func (s *Site) dayName(day, from time.Time) string {
	date := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	name := day.Weekday().String()
	switch n := date(day).Sub(date(from)) / (24 * time.Hour); {
	case n == 0:
		return s.shared.Opening.Today
	case n >= 7:
		return name + ", " + day.Format("1/2")
	}
	return name
}

// Opening says whether the office is open at a moment, and until or from when.
func (s *Site) Opening(at time.Time) string {
	at = at.In(s.zone())
	h, words := s.business.Hours, &s.shared.Opening
	if !h.isOpen(at) {
		return strings.ReplaceAll(words.Closed, "[day]", s.dayName(h.nextOpening(at), at))
	}
	if at.Before(on(at, s.cutoff())) {
		return words.SameDay
	}
	return words.Open
}

// cutoff is the time of day until which a job can be booked for the same day.
// Without such a fact it is midnight, and no job can.
func (s *Site) cutoff() string {
	if f := s.facts.Facts[sameDayCutoff]; f != nil {
		return clockTime(f.Text)
	}
	return "00:00"
}

// sameDayCutoff is the fact that says so in words.
const sameDayCutoff = "same_day_cutoff"

// clockTime reads a time of day as people write it, "noon", "3pm" or "3:30pm"; empty where it is none.
func clockTime(text string) string {
	if text == "noon" {
		return "12:00"
	}
	for _, layout := range []string{"3pm", "3:04pm"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format("15:04")
		}
	}
	return ""
}

// answerStep is what the time by which a request is answered is rounded up to: nobody calls to the minute.
const answerStep = 5 * time.Minute

// AnswerBy says who answers a request that was received at a moment, and by when: within [business.ResponseHours] of the office
// being open. way is one of the form's ways to answer; empty is a call.
func (s *Site) AnswerBy(received time.Time, way string) string {
	received = received.In(s.zone())
	by := s.business.Hours.after(received, time.Duration(s.business.ResponseHours)*time.Hour)
	if rest := by.Sub(by.Truncate(answerStep)); rest > 0 {
		by = by.Add(answerStep - rest)
	}
	words := s.quote.By
	text := words[way]
	if text == "" {
		text = words[contactWays[0]]
	}
	return strings.NewReplacer("[day]", s.dayName(by, received), "[time]", clock(by.Format("15:04"), "3pm")).Replace(text)
}

// opening is the props from which the browser says the same as [Site.Opening].
func (s *Site) opening() Opening {
	h, words := s.business.Hours, s.shared.Opening
	return Opening{
		Timezone: h.Timezone, First: slices.Index(weekdays, h.FirstDay), Last: slices.Index(weekdays, h.LastDay),
		Opens: minutes(h.Opens), Closes: minutes(h.Closes), Cutoff: minutes(s.cutoff()), Holidays: h.Holidays,
		Days: weekdays, Words: words,
	}
}

// minutes is a time of day, "07:00", in minutes since midnight.
func minutes(clock string) int {
	hour, minute, _ := strings.Cut(clock, ":")
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	return 60*h + m
}

// checkHolidays reports days that are none, or stand in the list twice.
func (h *hours) checkHolidays(d *decoder) {
	for i := range h.Holidays {
		day := &h.Holidays[i]
		switch _, err := time.Parse(time.DateOnly, *day); {
		case err != nil:
			d.report(day, "wanted one like 2026-12-25", "%q is not a day", *day)
		case slices.Contains(h.Holidays[:i], *day):
			d.report(day, "wanted it once", "the holiday %s is listed twice", *day)
		}
	}
}
