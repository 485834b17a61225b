package office

import (
	"bytes"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

// checkCalendar checks the form of an iCalendar file (RFC 5545, section 3.1) and parses it.
func checkCalendar(t *testing.T, file []byte) *ics.Calendar {
	t.Helper()
	if !bytes.HasSuffix(file, []byte("END:VCALENDAR\r\n")) {
		t.Errorf("the file ends with %q", file[max(0, len(file)-20):])
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(file), "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
			t.Errorf("the line has %d bytes, or half a character or line end: %q", len(line), line)
		}
	}
	c, err := ics.ParseCalendar(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("%v:\n%s", err, file)
	}
	return c
}

var calendarBase = &url.URL{Scheme: "https", Host: "www.clearacre.example"}

func booking() Record {
	lead := journal.Lead{ID: "0198c4f0-0000-7000-8000-00000abcdef0", Address: "12 Elm St, Unit 4; rear",
		Access: "Gate 12", Stage: Booked, Request: quote.Request{Name: "Ann",
			ServiceType: "Garage; sofa, mattress", ZIPCode: "75024", Phone: "(214) 555-0100 \\ Ann"}}
	return Record{Lead: lead, Revision: 7, Visit: Visit{Begin: millis(time.Date(2026, 11, 24, 14, 0, 0, 0, time.UTC))},
		Changed: millis(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)), Job: Job{Terms: Terms{Low: 350, High: 350}}}
}

// Calendar programs find a job by its ID, and replace it by its later version, or remove it. Times are in UTC.
func TestCalendar(t *testing.T) {
	job := booking()
	file := Calendar(words(), calendarBase, "", job)
	events := checkCalendar(t, file).Events()
	if len(events) != 1 {
		t.Fatalf("%d events in\n%s", len(events), file)
	}
	for property, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertyUniqueId: journal.Reference(job.ID) + "@www.clearacre.example",
		ics.ComponentPropertySequence: "7",
		ics.ComponentPropertyDtStart:  "20261124T140000Z", ics.ComponentPropertyDtEnd: "20261124T160000Z",
		ics.ComponentPropertyDtstamp: "20261123T120000Z", ics.ComponentPropertySummary: "Ann: Garage; sofa, mattress",
		ics.ComponentPropertyLocation:    "12 Elm St, Unit 4; rear, Plano 75024",
		ics.ComponentPropertyDescription: "(214) 555-0100 \\ Ann\nGate 12\nabout $350",
		ics.ComponentPropertyUrl:         "https://www.clearacre.example/office/leads/" + job.ID,
		ics.ComponentPropertyStatus:      "CONFIRMED",
		ics.ComponentPropertyOrganizer:   "mailto:hello@clearacre.example",
	} {
		if p := events[0].GetProperty(property); p == nil || p.Value != want {
			t.Errorf("%s = %v, want %s", property, p, want)
		}
	}
	job.Stage, job.Revision = Lost, 8
	off := checkCalendar(t, Calendar(words(), calendarBase, "", job))
	for _, want := range []string{"METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:8", "UID:" + events[0].Id()} {
		if !strings.Contains(off.Serialize(), want+"\n") {
			t.Errorf("the file of a job that was called off lacks %s:\n%s", want, off.Serialize())
		}
	}
	if events := checkCalendar(t, Calendar(words(), calendarBase, "")).Events(); len(events) > 0 {
		t.Errorf("an empty calendar has %d events", len(events))
	}
}

// The company's calendar has the truck of each visit, also in the mail about a job that was just booked.
func TestCalendarTrucks(t *testing.T) {
	site, job := *words(), booking()
	site.Business.Trucks = []string{"Red", "Blue"}
	for n := range 2 {
		v := Visit{Number: n + 1, State: Planned, Kind: Pickup, Begin: job.Begin, TruckNumber: 2 - n}
		job.Visits = append(job.Visits, v)
	}
	events := checkCalendar(t, Calendar(&site, calendarBase, "", job)).Events()
	for i, truck := range []string{"Blue", "Red"} {
		if got := events[i].GetProperty(ics.ComponentPropertyDescription).Value; !strings.HasPrefix(got, truck+"\n") {
			t.Errorf("visit %d is described by %q, want the truck %s", i+1, got, truck)
		}
	}
	if file := string(Calendar(&site, calendarBase, "token", job)); strings.Contains(file, "Blue") {
		t.Errorf("the customer's calendar has the truck:\n%s", file)
	}
}

// A mail asks its customer, the only attendee, by REQUEST and CANCEL. What anybody may load is published, without
// attendees (RFC 5546, section 3.2). All of them are about one event, whose sequence tells which is the latest.
func TestInvitation(t *testing.T) {
	job := booking()
	job.Email = "pat.o'brien@example.com"
	off := job
	off.Stage, off.Revision = Lost, job.Revision+1
	uid := "UID:" + journal.Reference(job.ID) + "@www.clearacre.example\n"
	for name, test := range map[string]struct {
		file             []byte
		method, sequence string
		attendees        int
	}{
		"mail":           {Invitation(words(), calendarBase, "token", job), "REQUEST", "7", 1},
		"called off":     {Invitation(words(), calendarBase, "token", off), "CANCEL", "8", 1},
		"page":           {Calendar(words(), calendarBase, "token", job), "PUBLISH", "7", 0},
		"page, off":      {Calendar(words(), calendarBase, "token", off), "CANCEL", "8", 0},
		"feed":           {Calendar(words(), calendarBase, "", job), "PUBLISH", "7", 0},
		"to the company": {Calendar(words(), calendarBase, "", off), "CANCEL", "8", 0},
	} {
		c := checkCalendar(t, test.file)
		for _, want := range []string{"METHOD:" + test.method + "\n", "SEQUENCE:" + test.sequence + "\n", uid,
			"ORGANIZER:mailto:hello@clearacre.example\n", "DTSTAMP:20261123T120000Z\n"} {
			if !strings.Contains(c.Serialize(), want) {
				t.Errorf("%s: the file lacks %s:\n%s", name, want, c.Serialize())
			}
		}
		attendees := c.Events()[0].Attendees()
		if len(attendees) != test.attendees || test.attendees > 0 && (attendees[0].Email() != job.Email ||
			attendees[0].ParticipationStatus() != ics.ParticipationStatusAccepted) {
			t.Errorf("%s: %d attendees, want %d:\n%s", name, len(attendees), test.attendees, c.Serialize())
		}
	}
}

// No text of a visitor adds a property.
func FuzzCalendar(f *testing.F) {
	f.Add("a\r\nEND:VEVENT\r\nX:\u2028;,\\\"é")
	f.Add(strings.Repeat("€", 200))
	f.Fuzz(func(t *testing.T, text string) {
		b := booking()
		b.Name, b.ZIPCode, b.Job.Included, b.Address, b.Access = text, text, text, text, text
		events := checkCalendar(t, Calendar(words(), calendarBase, "", b)).Events()
		if len(events) != 1 || len(events[0].Properties) != 11 {
			t.Errorf("%q makes %d events", text, len(events))
		}
	})
}
