package office

import (
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"
)

// CalendarType is the media type of calendars (RFC 5545, section 8.1).
const CalendarType = "text/calendar; charset=utf-8"

// A Booking is a booked job as calendars show it.
type Booking struct {
	// Reference identifies the job, and Revision its version: calendars replace an older one.
	Reference string
	Revision  int64
	// Begin is the beginning of the slot, Changed the time of the job's last change.
	Begin, Changed time.Time
	Summary, Place string
	Details        string // may have several lines
	Link           string // address of a page about it
}

// Calendar returns an iCalendar file (RFC 5545) with bookings. Its name and the host of the site, which makes the IDs
// unique, stay the same.
func Calendar(name, host string, bookings []Booking) []byte {
	c := ics.NewCalendar()
	c.SetProductId("-//" + host + "//haulfront//EN")
	c.SetMethod(ics.MethodPublish)
	c.SetXWRCalName(printable(name))
	c.SetXPublishedTTL("PT15M") // how often programs load it again
	for _, b := range bookings {
		e := c.AddEvent(b.Reference + "@" + host)
		e.SetDtStampTime(b.Changed)
		e.SetSequence(int(b.Revision))
		e.SetStartAt(b.Begin)
		e.SetEndAt(b.Begin.Add(SlotLength))
		e.SetStatus(ics.ObjectStatusConfirmed)
		e.SetSummary(printable(b.Summary))
		e.SetLocation(printable(b.Place))
		e.SetDescription(printable(b.Details))
		e.SetURL(b.Link)
	}
	return []byte(c.Serialize(ics.WithNewLineWindows))
}

// printable returns a text without control characters but line breaks, which RFC 5545 does not allow.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
