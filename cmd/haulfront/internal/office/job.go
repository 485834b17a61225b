package office

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
)

// The stages of a lead, in order; Lost and Spam are ends of their own.
const (
	New       = "new"
	Contacted = "contacted"
	Quoted    = "quoted"
	Booked    = "booked"
	Done      = "done"
	Lost      = "lost"
	Spam      = "spam"
)

// A Job is what the office offered to a customer and how it was answered. The journal stores it as JSON.
type Job struct {
	// Low and High are the ends of the price range in US dollars; they are the same for a single price, 0 before it.
	Low  int `json:"low,omitempty"`
	High int `json:"high,omitempty"`
	// Included says what the price includes.
	Included string `json:"included,omitempty"`
	// Slots are the offered slots, as [SlotValue] writes them.
	Slots []string `json:"slots,omitempty"`
	// QuotedAt is when the offer was sent, in milliseconds since 1970; 0: it was not. It identifies the offer.
	QuotedAt int64  `json:"quotedAt,omitempty"`
	Answer   string `json:"answer,omitempty"` // "yes", "other" or "no"; empty: none to this offer
	Lost     string `json:"lost,omitempty"`   // why the job was lost
	// ReviewAsked is when the customer was asked for a review, in milliseconds since 1970; 0: not yet.
	ReviewAsked int64 `json:"reviewAsked,omitempty"`
}

// A Record is the part of a lead that changes in the office.
type Record struct {
	ID, Stage string
	Revision  int64
	// Answered is the time of the first answer, Closed that of the end of the job, Slot the beginning of the booked
	// slot, each in milliseconds since 1970; 0: none.
	Answered, Closed, Slot int64
	Price                  int // agreed or quoted, in US dollars; the low end of a range
	Job                    Job
	Changed                int64 // in milliseconds since 1970
	// What the customer typed.
	Name, Phone, Email, Service, ZIP string
}

// An Event is what somebody did with a lead.
type Event struct {
	Number  int64 // the lead's revision after it
	At      time.Time
	Actor   string // a user, or [ActorCustomer]
	Action  string // of the package's list of actions
	Details string // for people
}

// ActorCustomer is the actor of what customers do on their page.
const ActorCustomer = "customer"

// recordColumns are the columns of leads that scanRecord reads.
const recordColumns = `id, stage, revision, answered_at, closed_at, slot, price, job, changed_at, name,
	phone, email, service_type, zip_code`

func scanRecord(row interface{ Scan(...any) error }) (r Record, err error) {
	var job string
	err = row.Scan(&r.ID, &r.Stage, &r.Revision, &r.Answered, &r.Closed, &r.Slot, &r.Price, &job, &r.Changed, &r.Name,
		&r.Phone, &r.Email, &r.Service, &r.ZIP)
	if err == nil {
		err = json.Unmarshal([]byte(job), &r.Job)
	}
	return r, err
}

// edit changes a lead with the event that f returns, which is the lead's next revision. It locks the lead: on
// PostgreSQL, other transactions wait. An error of f leaves everything as it was. The error wraps lead.ErrNotFound if
// there is no such lead.
func edit(ctx context.Context, tx *sql.Tx, id string, now time.Time, f func(*Record) (Event, error)) error {
	r, err := scanRecord(tx.QueryRowContext(ctx, `UPDATE leads SET revision = revision + 1, changed_at = $1
		WHERE id = $2 RETURNING `+recordColumns, now.UnixMilli(), id))
	if errors.Is(err, sql.ErrNoRows) {
		return lead.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("read the lead: %w", err)
	}
	e, err := f(&r)
	if err != nil {
		return err
	}
	text, err := json.Marshal(r.Job)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE leads SET stage = $1, answered_at = $2, closed_at = $3, slot = $4, price = $5,
		job = $6 WHERE id = $7`, r.Stage, r.Answered, r.Closed, r.Slot, r.Price, string(text), id)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO events (lead_id, number, at, actor, action, details)
			VALUES ($1, $2, $3, $4, $5, $6)`, id, r.Revision, now.UnixMilli(), e.Actor, e.Action, e.Details)
	}
	if err != nil {
		return fmt.Errorf("write the lead: %w", err)
	}
	return nil
}
