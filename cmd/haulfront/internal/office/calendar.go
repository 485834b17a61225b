package office

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/contact"
)

// CalendarType is the media type of calendars (RFC 5545, section 8.1).
const CalendarType = "text/calendar; charset=utf-8"

// Calendar returns an iCalendar file (RFC 5545) with booked jobs, whose IDs and revisions make calendars replace an
// older version: feeds, files and mails have the same IDs. With the token of the customer's page it is for the
// customer, without for the office. A job that is not booked any more is cancelled: a file of one job then has the
// method CANCEL, without which programs add it instead (RFC 5546, section 3.2.5). All methods need an organizer;
// PUBLISH, and CANCEL of what was published, must not have attendees (section 3.2.1).
func Calendar(words *content.Site, base *url.URL, token string, jobs ...Record) []byte {
	return serialize(calendar(words, base, token, jobs...))
}

// Invitation is the Calendar of one job for a mail to its customer, who is the attendee: REQUEST or CANCEL.
func Invitation(words *content.Site, base *url.URL, token string, job Record) []byte {
	c := calendar(words, base, token, job)
	if hasTerms(job.Stage) { // PUBLISH would have no attendees
		c.SetMethod(ics.MethodRequest)
	}
	// The customer has agreed already, and no program need ask.
	for _, e := range c.Events() {
		e.AddAttendee(job.Email, ics.ParticipationStatusAccepted, ics.WithRSVP(false))
	}
	return serialize(c)
}

func serialize(c *ics.Calendar) []byte { return []byte(c.Serialize(ics.WithNewLineWindows)) }

func calendar(words *content.Site, base *url.URL, token string, jobs ...Record) *ics.Calendar {
	brand, host, w := words.Brand(), base.Hostname(), Words{Site: words}
	c := ics.NewCalendar()
	c.SetProductId("-//" + host + "//haulfront//" + strings.ToUpper(words.Lang))
	c.SetMethod(ics.MethodPublish)
	c.SetXWRCalName(quote.CleanText(brand.ShortName))
	c.SetXPublishedTTL("PT15M") // how often programs load it again
	var events []Record
	for _, job := range jobs {
		events = append(events, job.events()...)
	}
	if len(events) > 0 && !slices.ContainsFunc(events, func(r Record) bool { return !r.isOff() }) {
		c.SetMethod(ics.MethodCancel)
	}
	for _, r := range events {
		status := ics.ObjectStatusConfirmed
		if r.isOff() {
			status = ics.ObjectStatusCancelled
		}
		title, event := r.Name+": "+Words{Site: words}.service(&r.Lead), words.Office().Customer.Event
		if r.Kind == Estimate {
			title = words.Office().Request.Kinds[Estimate] + ": " + title
			event = words.Office().Customer.Estimate.Event
		}
		link := base.JoinPath(Path, "leads", r.ID).String()
		price := dotted(w.withDrive(w.said(r.Job.priceWords()), &r.Job.Terms), w.everyWords(r.Job.Every, r.Job.Off))
		details := lines(w.truckName(r.TruckNumber), contact.ParsePhone(r.Phone).Label, r.Access, price, r.Job.Included)
		length := time.Duration(r.Visit.length()) * time.Hour
		if token != "" {
			length = SlotLength // within which the crew comes
			title, link = event, CustomerLink(base, token)
			details = lines(price, r.Job.Included, brand.Name+", "+brand.Phone.Label)
		}
		id := journal.Reference(r.ID)
		if r.Number > 1 {
			id += "-" + strconv.Itoa(r.Number)
		}
		e := c.AddEvent(id + "@" + host)
		e.SetDtStampTime(fromMillis(r.Changed))
		e.SetSequence(int(r.Revision))
		e.SetStartAt(fromMillis(r.Begin))
		e.SetEndAt(fromMillis(r.Begin).Add(length))
		e.SetStatus(status)
		e.SetOrganizer(brand.Email.Href)
		e.SetSummary(quote.CleanText(title))
		e.SetLocation(quote.CleanText(w.where(&r)))
		e.SetDescription(quote.CleanText(details))
		e.SetURL(link)
	}
	return c
}

// isOff reports whether the visit at hand is called off.
func (r *Record) isOff() bool { return !hasTerms(r.Stage) || r.State == CalledOff }

// events returns a request once for each of its visits, also for one that the present change calls off.
func (r Record) events() (list []Record) {
	for _, v := range r.Visits {
		isOf := func(before Visit) bool { return before.Number == v.Number }
		if v.Begin != 0 && (v.State == Planned || v.State == Done || slices.ContainsFunc(r.Before, isOf)) {
			r.Visit = v
			list = append(list, r)
		}
	}
	if list == nil {
		return []Record{r}
	}
	return list
}

// calendarPast is how long the office's calendar has jobs that are over.
const calendarPast = 90 * 24 * time.Hour

// Calendar returns the calendar of the booked jobs.
func (o *Office) Calendar(ctx context.Context) ([]byte, error) {
	jobs, err := o.visits(ctx, o.Journal.Reader(), `v.begins_at > $1 AND `+madeOrPlanned+` ORDER BY v.begins_at, l.id`,
		millis(o.Now().Add(-calendarPast)))
	if err != nil {
		return nil, fmt.Errorf("list booked jobs: %w", err)
	}
	return Calendar(o.words().Site, o.Base(), "", jobs...), nil
}
