package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

const (
	maxNote    = 5000 // characters
	maxAddress = 300  // characters of an address, or of how to get in
	unstaged   = ""   // a change that leaves the stage
)

// A change is what a form says. Empty fields change nothing, unless the form has all of an offer or of an address.
type change struct {
	revision                    int64 // that the user saw; negative: any
	stage, note, lost, included string
	low, high                   int // of the price
	address, access             string
	slots                       []time.Time
	hours, days                 int    // of the job; 0: as before
	kind                        string // of visits; empty: as before
	every                       string // how often the job comes again; empty: it does not
}

// books reports whether a change books a slot, for a customer who said yes by phone.
func (c change) books() bool { return c.stage == Booked && len(c.slots) > 0 }

// read reads and checks the fields of a form.
func (o *Office) read(form url.Values) (c change, err error) {
	c = change{revision: -1, stage: form.Get("stage"), note: quote.CleanText(form.Get("note")),
		lost: quote.CleanLine(form.Get("lost")), included: quote.CleanText(form.Get("included")),
		address: quote.CleanLine(form.Get("address")), access: quote.CleanLine(form.Get("access"))}
	if utf8.RuneCountInString(c.note) > maxNote {
		return c, ErrNote
	}
	if max(utf8.RuneCountInString(c.address), utf8.RuneCountInString(c.access)) > maxAddress {
		return c, ErrLong
	}
	if c.stage != unstaged && !slices.Contains(Stages(), c.stage) {
		return c, ErrStage
	}
	if price := form.Get("price"); strings.TrimSpace(price) != "" {
		if c.low, c.high, err = ParsePrice(price); err != nil {
			return c, err
		}
	}
	slots := form["slots"]
	if date := form.Get("date"); date != "" {
		slots = append(slices.Clip(slots), date+"T"+form.Get("hour"))
	}
	if c.slots, err = ParseSlots(slots, o.words().Location()); err != nil {
		return c, err
	}
	c.hours, c.days = atMost(maxHours, form.Get("hours")), atMost(maxDays, form.Get("days"))
	if c.kind = form.Get("kind"); c.kind != Pickup && c.kind != Estimate {
		c.kind = ""
	}
	if c.every = form.Get("every"); frequencyOf(c.every) == nil {
		c.every = ""
	}
	if seen, err := strconv.ParseInt(form.Get("revision"), 10, 64); err == nil {
		c.revision = seen
	}
	return c, nil
}

// atMost returns the number of a field between 0 and another one; 0 if it is none.
func atMost(limit int, text string) int {
	n, _ := strconv.Atoi(text)
	return min(max(0, n), limit)
}

// addressFields are the fields of a form that has the address.
var addressFields = []string{"address", "access"}

// setAddress sets the address to that of a form that has it.
func (t *task) setAddress() error {
	if t.form.Has("address") {
		t.Address, t.Access = t.typed.address, t.typed.access
	}
	return nil
}

// tap answers a new request, and leaves the stage of any other.
func (t *task) tap() error {
	t.Job.Untold = ""
	if t.Stage != New {
		t.typed.stage = unstaged
	}
	return t.edit()
}

// edit moves a request to another stage, or adds a note.
func (t *task) edit() error {
	c, stage := t.typed, ""
	switch {
	case c.stage == Done && t.Stage == Booked:
		return ErrAmount // finish asks for it
	case c.stage != unstaged && c.stage != t.Stage:
		stage = c.stage
		t.move(stage)
	case t.event.Action == actionStage:
		t.event.Action = ActionNote
	}
	t.event.Details = lines(stage, c.lost, c.note)
	return nil
}

// offer changes the price and the slots. It books the only slot for a customer who said yes by phone, and otherwise
// sends the offer, if it can be answered.
func (t *task) offer() error {
	if t.typed.low == 0 && len(t.typed.slots) == 0 {
		return ErrNothing
	}
	_ = t.setAddress()
	t.setVisits()
	err := t.mayOffer()
	if err == nil {
		err = t.setTerms()
	}
	switch {
	case err != nil:
		return err
	case t.typed.books():
		return t.bookByPhone()
	case hasTerms(t.Stage):
		return t.changePrice()
	case t.Job.QuotedAt != millis(t.now):
		return nil
	case t.Job.Low == 0 && t.Job.Kind != Estimate:
		return ErrNoPrice
	}
	return t.tell(outbox.CustomerMail, t.event)
}

// mayOffer allows times at which the company is open and a truck is free. A booked job moves by being booked again.
func (t *task) mayOffer() error {
	slots, err := t.slots(t.ctx, t.tx, t.Record, t.typed.slots, t.words())
	for i, begin := range t.typed.slots {
		switch {
		case err != nil:
		case !t.words().inHours(t.Record, begin):
			err = t.words().refuseTime(t.words().at(t.Record, millis(begin))...)
		case slots[i].Taken:
			err = ErrTaken
		case t.Stage == Booked && !t.typed.books() && millis(begin) != t.Begin:
			if err = ErrBooked; t.Kind == Estimate {
				err = ErrLook
			}
		}
	}
	return err
}

