package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// maxAttempts is how many attempts a delivery remembers. The schedule makes ten; the others are a visitor's and an
// operator's.
const maxAttempts = 100

// nextDue returns when the next delivery of the given kinds is due; the zero time if none is queued.
func (o *Outbox) nextDue(ctx context.Context, kinds []Kind) (time.Time, error) {
	var at sql.NullInt64
	in, args := journal.AnyOf(kinds, nil)
	err := o.Reader().QueryRowContext(ctx, `SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END)
		FROM deliveries WHERE status = 'queued' AND kind IN `+in, args...).Scan(&at)
	return journal.FromMillis(at.Int64), err
}

// keepUnconfigured gives deliveries that were never attempted, and for which this server has no setting, the status
// that they would have started with here: an operator queues deliveries without knowing the server's settings, and
// settings change. Deliveries to former destinations are given up after abandonedAfter. A delivery that was attempted
// stays queued: a server that is once started without its settings must not drop a backlog. Mails always stay queued.
func (o *Outbox) keepUnconfigured(ctx context.Context, configured []Kind, now time.Time) error {
	stay := append(kindsWhere(func(r row) bool { return !r.always }), configured...)
	in, args := journal.AnyOf(stay, []any{journal.Millis(now.Add(-abandonedAfter))})
	condition := ` status = 'queued' AND attempts = '[]' AND lease = '' AND kind NOT IN ` + in + ` AND (kind IN ` +
		quoted(kindsWhere(func(r row) bool { return r.always })) + ` OR due_at <= $1)`
	var n int
	err := o.Reader().QueryRowContext(ctx, `SELECT COUNT(*) FROM deliveries WHERE`+condition, args...).Scan(&n)
	if err != nil || n == 0 {
		return err
	}
	return o.Tx(ctx, func(tx *sql.Tx) error {
		for _, r := range table {
			if r.after == "" {
				continue
			}
			// What waits for such a delivery waits no longer.
			if _, err := tx.ExecContext(ctx, fmt.Sprintf(`UPDATE deliveries SET status = 'queued', due_at = $%d
				WHERE kind = '%s' AND status = 'waiting' AND lead_id IN
				(SELECT lead_id FROM deliveries WHERE kind = '%s' AND %s)`, len(args)+1, r.Kind, r.after, condition),
				append(args, journal.Millis(now))...); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = 'kept' WHERE`+condition, args...)
		return err
	})
}

// claim leases up to limit due deliveries to the caller. The column cut says how the previous lease ended: 0 with a
// result; 1 without one; 3 without one after it was handed over (2 under that lease), which is one
// additional attempt with an unknown outcome. Both databases use this one statement. The inner SELECT is materialized
// because PostgreSQL might otherwise run it again for each row and lock more rows than limit.
func (o *Outbox) claim(ctx context.Context, kinds []Kind, lease string, now, until time.Time, limit int) (
	claimed []leasedDelivery, err error) {
	scan := func(r journal.Row) (d leasedDelivery, err error) {
		var cut int
		err = r.Scan(&d.LeadID, &d.Kind, &d.Body, &d.Failures, &d.Unknowns, &cut)
		d.Lease, d.Interrupted, d.HandedOver = lease, cut > 0, cut == 3
		return d, err
	}
	in, args := journal.AnyOf(kinds, []any{journal.Millis(now), limit, lease, journal.Millis(until)})
	err = o.Tx(ctx, func(tx *sql.Tx) (err error) {
		claimed, err = journal.QueryAll(ctx, tx, scan, `
			WITH ready AS MATERIALIZED (
				SELECT lead_id, kind FROM deliveries
				WHERE status = 'queued' AND due_at <= $1 AND lease_until <= $1 AND kind IN `+in+`
				ORDER BY due_at, kind LIMIT $2`+o.SkipLocked()+`
			)
			UPDATE deliveries
			SET cut = CASE WHEN lease = '' THEN 0 WHEN cut = 2 THEN 3 ELSE 1 END,
				unknowns = unknowns + CASE WHEN lease <> '' AND cut = 2 THEN 1 ELSE 0 END,
				lease = $3, lease_until = $4
			FROM ready WHERE deliveries.lead_id = ready.lead_id AND deliveries.kind = ready.kind
			RETURNING deliveries.lead_id, deliveries.kind, body, failures, unknowns, cut`, args...)
		return err
	})
	if err != nil {
		return nil, err // without a lease that is certain, another process may send them too
	}
	return claimed, nil
}

// errLostLease means that an attempt has outlived its lease, and another may be in progress.
var errLostLease = errors.New("the lease was lost")

// handOver notes that a delivery is handed over under a lease.
func (o *Outbox) handOver(ctx context.Context, d leasedDelivery) error {
	n, err := journal.Affected(o.Writer().ExecContext(ctx, `UPDATE deliveries SET cut = 2
		WHERE lead_id = $1 AND kind = $2 AND lease = $3`, d.LeadID, d.Kind, d.Lease))
	if err == nil && n == 0 {
		err = errLostLease
	}
	return err
}

type finishedAttempt struct {
	Status  Status
	Due     time.Time       // if queued
	Ignored bool            // the lease was lost or the lead removed, so the result did not count
	Next    *leasedDelivery // the delivery that is due now, leased to the caller
}

// finishAttempt records an attempt's result and ends its lease. A success is a fact and is written even if the lease
// was lost; a failure counts only under the lease, since another attempt is in progress otherwise. next, if not empty,
// is the lease under which the caller takes the direct delivery that a success makes due.
func (o *Outbox) finishAttempt(ctx context.Context, d leasedDelivery, r result, steps []time.Duration, now time.Time,
	next string, leaseDuration time.Duration) (finishedAttempt, error) {
	var f finishedAttempt
	err := o.Tx(ctx, func(tx *sql.Tx) error {
		var lease, attempts, body string
		var due int64
		err := tx.QueryRowContext(ctx, `SELECT status, lease, due_at, attempts, body FROM deliveries
			WHERE lead_id = $1 AND kind = $2`+o.ForUpdate(), d.LeadID, d.Kind).
			Scan(&f.Status, &lease, &due, &attempts, &body)
		removed := errors.Is(err, sql.ErrNoRows)
		switch {
		case err != nil && !removed:
			return err
		case removed, f.Status == Delivered, !r.ok && lease != d.Lease, body != d.Body: // see Queue
			f.Ignored = true
			return nil
		}
		failures := d.Failures
		switch {
		case r.ok:
			f.Status = Delivered
		case r.unknown:
			f.Status = Unknown
		case r.permanent:
			f.Status = Dead
		case r.skipped:
			f.Status = Skipped
		default:
			f.Status, f.Due, failures = afterFailure(d, r, steps, journal.FromMillis(due), now)
		}
		if attempts, err = appendAttempts(attempts, r.attempts); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE deliveries
			SET status = $1, due_at = $2, lease = '', lease_until = 0, cut = 0,
				failures = $3, unknowns = unknowns + $4, attempts = $5
			WHERE lead_id = $6 AND kind = $7`,
			f.Status, journal.Millis(f.Due), failures, r.newUnknowns, attempts, d.LeadID, d.Kind); err != nil {
			return err
		}
		if r.ok {
			f.Next, err = makeRestDue(ctx, tx, d, now, next, now.Add(leaseDuration))
		}
		return err
	})
	return f, err
}

