package lead

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"haulfront/cmd/haulfront/internal/destinations"
)

// abandonedAfter is how long a delivery may be due without an attempt before it counts as nobody's: long enough for
// instances with other settings to be replaced.
const abandonedAfter = time.Hour

// A destinationQueue is the loop of the worker for one destination, so that one that hangs keeps no other waiting.
type destinationQueue struct {
	*queue
	destination *destinations.Destination
}

// kind returns the kind of a destination's deliveries.
func (q destinationQueue) kind() Kind { return Kind(q.destination.Name) }

func newDestinationQueues(list []*destinations.Destination) (queues []destinationQueue) {
	for _, d := range list {
		q := newQueue(workerSlots)
		q.kinds = []Kind{Kind(d.Name)}
		queues = append(queues, destinationQueue{q, d})
	}
	return queues
}

// Destinations returns the kinds of deliveries to the configured destinations.
func (s *Service) Destinations() (kinds []Kind) {
	for _, q := range s.destinations {
		kinds = append(kinds, q.kind())
	}
	return kinds
}

// wakeOthers tells the loops whose deliveries wait for no other to look for work.
func (s *Service) wakeOthers() {
	s.mails.wake()
	for _, q := range s.destinations {
		q.wake()
	}
}

// destination returns the destination with a kind of deliveries, nil if there is none.
func (s *Service) destination(kind Kind) *destinations.Destination {
	for _, q := range s.destinations {
		if q.kind() == kind {
			return q.destination
		}
	}
	return nil
}

// insertDestinations stores the deliveries of a new lead to the destinations, as due now.
func (s *Service) insertDestinations(ctx context.Context, tx *sql.Tx, id string, sub Submission, now time.Time) error {
	status := Queued
	if sub.Quarantine {
		status = Quarantined
	}
	for _, q := range s.destinations {
		body := q.destination.Body(destinations.Lead{ID: id, Received: now, Page: sub.Page, Request: sub.Request})
		if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, due_at) VALUES ($1, $2, $3, $4, $5)`,
			id, q.kind(), status, string(body), millis(now)); err != nil {
			return err
		}
	}
	return nil
}

// sendToDestination is send for a destination. An attempt that may have been executed is not repeated: the destinations
// have no idempotency keys, and would have the lead twice.
func (s *Service) sendToDestination(ctx context.Context, to *destinations.Destination, d leasedDelivery) result {
	var r result
	if d.Interrupted {
		r.unknown = true
		r.attempts = append(r.attempts, Attempt{At: s.now().UTC(), Unknown: true, Error: "the program ended during an attempt, and it may have arrived"})
		return r
	}
	at, began := s.now(), time.Now()
	status, err := to.Send(ctx, d.LeadID, []byte(d.Body), d.header())
	took := time.Since(began)
	if !d.selfTest() {
		s.cfg.Observe(d.Kind, err == nil, took)
	}
	a := Attempt{At: at.UTC(), Status: status, Duration: took.Milliseconds()}
	r.ok = err == nil
	var failure *destinations.Error
	if errors.As(err, &failure) {
		a.Error, a.Reason = err.Error(), failure.Reason
		a.Unknown = failure.Class == destinations.Unknown
		r.unknown, r.permanent = a.Unknown, failure.Class == destinations.Permanent
		r.retryAfter = retryAfter(failure.Header, at)
	}
	r.attempts = append(r.attempts, a)
	return r
}

// abandon gives deliveries to destinations that are not configured any more, and were never attempted, the status of leads
// without a destination. What was attempted stays queued, see reconcile.
func (j *Journal) abandon(ctx context.Context, configured []Kind, now time.Time) error {
	in, args := anyOf(append([]Kind{Webhook, Email, OwnerMail, VisitorMail}, configured...), []any{millis(now.Add(-abandonedAfter))})
	condition := ` status = 'queued' AND attempts = '[]' AND lease = '' AND due_at <= $1 AND kind NOT IN ` + in
	var n int
	if err := j.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM deliveries WHERE`+condition, args...).Scan(&n); err != nil || n == 0 {
		return err
	}
	_, err := j.write.ExecContext(ctx, `UPDATE deliveries SET status = 'kept' WHERE`+condition, args...)
	return err
}

// kindsOf returns the kinds of a lead's deliveries, the webhook and the e-mail first.
func kindsOf(ctx context.Context, tx *sql.Tx, id string) ([]Kind, error) {
	rows, err := tx.QueryContext(ctx, `SELECT kind FROM deliveries WHERE lead_id = $1 AND kind NOT IN ($2, $3) ORDER BY kind`, id, Webhook, Email)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	kinds := []Kind{Webhook, Email}
	for rows.Next() {
		var kind Kind
		if err := rows.Scan(&kind); err != nil {
			return nil, err
		}
		kinds = append(kinds, kind)
	}
	return kinds, rows.Err()
}
