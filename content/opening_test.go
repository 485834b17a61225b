package content

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// openingSite is the sample site, whose office is open from Monday to Saturday, 7am to 7pm in Dallas, with two
// holidays.
func openingSite(t *testing.T) *Site {
	t.Helper()
	s := sample(t)
	s.business.Hours.Holidays = []string{"2026-12-25", "2026-12-26", "2027-01-01"}
	return s
}

// at is a time at the office.
func at(t *testing.T, s *Site, text string) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation("2006-01-02 15:04:05", text, s.zone())
	if err != nil {
		t.Fatal(err)
	}
	return moment.UTC() // whatever zone it is told in
}

func TestOpening(t *testing.T) {
	s := openingSite(t)
	const (
		sameDay = "Open until 7pm, call before noon for today"
		open    = "Open until 7pm"
	)
	closed := func(day string) string { return "Closed, opens " + day + " 7am; your request is first in line" }
	for _, test := range [][2]string{
		// A Monday, at every boundary.
		{"2026-11-23 00:00:00", closed("today")}, {"2026-11-23 06:59:59", closed("today")}, {"2026-11-23 07:00:00", sameDay},
		{"2026-11-23 11:59:59", sameDay}, {"2026-11-23 12:00:00", open}, {"2026-11-23 18:59:59", open},
		{"2026-11-23 19:00:00", closed("Tuesday")}, {"2026-11-23 23:59:59", closed("Tuesday")},
		// Saturday evening and Sunday.
		{"2026-11-28 18:59:59", open}, {"2026-11-28 19:00:00", closed("Monday")}, {"2026-11-29 12:00:00", closed("Monday")},
		{"2026-11-29 23:59:59", closed("Monday")}, {"2026-11-30 00:00:00", closed("today")},
		// Two holidays and a Sunday in a row.
		{"2026-12-24 19:00:00", closed("Monday")}, {"2026-12-25 09:00:00", closed("Monday")}, {"2026-12-26 18:00:00", closed("Monday")},
		{"2026-12-31 20:00:00", closed("Saturday")}, {"2027-01-01 00:00:00", closed("Saturday")},
		// The clocks go forward and back, both on a Sunday at 2am.
		{"2026-03-08 01:59:59", closed("Monday")}, {"2026-03-08 03:00:00", closed("Monday")}, {"2026-03-09 06:59:59", closed("today")},
		{"2026-03-09 07:00:00", sameDay}, {"2026-11-01 01:30:00", closed("Monday")}, {"2026-11-02 06:59:59", closed("today")},
		{"2026-11-02 07:00:00", sameDay},
	} {
		if got := s.Opening(at(t, s, test[0])); got != test[1] {
			t.Errorf("Opening(%s) = %q, want %q", test[0], got, test[1])
		}
	}
}

// A name alone would be that of a nearer day.
func TestOpeningAfterALongHoliday(t *testing.T) {
	s := openingSite(t)
	s.business.Hours.Holidays = []string{"2026-12-24", "2026-12-25", "2026-12-26", "2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"}
	if got, want := s.Opening(at(t, s, "2026-12-23 19:00:00")), "Closed, opens Monday, 1/4 7am; your request is first in line"; got != want {
		t.Errorf("Opening() = %q, want %q", got, want)
	}
	if got, want := s.Opening(at(t, s, "2026-12-29 19:00:00")), "Closed, opens Monday 7am; your request is first in line"; got != want {
		t.Errorf("Opening() = %q, want %q", got, want)
	}
}

func TestAnswerBy(t *testing.T) {
	s := openingSite(t)
	for _, test := range [][3]string{
		{"2026-11-23 10:04:05", "", "We call you by 11:05am today."},
		{"2026-11-23 10:04:05", "text", "We text you by 11:05am today."},
		{"2026-11-23 10:05:00", "email", "We e-mail you by 11:05am today."},
		{"2026-11-23 10:05:01", "pigeon", "We call you by 11:10am today."},
		{"2026-11-23 03:00:00", "", "We call you by 8am today."},
		{"2026-11-23 18:00:00", "", "We call you by 7pm today."},
		{"2026-11-23 18:40:00", "", "We call you by 7:40am Tuesday."},
		{"2026-11-28 18:40:00", "", "We call you by 7:40am Monday."},
		{"2026-11-28 19:00:00", "", "We call you by 8am Monday."},
		{"2026-12-24 18:30:00", "", "We call you by 7:30am Monday."},
		// An hour of the office lies across the night in which the clocks change.
		{"2026-03-07 18:30:00", "", "We call you by 7:30am Monday."},
		{"2026-10-31 18:30:00", "", "We call you by 7:30am Monday."},
	} {
		if got := s.AnswerBy(at(t, s, test[0]), test[1]); got != test[2] {
			t.Errorf("AnswerBy(%s, %q) = %q, want %q", test[0], test[1], got, test[2])
		}
	}
}

// However the hours are, the office has been open for as long as it has to answer.
func TestAnswerByLeavesTheTimeOfTheOffice(t *testing.T) {
	zone := sample(t).zone()
	rapid.Check(t, func(t *rapid.T) {
		days := rapid.IntRange(0, 6).Draw(t, "first")
		opens := rapid.IntRange(0, 22).Draw(t, "opens")
		h := hours{
			FirstDay: weekdays[days], LastDay: weekdays[rapid.IntRange(days, 6).Draw(t, "last")],
			Opens: time.Date(0, 1, 1, opens, 0, 0, 0, time.UTC).Format("15:04"),
			// Not across the hour that a clock change leaves out or repeats: an office is open in daylight.
			Closes: time.Date(0, 1, 1, rapid.IntRange(opens+1, 23).Draw(t, "closes"), 30, 0, 0, time.UTC).Format("15:04"),
		}
		if opens < 3 {
			h.Opens = "03:00"
			h.Closes = "23:30"
		}
		from := time.Date(2026, 1, 1, 0, rapid.IntRange(0, 365*24*60).Draw(t, "minute"), 0, 0, zone)
		for range rapid.IntRange(0, 3).Draw(t, "holidays") {
			h.Holidays = append(h.Holidays, from.AddDate(0, 0, rapid.IntRange(0, 9).Draw(t, "day")).Format(time.DateOnly))
		}
		wanted := time.Duration(rapid.IntRange(1, 12).Draw(t, "hours")) * time.Hour
		until := h.after(from, wanted)
		open := time.Duration(0)
		for minute := from; minute.Before(until); minute = minute.Add(time.Minute) {
			if h.isOpen(minute) {
				open += time.Minute
			}
		}
		if open != wanted || h.workingDay(until) == slices.Contains(h.Holidays, until.Format(time.DateOnly)) {
			t.Fatalf("after(%s, %s) = %s: the office was open for %s", from, wanted, until, open)
		}
	})
}
