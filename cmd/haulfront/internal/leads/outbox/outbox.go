// Package outbox delivers leads, each to every configured destination, and the mails about them: until a delivery is
// made, dead, or, where a duplicate would be worse, unsure.
//
// # Model
//
// A lead (package journal) has a delivery of each [Kind] that is configured when it is received, and of those that the
// office queues later ([Queue]). One table (kinds.go) says of each kind what is stored, what it waits for, whether the
// visitor waits for it, and whether an attempt that may have been executed is repeated. The package knows no other
// system: how a kind is sent is its [Sender]'s.
//
// Deliveries are stored in the transaction of their lead, or of the change that they are about, with their frozen
// bodies. What fails temporarily is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h; then the
// delivery is dead, which is logged as an error, and can be replayed. A definite refusal is dead at once.
//
// Every delivery takes the same three steps, whether [Service.Submit] makes the first attempt or [Service.Run] a retry:
// store (or claim) it under a lease, send it, record the result.
//
// Deliveries that are always repeated are made at least once: a process that dies between the receiver's answer and the
// journal's commit sends the same bytes again under the same ID, which is the lead's. A receiver that honors the ID
// sees each lead once.
//
// A suspected lead is in quarantine: its deliveries wait until an operator releases it.
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
// # Lifetime and concurrency
//
// [Open] returns a [Service] for the server: Submit for the HTTP handler, Run for the worker, Close at the end.
// [Attach] returns an [Outbox] for operators, which may be used while a server runs on the same database. Both are safe
// for concurrent use.
package outbox

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// An Outbox is the deliveries in a journal, as operators use it. It sends nothing itself: the server's worker, which
// looks for new work every second, sends the deliveries that it queues.
type Outbox struct{ *journal.Journal }

// Attach is [journal.Open].
func Attach(ctx context.Context, databaseURL string) (*Outbox, error) {
	j, err := journal.Open(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	return &Outbox{j}, nil
}

// A Status is the state of a delivery. The status of a lead is that of its webhook.
type Status string

// The statuses. The worker acts on Queued alone.
const (
	Queued      Status = "queued"      // to be sent when due
	Waiting     Status = "waiting"     // for the success of another delivery of its lead
	Delivered   Status = "delivered"   // answered with 2xx
	Dead        Status = "dead"        // every attempt failed; can be replayed
	Unknown     Status = "unsure"      // may have been made; only a replay makes it again
	Stored      Status = "kept"        // not configured: the journal is the inbox
	Quarantined Status = "quarantined" // suspected spam, until an operator releases it
	Skipped     Status = "skipped"     // not sent on purpose, the attempt says why
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
	Unknown  bool      `json:"unknown,omitempty"` // it may have been executed
	// Reason is what the receiver said. It may repeat what the visitor typed, so it is not logged.
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

// A Lead is a lead with its deliveries.
type Lead struct {
	journal.Lead
	Deliveries []Delivery // in the order of the table of kinds
}

// Status returns the lead's status: that of its webhook.
func (l Lead) Status() Status { return l.Delivery(Webhook).Status }

// Delivery returns the delivery of a kind; a lead without one yields a Delivery without a status.
func (l Lead) Delivery(kind Kind) Delivery {
	for _, d := range l.Deliveries {
		if d.Kind == kind {
			return d
		}
	}
	return Delivery{Kind: kind}
}

// Others returns the deliveries that not every lead has.
func (l Lead) Others() []Delivery {
	return slices.DeleteFunc(slices.Clone(l.Deliveries), func(d Delivery) bool { return d.Kind.row().always })
}

// Held is the condition of leads l in quarantine.
const Held = `l.id IN (SELECT lead_id FROM deliveries WHERE kind = 'webhook' AND status = 'quarantined')`

// With is the condition of leads with a delivery of a kind, or any if it is empty, that has a status.
func With(kind Kind, status Status) journal.Condition {
	if kind == "" {
		return journal.If(`l.id IN (SELECT lead_id FROM deliveries WHERE status = ?)`, status)
	}
	return journal.If(`l.id IN (SELECT lead_id FROM deliveries WHERE status = ? AND kind = ?)`, status, kind)
}

// Sent is the condition of leads with a delivery of a kind that was not skipped.
func Sent(kind Kind) journal.Condition {
	return journal.If(`l.id IN (SELECT lead_id FROM deliveries WHERE kind = ? AND status <> 'skipped')`, kind)
}

// List returns the leads that meet all conditions, newest first, see [journal.List].
func (o *Outbox) List(ctx context.Context, conditions ...journal.Condition) iter.Seq2[Lead, error] {
	return journal.List(ctx, o.Journal, func(page []journal.Lead) ([]Lead, error) {
		return o.addDeliveries(ctx, page...)
	}, conditions...)
}

// Get returns the lead with the given ID, or an error that wraps [journal.ErrNotFound].
func (o *Outbox) Get(ctx context.Context, id string) (Lead, error) {
	l, err := o.Journal.Get(ctx, id)
	if err != nil {
		return Lead{}, err
	}
	list, err := o.addDeliveries(ctx, l)
	if err != nil {
		return Lead{}, err
	}
	return list[0], nil
}

// addDeliveries returns leads with their deliveries.
func (o *Outbox) addDeliveries(ctx context.Context, leads ...journal.Lead) ([]Lead, error) {
	list, index, ids := make([]Lead, len(leads)), map[string]int{}, []string{}
	for i, l := range leads {
		list[i].Lead, index[l.ID], ids = l, i, append(ids, l.ID)
	}
	scan := func(r journal.Row) (d Delivery, err error) {
		var id, lease, attempts string
		var due int64
		if err := r.Scan(&id, &d.Kind, &d.Status, &due, &lease, &attempts, &d.Body); err != nil {
			return d, err
		}
		if d.Status == Queued {
			d.Due, d.Leased = journal.FromMillis(due), lease != ""
		}
		err = json.Unmarshal([]byte(attempts), &d.Attempts)
		l := &list[index[id]]
		l.Deliveries = append(l.Deliveries, d)
		return d, err
	}
	in, args := journal.AnyOf(ids, nil)
	_, err := journal.QueryAll(ctx, o.Reader(), scan, `SELECT lead_id, kind, status, due_at, lease, attempts, body
		FROM deliveries WHERE lead_id IN `+in+` ORDER BY lead_id, kind`, args...)
	for _, l := range list {
		slices.SortStableFunc(l.Deliveries, func(a, b Delivery) int { return a.Kind.place() - b.Kind.place() })
	}
	return list, err
}
