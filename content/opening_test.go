package content

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// openingSite is the sample site, whose office is open from Monday to Saturday, 7am to 7pm in Dallas, with holidays.
func openingSite(t *testing.T) *Site {
	t.Helper()
	s := sample(t)
	s.Business.Hours.Holidays = []string{"2026-12-25", "2026-12-26", "2027-01-01",
		"2027-03-08", "2027-03-09", "2027-03-10", "2027-03-11", "2027-03-12", "2027-03-13"}
	return s
}

// at is a time at the office.
func at(t *testing.T, s *Site, text string) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation("2006-01-02 15:04:05", text, s.Location())
	if err != nil {
		t.Fatal(err)
	}
	return moment.UTC() // in any zone
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
		{"2026-11-23 00:00:00", closed("today")}, {"2026-11-23 06:59:59", closed("today")},
		{"2026-11-23 07:00:00", sameDay}, {"2026-11-23 11:59:59", sameDay},
		{"2026-11-23 12:00:00", open}, {"2026-11-23 18:59:59", open},
		{"2026-11-23 19:00:00", closed("tomorrow")}, {"2026-11-23 23:59:59", closed("tomorrow")},
		// Saturday evening and Sunday.
		{"2026-11-28 18:59:59", open}, {"2026-11-28 19:00:00", closed("Monday")},
		{"2026-11-29 23:59:59", closed("tomorrow")}, {"2026-11-30 00:00:00", closed("today")},
		// Two holidays and a Sunday in a row.
		{"2026-12-24 19:00:00", closed("Monday")}, {"2026-12-26 18:00:00", closed("Monday")},
		{"2027-01-01 00:00:00", closed("tomorrow")},
		// A week of holidays: the day's name alone would be that of a nearer day.
		{"2027-03-08 00:00:00", closed("Monday, 3/15")}, {"2027-03-09 19:00:00", closed("Monday")},
		// The clocks go forward and back, both on a Sunday at 2am.
		{"2026-03-08 01:59:59", closed("tomorrow")}, {"2026-03-08 03:00:00", closed("tomorrow")},
		{"2026-03-09 06:59:59", closed("today")}, {"2026-03-09 07:00:00", sameDay},
		{"2026-11-01 01:30:00", closed("tomorrow")}, {"2026-11-02 06:59:59", closed("today")},
	} {
		if got := s.Opening(at(t, s, test[0])); got != test[1] {
			t.Errorf("Opening(%s) = %q, want %q", test[0], got, test[1])
		}
	}
}

