package office

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

const (
	maxNote  = 5000 // characters
	unstaged = ""   // a change that leaves the stage
)

// Errors of [Office.Change].
var (
	ErrChanged = errors.New("somebody else has changed the request meanwhile")
	ErrStage   = errors.New("there is no such stage")
	ErrNothing = errors.New("the form is empty")
	ErrNote    = errors.New("the note has more than 5,000 characters")
)

// A change is what a user does with a request, as a form says it. Empty fields change nothing.
type change struct {
	actor string
	// wholeOffer means that the form has all of an offer: what is empty in it is removed.
	wholeOffer                  bool
	stage, note, lost, included string
	low, high                   int // of the price
	slots                       []time.Time
}

// Change changes a request by the fields of a form: stage, note, lost, price, included and slots; revision is the one
// that the user saw, without it any. With tapped, a link to call or text was pressed: it answers a new request, and
// never moves another one. With stop, the number must not be contacted; with review, the customer was asked for one.
// The error wraps one of this package's, or lead.ErrNotFound.
func (o *Office) Change(ctx context.Context, id, actor string, form url.Values) error {
	c, err := o.read(actor, form)
	if err != nil {
		return err
	}
	now := o.Now()
	err = o.update(ctx, id, func(tx *sql.Tx, r *Record) (Event, error) {
		if err := unseen(ctx, tx, id, actor, form.Get("revision")); err != nil {
			return Event{}, err
		}
		if form.Has("tapped") && r.Stage != New {
			c.stage = unstaged
		}
		e := o.apply(c, r, now)
		switch {
		case form.Has("stop"):
			e.Action = ActionStop
			return e, lead.AddConsent(ctx, tx, lead.Consent{Phone: r.Phone, At: now, Action: lead.Stopped,
				Page: content.OfficePath, Form: "office"})
		case form.Has("review") && (r.Stage != Done || r.Job.ReviewAsked != 0):
			return e, ErrNothing
		case form.Has("review"):
			e.Action, r.Job.ReviewAsked = ActionReview, millis(now)
		case form.Has("tapped"):
			e.Action = "tap"
		case c.books():
			return e, o.bookByPhone(ctx, tx, r)
		case e.Action == ActionOffer && r.Job.QuotedAt == millis(now):
			return e, o.tell(ctx, tx, lead.CustomerMail, r, e)
		}
		return e, nil
	})
	if err != nil {
		return fmt.Errorf("change request %s: %w", id, err)
	}
	return nil
}

// unseen returns ErrChanged if a lead was changed after the revision that a user saw. The links that the same user
// pressed on that page do not count.
func unseen(ctx context.Context, tx *sql.Tx, id, actor, revision string) error {
	seen, err := strconv.ParseInt(revision, 10, 64)
	if err != nil {
		return nil
	}
	var changes int
	err = tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM events WHERE lead_id = $1 AND number > $2
		AND NOT (action = 'tap' AND actor = $3)`, id, seen, actor).Scan(&changes)
	if err == nil && changes > 0 {
		err = ErrChanged
	}
	return err
}

// books reports whether a change books a slot, for a customer who said yes by phone.
func (c change) books() bool { return c.stage == Booked && len(c.slots) > 0 }

// bookByPhone books the only slot of an offer, and tells the customer.
func (o *Office) bookByPhone(ctx context.Context, tx *sql.Tx, r *Record) (err error) {
	if len(r.Job.Slots) > 1 {
		return ErrChoose
	}
	if r.Begin, err = o.book(ctx, tx, r, r.Job.Slots[0]); err != nil {
		return err
	}
	return o.tell(ctx, tx, lead.CustomerMail, r, Event{Action: ActionYes})
}

// read reads and checks the fields of a form.
func (o *Office) read(actor string, form url.Values) (c change, err error) {
	c = change{actor: actor, stage: form.Get("stage"), note: quote.CleanText(form.Get("note")),
		lost: quote.CleanLine(form.Get("lost")), included: quote.CleanText(form.Get("included")),
		wholeOffer: form.Has("included")}
	if utf8.RuneCountInString(c.note) > maxNote {
		return c, ErrNote
	}
	if c.stage != unstaged && !slices.Contains(Stages(), c.stage) {
		return c, ErrStage
	}
	if price := form.Get("price"); strings.TrimSpace(price) != "" {
		if c.low, c.high, err = ParsePrice(price); err != nil {
			return c, err
		}
	}
	if c.slots, err = ParseSlots(form["slots"], o.Words().Location()); err != nil {
		return c, err
	}
	pressed := form.Has("stop") || form.Has("review")
	if c.stage == unstaged && c.note == "" && c.low == 0 && len(c.slots) == 0 && !pressed {
		return c, ErrNothing
	}
	return c, nil
}

// apply changes a record, and returns the event.
func (o *Office) apply(c change, r *Record, now time.Time) Event {
	e := Event{Actor: c.actor, Action: ActionNote}
	var details []string
	offers := c.low > 0 || len(c.slots) > 0
	if offers && c.stage == unstaged && slices.Contains([]string{New, Contacted, Lost}, r.Stage) {
		c.stage = Quoted
	}
	moved := c.stage != unstaged && c.stage != r.Stage
	if moved {
		e.Action = "stage"
		c.move(r, now)
	}
	if offers {
		e.Action = ActionOffer
		if len(c.slots) == 0 && !c.wholeOffer { // a new price, for the slots offered before, unless they are past
			c.slots = slices.DeleteFunc(o.jobSlots(r.Job), func(begin time.Time) bool { return !begin.After(now) })
		}
		c.offer(r, now)
		details = append(details, PriceWords(r.Job.Low, r.Job.High))
		for _, begin := range o.jobSlots(r.Job) {
			details = append(details, SlotWords(begin))
		}
	}
	if moved {
		details = append(details, c.stage)
	}
	e.Details = lines(append(details, c.lost, c.note)...)
	return e
}

// lines joins texts that are not empty.
func lines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n")
}

// offer sets the price and the slots of a job. It sends them, unless the job is booked or over: then the customer keeps
// the former terms.
func (c change) offer(r *Record, now time.Time) {
	former := r.Job.Terms
	if c.low > 0 {
		r.Job.Low, r.Job.High = c.low, c.high
	}
	r.Job.Slots = nil
	for _, begin := range c.slots {
		r.Job.Slots = append(r.Job.Slots, SlotValue(begin))
	}
	if c.included != "" || c.wholeOffer {
		r.Job.Included = c.included
	}
	if slices.Contains(offerable, r.Stage) || c.books() {
		r.Job.QuotedAt, r.Job.Answer, r.Job.Sent = millis(now), "", nil
	} else if r.Job.Sent == nil {
		r.Job.Sent = &former
	}
}

// move moves a request to another stage. Anything but spam answers it.
func (c change) move(r *Record, now time.Time) {
	r.Stage, r.Closed, r.Job.Lost = c.stage, 0, ""
	switch c.stage {
	case Lost:
		r.Closed, r.Job.Lost = millis(now), c.lost
	case Done, Spam:
		r.Closed = millis(now)
	}
	if r.Answered == 0 && c.stage != New && c.stage != Spam {
		r.Answered = millis(now)
	}
}

// Operate runs what a user does with a lead's deliveries, in one transaction with the event that says so.
func (o *Office) Operate(ctx context.Context, id, actor, action string, f func(*sql.Tx) error) error {
	return o.update(ctx, id, func(tx *sql.Tx, _ *Record) (Event, error) {
		return Event{Actor: actor, Action: action}, f(tx)
	})
}
