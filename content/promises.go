package content

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"haulfront/content/company"
)

// dayName names a day as seen from another: "today", "tomorrow", "Monday", and "Monday, 1/4" if there is an earlier
// Monday.
func (s *Site) dayName(day, from time.Time) string {
	date := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	switch n := date(day).Sub(date(from)) / (24 * time.Hour); {
	case n == 0:
		return s.shared.Opening.Today
	case n == 1:
		return s.shared.Opening.Tomorrow
	case n >= 7:
		return day.Format("Monday, 1/2")
	}
	return day.Format("Monday")
}

// Opening is the office's status at a moment, with the time of the next opening.
func (s *Site) Opening(at time.Time) string {
	at = at.In(s.Location())
	h, words := s.Business.Hours, &s.shared.Opening
	if !h.IsOpen(at) {
		return strings.ReplaceAll(words.Closed, "[day]", s.dayName(h.NextOpening(at), at))
	}
	if at.Before(company.On(at, s.Cutoff())) {
		return words.SameDay
	}
	return words.Open
}

// Sooner is what a visitor reads who cannot wait for the answer, "" while nobody picks up the phone.
func (s *Site) Sooner(at time.Time) string {
	if !s.Business.Hours.IsOpen(at.In(s.Location())) {
		return ""
	}
	return s.quote.Labels.Sooner
}

// Earliest is what a visitor reads who needs a job on the day of at, if it is too late to book one, "" if it is not.
func (s *Site) Earliest(at time.Time) string {
	at = at.In(s.Location())
	if s.Business.Hours.WorkingDay(at) && at.Before(company.On(at, s.Cutoff())) {
		return ""
	}
	next := company.On(at, "24:00")
	if !s.Business.Hours.WorkingDay(at) || 60*at.Hour()+at.Minute() >= s.NextDayCutoff() ||
		slices.Contains(s.Business.Hours.Holidays, next.Format(time.DateOnly)) {
		next = s.Business.Hours.NextOpening(next)
	}
	return strings.ReplaceAll(s.quote.Messages.Earliest, "[day]", s.dayName(next, at))
}

// opening is the props from which the browser computes the same as [Site.Opening].
func (s *Site) opening() company.Opening {
	h := s.Business.Hours
	return company.Opening{
		Timezone: h.Timezone, First: slices.Index(company.Weekdays, h.FirstDay), Last: slices.Index(company.Weekdays, h.LastDay),
		Opens: company.Minutes(h.Opens), Closes: company.Minutes(h.Closes), Cutoff: company.Minutes(s.Cutoff()), Holidays: h.Holidays,
		NextDayCutoff: s.NextDayCutoff(), Days: company.Weekdays, Words: s.shared.Opening,
	}
}

// answerStep is the precision of [Site.AnswerBy], which rounds up: nobody calls to the minute.
const answerStep = 5 * time.Minute

// AnswerBy is the promise of an answer to a request from a ZIP code received at a moment, see AnswerDue. way is one of
// the form's ways to answer; empty is a call.
func (s *Site) AnswerBy(received time.Time, way, zip string) string {
	received = received.In(s.Location()).Truncate(time.Second) // the precision of a receipt's time
	by := s.AnswerDue(received)
	if rest := by.Sub(by.Truncate(answerStep)); rest > 0 {
		by = by.Add(answerStep - rest)
	}
	promises := s.quote.By
	if s.AreaNote(zip) != "" {
		promises = s.quote.ByOutside
	}
	text := cmp.Or(promises[way], promises[contactWays[0]])
	at := company.Clock(by.Format("15:04"), "3pm")
	return strings.NewReplacer("[day]", s.dayName(by, received), "[time]", at).Replace(text)
}
