package company

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"haulfront/content/clock"
	"haulfront/content/holiday"
	"haulfront/content/load"
)

// Pages stay in caches, so the browser computes the office's status with the same rules, in
// components/islands/opening.ts; a property test compares both.

// Hours are the opening hours.
type Hours struct {
	// From FirstDay to LastDay, the office opens and closes at these times of day, "07:00", in this IANA time zone.
	FirstDay, LastDay, Opens, Closes, Timezone string
	// Except are the hours of other days, "08:00-14:00" or "closed", by their names.
	Except map[string]string `yaml:",omitempty"`
	// Holidays are working days on which the office is closed, "2026-12-25", also as [holiday.Dates] reads them.
	Holidays []string `yaml:",omitempty"`
	Seasons  []Season `yaml:",omitempty"`
	// EveryDay says that jobs are done on weekdays without office hours, too.
	EveryDay bool `yaml:",omitempty"`
	// Closed are further such days, which the office has added; Holidays then have them, too.
	Closed []string `yaml:",omitempty"`

	zone *time.Location
	// clock is the name of the zone behind times, of a company with a town in another, by whose clocks ahead is not 0.
	clock string
	ahead time.Duration
}

// A Shift is the hours of consecutive weekdays.
type Shift struct {
	Days          []string
	Opens, Closes string
}

func (h Hours) shift(day string) Shift {
	index := func(name string) int { return slices.Index(clock.Weekdays, name) }
	i, first, last := index(day), index(h.FirstDay), index(h.LastDay)
	opens, closes, open := h.Opens, h.Closes, i >= first && i <= last
	if other, ok := h.Except[day]; ok {
		opens, closes, open = strings.Cut(other, "-")
	}
	if !open {
		return Shift{}
	}
	return Shift{[]string{day}, opens, closes}
}

func (h Hours) on(at time.Time) Shift {
	if h.isHoliday(at) {
		return Shift{}
	}
	if season := h.season(at); season != nil {
		h = h.In(season)
	}
	return h.shift(clock.Weekdays[(int(at.Weekday())+6)%7]) // Monday is the first
}

func (h Hours) season(at time.Time) *Season {
	i := slices.IndexFunc(h.Seasons, func(s Season) bool { return s.has(at.Format(time.DateOnly)) })
	if i < 0 {
		return nil
	}
	return &h.Seasons[i]
}

func (h Hours) isHoliday(at time.Time) bool {
	season := h.season(at)
	return season != nil && h.In(season).Shifts() == nil || slices.Contains(h.Holidays, at.Format(time.DateOnly))
}

// WorkingDays are the days of a week on which the office opens.
func (h Hours) WorkingDays() (days []string) {
	for _, shift := range h.Shifts() {
		days = append(days, shift.Days...)
	}
	return days
}

// Shifts are the hours of the week, with one for consecutive days with the same.
func (h Hours) Shifts() (shifts []Shift) {
	joined := false // the day before is in the last shift
	for _, day := range clock.Weekdays {
		s := h.shift(day)
		last := len(shifts) - 1
		switch {
		case s.Days == nil:
		case joined && shifts[last].Opens == s.Opens && shifts[last].Closes == s.Closes:
			shifts[last].Days = append(shifts[last].Days, day)
		default:
			shifts = append(shifts, s)
		}
		joined = s.Days != nil
	}
	return shifts
}

// Short is "Mon–Sat 7am–7pm".
func (h Hours) Short() string { return h.text("–", " ", ", ", "3pm", abbreviate) + h.clock }

// at is [clock.Format] by the clocks that are ahead.
func (h Hours) at(timeOfDay, layout string) string {
	t, _ := time.Parse("15:04", timeOfDay)
	return clock.Format(t.Add(h.ahead).Format("15:04"), layout)
}

// Texts are the hours as copy refers to them.
func (h Hours) Texts() map[string]string {
	texts := map[string]string{
		"hours": h.Short(), "hours.during": h.Short(),
		"hours.brief": h.text("–", " ", ", ", "3", abbreviate) + h.clock,
		"hours.long":  h.text(" to ", ", ", "; ", "3pm", func(day string) string { return day }) + h.clock,
		"hours.opens": h.at(h.Opens, "3pm") + h.clock, "hours.closes": h.at(h.Closes, "3pm") + h.clock,
		"hours.closed": h.closed(), "hours.zone": h.clock, "hours.starts": "", "hours.ends": "",
	}
	if len(texts["hours"]) > 45 {
		texts["hours.during"] = "during business hours"
	}
	if shifts := h.Shifts(); len(shifts) > 0 { // they are invalid otherwise
		first, last := shifts[0], shifts[len(shifts)-1]
		texts["hours.starts"] = first.Days[0] + " at " + h.at(first.Opens, "3pm") + h.clock
		texts["hours.ends"] = last.Days[len(last.Days)-1] + " at " + h.at(last.Closes, "3pm") + h.clock
	}
	return texts
}