// In seasons, the working days have other hours, or none, or are others, on every page and in every promise; days with
// hours of their own keep them, unless the season has weekdays.
func TestSeasons(t *testing.T) {
	const seasons = "  timezone: America/Chicago\n  except: { Saturday: 9:00-12:00 }\n  seasons:\n" +
		"    - { from: \"2026-12-24\", to: \"2027-01-02\", hours: closed }\n" +
		"    - { from: 11-15, to: 02-28, hours: 9:00-16:00 }\n" +
		"    - { from: 06-01, to: 08-31, hours: \"Tue-Fri 8-5, Sun 9-noon\" }\n"
	s, err := Load(changed(t, "business.yaml", "  timezone: America/Chicago\n", seasons))
	if err != nil {
		t.Fatal(err)
	}
	words := &s.shared.Opening
	words.SameDay, words.Open, words.Closed = "Open until [closes], call", "Open until [closes]", "Opens [day] [opens]"
	for _, test := range [][3]string{
		{"2026-11-13 09:00:00", "Open until 7pm, call", "We call you by 10am today."},
		{"2026-11-21 10:00:00", "Open until 12pm, call", "We call you by 11am today."}, // a Saturday
		{"2026-11-16 08:00:00", "Opens today 9am", "We call you by 10am today."},
		{"2026-11-16 15:30:00", "Open until 4pm", "We call you by 9:30am tomorrow."},
		{"2026-11-22 12:00:00", "Opens tomorrow 9am", "We call you by 10am tomorrow."},
		{"2026-12-23 16:00:00", "Opens Monday, 1/4 9am", "We call you by 10am Monday, 1/4."},
		{"2027-03-01 07:00:00", "Open until 7pm, call", "We call you by 8am today."},
		{"2027-06-06 08:00:00", "Opens today 9am", "We call you by 10am today."}, // a Sunday in summer
		{"2027-06-06 12:00:00", "Opens Tuesday 8am", "We call you by 9am Tuesday."},
		{"2027-05-30 12:00:00", "Opens tomorrow 7am", "We call you by 8am tomorrow."},
	} {
		when := at(t, s, test[0])
		if got := [3]string{test[0], s.Opening(when), s.AnswerBy(when, when, "", "75201")}; got != test {
			t.Errorf("got %q, want %q", got, test)
		}
	}
	days := s.Windows(at(t, s, "2026-12-23 17:00:00"), 2*time.Hour, 1)
	if days[0].Format(time.DateOnly) != "2027-01-04" {
		t.Errorf("the first windows are %v", days)
	}
	for after, want := range map[string]string{"2027-06-05": "2027-06-06", "2027-06-06": "2027-06-08",
		"2027-05-29": "2027-05-31"} { // the next day that can be booked, of a Sunday and a Monday in summer and before
		if got := s.Windows(at(t, s, after+" 20:00:00"), 2*time.Hour, 1)[0].Format(time.DateOnly); got != want {
			t.Errorf("after %s, the first window is on %s, want %s", after, got, want)
		}
	}
	layout := s.Home(BuildInfo{Year: 2026}).Layout
	const hours = "Mon–Fri 7am–7pm, Sat 9am–12pm (closed Dec\u00a024, 2026–Jan\u00a02, 2027; " +
		"Jun\u00a01–Aug\u00a031: Tue–Fri 8am–5pm, Sun 9am–12pm; " + // the shorter of two seasons is before the longer
		"Nov\u00a015–Feb\u00a028: Mon–Fri 9am–4pm, Sat 9am–12pm)"
	const long = "(closed December\u00a024, 2026 to January\u00a02, 2027; June\u00a01 to August\u00a031: " +
		"Tuesday to Friday, 8am to 5pm; Sunday, 9am to 12pm; November\u00a015 to February\u00a028: " +
		"Monday to Friday, 9am to 4pm; Saturday, 9am to 12pm)"
	for said, want := range map[string]string{
		layout.Brand.Hours: hours, s.shared.Opening.Hours: hours, s.MailWords().Visitor.ReachText: hours,
		strings.Join(layout.Footer.ContactLines, "|"): long,
		s.quote.Labels.Note:                           ": Mon–Fri 9–4, Sat 9–12). No obligation.",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not say %s", said, want)
		}
	}
	data := strings.Join(layout.Meta.StructuredData, "")
	for _, want := range []string{
		`"opens":"00:00","closes":"00:00","validFrom":"2026-12-24","validThrough":"2027-01-02"`,
		`"opens":"09:00","closes":"16:00","validFrom":"2026-11-15","validThrough":"2027-02-28"`,
		`"dayOfWeek":["Saturday"],"opens":"09:00","closes":"12:00","validFrom":"2026-11-15"`,
		`"dayOfWeek":["Sunday"],"opens":"09:00","closes":"12:00","validFrom":"2026-06-01","validThrough":"2026-08-31"`,
		`"dayOfWeek":["Monday","Saturday"],"opens":"00:00","closes":"00:00","validFrom":"2026-06-01"`,
	} {
		if !strings.Contains(data, want) {
			t.Errorf("the structured data lacks %s:\n%s", want, data)
		}
	}
}

// The days of the next three weeks on which the office is closed stand below the hours, and search engines get them.
func TestClosedDays(t *testing.T) {
	s := openingSite(t)
	s.Business.Hours.Holidays = []string{"2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27", "2027-01-01"}
	for day, want := range map[string]string{
		"2026-12-03": "", "2026-12-04": "Closed Dec\u00a024", "2027-01-02": "",
		"2026-12-24": "Closed Dec\u00a024–27, Jan\u00a01", "2026-12-26": "Closed Dec\u00a026–27, Jan\u00a01",
	} {
		layout := s.Home(BuildInfo{Today: at(t, s, day+" 00:00:00").In(s.Location())}).Layout
		closed := ""
		for _, line := range layout.Footer.ContactLines {
			if strings.HasPrefix(line, "Closed") {
				closed += line
			}
		}
		if closed != want {
			t.Errorf("on %s, the footer says %q, want %q", day, closed, want)
		}
		data := strings.Join(layout.Meta.StructuredData, "")
		if has := strings.Contains(data, "specialOpeningHoursSpecification"); has != (want != "") {
			t.Errorf("on %s, search engines get %s", day, data)
		}
	}
	s.Business.Hours.Holidays = []string{"2026-12-31", "2027-01-01"}
	today := at(t, s, "2026-12-30 12:00:00")
	es := s.In("es")
	es.Business.Hours.Holidays = s.Business.Hours.Holidays
	lines := es.pageLayout(BuildInfo{Today: today}, "/", QuoteContact, Meta{}).Footer.ContactLines
	if !slices.Contains(lines, "Cerrado dic\u00a031–ene\u00a01") {
		t.Errorf("in Spanish, the footer says %q", lines)
	}
	const special = `"specialOpeningHoursSpecification":[{"@type":"OpeningHoursSpecification","opens":"00:00",` +
		`"closes":"00:00","validFrom":"2026-12-31","validThrough":"2027-01-01"}]`
	if data := s.Home(BuildInfo{Today: today}).Layout.Meta.StructuredData; !strings.Contains(data[0], special) {
		t.Errorf("search engines get %s, want %s", data[0], special)
	}
}