// afterFailure returns the status, due time and number of failures of a delivery whose attempt failed.
func afterFailure(d leasedDelivery, r result, steps []time.Duration, due, now time.Time) (Status, time.Time, int) {
	failures := d.Failures
	switch {
	case d.Manual, r.notMade:
		if !due.After(now) {
			due = now.Add(jitter(steps[0]))
		}
	case failures >= len(steps):
		return Dead, time.Time{}, failures + 1
	default:
		due = now.Add(jitter(steps[failures]))
		failures++
	}
	if earliest := now.Add(r.retryAfter); due.Before(earliest) {
		due = earliest
	}
	return Queued, due, failures
}

// makeRestDue makes due what waited for the delivery d. It returns the direct delivery if there is one and lease is not
// empty.
func makeRestDue(ctx context.Context, tx *sql.Tx, d leasedDelivery, now time.Time, lease string, until time.Time) (
	next *leasedDelivery, err error) {
	for _, r := range table {
		if r.after != d.Kind {
			continue
		}
		e := leasedDelivery{LeadID: d.LeadID, Kind: r.Kind, Token: d.Token}
		var end time.Time
		if r.direct && lease != "" {
			e.Lease, end = lease, until
		}
		err := tx.QueryRowContext(ctx, `UPDATE deliveries SET status = 'queued', due_at = $1, lease = $2,
				lease_until = $3 WHERE lead_id = $4 AND kind = $5 AND status = 'waiting' RETURNING body, failures`,
			journal.Millis(now), e.Lease, journal.Millis(end), d.LeadID, e.Kind).Scan(&e.Body, &e.Failures)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return nil, err
		case e.Lease != "":
			next = &e
		}
	}
	return next, nil
}

func appendAttempts(list string, added []Attempt) (string, error) {
	var attempts []Attempt
	if err := json.Unmarshal([]byte(list), &attempts); err != nil {
		return "", err
	}
	attempts = append(attempts, added...)
	b, err := json.Marshal(attempts[max(0, len(attempts)-maxAttempts):])
	return string(b), err
}

func (o *Outbox) webhookState(ctx context.Context, id string) (status Status, lease string, err error) {
	err = o.Reader().QueryRowContext(ctx, `SELECT status, lease FROM deliveries
		WHERE lead_id = $1 AND kind = 'webhook'`, id).Scan(&status, &lease)
	return status, lease, err
}
