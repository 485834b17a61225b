package company

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLastClosing passes over days on which the office is closed.
func TestLastClosing(t *testing.T) {
	h := Hours{FirstDay: "Monday", LastDay: "Saturday", Opens: "07:00", Closes: "19:00",
		Holidays: []string{"2025-10-07"}}
	for at, want := range map[string]string{
		"2025-10-06 18:59": "2025-10-04 19:00", "2025-10-06 19:00": "2025-10-06 19:00", // over a Sunday
		"2025-10-07 20:00": "2025-10-06 19:00", "2025-10-08 06:00": "2025-10-06 19:00",
		"2025-11-02 23:59": "2025-11-01 19:00", // when the clocks change
	} {
		zone, err := time.LoadLocation("America/Chicago")
		if err != nil {
			t.Fatal(err)
		}
		moment, _ := time.ParseInLocation("2006-01-02 15:04", at, zone)
		if got := h.LastClosing(moment).Format("2006-01-02 15:04"); got != want {
			t.Errorf("lastClosing(%s) = %s, want %s", at, got, want)
		}
	}
}

// open returns a company that is open from Monday to Friday, 7am to 7pm, and on Saturday morning, with two holidays.
func open(t *testing.T) *Company {
	t.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	return &Company{
		Business: Business{ResponseHours: 2, Hours: Hours{FirstDay: "Monday", LastDay: "Friday", Opens: "07:00",
			Closes: "19:00", Except: map[string]string{"Saturday": "08:30-12:00"}, Timezone: "America/Chicago",
			zone: zone, EveryDay: true,
			Holidays: []string{"2026-11-26", "2026-11-27"}}},
		Facts: FactList{Facts: map[string]*fact{sameDayCutoff: {Text: "noon"}}},
	}
}

const minute = "2006-01-02 15:04"

