package company

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/content/clock"
	"haulfront/content/load"
)

// OpeningProps are the props from which the browser computes the same as [Company.Status].
func (c *Company) OpeningProps(words OpeningWords) Opening {
	h := c.Business.Hours
	opening := Opening{
		Timezone: h.Timezone, Cutoff: clock.Minutes(c.Cutoff()), Holidays: h.Holidays, Seasons: slices.Clone(h.Seasons),
		Response: 60 * c.Business.ResponseHours,
		EveryDay: h.EveryDay, Days: words.weekdays(), Words: words,
	}
	opening.Opens, opening.Closes = h.week()
	for i, s := range h.Seasons {
		opening.Seasons[i].Opens, opening.Seasons[i].Closes = h.In(&s).week()
	}
	return opening
}

// week is when each weekday opens and closes, in minutes since midnight, both 0 on closed ones.
func (h Hours) week() (opens, closes []int) {
	for _, day := range clock.Weekdays {
		s := h.shift(day)
		opens, closes = append(opens, clock.Minutes(s.Opens)), append(closes, clock.Minutes(s.Closes))
	}
	return opens, closes
}

// Status says whether the office is open at a moment, and when it opens next.
func (c *Company) Status(words *OpeningWords, at time.Time) string {
	at = at.In(c.Location())
	h, text := c.Business.Hours, words.Open
	switch {
	case !h.IsOpen(at):
		text = words.Closed
	case at.Before(clock.On(at, c.Cutoff())):
		text = words.SameDay
	}
	next := h.NextOpening(at)
	return clock.Spanish(strings.NewReplacer("[closes]", clock.Format(h.on(at).Closes, "3pm"),
		"[day]", words.DayName(next, at), "[opens]", clock.Format(next.Format("15:04"), "3pm")).Replace(text))
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

func (words *OpeningWords) weekdays() []string {
	if words.Days != nil {
		return words.Days
	}
	return clock.Weekdays
}

func (s *Season) has(day string) bool {
	day = day[max(0, len(day)-len(s.From)):]
	if s.From > s.To { // over the turn of the year
		return day >= s.From || day <= s.To
	}
	return s.From <= day && day <= s.To
}

// In is the week in a season. Without weekdays of the season's own, days with hours of their own keep them.
func (h Hours) In(s *Season) Hours {
	h.Seasons = nil
	if span := clock.Span(s.Hours); span != "" {
		h.Opens, h.Closes, _ = strings.Cut(span, "-")
	} else { // with none while the office is closed
		h.FirstDay, h.LastDay, h.Except = "", "", clock.Week(s.Hours)
	}
	return h
}

// Dates are the first and the last day in a year, and in the next one over the turn of the year.
func (s *Season) Dates(year int) (from, to time.Time) {
	if from, err := time.Parse(time.DateOnly, s.From); err == nil {
		to, _ = time.Parse(time.DateOnly, s.To)
		return from, to
	}
	from, _ = time.Parse("01-02", s.From)
	to, _ = time.Parse("01-02", s.To)
	if s.From > s.To {
		to = to.AddDate(1, 0, 0)
	}
	return from.AddDate(year, 0, 0), to.AddDate(year, 0, 0)
}

// days are the first and the last day in words, "Nov 1–Mar 31", with the year if the season is in one alone.
func (s *Season) days(to string, name func(month string) string) string {
	from, last := s.Dates(0)
	layout := "\u00a02"
	if from.Year() > 1 {
		layout += ", 2006"
	}
	first, end := name(from.Month().String())+from.Format(layout), name(last.Month().String())+last.Format(layout)
	if last.Year() == 0 && from.Month() == last.Month() && from != last {
		end = last.Format("2") // as in "Dec 24–26"
	}
	return strings.Join(slices.Compact([]string{first, end}), to)
}

var seasonDay = regexp.MustCompile(`^(\d{4}-)?\d\d-\d\d$`)

func (h *Hours) checkSeasons(d *load.Decoder) {
	for i := range h.Seasons {
		s := &h.Seasons[i]
		for _, day := range []*string{&s.From, &s.To} {
			// 2024 is a leap year.
			if _, err := time.Parse(time.DateOnly, "2024-"[:max(0, 10-len(*day))]+*day); err != nil ||
				!seasonDay.MatchString(*day) || len(s.From) != len(s.To) {
				d.Report(day, "wanted days of every year such as 11-01, or of one such as 2026-12-24",
					"the season is from %q to %q", s.From, s.To)
				return
			}
		}
		if from, to := s.Dates(2024); to.Before(from) || to.After(from.AddDate(1, 0, 0)) {
			d.Report(&s.To, "wanted a last day after the first, in a year at most", "the season ends on %s", s.To)
		}
		if s.Hours != clock.Closed && clock.Span(s.Hours) == "" && clock.Week(s.Hours) == nil {
			d.Report(&s.Hours, `wanted "08:00-16:00" on the weekdays of the year, weekdays of its own, such as `+
				`"Mon-Fri 08:00-17:00, Sat 08:00-12:00", or closed`, "the hours of the season are %q", s.Hours)
		}
	}
	// On a day in two seasons the shorter one counts, such as a holiday in summer.
	length := func(s Season) time.Duration { from, to := s.Dates(2024); return to.Sub(from) }
	slices.SortStableFunc(h.Seasons, func(a, b Season) int { return cmp.Compare(length(a), length(b)) })
	for day := range 366 {
		if h.WorkingDay(time.Date(2023, time.January, day, 0, 0, 0, 0, time.UTC)) {
			return
		}
	}
	d.Report(h, "wanted at least one day in every year", "the office is never open")
}
