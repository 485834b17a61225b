package office

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/content"
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

// CustomerCalendar returns the calendar file of a booked job for its customer.
func CustomerCalendar(words *content.Site, base *url.URL, r Record, token string) []byte {
	brand := words.Brand()
	b := r.booking(words.Office().Customer.Event, base.JoinPath(content.CustomerPath, token).String())
	b.Details = strings.TrimSpace(b.Details + "\n" + brand.Name + ", " + brand.Phone.Label)
	return Calendar(brand.ShortName, base.Hostname(), []Booking{b})
}

// OfficeCalendar returns the calendar file of booked jobs for the office.
func OfficeCalendar(words *content.Site, base *url.URL, records ...Record) []byte {
	var bookings []Booking
	for _, r := range records {
		link := base.JoinPath(content.OfficePath, "leads", r.ID).String()
		b := r.booking(r.Name+": "+r.Service, link)
		b.Details = strings.TrimSpace(r.Phone + "\n" + b.Details)
		bookings = append(bookings, b)
	}
	return Calendar(words.Brand().ShortName, base.Hostname(), bookings)
}

// booking returns a booked job under a title, with its price and what that includes.
func (r *Record) booking(title, link string) Booking {
	return Booking{
		Reference: lead.Reference(r.ID), Revision: r.Revision, Begin: fromMillis(r.Slot),
		Changed: fromMillis(r.Changed),
		Summary: title, Place: r.ZIP, Link: link,
		Details: strings.Trim(PriceWords(r.Job.Low, r.Job.High)+"\n"+r.Job.Included, "\n"),
	}
}

// calendarPast is how long the office's calendar has jobs that are over.
const calendarPast = 90 * 24 * time.Hour

// Calendar returns the calendar of the booked jobs.
func (o *Office) Calendar(ctx context.Context, words *content.Site, base *url.URL) ([]byte, error) {
	rows, err := o.Store.Reader().QueryContext(ctx, `SELECT `+recordColumns+` FROM leads
		WHERE slot > $1 AND stage IN ('booked', 'done') ORDER BY slot, id`, millis(o.Now().Add(-calendarPast)))
	if err != nil {
		return nil, fmt.Errorf("list booked jobs: %w: %w", lead.ErrUnavailable, err)
	}
	defer rows.Close()
	var records []Record
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return nil, fmt.Errorf("list booked jobs: %w", err)
		}
		records = append(records, r)
	}
	return OfficeCalendar(words, base, records...), rows.Err()
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
