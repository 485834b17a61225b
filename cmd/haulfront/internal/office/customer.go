package office

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

const (
	// customerLife is how long a customer's page stays after the last change of the lead.
	customerLife = 60 * 24 * time.Hour
	// maxAdditions bounds the notes that a customer may add, MaxPhotos the photographs of a lead.
	maxAdditions = 30
	MaxPhotos    = 20
	// MaxNote is the length of a customer's note, in characters.
	MaxNote = 2000
)

// ActionOffer and ActionReview are actions of the office; the others are those of customers.
const (
	ActionOffer  = "offer"
	ActionReview = "review" // the customer was asked for a review
	ActionYes    = "yes"
	ActionOther  = "other" // another time
	ActionNo     = "no"
	ActionNote   = "note" // a note or photographs; also the office's
	ActionStop   = "stop" // no text messages
)

// Errors of customers' pages.
var (
	ErrNoPage  = errors.New("no customer's page has this token")
	ErrEnded   = errors.New("the customer's page has ended")
	ErrOffer   = errors.New("there is no such offer, or it has changed")
	ErrChoose  = errors.New("none of the offered slots was chosen")
	ErrTaken   = errors.New("the slot is taken, or past")
	ErrTooMany = errors.New("the customer has added too much")
	// errUnchanged ends an edit that would repeat the last one.
	errUnchanged = errors.New("nothing changes")
)

// Customer returns the lead of the customer with a token, with the terms that were sent. The errors are ErrNoPage and
// ErrEnded.
func (o *Office) Customer(ctx context.Context, token string) (Record, error) {
	list, err := o.records(ctx, o.Journal.Reader(), `l.token = $1`, lead.TokenDigest(token))
	switch {
	case err != nil:
		return Record{}, fmt.Errorf("find a customer's page: %w", err)
	case len(list) == 0:
		return Record{}, ErrNoPage
	case !o.Now().Before(fromMillis(max(millis(list[0].Received), list[0].Changed)).Add(customerLife)):
		return Record{}, ErrEnded
	}
	list[0].restoreSent()
	return list[0], nil
}

// added returns the customer's own notes on a lead, oldest first.
func added(ctx context.Context, db lead.Queryer, id string) ([]string, error) {
	return lead.QueryAll(ctx, db, scanText, `SELECT details FROM events
		WHERE lead_id = $1 AND actor = $2 AND action = $3 ORDER BY number`, id, ActorCustomer, ActionNote)
}

