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
	Zone              *time.Location // of the slots
	// Stop records that the number must not be contacted, Review that the customer was asked for a review.
	Stop, Review bool

	low, high int
	slots     []string // as [SlotValue] writes them
}

// Change changes a request. The error wraps one of this package's, or lead.ErrNotFound.
func (o *Office) Change(ctx context.Context, id string, c Change) error {
	if err := c.read(); err != nil {
		return err
	}
	now := o.Now()
	err := o.Store.Transact(ctx, func(tx *sql.Tx) error {
		return edit(ctx, tx, id, now, func(r *Record) (Event, error) {
			if c.Revision >= 0 && r.Revision-1 != c.Revision {
				return Event{}, ErrChanged
			}
			e := c.apply(r, now)
			switch {
			case c.Stop:
				e.Action = ActionStop
				return e, lead.AddConsent(ctx, tx, lead.Consent{Phone: r.Phone, At: now, Action: lead.Stopped,
					Page: content.OfficePath, Form: "office"})
			case c.Review && (r.Stage != Done || r.Job.ReviewAsked != 0):
				return e, ErrNothing
			case c.Review:
				e.Action, r.Job.ReviewAsked = ActionReview, millis(now)
			}
			if e.Action == ActionOffer && r.Open() {
				return e, o.tellCustomer(ctx, tx, *r, e)
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
func (c *Change) read() (err error) {
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
	begins, err := ParseSlots(c.Slots, c.Zone)
	if err != nil {
		return err
	}
	for _, begin := range begins {
		c.slots = append(c.slots, SlotValue(begin))
	}
	if c.Stage == unstaged && c.Note == "" && c.low == 0 && len(c.slots) == 0 && !c.Stop && !c.Review {
		return ErrNothing
	}
	return nil
}

// apply changes a record, and returns the event.
func (c *Change) apply(r *Record, now time.Time) Event {
	e := Event{Actor: c.Actor, Action: "note"}
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
		for _, slot := range r.Job.Slots {
			begin, _ := time.ParseInLocation(slotLayout, slot, c.Zone)
			details = append(details, SlotWords(begin))
		}
		if c.Stage == unstaged && slices.Index(Stages(), r.Stage) < slices.Index(Stages(), Quoted) {
			c.Stage = Quoted
		}
	}
	if c.Stage != unstaged && c.Stage != r.Stage {
		if e.Action == "note" {
			e.Action = "stage"
		}
		c.move(r, now)
		details = append(details, c.Stage)
	}
	details = append(details, c.Lost, c.Note)
	e.Details = strings.Join(slices.DeleteFunc(details, func(s string) bool { return s == "" }), "\n")
	return e
}

// offer sets the price and the slots of a job. A booked job with a single price has it as the agreed one.
func (c *Change) offer(r *Record, now time.Time) {
	if c.low > 0 {
		r.Job.Low, r.Job.High, r.Price = c.low, c.high, c.low
	}
	if len(c.slots) > 0 {
		r.Job.Slots = c.slots
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
	r.Stage, r.Closed = c.Stage, 0
	switch c.Stage {
	case Done, Lost, Spam:
		r.Closed = millis(now)
	}
	if r.Answered == 0 && c.Stage != New && c.Stage != Spam {
		r.Answered = millis(now)
	}
	r.Job.Lost = ""
	if c.Stage == Lost {
		r.Job.Lost = c.Lost
	}
}
