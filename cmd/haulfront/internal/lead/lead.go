// Package lead is the outbox of quote requests: it stores each lead durably before anything else happens to it,
// delivers it to the lead webhook, to the email function and by mail, and retries until it is delivered or dead.
//
// # Model
//
// A [Lead] is one quote request of one visitor. It has the deliveries below. The bodies of calls are frozen when the
// lead is received:
//
//   - The webhook (specification, section 7, call 1). The first attempt is made while the visitor waits, and decides
//     which answer the visitor gets. After a failure a worker retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h,
//     20 h and 24 h; then the delivery is dead, which is logged as an error, and can be replayed.
//   - The email function (call 2). It becomes due when the webhook has succeeded and runs outside the visitor's
//     request. A failure that certainly sent nothing is retried on the same schedule; one that may have sent the
//     email is not, because a duplicate email is worse than a note in the journal.
//   - The mail to the owner. It is due at once, whatever becomes of the webhook, and is composed when it is sent, so
//     that a corrected setting counts. A definite refusal is final. After an attempt with an unknown outcome it is
//     sent once more, with the same Message-ID: a duplicate is better than an owner without a notification.
//   - One call to each configured destination (package destinations). It is due at once, too. A definite refusal is
//     final; an attempt that may have been executed is not repeated.
//   - The mail to the visitor, if [Mail.Acknowledge] is set and the visitor left an address. It is sent like the
//     owner's, or skipped: the program must never become a relay for spam.
//   - The mails of the office, to the customer and about the customer's answers. They are queued in the transaction of
//     what they say (see [QueueMail]), and a later one takes the place of one that was not sent.
//
// The worker has one loop for the calls, one for the mails and one for every destination, so that a webhook that hangs
// delays no mail. Photographs are stored with their lead and are not part of the deliveries, which link to them.
//
// Every delivery takes the same three steps, whether [Service.Submit] makes the first attempt or [Service.Run] a retry:
// store (or claim) it under a lease, send it, record the result.
//
// Webhooks are delivered at least once: a process that dies between the receiver's answer and the journal's commit
// sends the same bytes again under the same webhook-id, which is the lead's ID. A receiver that honors the ID sees each
// lead once.
//
// The same form key with the same fields is the same lead, however often and however simultaneously it is posted. The
// same key with other fields is another lead, so that a stale key never loses what a visitor typed.
//
// # Leases
//
// An attempt is made only under a lease: a unique token with an expiry, written by the statement that claims the
// delivery. Leases let several instances share one PostgreSQL and take over from one that died. They compare the
// instances' clocks, which may differ by up to half a minute. On SQLite only one process may serve, enforced by a lock
// file.
//
// Due times and leases are compared with the wall clock, which may be set back. Times that a fast clock wrote are
// corrected then, and at every start.
//
// # Files
//
// SQLite keeps writing to files that were deleted or replaced. A lead therefore counts as stored only if the open
// files are still those at their paths, before and after the commit. Otherwise leads are refused, [Service.Ready] names
// the file, and the leads in the open files are still delivered.
//
// # Lifetime and concurrency
//
// [Open] returns a [Service] for the server: Submit for the HTTP handler, Run for the worker, Close at the end.
// [OpenJournal] returns a [Journal] for operators, which may be used while a server runs on the same database. Both are
// safe for concurrent use.
package lead