// text describes the hours with words between two days or times, between days and times, and between shifts.
func (h Hours) text(to, at, and, layout string, name func(day string) string) string {
	var texts, seasons []string
	for _, s := range h.Shifts() {
		days := name(s.Days[0])
		if last := s.Days[len(s.Days)-1]; last != s.Days[0] {
			days += to + name(last)
		}
		texts = append(texts, days+at+h.at(s.Opens, layout)+to+h.at(s.Closes, layout))
	}
	for i := range h.Seasons {
		season := &h.Seasons[i]
		words, hours := season.days(to, name)+": ", h.In(season).text(to, at, and, layout, name)
		if hours == "" {
			words, hours = "closed ", season.days(to, name)
		}
		seasons = append(seasons, words+hours)
	}
	if seasons != nil {
		return strings.Join(texts, and) + " (" + strings.Join(seasons, "; ") + ")"
	}
	return strings.Join(texts, and)
}

func (h Hours) closed() string {
	days := slices.DeleteFunc(slices.Clone(clock.Weekdays), func(day string) bool {
		inSeason := func(s Season) bool { return h.In(&s).shift(day).Days != nil }
		return h.shift(day).Days != nil || slices.ContainsFunc(h.Seasons, inSeason)
	})
	return cmp.Or(Enumerate(days, "or"), "holiday")
}

// abbreviate shortens a day to three letters; texts are resolved even if a day is invalid.
func abbreviate(day string) string { return day[:min(3, len(day))] }

// WorkingDay reports whether the office opens on the day of at, which is in the office's zone.
func (h Hours) WorkingDay(at time.Time) bool { return h.on(at).Days != nil }

// NextOpening is the next time that the office opens after at, when it is closed.
func (h Hours) NextOpening(at time.Time) time.Time {
	for ; ; at = time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, at.Location()) {
		if opening := clock.On(at, h.on(at).Opens); h.WorkingDay(at) && !at.After(opening) {
			return opening
		}
	}
}

// LastClosing is the last time that the office closed, at or before at, which is in its zone.
func (h Hours) LastClosing(at time.Time) time.Time {
	for ; ; at = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, -1, 0, at.Location()) {
		if closing := clock.On(at, h.on(at).Closes); h.WorkingDay(at) && !at.Before(closing) {
			return closing
		}
	}
}

// Windows returns when the windows of a length begin on the next days with jobs after at, such as 7, 9 and 11 o'clock.
func (c *Company) Windows(at time.Time, length time.Duration, days int) (begins []time.Time) {
	now := at.In(c.Location())
	for day, end := now, now.AddDate(0, 2, 0); days > 0 && day.Before(end); day = clock.On(day, "24:00") {
		count := len(begins)
		for begin := clock.On(day, c.JobHours(day).Opens); c.InHours(begin, length); begin = begin.Add(length) {
			if begin.After(now) && (c.Business.Hours.WorkingDay(begin) || now.Before(c.deadline(begin))) {
				begins = append(begins, begin)
			}
		}
		if len(begins) > count {
			days--
		}
	}
	return begins
}

// JobHours are the office hours of a day or, on a weekday without, those of the day before if the company works then.
func (c *Company) JobHours(day time.Time) Shift {
	h := c.Business.Hours
	if h.WorkingDay(day) || !h.EveryDay || h.isHoliday(day) {
		return h.on(day)
	}
	return c.JobHours(day.AddDate(0, 0, -1))
}

// JobDay reports whether jobs are done on a day in the office's zone.
func (c *Company) JobDay(day time.Time) bool { return c.JobHours(day).Days != nil }

// deadline is until when a job on a day can be agreed: the cutoff, or the last closing before a day without hours.
func (c *Company) deadline(day time.Time) time.Time {
	if c.Business.Hours.WorkingDay(day) {
		return clock.On(day, c.Cutoff())
	}
	return c.Business.Hours.LastClosing(clock.On(day, "00:00"))
}

// FirstDay is the first day of a job that is agreed at a moment in the office's zone, so many hours ahead at least, and
// begins two hours before closing at the latest.
func (c *Company) FirstDay(at time.Time, ahead int) time.Time {
	ends := time.Date(at.Year(), at.Month(), at.Day(), at.Hour()+ahead+2, at.Minute(), 0, 0, at.Location())
	for day := at; ; day = clock.On(day, "24:00") {
		s := c.JobHours(day)
		if s.Days != nil && at.Before(c.deadline(day)) && !ends.After(clock.On(day, s.Closes)) {
			return day
		}
	}
}

// Earliest is the first day that a request received at a moment can have: so many hours ahead, the one that its answer
// can still agree, or, if byCall, an earlier one that takes a call before that.
func (c *Company) Earliest(received time.Time, ahead int) (day time.Time, byCall bool) {
	received = received.In(c.Location())
	first, answered := c.FirstDay(received, ahead), c.FirstDay(c.AnswerDue(received), ahead)
	isEarlier := first.Format(time.DateOnly) < answered.Format(time.DateOnly)
	if byCall = isEarlier && ahead == 0 && c.Business.Hours.IsOpen(received); byCall || ahead > 0 {
		return first, byCall
	}
	return answered, false
}