// minute is a minute in the company's zone.
func (c *Company) minute(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation(minute, text, c.Location())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestOpenHours checks, around each boundary, whether the office is open, when it opens next, when an answer is due,
// and from when on requests should have been answered.
func TestOpenHours(t *testing.T) {
	c := open(t)
	for _, test := range []struct{ at, next, due, before string }{ // next is empty while it is open
		{"2026-11-23 06:59", "2026-11-23 07:00", "2026-11-23 09:00", "2026-11-21 10:00"},
		{"2026-11-23 07:00", "", "2026-11-23 09:00", "2026-11-21 10:00"},
		{"2026-11-23 08:00", "", "2026-11-23 10:00", "2026-11-21 11:00"},
		{"2026-11-23 09:00", "", "2026-11-23 11:00", "2026-11-23 07:00"},
		{"2026-11-23 17:00", "", "2026-11-23 19:00", "2026-11-23 15:00"},
		{"2026-11-23 18:59", "", "2026-11-24 08:59", "2026-11-23 16:59"},
		{"2026-11-23 19:00", "2026-11-24 07:00", "2026-11-24 09:00", "2026-11-23 17:00"},
		{"2026-11-25 20:00", "2026-11-28 08:30", "2026-11-28 10:30", "2026-11-25 17:00"}, // two holidays
		{"2026-11-28 11:00", "", "2026-11-30 08:00", "2026-11-28 09:00"},
		{"2026-11-28 12:00", "2026-11-30 07:00", "2026-11-30 09:00", "2026-11-28 10:00"},
	} {
		at := c.minute(t, test.at)
		if got := c.Business.Hours.IsOpen(at); got != (test.next == "") {
			t.Errorf("IsOpen(%s) = %v", test.at, got)
		}
		if got := c.Business.Hours.NextOpening(at).Format(minute); test.next != "" && got != test.next {
			t.Errorf("NextOpening(%s) = %s, want %s", test.at, got, test.next)
		}
		if got := c.AnswerDue(at.UTC()).Format(minute); got != test.due {
			t.Errorf("AnswerDue(%s) = %s, want %s", test.at, got, test.due)
		}
		if got := c.Business.Hours.Before(at, 2*time.Hour).Format(minute); got != test.before {
			t.Errorf("Before(%s) = %s, want %s", test.at, got, test.before)
		}
	}
}

// TestWindows offers windows on days with jobs alone, from the opening on, each whole within the hours. Those on a
// Sunday are in Saturday's hours, and can be booked until its end.
func TestWindows(t *testing.T) {
	c := open(t)
	var got []string
	for _, begin := range c.Windows(c.minute(t, "2026-11-25 15:00"), 2*time.Hour, 3) {
		got = append(got, begin.Format("Mon 15:04"))
	}
	if got, want := strings.Join(got, ", "), "Wed 17:00, Sat 08:30, Sun 08:30"; got != want {
		t.Errorf("the windows are %s, want %s", got, want)
	}
	for at, want := range map[string]string{"2026-11-28 11:59": "Sun", "2026-11-28 12:00": "Mon"} {
		if got := c.Windows(c.minute(t, at), 2*time.Hour, 1)[0].Format("Mon"); got != want {
			t.Errorf("at %s the first window is on %s, want %s", at, got, want)
		}
	}
	if got := c.Windows(c.minute(t, "2026-11-25 15:00"), 13*time.Hour, 3); got != nil {
		t.Errorf("windows longer than the day are %v", got)
	}
	for begin, want := range map[string]bool{"2026-11-23 17:00": true, "2026-11-23 17:01": false,
		"2026-11-23 06:59": false,
		"2026-11-26 09:00": false, "2026-11-28 10:00": true} {
		if got := c.InHours(c.minute(t, begin).UTC(), 2*time.Hour); got != want {
			t.Errorf("InHours(%s) = %v, want %v", begin, got, want)
		}
	}
}

// TestEarliest books a job on the same day before the cutoff, and one on a day without office hours before the office
// closes for it: by the answer to a request, or by a call while that comes too late.
func TestEarliest(t *testing.T) {
	c := open(t)
	for _, test := range []struct {
		at    string
		ahead int
		day   string
		call  bool
	}{
		{"2026-11-23 06:00", 0, "Mon 23", false}, {"2026-11-23 09:59", 0, "Mon 23", false},
		{"2026-11-23 10:00", 0, "Mon 23", true}, {"2026-11-23 12:00", 0, "Tue 24", false},
		{"2026-11-23 10:00", 24, "Tue 24", false}, {"2026-11-23 17:00", 24, "Tue 24", false},
		{"2026-11-23 17:01", 24, "Wed 25", false},
		{"2026-11-25 18:30", 0, "Sat 28", false}, // before two holidays
		{"2026-11-28 09:59", 0, "Sat 28", true}, {"2026-11-28 10:00", 0, "Sat 28", true},
		{"2026-11-28 11:59", 0, "Sun 29", true},
		{"2026-11-28 12:00", 0, "Mon 30", false}, {"2026-11-29 09:00", 0, "Mon 30", false},
	} {
		day, call := c.Earliest(c.minute(t, test.at).UTC(), test.ahead)
		if got := day.Format("Mon 2"); got != test.day || call != test.call {
			t.Errorf("the first day of %s, %d hours ahead, is %s, by a call %t; want %s, %t", test.at, test.ahead, got,
				call, test.day, test.call)
		}
	}
	c.Facts.Facts, c.Business.Hours.EveryDay = nil, false
	if day, call := c.Earliest(c.minute(t, "2026-11-28 09:00"), 0); c.Cutoff() != "00:00" || call ||
		day.Format("Mon") != "Mon" {
		t.Error("a company that does not say so takes jobs on the same day, or the next")
	}
}

// TestStatus checks the words for the present hours, and how a day is named as seen from another.
func TestStatus(t *testing.T) {
	c := open(t)
	words := OpeningWords{Open: "open until [closes]", SameDay: "today, until [closes]", Closed: "opens [day] [opens]",
		Today: "today", Tomorrow: "tomorrow"}
	for at, want := range map[string]string{
		"2026-11-23 06:00": "opens today 7am", "2026-11-23 11:59": "today, until 7pm",
		"2026-11-23 12:00": "open until 7pm",
		"2026-11-23 19:00": "opens tomorrow 7am", "2026-11-25 19:00": "opens Saturday 8:30am",
		"2026-11-28 12:00": "opens Monday 7am",
	} {
		if got := c.Status(&words, c.minute(t, at).UTC()); got != want {
			t.Errorf("Status(%s) = %q, want %q", at, got, want)
		}
	}
	from := c.minute(t, "2026-11-23 23:59")
	for day, want := range map[string]string{"2026-11-23 00:00": "today", "2026-11-24 00:00": "tomorrow",
		"2026-11-25 00:00": "Wednesday", "2026-11-29 00:00": "Sunday", "2026-11-30 00:00": "Monday, 11/30"} {
		if got := words.DayName(c.minute(t, day), from); got != want {
			t.Errorf("DayName(%s) = %q, want %q", day, got, want)
		}
	}
	props := c.OpeningProps(words)
	if got := fmt.Sprintln(props.Opens, props.Closes, props.Cutoff, props.Response, props.EveryDay, props.Days[6],
		props.Holidays); got !=
		"[420 420 420 420 420 510 0] [1140 1140 1140 1140 1140 720 0] 720 120 true Sunday [2026-11-26 2026-11-27]\n" {
		t.Errorf("browsers get the hours %s", got)
	}
}

// TestSeasons checks the first and last days of seasons, in every year and over the turn of the year, and the hours.
func TestSeasons(t *testing.T) {
	winter, break26 := Season{From: "11-15", To: "02-28"}, Season{From: "2026-12-24", To: "2027-01-02"}
	for _, test := range []struct {
		season  *Season
		in, out []string
	}{
		{&winter, []string{"2026-11-15", "2026-12-31", "2027-01-01", "2027-02-28"},
			[]string{"2026-11-14", "2027-03-01"}},
		{&break26, []string{"2026-12-24", "2027-01-02"}, []string{"2026-12-23", "2027-01-03", "2027-12-24"}},
		{&Season{From: "06-01", To: "06-01"}, []string{"2026-06-01"}, []string{"2026-05-31", "2026-06-02"}},
	} {
		for _, day := range append(test.in, test.out...) {
			if got := test.season.has(day); got != slices.Contains(test.in, day) {
				t.Errorf("%+v has %s: %t", test.season, day, got)
			}
		}
	}
	for season, want := range map[*Season]string{&winter: "2026-11-15 2027-02-28", &break26: "2026-12-24 2027-01-02",
		{From: "06-01", To: "07-01"}: "2026-06-01 2026-07-01"} {
		from, to := season.Dates(2026)
		if got := from.Format(time.DateOnly) + " " + to.Format(time.DateOnly); got != want {
			t.Errorf("%+v in 2026 is %s, want %s", season, got, want)
		}
	}
	h := open(t).Business.Hours
	h.Seasons = []Season{{From: "2026-12-24", To: "2027-01-02", Hours: "closed"},
		{From: "11-15", To: "02-28", Hours: "09:00-16:00"},
		{From: "06-01", To: "08-31", Hours: "Tue-Fri 8-5, Sun 9-noon"}, {From: "04-03", To: "04-06", Hours: "closed"}}
	const want = "Mon–Fri 7am–7pm, Sat 8:30am–12pm (closed Dec\u00a024, 2026–Jan\u00a02, 2027; " +
		"Nov\u00a015–Feb\u00a028: Mon–Fri 9am–4pm, Sat 8:30am–12pm; " +
		"Jun\u00a01–Aug\u00a031: Tue–Fri 8am–5pm, Sun 9am–12pm; closed Apr\u00a03–6)"
	if got := h.Short(); got != want {
		t.Errorf("the hours are %q, want %q", got, want)
	}
	if got := h.closed(); got != "holiday" { // some Sundays have hours
		t.Errorf("the office is never open on a %s", got)
	}
}