import (
	"errors"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// ErrUnavailable means that the journal cannot be read, or that a lead could not be stored, or not in time: nothing was
// sent, and the visitor must see a failure.
var ErrUnavailable = errors.New("the journal of leads is unavailable")

// ErrNotFound means that the journal has no lead with the given ID.
var ErrNotFound = errors.New("no such lead")

// A Kind is one of the ways in which a lead is delivered.
type Kind string

// The kinds of deliveries. Every lead has the two calls; it has the mails that were configured when it was received.
const (
	Webhook     Kind = "webhook"
	Email       Kind = "email" // the email function
	OwnerMail   Kind = "owner"
	VisitorMail Kind = "visitor"
	// The mails of the office (package office) are queued when there is something to say, again and again.
	CustomerMail Kind = "customer" // an offer, or a booked job, to the customer
	AnswerMail   Kind = "answer"   // what the customer answered, to the owner
	// The kind of a delivery to a destination (package destinations) is the destination's name.
)

// MailKinds returns the kinds that are mails.
func MailKinds() []Kind { return []Kind{OwnerMail, VisitorMail, CustomerMail, AnswerMail} }

func (k Kind) isMail() bool { return slices.Contains(MailKinds(), k) }

// Delivers reports whether a delivery of the kind brings the lead to the owner.
func (k Kind) Delivers() bool { return k != VisitorMail && k != CustomerMail && k != AnswerMail }

// delivers is Delivers as a condition on the table deliveries.
const delivers = `kind NOT IN ('visitor', 'customer', 'answer')`

// A Status is the state of a delivery. The status of a lead is that of its webhook.
type Status string

// The statuses. The worker acts on Queued alone.
const (
	Queued      Status = "queued"      // to be sent when due
	Waiting     Status = "waiting"     // email only: waits for the webhook's success
	Delivered   Status = "delivered"   // answered with 2xx
	Dead        Status = "dead"        // every attempt failed; can be replayed
	Unknown     Status = "unsure"      // email and mails: may have been sent; only a replay sends it again
	Stored      Status = "kept"        // no destination is configured: the journal is the inbox
	Quarantined Status = "quarantined" // suspected spam, until an operator releases it
	Skipped     Status = "skipped"     // mail to the visitor only: not sent on purpose, the attempt says why
)

// Statuses returns all statuses, in the order of a delivery's life.
func Statuses() []Status {
	return []Status{Queued, Waiting, Delivered, Dead, Unknown, Stored, Quarantined, Skipped}
}

// An Attempt is one attempt at a delivery.
type Attempt struct {
	At       time.Time `json:"at"`
	Status   int       `json:"status"` // HTTP status or SMTP reply; 0 without an answer
	Duration int64     `json:"ms"`     // milliseconds
	Error    string    `json:"error,omitempty"`
	Unknown  bool      `json:"unknown,omitempty"` // not of the webhook: it may have been executed
	// Reason is what a destination said. It may repeat what the visitor typed, so it is not logged.
	Reason string `json:"reason,omitempty"`
}

// A Delivery is one way in which a lead is delivered, with its state.
type Delivery struct {
	Kind     Kind      `json:"kind"`
	Status   Status    `json:"status"`
	Due      time.Time `json:"due,omitzero"` // zero unless queued
	Leased   bool      `json:"leased"`       // an attempt is in progress
	Attempts []Attempt `json:"attempts"`     // the last hundred, oldest first
	Body     string    `json:"-"`            // the frozen bytes
}

// A Lead is one quote request in the journal, with its deliveries.
type Lead struct {
	ID         string // also the webhook-id
	Token      string // of the customer's page: a secret, of which only the digest is stored
	Received   time.Time
	Page       string // path of the page whose form was posted
	SpamReason string // signs of spam, also of a lead that was delivered; empty without any
	Stage      string // in the office, see package office
	Price      int    // quoted or agreed, in US dollars; 0: none
	Request    quote.Request
	Webhook    Delivery
	Email      Delivery
	Others     []Delivery // by kind
}

// Status returns the lead's status: that of its webhook.
func (l Lead) Status() Status { return l.Webhook.Status }

// Deliveries returns all deliveries of the lead, the webhook first.
func (l Lead) Deliveries() []Delivery { return append([]Delivery{l.Webhook, l.Email}, l.Others...) }

// Delivery returns the delivery of a kind; a lead without one yields a Delivery without a status.
func (l Lead) Delivery(kind Kind) Delivery {
	for _, d := range l.Deliveries() {
		if d.Kind == kind {
			return d
		}
	}
	return Delivery{Kind: kind}
}
