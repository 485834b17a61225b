// Package holiday knows the days of holidays in the United States, by the names that people write.
package holiday

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// rule is a day of every year, or the nth weekday of a month, the last one for 0, and so many days after it.
type rule struct {
	month      time.Month
	day        int
	nth, after int
	weekday    time.Weekday
}

// rules are those of holidays (5 U.S.C. 6103) and of days beside them, by their names in lower case.
var rules = map[string]rule{
	"new year’s day": {month: 1, day: 1}, "juneteenth": {month: 6, day: 19}, "independence day": {month: 7, day: 4},
	"fourth of july": {month: 7, day: 4}, "veterans day": {month: 11, day: 11}, "christmas": {month: 12, day: 25},
	"christmas day": {month: 12, day: 25}, "christmas eve": {month: 12, day: 24},
	"new year’s eve": {month: 12, day: 31}, "martin luther king day": {month: 1, nth: 3, weekday: time.Monday},
	"presidents’ day": {month: 2, nth: 3, weekday: time.Monday}, "memorial day": {month: 5, weekday: time.Monday},
	"labor day": {month: 9, nth: 1, weekday: time.Monday}, "columbus day": {month: 10, nth: 2, weekday: time.Monday},
	"thanksgiving":           {month: 11, nth: 4, weekday: time.Thursday},
	"thanksgiving day":       {month: 11, nth: 4, weekday: time.Thursday},
	"day after thanksgiving": {month: 11, nth: 4, weekday: time.Thursday, after: 1},
}

var dayForm = regexp.MustCompile(`^\d\d-\d\d$`)

// years is for how many years a holiday is known, this one first.
const years = 6

// Dates are the next days of a holiday, "2026-11-26", by its name, or of a day of every year, "12-25", and a date is
// itself; nil for others.
func Dates(text string, now time.Time) (dates []string) {
	name := strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "'", "’"), "the ")
	known, ok := rules[name]
	if !ok && name == "easter" {
		known, ok = rule{nth: -1}, true
	}
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return []string{text}
	}
	for year := now.Year(); year < now.Year()+years; year++ {
		date := fmt.Sprintf("%d-%s", year, text)
		if ok {
			date = known.in(year).Format(time.DateOnly)
		}
		// The 29th of February is in leap years alone.
		if _, err := time.Parse(time.DateOnly, date); err == nil && (ok || dayForm.MatchString(text)) {
			dates = append(dates, date)
		}
	}
	return dates
}

func (r rule) in(year int) time.Time {
	switch {
	case r.nth < 0:
		return easter(year)
	case r.day > 0:
		return time.Date(year, r.month, r.day, 0, 0, 0, 0, time.UTC)
	}
	first := time.Date(year, r.month, 1, 0, 0, 0, 0, time.UTC)
	day := first.AddDate(0, 0, int(r.weekday-first.Weekday()+7)%7+7*(max(1, r.nth)-1))
	for r.nth == 0 && day.AddDate(0, 0, 7).Month() == r.month {
		day = day.AddDate(0, 0, 7)
	}
	return day.AddDate(0, 0, r.after)
}

// easter is Easter Sunday by the algorithm of J.-M. Oudin: https://aa.usno.navy.mil/faq/easter.
func easter(y int) time.Time {
	c, n := y/100, y%19
	i := c - c/4 - (c-(c-17)/25)/3 + 19*n + 15
	i %= 30
	i -= i / 28 * (1 - i/28*(29/(i+1))*((21-n)/11))
	j := (y + y/4 + i + 2 - c + c/4) % 7
	l := i - j
	m := 3 + (l+40)/44
	return time.Date(y, time.Month(m), l+28-31*(m/4), 0, 0, 0, 0, time.UTC)
}

// Range is the days from the first to the last, "2026-12-24" and "2026-12-26".
type Range struct{ From, To string }

// Soon are those of the dates that are in the three weeks from a day on.
func Soon(dates []string, day time.Time) (ranges []Range) {
	for n := range 21 {
		date, before := day.AddDate(0, 0, n).Format(time.DateOnly), day.AddDate(0, 0, n-1).Format(time.DateOnly)
		switch last := len(ranges) - 1; {
		case !slices.Contains(dates, date):
		case last >= 0 && ranges[last].To == before:
			ranges[last].To = date
		default:
			ranges = append(ranges, Range{date, date})
		}
	}
	return ranges
}

// Text is ranges as pages write them, "Dec 24–26, Dec 31–Jan 1, Jan 18".
func Text(ranges []Range) string {
	texts := make([]string, len(ranges))
	for i, r := range ranges {
		from, _ := time.Parse(time.DateOnly, r.From)
		to, _ := time.Parse(time.DateOnly, r.To)
		texts[i] = from.Format("Jan\u00a02")
		switch {
		case r.From == r.To:
		case from.Month() == to.Month():
			texts[i] += to.Format("–2")
		default:
			texts[i] += to.Format("–Jan\u00a02")
		}
	}
	return strings.Join(texts, ", ")
}
