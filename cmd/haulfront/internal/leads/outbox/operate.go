package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// A Conflict says why the state of a lead's deliveries does not allow an operation.
type Conflict string

// Error implements error.
func (c Conflict) Error() string { return string(c) }

// Replay queues a lead's undelivered deliveries again, under the same ID and, for calls, with the same bytes. The
// webhook goes before the email; all others go at once. If all is set, a webhook that was delivered and the mail to
// the owner are sent once more too, for a receiver that lost them.
func (o *Outbox) Replay(ctx context.Context, id string, all bool, now time.Time) error {
	err := o.Transact(ctx, func(tx *sql.Tx) error { return o.ReplayTx(ctx, tx, id, all, now) })
	if err != nil {
		return fmt.Errorf("replay lead %s: %w", id, err)
	}
	return nil
}

// ReplayTx is [Outbox.Replay] as a part of a transaction.
func (o *Outbox) ReplayTx(ctx context.Context, tx *sql.Tx, id string, all bool, now time.Time) error {
	statuses, leased, err := o.lockDeliveries(ctx, tx, id, now)
	switch {
	case err != nil:
		return err
	case leased:
		return Conflict("an attempt is being made at this moment")
	case statuses[Webhook] == Quarantined:
		return Conflict("it is in quarantine; release it first")
	}
	queue, wait := toReplay(statuses, all)
	if len(queue) == 0 {
		return Conflict("it is delivered")
	}
	in, args := journal.AnyOf(queue, []any{journal.Millis(now), id})
	if _, err := tx.ExecContext(ctx, requeue+`WHERE lead_id = $2 AND kind IN `+in, args...); err != nil {
		return err
	}
	in, args = journal.AnyOf(wait, []any{id})
	_, err = tx.ExecContext(ctx, `UPDATE deliveries
		SET status = 'waiting', due_at = 0, lease = '', lease_until = 0, cut = 0, failures = 0, unknowns = 0
		WHERE lead_id = $1 AND kind IN `+in, args...)
	return err
}

// requeue begins the statement that makes deliveries due at $1, at the start of their schedule.
const requeue = `UPDATE deliveries
	SET status = 'queued', due_at = $1, lease = '', lease_until = 0, cut = 0, failures = 0, unknowns = 0 `

// toReplay returns the kinds that a replay queues, and those that wait for one of these.
func toReplay(statuses map[Kind]Status, all bool) (queue, wait []Kind) {
	again := statuses[Webhook] != Delivered || all
	for kind, status := range statuses {
		r, failed := kind.row(), status == Dead || status == Unknown
		switch {
		case r.awaited && again:
			queue = append(queue, kind)
		case r.awaited:
		case r.after != "" && again:
			if failed {
				wait = append(wait, kind)
			}
		case failed, status == Queued && !r.planned, all && status == Delivered && r.Delivers() && r.repeat != never:
			queue = append(queue, kind)
		}
	}
	return queue, wait
}

// ReplayAll queues every delivery with the given status, Dead or Unknown, again and returns how many there were.
func (o *Outbox) ReplayAll(ctx context.Context, status Status, now time.Time) (int, error) {
	if status != Dead && status != Unknown {
		return 0, fmt.Errorf("replay %s leads: only dead or unsure deliveries can be replayed all at once", status)
	}
	n, err := journal.Affected(o.Writer().ExecContext(ctx, requeue+`WHERE status = $2`, journal.Millis(now), status))
	if err != nil {
		return 0, fmt.Errorf("replay %s leads: %w", status, err)
	}
	return n, nil
}

// Release takes a lead out of quarantine: its webhook is queued, and its email follows. A server without the setting
// for one of them marks that one as stored.
func (o *Outbox) Release(ctx context.Context, id string, now time.Time) error {
	err := o.Transact(ctx, func(tx *sql.Tx) error { return o.ReleaseTx(ctx, tx, id, now) })
	if err != nil {
		return fmt.Errorf("release lead %s: %w", id, err)
	}
	return nil
}

// ReleaseTx is [Outbox.Release] as a part of a transaction.
func (o *Outbox) ReleaseTx(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	statuses, _, err := o.lockDeliveries(ctx, tx, id, now)
	if err != nil {
		return err
	}
	if webhook := statuses[Webhook]; webhook != Quarantined {
		return Conflict("it is not in quarantine but " + string(webhook))
	}
	return release(ctx, tx, id, func(r row) Status {
		if r.after != "" {
			return Waiting
		}
		return Queued
	}, now)
}

// lockDeliveries locks a lead's deliveries for the transaction, and returns their statuses and whether one of them is
// leased. It locks the webhook before the email, as finishAttempt does, so that the two cannot deadlock.
func (o *Outbox) lockDeliveries(ctx context.Context, tx *sql.Tx, id string, now time.Time) (
	statuses map[Kind]Status, leased bool, err error) {
	statuses = map[Kind]Status{}
	scan := func(r journal.Row) (kind Kind, err error) {
		var status Status
		var until int64
		err = r.Scan(&kind, &status, &until)
		statuses[kind], leased = status, leased || until > journal.Millis(now)
		return kind, err
	}
	kinds, err := journal.QueryAll(ctx, tx, scan, `SELECT kind, status, lease_until FROM deliveries
		WHERE lead_id = $1 ORDER BY kind DESC`+o.ForUpdate(), id)
	if err == nil && len(kinds) == 0 {
		err = journal.ErrNotFound
	}
	return statuses, leased, err
}

// release makes due what was held back of a lead in quarantine; first returns the statuses.
func release(ctx context.Context, tx *sql.Tx, id string, first func(row) Status, now time.Time) error {
	for _, r := range append(slices.Clone(table), Kind("").row()) { // the last for destinations
		condition, status := `AND kind = $4`, Queued
		if r.Kind == "" {
			condition = `AND kind <> $4`
		} else {
			status = first(r)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = $1, due_at = $2
			WHERE lead_id = $3 AND status = 'quarantined' `+condition,
			status, journal.Millis(now), id, r.Kind); err != nil {
			return err
		}
	}
	return nil
}
