// Package lead is the journal of leads and their deliveries: a quote request
// is on disk before anything else happens to it, and what is on disk reaches
// the lead webhook sooner or later, or is loudly dead and can be replayed.
//
// # Model
//
// A [Lead] is one quote request of one visitor. It has two deliveries, each
// with the exact bytes that will be sent, frozen when the lead came in:
//
//   - the webhook (specification, section 7, call 1). The first attempt is
//     made while the visitor waits, and its result is what the visitor is
//     told. If it fails, a worker tries again after 5 s, 5 min, 30 min, 2 h,
//     5 h, 10 h, 14 h, 20 h and 24 h; then the delivery is dead.
//   - the e-mail function (call 2). It becomes due when the webhook has
//     succeeded, and runs outside the visitor's wait. A failure that certainly
//     sent nothing is tried again on the same schedule; one that may have sent
//     the mail is not, because a second mail is worse than a note in the
//     journal.
//
// The webhook is delivered at least once: a program that dies between the
// receiver's answer and the journal's commit sends the same bytes again under
// the same webhook-id, which is the lead's ID. A receiver that honours the id
// sees each lead once.
//
// The same form key with the same fields is the same lead, however often and
// however simultaneously it is posted; the same key with other fields is
// another lead, for nothing that a visitor typed may be lost.
//
// # Leases
//
// An attempt is made only under a lease: a random mark with an end, written in
// the same statement that claims the delivery. It lets several instances share
// one PostgreSQL and lets any of them take over from one that died. Leases
// compare the instances' clocks, which may differ by up to half a minute. On
// SQLite only one process may serve, guarded by a lock file.
//
// Times are compared with the clock, which may be set back. What was written by
// a clock that was ahead is brought back then, and at every start; see rewind.
//
// # Files
//
// On SQLite a lead counts as stored only if the files at their paths are those
// that are open, before and after its commit: SQLite goes on writing to files
// that were deleted or replaced. Leads are refused then, [Service.Ready] says which
// file it is, and what the open files hold is still delivered.
//
// # Lifetime
//
// [Open] gives a [Service], the serving side: Submit for the web handler, Run for
// the worker, Close at the end. [OpenJournal] gives a [Journal] for operators,
// which may be used while a server runs on the same database. Both are safe
// for use by several goroutines.
package lead

import (
	"errors"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// ErrUnavailable says that a lead could not be stored, or not in time: nothing
// has been sent, and the visitor must be told that the submission failed.
var ErrUnavailable = errors.New("the journal of leads cannot be written")

// ErrNotFound says that the journal has no lead with the given ID.
var ErrNotFound = errors.New("no such lead")

// A Kind is one of the two calls that follow a lead.
type Kind string

// The kinds of deliveries.
const (
	Webhook Kind = "webhook"
	Email   Kind = "email"
)

// A Status says how far a delivery is. The status of a lead's webhook is also
// the status of the lead.
type Status string

// The statuses. Queued is the only one on which the worker acts.
const (
	Queued      Status = "queued"      // to be sent when due
	Waiting     Status = "waiting"     // e-mail only: the webhook comes first
	Delivered   Status = "delivered"   // answered with 2xx
	Dead        Status = "dead"        // every attempt failed; replay brings it back
	Unknown      Status = "unsure"      // e-mail only: may have been sent; only replay sends it again
	Stored        Status = "kept"        // nowhere to send it: the journal is the inbox
	Quarantined Status = "quarantined" // suspected spam, held until an operator releases it
)

// Statuses returns all statuses, in the order of a delivery's life.
func Statuses() []Status {
	return []Status{Queued, Waiting, Delivered, Dead, Unknown, Stored, Quarantined}
}

// An Attempt is one try to make a delivery.
type Attempt struct {
	At       time.Time `json:"at"`
	Status   int       `json:"status"` // HTTP status; 0 without an answer
	Duration int64     `json:"ms"`     // milliseconds
	Error    string    `json:"error,omitempty"`
}

// A Delivery is one call that follows a lead, and what has become of it.
type Delivery struct {
	Kind     Kind      `json:"kind"`
	Status   Status    `json:"status"`
	Due      time.Time `json:"due,omitzero"` // zero unless queued
	Leased   bool      `json:"leased"`       // an attempt is being made now
	Attempts []Attempt `json:"attempts"`     // the last hundred, oldest first
	Body     string    `json:"-"`            // the frozen bytes
}

// A Lead is one journalled quote request with its deliveries.
type Lead struct {
	ID       string // also the webhook-id
	Received time.Time
	Page     string // path of the page whose form was posted
	SpamReason  string // why it was quarantined, also after its release; else empty
	Request  quote.Request
	Webhook  Delivery
	Email    Delivery
}

// Status is the lead's status: that of its webhook.
func (l Lead) Status() Status { return l.Webhook.Status }
