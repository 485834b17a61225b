package office

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
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

// A Change is what a user does with a request, as a form says it. Empty fields change nothing.
type Change struct {
	Actor string
	// Revision is the one that the user saw; -1: any.
	Revision int64
	// Tapped means that a link to call or text was pressed: it answers a new request, and never moves another one.
	Tapped            bool
	Stage, Note, Lost string
	Price, Included   string
	Slots             []string
	// Stop records that the number must not be contacted, Review that the customer was asked for a review.
	Stop, Review bool

	low, high int
	slots     []time.Time
}

// Change changes a request. The error wraps one of this package's, or lead.ErrNotFound.
func (o *Office) Change(ctx context.Context, id string, c Change) error {
	if err := c.read(o.Words().Location()); err != nil {
		return err
	}
	now := o.Now()
	err := o.Store.Transact(ctx, func(tx *sql.Tx) error {
		return o.edit(ctx, tx, id, now, func(r *Record) (Event, error) {
			if c.Revision >= 0 && r.Revision-1 != c.Revision {
				return Event{}, ErrChanged
			}
			e := o.apply(c, r, now)
			switch {
			case c.Stop:
				e.Action = ActionStop
				return e, lead.AddConsent(ctx, tx, lead.Consent{Phone: r.Phone, At: now, Action: lead.Stopped,
					Page: content.OfficePath, Form: "office"})
			case c.Review && (r.Stage != Done || r.Job.ReviewAsked != 0):
				return e, ErrNothing
			case c.Review:
				e.Action, r.Job.ReviewAsked = ActionReview, millis(now)
			case e.Action == ActionOffer && r.Open():
				return e, o.tell(ctx, tx, lead.CustomerMail, r, e)
			}
			return e, nil
		})
	})
	if err != nil {
		return fmt.Errorf("change request %s: %w", id, err)
	}
	return nil
}

// read checks the fields of a form.
func (c *Change) read(zone *time.Location) (err error) {
	c.Note, c.Lost, c.Included = quote.CleanText(c.Note), quote.CleanLine(c.Lost), quote.CleanText(c.Included)
	if utf8.RuneCountInString(c.Note) > maxNote {
		return ErrNote
	}
	if c.Stage != unstaged && !slices.Contains(Stages(), c.Stage) {
		return ErrStage
	}
	if strings.TrimSpace(c.Price) != "" {
		if c.low, c.high, err = ParsePrice(c.Price); err != nil {
			return err
		}
	}
	if c.slots, err = ParseSlots(c.Slots, zone); err != nil {
		return err
	}
	if c.Stage == unstaged && c.Note == "" && c.low == 0 && len(c.slots) == 0 && !c.Stop && !c.Review {
		return ErrNothing
	}
	return nil
}

// apply changes a record, and returns the event.
func (o *Office) apply(c Change, r *Record, now time.Time) Event {
	e := Event{Actor: c.Actor, Action: ActionNote}
	if c.Tapped {
		if e.Action = "tap"; r.Stage != New {
			c.Stage = unstaged
		}
	}
	var details []string
	if c.low > 0 || len(c.slots) > 0 {
		e.Action = ActionOffer
		c.offer(r, now)
		details = append(details, PriceWords(r.Job.Low, r.Job.High))
		for _, begin := range o.jobSlots(r.Job) {
			details = append(details, SlotWords(begin))
		}
		if c.Stage == unstaged && slices.Index(Stages(), r.Stage) < slices.Index(Stages(), Quoted) {
			c.Stage = Quoted
		}
	}
	if c.Stage != unstaged && c.Stage != r.Stage {
		if e.Action == ActionNote {
			e.Action = "stage"
		}
		c.move(r, now)
		details = append(details, c.Stage)
	}
	e.Details = lines(append(details, c.Lost, c.Note)...)
	return e
}

// lines joins texts that are not empty.
func lines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n")
}

// offer sets the price and the slots of a job. To a booked job it is no new offer.
func (c *Change) offer(r *Record, now time.Time) {
	if c.low > 0 {
		r.Job.Low, r.Job.High = c.low, c.high
	}
	if len(c.slots) > 0 {
		r.Job.Slots = nil
	}
	for _, begin := range c.slots {
		r.Job.Slots = append(r.Job.Slots, SlotValue(begin))
	}
	if c.Included != "" {
		r.Job.Included = c.Included
	}
	if r.Stage != Booked && r.Stage != Done {
		r.Job.QuotedAt, r.Job.Answer = millis(now), ""
	}
}

// move moves a request to another stage. Anything but spam answers it.
func (c *Change) move(r *Record, now time.Time) {
	r.Stage, r.Closed, r.Job.Lost = c.Stage, 0, ""
	switch c.Stage {
	case Lost:
		r.Closed, r.Job.Lost = millis(now), c.Lost
	case Done, Spam:
		r.Closed = millis(now)
	}
	if r.Answered == 0 && c.Stage != New && c.Stage != Spam {
		r.Answered = millis(now)
	}
}

// Operate runs what a user does with a lead's deliveries, in one transaction with the event that says so.
func (o *Office) Operate(ctx context.Context, id, actor, action string, f func(*sql.Tx) error) error {
	return o.Store.Transact(ctx, func(tx *sql.Tx) error {
		return o.edit(ctx, tx, id, o.Now(), func(*Record) (Event, error) {
			return Event{Actor: actor, Action: action}, f(tx)
		})
	})
}