// InHours reports whether jobs are done from the beginning of a job of a length to its end.
func (c *Company) InHours(begin time.Time, length time.Duration) bool {
	begin = begin.In(c.Location())
	s := c.JobHours(begin)
	end := begin.Add(length)
	return s.Days != nil && !begin.Before(clock.On(begin, s.Opens)) && !end.After(clock.On(begin, s.Closes))
}

// Location is the time zone of the office.
func (c *Company) Location() *time.Location { return c.Business.Hours.zone }

// IsOpen reports whether the office is open at a moment in its zone.
func (h Hours) IsOpen(at time.Time) bool {
	s := h.on(at)
	return s.Days != nil && !at.Before(clock.On(at, s.Opens)) && at.Before(clock.On(at, s.Closes))
}

// after is the moment when the office will have been open for d since at.
func (h Hours) after(at time.Time, d time.Duration) time.Time {
	for {
		if !h.IsOpen(at) {
			at = h.NextOpening(at)
		}
		closing := clock.On(at, h.on(at).Closes)
		if d <= closing.Sub(at) {
			return at.Add(d)
		}
		d -= closing.Sub(at)
		at = closing
	}
}

// Before is the latest moment since which the office has been open for d until at.
func (h Hours) Before(at time.Time, d time.Duration) time.Time {
	for {
		if !h.IsOpen(at) {
			at = h.LastClosing(at)
		}
		opened := clock.On(at, h.on(at).Opens)
		if d <= at.Sub(opened) {
			return at.Add(-d)
		}
		d -= at.Sub(opened)
		at = opened.Add(-time.Nanosecond)
	}
}

// Cutoff is the deadline for booking a job on the same day. Without the fact it is midnight: no job can be booked.
func (c *Company) Cutoff() string {
	if f := c.Facts.Facts[sameDayCutoff]; f != nil && !f.proposed {
		return clock.Time(f.Text)
	}
	return "00:00"
}

// AnswerDue is when the promised answer to a request is due: after so many [Business.ResponseHours] of being open.
func (c *Company) AnswerDue(received time.Time) time.Time {
	return c.Business.Hours.after(received.In(c.Location()), time.Duration(c.Business.ResponseHours)*time.Hour)
}

func (h *Hours) Check(d *load.Decoder) {
	for _, day := range []*string{&h.FirstDay, &h.LastDay} {
		if !slices.Contains(clock.Weekdays, *day) {
			d.Report(day, "wanted an English day such as Monday", "%q is not a day of the week", *day)
		}
	}
	if last := slices.Index(clock.Weekdays, h.LastDay); last >= 0 && last < slices.Index(clock.Weekdays, h.FirstDay) {
		d.Report(&h.LastDay, "wanted a day of the same week, Monday first", "%s comes before %s", h.LastDay, h.FirstDay)
	}
	checkClock(d, &h.Opens)
	checkClock(d, &h.Closes)
	if clock.Minutes(h.Closes) <= clock.Minutes(h.Opens) {
		d.Report(&h.Closes, "wanted a time of the same day after it opens",
			"the office closes at %s and opens at %s", h.Closes, h.Opens)
	}
	for day, hours := range h.Except {
		switch span := clock.Span(hours); {
		case !slices.Contains(clock.Weekdays, day):
			d.Report(&h.Except, "wanted an English day such as Saturday", "%q is not a day of the week", day)
		case span != "":
			h.Except[day] = span
		case hours != clock.Closed:
			d.Report(&h.Except, `wanted "08:00-14:00" or closed`, "the hours of %s are %q", day, hours)
		}
	}
	var days []string
	for i, day := range append(load.Items(h.Holidays), load.Items(h.Closed)...) {
		dates := holiday.Dates(*day, time.Now())
		switch {
		case dates == nil || len(dates) > 1 && i >= len(h.Holidays): // the office adds dates
			d.Report(day, "wanted one like 2026-12-25, 12-25 or Thanksgiving", "%q is not a day", *day)
		case i < len(h.Holidays) && slices.Contains(h.Holidays[:i], *day):
			d.Report(day, "wanted it once", "the holiday %s is listed twice", *day)
		}
		days = append(days, dates...)
	}
	h.Holidays = days
	h.checkSeasons(d)
	var err error
	if h.zone, err = time.LoadLocation(h.Timezone); err != nil {
		d.Report(&h.Timezone, "wanted a name of the IANA database such as America/Chicago",
			"unknown time zone %q", h.Timezone)
	}
}

func checkClock(d *load.Decoder, at *string) {
	timeOfDay := clock.Time(*at)
	if timeOfDay == "" {
		d.Report(at, `wanted one like "07:00"`, "%q is not a time of day", *at)
		return
	}
	*at = timeOfDay
}