// setTerms edits a request whose price or slots change. It sends them, unless the job is booked or over: then the
// customer keeps the former terms.
func (t *task) setTerms() error {
	c, job, former := &t.typed, &t.Job, t.Job.Terms
	if c.stage == unstaged && slices.Contains([]string{New, Contacted, Lost}, t.Stage) {
		c.stage = Quoted
	}
	if err := t.edit(); err != nil {
		return err
	}
	whole := t.form.Has("included")
	if len(c.slots) == 0 && !whole { // a new price, for the slots offered before, unless they are past
		c.slots = slices.DeleteFunc(t.jobSlots(t.Job), func(begin time.Time) bool { return !begin.After(t.now) })
	}
	if c.low > 0 {
		job.Low, job.High = c.low, c.high
		job.Drive, job.DriveTo = t.words().drive(t.ZIPCode)
	}
	if c.included != "" || whole {
		job.Included = c.included
	}
	job.Slots, job.Wishes = nil, nil
	terms := []string{dotted(t.words().said(job.priceWords()), t.words().everyWords(job.Every, job.Off))}
	for _, begin := range c.slots {
		job.Slots, terms = append(job.Slots, SlotValue(begin)), append(terms, t.words().SlotWords(begin))
	}
	if slices.Contains(offerable, t.Stage) || c.books() {
		job.QuotedAt, job.Answer, job.Sent, job.Asked, job.Ended = millis(t.now), "", nil, 0, false
	} else if job.Sent == nil {
		job.Sent = &former
	}
	t.event.Details = lines(append(terms, t.event.Details)...)
	return nil
}

// bookByPhone books the only slot of an offer.
func (t *task) bookByPhone() error {
	if len(t.Job.Slots) > 1 {
		return ErrSlot
	}
	begin, err := t.book(t.Job.Slots[0])
	t.setTime(begin)
	return err
}

// setVisits makes what an offer is for, or the visits that are meant, what the form says.
func (t *task) setVisits() {
	if !t.alone {
		t.setEvery()
	}
	typed, visits := &t.typed, t.meant()
	if len(visits) == 0 {
		t.Job.Kind, t.Job.Days = cmp.Or(typed.kind, t.Job.Kind), cmp.Or(typed.days, t.Job.Days)
		t.Job.Hours = cmp.Or(typed.hours, t.Job.Hours)
		return
	}
	for i, v := range visits {
		v.Hours, v.Kind = cmp.Or(typed.hours, v.Hours), cmp.Or(typed.kind, v.Kind)
		if t.keep(v); !t.alone && typed.days > 0 && i >= typed.days {
			t.keep(v.ended(CalledOff, t))
		}
	}
	for n := len(visits); n < typed.days && !t.alone && t.recurs() == nil; n++ {
		v := t.upcoming()[n-1]
		v.Number, v.TruckNumber = len(t.Visits)+1, 0
		if v.Begin != 0 {
			v.Begin = millis(t.words().nextJobDay(fromMillis(v.Begin).In(t.words().Location())))
		}
		t.keep(v)
	}
}

// hasTerms reports whether a customer in a stage has agreed to a price: the job belongs in calendars.
func hasTerms(stage string) bool { return stage == Booked || stage == Done }

// changePrice asks the customer to agree to another price than before, unless the form says that they did.
func (t *task) changePrice() error {
	job := &t.Job
	job.Asked = 0
	switch former := job.Sent; {
	case former == nil:
	case job.QuotedAt == 0: // the customer has no price yet
		job.Sent = nil
	case t.form.Get("agreed") != "":
		job.Sent, t.event.Action = nil, actionAgree
	case job.Low == former.Low && job.High == former.High && job.Included == former.Included:
		job.Sent = nil
	case job.Low > 0 && t.Stage == Booked:
		job.Asked, t.event.Action = millis(t.now), ActionAsk
		return t.tell(outbox.CustomerMail, t.event)
	}
	return nil
}

// lines joins texts that are not empty.
func lines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n")
}

// move moves a request to another stage. Anything but spam answers it. The customer of a job that is called off, or of
// a request that is closed, cannot book it with the former offer.
func (t *task) move(stage string) {
	t.Job.Ended = t.Job.Ended || hasTerms(t.Stage) || stage == Lost || stage == Spam
	t.Stage, t.Closed, t.Job.Lost = stage, 0, ""
	if slices.Contains([]string{Done, Lost, Spam}, stage) {
		t.Closed = millis(t.now)
	}
	if stage == Lost {
		t.Job.Lost, t.Job.Answer = t.typed.lost, "" // the office has the last word
	}
	if t.Answered == 0 && stage != New && stage != Spam {
		t.Answered = millis(t.now)
	}
}

// Person returns the IDs of all requests of the person of a request: with the same phone number or email address. The
// error wraps journal.ErrNotFound if there is no such request.
func (o *Office) Person(ctx context.Context, id string) ([]string, error) {
	l, err := o.Journal.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	ids := []string{l.ID}
	for _, of := range []string{l.Request.Phone, l.Request.Email} {
		if journal.PhoneKey(of) == "" && !strings.Contains(of, "@") {
			continue
		}
		others, err := o.Journal.FindPerson(ctx, of)
		if err != nil && !errors.Is(err, journal.ErrNotFound) { // it was removed meanwhile
			return nil, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
		ids = append(ids, slices.DeleteFunc(others, func(id string) bool { return slices.Contains(ids, id) })...)
	}
	return ids, nil
}
