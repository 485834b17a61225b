package office

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

const (
	// customerLife is how long a customer's page stays after the last change of the lead.
	customerLife = 60 * 24 * time.Hour
	tokenLength  = 22 // characters of a customer's token
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
	ActionNote   = "note" // a note or photographs
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

// A CustomerView is what a customer may see of a lead, besides the request itself.
type CustomerView struct {
	Record
	Taken []string // offered slots that cannot be booked any more
	Added []string // the customer's own notes, oldest first
	// Texts reports whether the customer agreed to text messages and has not revoked that.
	Texts bool
}

// findToken returns the ID of the lead with a customer's token. The errors are ErrNoPage and ErrEnded.
func (o *Office) findToken(ctx context.Context, db queryer, token string) (id string, err error) {
	if len(token) != tokenLength {
		return "", ErrNoPage
	}
	var received, changed int64
	err = db.QueryRowContext(ctx, `SELECT id, received_at, changed_at FROM leads WHERE token = $1`,
		lead.TokenDigest(token)).Scan(&id, &received, &changed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", ErrNoPage
	case err != nil:
		return "", fmt.Errorf("find a customer's page: %w: %w", lead.ErrUnavailable, err)
	case !o.Now().Before(fromMillis(max(received, changed)).Add(customerLife)):
		return "", ErrEnded
	}
	return id, nil
}

// queryer is a database or a transaction.
type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// texts returns the first column of a query.
func texts(ctx context.Context, db queryer, query string, args ...any) (list []string, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}

// Customer returns what the customer with a token may see. The errors are ErrNoPage and ErrEnded.
func (o *Office) Customer(ctx context.Context, token string, zone *time.Location) (v CustomerView, err error) {
	db := o.Store.Reader()
	id, err := o.findToken(ctx, db, token)
	if err != nil {
		return v, err
	}
	var action string
	err = db.QueryRowContext(ctx, `SELECT COALESCE(`+standing+`, '') FROM leads l WHERE l.id = $1`, id).Scan(&action)
	v.Texts = action == lead.Agreed
	if err == nil {
		v.Record, err = scanRecord(db.QueryRowContext(ctx, `SELECT `+recordColumns+` FROM leads WHERE id = $1`, id))
	}
	if err == nil {
		v.Added, err = texts(ctx, db, `SELECT details FROM events WHERE lead_id = $1 AND actor = $2 AND action = $3
			ORDER BY number`, id, ActorCustomer, ActionNote)
	}
	for _, slot := range v.Job.Slots {
		if err == nil && o.checkSlot(ctx, db, &v.Record, slot, zone) != nil {
			v.Taken = append(v.Taken, slot)
		}
	}
	if err != nil {
		return v, fmt.Errorf("read a customer's page: %w: %w", lead.ErrUnavailable, err)
	}
	return v, nil
}

// checkSlot returns ErrTaken for a slot that has begun or that another job has.
func (o *Office) checkSlot(ctx context.Context, db queryer, r *Record, slot string, zone *time.Location) error {
	begin, err := ParseSlots([]string{slot}, zone)
	if err != nil || len(begin) != 1 || !begin[0].After(o.Now()) {
		return ErrTaken
	}
	var taken int
	err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM leads WHERE slot = $1 AND stage = $2 AND id <> $3`,
		millis(begin[0]), Booked, r.ID).Scan(&taken)
	if err == nil && taken > 0 {
		return ErrTaken
	}
	return err
}

// asCustomer changes the lead of a customer's token. A repeat of the last change changes nothing and is no error.
func (o *Office) asCustomer(ctx context.Context, token string, f func(*sql.Tx, *Record) (Event, error)) error {
	var event Event
	var id string
	err := o.Store.Transact(ctx, func(tx *sql.Tx) (err error) {
		if id, err = o.findToken(ctx, tx, token); err != nil {
			return err
		}
		return edit(ctx, tx, id, o.Now(), func(r *Record) (Event, error) {
			event, err = f(tx, r)
			event.Actor, event.Number = ActorCustomer, r.Revision
			if err == nil && event.Action != ActionStop {
				err = o.tell(ctx, tx, lead.AnswerMail, *r, event)
			}
			return event, err
		})
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	if err == nil && o.Notify != nil {
		o.Notify(id, event)
	}
	return err
}

// An Answer is what a customer posts about an offer.
type Answer struct {
	Answer string // "yes", "other" or "no"
	Slot   string // with a yes, one of the offered ones
	Offer  int64  // the Job's QuotedAt that the customer saw; 0: any
}

// Answer records the answer to an offer. The errors are ErrNoPage, ErrEnded, ErrOffer, ErrChoose and ErrTaken; then
// nothing is booked.
func (o *Office) Answer(ctx context.Context, token string, a Answer, zone *time.Location) error {
	return o.asCustomer(ctx, token, func(tx *sql.Tx, r *Record) (Event, error) {
		switch {
		case r.Stage == Booked || (a.Answer == r.Job.Answer && a.Answer != ActionYes):
			return Event{}, errUnchanged // a booked job is called off by phone
		case r.Job.QuotedAt == 0, a.Offer != 0 && a.Offer != r.Job.QuotedAt, !r.Open():
			return Event{}, ErrOffer
		}
		event := Event{Action: a.Answer}
		switch a.Answer {
		case ActionYes:
			slot, err := o.book(ctx, tx, r, a.Slot, zone)
			if err != nil {
				return event, err
			}
			event.Details = slot
		case ActionOther:
			r.Stage, r.Closed, r.Job.Lost = Quoted, 0, ""
		case ActionNo:
			r.Stage, r.Closed, r.Job.Lost = Lost, millis(o.Now()), "the customer said no"
		default:
			return event, ErrOffer
		}
		r.Job.Answer = a.Answer
		if a.Answer != ActionYes {
			return event, nil
		}
		return event, o.tellCustomer(ctx, tx, *r, event)
	})
}

// Open reports whether the customer can still answer the offer: before a yes, and after a no.
func (r *Record) Open() bool {
	return r.Job.QuotedAt != 0 && (slices.Contains([]string{New, Contacted, Quoted}, r.Stage) ||
		(r.Stage == Lost && r.Job.Answer == ActionNo))
}

// book books a job, in one of the offered slots if there are any, and returns the slot in words.
func (o *Office) book(ctx context.Context, tx *sql.Tx, r *Record, slot string, zone *time.Location) (string, error) {
	r.Stage, r.Slot, r.Closed, r.Job.Lost = Booked, 0, 0, ""
	if len(r.Job.Slots) == 0 {
		return "", nil // the time is to be agreed
	}
	if !slices.Contains(r.Job.Slots, slot) {
		return "", ErrChoose
	}
	// One at a time, so that two customers cannot take the same slot. Both databases lock a row that is written.
	if _, err := tx.ExecContext(ctx, `UPDATE secrets SET value = value WHERE name = 'customer'`); err != nil {
		return "", err
	}
	if err := o.checkSlot(ctx, tx, r, slot, zone); err != nil {
		return "", err
	}
	begin, err := ParseSlots([]string{slot}, zone)
	if err != nil {
		return "", err
	}
	r.Slot = millis(begin[0])
	return SlotWords(begin[0]), nil
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
		added, err := texts(ctx, tx, `SELECT details FROM events WHERE lead_id = $1 AND actor = $2 AND action = $3
			ORDER BY number`, r.ID, ActorCustomer, ActionNote)
		if err != nil {
			return event, err
		}
		if n := len(added); n > 0 && added[n-1] == note {
			return event, errUnchanged
		} else if n >= maxAdditions {
			return event, ErrTooMany
		}
		var stored int
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM photos WHERE lead_id = $1`, r.ID).
			Scan(&stored); err != nil {
			return event, err
		}
		if stored+len(photos) > MaxPhotos {
			return event, ErrTooMany
		}
		return event, lead.AddPhotos(ctx, tx, r.ID, photos)
	})
}