// asCustomer changes the lead of a customer's token. A repeat of the last change changes nothing and is no error.
func (o *Office) asCustomer(ctx context.Context, token string, f func(*sql.Tx, *Record) (Event, error)) error {
	found, err := o.Customer(ctx, token)
	if err != nil {
		return err
	}
	err = o.update(ctx, found.ID, func(tx *sql.Tx, r *Record) (Event, error) {
		event, err := f(tx, r)
		event.Actor = ActorCustomer
		if err == nil && event.Action != ActionStop {
			err = o.tell(ctx, tx, lead.AnswerMail, r, event)
		}
		return event, err
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// Answer records the answer to an offer by the fields of a form: answer ("yes", "other" or "no"), with a yes one of the
// offered slots, and the offer that the customer saw (the Job's QuotedAt), without it any. The errors are ErrNoPage,
// ErrEnded, ErrOffer, ErrChoose and ErrTaken; then nothing is booked.
func (o *Office) Answer(ctx context.Context, token string, form url.Values) error {
	offer, _ := strconv.ParseInt(form.Get("offer"), 10, 64)
	answer := form.Get("answer")
	return o.asCustomer(ctx, token, func(tx *sql.Tx, r *Record) (event Event, err error) {
		switch {
		case r.Stage == Booked || (answer == r.Job.Answer && answer != ActionYes):
			return event, errUnchanged // a booked job is called off by phone
		case r.Job.QuotedAt == 0, offer != 0 && offer != r.Job.QuotedAt, !r.Open():
			return event, ErrOffer
		}
		event.Action, r.Job.Answer, r.Closed, r.Job.Lost = answer, answer, 0, ""
		switch answer {
		case ActionYes:
			r.Stage = Booked
			r.restoreSent()
			if r.Begin, err = o.book(ctx, tx, r, form.Get("slot")); err == nil {
				event.Details = o.slotWords(r.Begin)
				err = o.tell(ctx, tx, lead.CustomerMail, r, event)
			}
		case ActionOther:
			r.Stage = Quoted
		case ActionNo:
			r.Stage, r.Closed, r.Job.Lost = Lost, millis(o.Now()), "the customer said no"
		default:
			err = ErrOffer
		}
		return event, err
	})
}

// book returns the beginning of the offered slot that a customer takes, in milliseconds since 1970; 0 if there are no
// slots, and the time is to be agreed.
func (o *Office) book(ctx context.Context, tx *sql.Tx, r *Record, slot string) (int64, error) {
	if len(r.Job.Slots) == 0 {
		return 0, nil
	}
	// One at a time, so that two customers cannot take the same slot. Both databases lock a row that is written.
	if _, err := tx.ExecContext(ctx, `UPDATE secrets SET value = value WHERE name = 'customer'`); err != nil {
		return 0, err
	}
	begins := o.jobSlots(r.Job)
	slots, err := o.slots(ctx, tx, r, begins)
	i := slices.IndexFunc(slots, func(s content.OfficeSlot) bool { return s.Value == slot })
	switch {
	case err != nil:
		return 0, err
	case i < 0:
		return 0, ErrChoose
	case slots[i].Taken:
		return 0, ErrTaken
	}
	return millis(begins[i]), nil
}

// AddNote adds a note and photographs of a customer to the lead. The errors are ErrNoPage, ErrEnded and ErrTooMany.
func (o *Office) AddNote(ctx context.Context, token, note string, photos []quote.Photo) error {
	switch n := len(photos); {
	case n == 1:
		note = quote.Paragraphs(note, "1 photo")
	case n > 1:
		note = quote.Paragraphs(note, fmt.Sprintf("%d photos", n))
	case note == "":
		return nil
	}
	return o.asCustomer(ctx, token, func(tx *sql.Tx, r *Record) (Event, error) {
		event := Event{Action: ActionNote, Details: note}
		notes, err := added(ctx, tx, r.ID)
		switch n := len(notes); {
		case err != nil:
			return event, err
		case n > 0 && notes[n-1] == note:
			return event, errUnchanged
		case n >= maxAdditions, r.Photos+len(photos) > MaxPhotos:
			return event, ErrTooMany
		}
		return event, lead.AddPhotos(ctx, tx, r.ID, photos)
	})
}

// StopTexts records that the customer wants no more text messages. words are those of the button.
func (o *Office) StopTexts(ctx context.Context, token, words string) error {
	return o.asCustomer(ctx, token, func(tx *sql.Tx, r *Record) (Event, error) {
		if r.NoTexts {
			return Event{}, errUnchanged
		}
		return Event{Action: ActionStop, Details: words}, lead.AddConsent(ctx, tx, lead.Consent{Phone: r.Phone,
			At: o.Now(), Action: lead.Revoked, Words: words, Page: content.CustomerPath, Form: "customer's page"})
	})
}

// A Notice is what a mail of the office is about. The journal keeps it as JSON, as the body of the mail's delivery,
// until the mail is composed, so that a change in between does not make the mail say what nobody offered or accepted.
type Notice struct {
	Event  Event
	Record Record
}

// tell queues a mail of the office, where mail is configured, and for a customer who left an address.
func (o *Office) tell(ctx context.Context, tx *sql.Tx, kind lead.Kind, r *Record, e Event) error {
	if o.Send == nil || (kind == lead.CustomerMail && !mail.ValidAddress(r.Email)) {
		return nil
	}
	body, err := json.Marshal(Notice{e, *r})
	if err != nil {
		return err
	}
	return lead.QueueMail(ctx, tx, r.ID, kind, string(body), o.Now())
}

// Words returns the notice as mails show it.
func (n Notice) Words(zone *time.Location) content.MailJob {
	job := content.MailJob{Action: n.Event.Action, Note: n.Event.Details, Included: n.Record.Job.Included,
		Price: PriceWords(n.Record.Job.Low, n.Record.Job.High)}
	if job.Action == ActionYes {
		job.Note = ""
	}
	if n.Record.Begin != 0 {
		job.Slot = SlotWords(fromMillis(n.Record.Begin).In(zone))
	}
	slots, _ := ParseSlots(n.Record.Job.Slots, zone) // as the office wrote them
	for _, slot := range slots {
		job.Slots = append(job.Slots, SlotWords(slot))
	}
	return job
}
