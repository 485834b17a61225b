package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Pages stay in caches, so the browser computes the office's status with the same rules, in
// components/islands/opening.ts; a property test compares both.

// hours are the opening hours, the same on every day from FirstDay to LastDay.
type hours struct {
	FirstDay, LastDay string
	// Opens and Closes are times of day, "07:00", in the zone named by Timezone.
	Opens, Closes, Timezone string
	// Holidays are working days on which the office is closed, "2026-12-25".
	Holidays []string `yaml:",omitempty"`

	zone *time.Location
}

// Opening is the data for the office's status at any moment. Days are counted from Monday, which is 0, times of day in
// minutes since midnight.
type Opening struct {
	Timezone string `json:"timezone"`
	First    int    `json:"first"`
	Last     int    `json:"last"`
	Opens    int    `json:"opens"`
	Closes   int    `json:"closes"`
	// Cutoff is the deadline for booking a job on the same day.
	Cutoff   int          `json:"cutoff"`
	Holidays []string     `json:"holidays,omitempty"`
	Days     []string     `json:"days"`
	Words    OpeningWords `json:"words"`
}

// OpeningWords describe the office's status.
type OpeningWords struct {
	// SameDay applies while a job can be booked for today, Open after that.
	SameDay string `json:"sameDay"`
	Open    string `json:"open"`
	// Closed applies at all other times. [day] is the day of the next opening: Today, or its name.
	Closed string `json:"closed"`
	Today  string `json:"today"`
	// Hours introduces the hours if no script computes the status.
	Hours string `json:"hours"`
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

func (h hours) days() []string {
	return weekdays[slices.Index(weekdays, h.FirstDay) : slices.Index(weekdays, h.LastDay)+1]
}

// brief is "Mon–Sat 7–7", short "Mon–Sat 7am–7pm", long "Monday to Saturday, 7am to 7pm".
func (h hours) brief() string { return h.abbreviated("3") }
func (h hours) short() string { return h.abbreviated("3pm") }

func (h hours) abbreviated(layout string) string {
	return fmt.Sprintf("%s–%s %s–%s",
		abbreviate(h.FirstDay), abbreviate(h.LastDay), clock(h.Opens, layout), clock(h.Closes, layout))
}

func (h hours) long() string {
	return fmt.Sprintf("%s to %s, %s to %s", h.FirstDay, h.LastDay, clock(h.Opens, "3pm"), clock(h.Closes, "3pm"))
}

// ends is when the office closes for the week, "Saturday at 7pm", starts when it opens again.
func (h hours) ends() string   { return h.LastDay + " at " + clock(h.Closes, "3pm") }
func (h hours) starts() string { return h.FirstDay + " at " + clock(h.Opens, "3pm") }

// abbreviate shortens a day to three letters; texts are resolved even if a day is invalid.
func abbreviate(day string) string { return day[:min(3, len(day))] }

// clock formats a checked time of day in a layout without minutes, which it adds unless they are zero.
func clock(at, layout string) string {
	t, _ := time.Parse("15:04", at)
	if t.Minute() != 0 {
		layout = strings.Replace(layout, "3", "3:04", 1)
	}
	return t.Format(layout)
}

// minutes is a time of day, "07:00", in minutes since midnight.
func minutes(clock string) int {
	hour, minute, _ := strings.Cut(clock, ":")
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	return 60*h + m
}

// workingDay reports whether the office opens on the day of at, which is in the office's zone.
func (h hours) workingDay(at time.Time) bool {
	day := weekdays[(int(at.Weekday())+6)%7] // Monday is the first
	return slices.Contains(h.days(), day) && !slices.Contains(h.Holidays, at.Format(time.DateOnly))
}

// on is a time of day, "07:00", on the day of at.
func on(at time.Time, clock string) time.Time {
	m := minutes(clock)
	return time.Date(at.Year(), at.Month(), at.Day(), m/60, m%60, 0, 0, at.Location())
}

// nextOpening is the next time that the office opens after at, when it is closed.
func (h hours) nextOpening(at time.Time) time.Time {
	for ; ; at = time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, at.Location()) {
		if opening := on(at, h.Opens); h.workingDay(at) && !at.After(opening) {
			return opening
		}
	}
}

// lastClosing is the last time that the office closed, at or before at.
func (h hours) lastClosing(at time.Time) time.Time {
	for ; ; at = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, -1, 0, at.Location()) {
		if closing := on(at, h.Closes); h.workingDay(at) && !at.Before(closing) {
			return closing
		}
	}
}

// LastClosing is the last time that the office closed, at or before at.
func (s *Site) LastClosing(at time.Time) time.Time {
	return s.business.Hours.lastClosing(at.In(s.Location()))
}

// Windows returns the beginnings of the windows of a length in which a job can be done, on the next open days after at:
// from the first full hour that is a multiple of the length, such as 8, 10, 12, 2 and 4 o'clock, within the hours. An
// office whose days are shorter than the length has none.
func (s *Site) Windows(at time.Time, length time.Duration, days int) (begins []time.Time) {
	at = at.In(s.Location())
	h := s.business.Hours
	for end := at.AddDate(0, 1, 0); days > 0 && at.Before(end); at = on(at, "24:00") {
		if !h.workingDay(at) {
			continue
		}
		count := len(begins)
		for m := 0; ; m += int(length.Minutes()) {
			begin := time.Date(at.Year(), at.Month(), at.Day(), 0, m, 0, 0, at.Location())
			if begin.Add(length).After(on(at, h.Closes)) {
				break
			}
			if !begin.Before(on(at, h.Opens)) && begin.After(at) {
				begins = append(begins, begin)
			}
		}
		if len(begins) > count {
			days--
		}
	}
	return begins
}