// StopTexts records that the customer wants no more text messages. words are those of the button.
func (o *Office) StopTexts(ctx context.Context, token, words string) error {
	return o.asCustomer(ctx, token, func(tx *sql.Tx, r *Record) (Event, error) {
		var action string
		err := tx.QueryRowContext(ctx, `SELECT COALESCE(`+standing+`, '') FROM leads l WHERE l.id = $1`, r.ID).
			Scan(&action)
		if err == nil && (action == lead.Revoked || action == lead.Stopped) {
			err = errUnchanged
		}
		if err != nil {
			return Event{}, err
		}
		return Event{Action: ActionStop, Details: words}, lead.AddConsent(ctx, tx, lead.Consent{Phone: r.Phone,
			At: o.Now(), Action: lead.Revoked, Words: words, Page: content.CustomerPath, Form: "customer's page"})
	})
}

// A Notice is what a mail of the office is about, as the journal keeps it until the mail is composed.
type Notice struct {
	Revision int64  `json:"revision"` // tells it from earlier ones, see lead.QueueMail
	Action   string `json:"action"`   // of the event; "offer" for an offer
	Details  string `json:"details,omitempty"`
	At       int64  `json:"at"` // in milliseconds since 1970
	Slot     int64  `json:"slot,omitempty"`
	Job      Job    `json:"job"`
}

// Record returns the lead as it was then.
func (n Notice) Record(l lead.Lead) Record {
	r := l.Request
	return Record{ID: l.ID, Revision: n.Revision, Changed: n.At, Slot: n.Slot, Job: n.Job, Name: r.Name, Phone: r.Phone,
		Email: r.Email, Service: r.ServiceType, ZIP: r.ZIPCode}
}

// ParseNotice reads the body of a mail's delivery.
func ParseNotice(body string) (n Notice, err error) {
	if err := json.Unmarshal([]byte(body), &n); err != nil {
		return n, fmt.Errorf("read what a mail is about: %w", err)
	}
	return n, nil
}

// Words returns the notice as mails show it.
func (n Notice) Words(zone *time.Location) content.MailJob {
	job := content.MailJob{Action: n.Action, Note: n.Details, Price: PriceWords(n.Job.Low, n.Job.High),
		Included: n.Job.Included}
	if n.Action == ActionYes {
		job.Note = ""
	}
	if n.Slot != 0 {
		job.Slot = SlotWords(fromMillis(n.Slot).In(zone))
	}
	if slots, err := ParseSlots(n.Job.Slots, zone); err == nil {
		for _, slot := range slots {
			job.Slots = append(job.Slots, SlotWords(slot))
		}
	}
	return job
}

// tell queues a mail of the office, where mail is configured.
func (o *Office) tell(ctx context.Context, tx *sql.Tx, kind lead.Kind, r Record, e Event) error {
	if o.Send == nil {
		return nil
	}
	body, err := json.Marshal(Notice{Revision: r.Revision, Action: e.Action, Details: e.Details, At: millis(o.Now()),
		Slot: r.Slot, Job: r.Job})
	if err != nil {
		return err
	}
	return lead.QueueMail(ctx, tx, r.ID, kind, string(body), o.Now())
}

// tellCustomer is tell for a customer who left an address.
func (o *Office) tellCustomer(ctx context.Context, tx *sql.Tx, r Record, e Event) error {
	if !mail.ValidAddress(r.Email) {
		return nil
	}
	return o.tell(ctx, tx, lead.CustomerMail, r, e)
}