func TestAnswerBy(t *testing.T) {
	s := openingSite(t)
	for _, test := range [][3]string{
		{"2026-11-23 10:04:05", "", "We call you by 11:05am today."},
		{"2026-11-23 10:04:05", "text", "We text you by 11:05am today."},
		{"2026-11-23 10:05:00", "email", "We email you by 11:05am today."},
		{"2026-11-23 10:05:00.9", "", "We call you by 11:05am today."}, // as after a reload, which knows the second
		{"2026-11-23 10:05:01", "pigeon", "We call you by 11:10am today."},
		{"2026-11-23 03:00:00", "", "We call you by 8am today."},
		{"2026-11-23 18:00:00", "", "We call you by 7pm today."},
		{"2026-11-23 18:40:00", "", "We call you by 7:40am tomorrow."},
		{"2026-11-28 18:40:00", "", "We call you by 7:40am Monday."},
		{"2026-11-28 19:00:00", "", "We call you by 8am Monday."},
		{"2026-12-24 18:30:00", "", "We call you by 7:30am Monday."},
		// An hour of the office lies across the night in which the clocks change.
		{"2026-03-07 18:30:00", "", "We call you by 7:30am Monday."},
		{"2026-10-31 18:30:00", "", "We call you by 7:30am Monday."},
	} {
		if got := s.AnswerBy(at(t, s, test[0]), at(t, s, test[0]), test[1], "75201"); got != test[2] {
			t.Errorf("AnswerBy(%s, %q) = %q, want %q", test[0], test[1], got, test[2])
		}
	}
	noon := at(t, s, "2026-11-23 12:00:00")
	if got := s.In("es").Answer(noon, noon, "", "75201").Heading; got != "Le llamamos hoy, a más tardar a la 1pm" {
		t.Errorf("in Spanish, the answer is promised with %q", got)
	}
	const far = "79901"
	when := at(t, s, "2026-11-23 10:04:05")
	if near, outside := s.Answer(when, when, "", "75201").Rest, s.Answer(when, when, "", far).Rest; near == outside {
		t.Errorf("a visitor from %s reads the same as others: %q", far, outside)
	}
}

// TestLateAnswerBy words a promise at another time than that of the receipt: the days are those of that time, and a
// promise that is over is made anew.
func TestLateAnswerBy(t *testing.T) {
	s := openingSite(t)
	for _, test := range [][3]string{
		{"2026-11-27 18:40:00", "2026-11-27 18:40:09", "We call you by 7:40am tomorrow."},
		{"2026-11-27 18:40:00", "2026-11-28 06:10:00", "We call you by 7:40am today."},
		{"2026-11-27 18:40:00", "2026-11-28 09:00:00", "We call you by 10am today."},
		{"2026-11-28 03:00:00", "2026-11-29 10:00:00", "We call you by 8am tomorrow."},
		{"2026-11-28 19:00:00", "2026-11-29 10:00:00", "We call you by 8am tomorrow."},
	} {
		if got := s.AnswerBy(at(t, s, test[0]), at(t, s, test[1]), "", "75201"); got != test[2] {
			t.Errorf("AnswerBy(%s, %s) = %q, want %q", test[0], test[1], got, test[2])
		}
	}
}

// TestEarliest checks what a visitor reads who needs a job today. The company works on Sundays, for requests that it
// answers on Saturday.
func TestEarliest(t *testing.T) {
	s := openingSite(t)
	m := &s.quote.Messages
	m.Earliest, m.CallToday, m.CallAhead = "[day]", "call today", "call ahead"
	for _, test := range [][2]string{
		{"2026-11-23 10:59:59", ""}, {"2026-11-23 11:00:00", "call today"}, {"2026-11-23 11:59:59", "call today"},
		{"2026-11-23 12:00:00", "tomorrow"}, {"2026-11-23 20:00:00", "tomorrow"},
		{"2026-11-28 12:00:00", "tomorrow"}, {"2026-11-28 17:59:59", "tomorrow"}, {"2026-11-28 18:00:00", "call ahead"},
		{"2026-11-28 19:00:00", "Monday"}, {"2026-11-29 10:00:00", "tomorrow"},
		{"2026-12-24 13:00:00", "Monday"}, // before two holidays and a Sunday
	} {
		if got := s.Earliest(at(t, s, test[0]), 0); got != test[1] {
			t.Errorf("Earliest(%s) = %q, want %q", test[0], got, test[1])
		}
	}
}