// Location is the time zone of the office.
func (s *Site) Location() *time.Location { return s.business.Hours.zone }

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

// before is the latest moment since which the office has been open for d until at: what was received by then should
// have been answered within d.
func (h hours) before(at time.Time, d time.Duration) time.Time {
	for {
		if !h.isOpen(at) {
			at = h.lastClosing(at)
		}
		opened := on(at, h.Opens)
		if d <= at.Sub(opened) {
			return at.Add(-d)
		}
		d -= at.Sub(opened)
		at = opened.Add(-time.Nanosecond)
	}
}

// dayName names a day as seen from another: "today", "Monday", and "Monday, 1/4" if there is an earlier Monday.
func (s *Site) dayName(day, from time.Time) string {
	date := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	switch n := date(day).Sub(date(from)) / (24 * time.Hour); {
	case n == 0:
		return s.shared.Opening.Today
	case n >= 7:
		return day.Format("Monday, 1/2")
	}
	return day.Format("Monday")
}

// Opening is the office's status at a moment, with the time of the next opening.
func (s *Site) Opening(at time.Time) string {
	at = at.In(s.Location())
	h, words := s.business.Hours, &s.shared.Opening
	if !h.isOpen(at) {
		return strings.ReplaceAll(words.Closed, "[day]", s.dayName(h.nextOpening(at), at))
	}
	if at.Before(on(at, s.cutoff())) {
		return words.SameDay
	}
	return words.Open
}

// Earliest is what a visitor reads who needs a job on the day of at, if it is too late to book one, "" if it is not.
func (s *Site) Earliest(at time.Time) string {
	at = at.In(s.Location())
	if s.business.Hours.workingDay(at) && at.Before(on(at, s.cutoff())) {
		return ""
	}
	next := s.business.Hours.nextOpening(on(at, "24:00"))
	return strings.ReplaceAll(s.quote.Messages.Earliest, "[day]", s.dayName(next, at))
}

// opening is the props from which the browser computes the same as [Site.Opening].
func (s *Site) opening() Opening {
	h := s.business.Hours
	return Opening{
		Timezone: h.Timezone, First: slices.Index(weekdays, h.FirstDay), Last: slices.Index(weekdays, h.LastDay),
		Opens: minutes(h.Opens), Closes: minutes(h.Closes), Cutoff: minutes(s.cutoff()), Holidays: h.Holidays,
		Days: weekdays, Words: s.shared.Opening,
	}
}

const sameDayCutoff = "same_day_cutoff"

// cutoff is the deadline for booking a job on the same day. Without the fact it is midnight: no job can be booked.
func (s *Site) cutoff() string {
	if f := s.facts.Facts[sameDayCutoff]; f != nil {
		return clockTime(f.Text)
	}
	return "00:00"
}

// clockTime parses a time of day as people write it, "noon", "3pm" or "3:30pm"; invalid ones yield "".
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

// AnswerDue is when the promised answer to a request is due: [business.ResponseHours] of the office being open after it
// was received.
func (s *Site) AnswerDue(received time.Time) time.Time {
	return s.business.Hours.after(received.In(s.Location()), time.Duration(s.business.ResponseHours)*time.Hour)
}

// answerStep is the precision of [Site.AnswerBy], which rounds up: nobody calls to the minute.
const answerStep = 5 * time.Minute

// AnswerBy is the promise of an answer to a request received at a moment, see AnswerDue. way is one of the form's ways
// to answer; empty is a call.
func (s *Site) AnswerBy(received time.Time, way string) string {
	received = received.In(s.Location()).Truncate(time.Second) // the precision of a receipt's time
	by := s.AnswerDue(received)
	if rest := by.Sub(by.Truncate(answerStep)); rest > 0 {
		by = by.Add(answerStep - rest)
	}
	text := cmp.Or(s.quote.By[way], s.quote.By[contactWays[0]])
	at := clock(by.Format("15:04"), "3pm")
	return strings.NewReplacer("[day]", s.dayName(by, received), "[time]", at).Replace(text)
}

func (h *hours) check(d *decoder) {
	for _, day := range []*string{&h.FirstDay, &h.LastDay} {
		if !slices.Contains(weekdays, *day) {
			d.report(day, "wanted an English day such as Monday", "%q is not a day of the week", *day)
		}
	}
	if last := slices.Index(weekdays, h.LastDay); last >= 0 && last < slices.Index(weekdays, h.FirstDay) {
		d.report(&h.LastDay, "wanted a day of the same week, Monday first", "%s comes before %s", h.LastDay, h.FirstDay)
	}
	for _, at := range []*string{&h.Opens, &h.Closes} {
		if _, err := time.Parse("15:04", *at); err != nil {
			d.report(at, `wanted one like "07:00"`, "%q is not a time of day", *at)
		}
	}
	if minutes(h.Closes) <= minutes(h.Opens) {
		d.report(&h.Closes, "wanted a time of the same day after it opens",
			"the office closes at %s and opens at %s", h.Closes, h.Opens)
	}
	for i, day := range texts(h.Holidays) {
		switch _, err := time.Parse(time.DateOnly, *day); {
		case err != nil:
			d.report(day, "wanted one like 2026-12-25", "%q is not a day", *day)
		case slices.Contains(h.Holidays[:i], *day):
			d.report(day, "wanted it once", "the holiday %s is listed twice", *day)
		}
	}
	var err error
	if h.zone, err = time.LoadLocation(h.Timezone); err != nil {
		d.report(&h.Timezone, "wanted a name of the IANA database such as America/Chicago",
			"unknown time zone %q", h.Timezone)
	}
}
