package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Replay queues a lead's undelivered deliveries again, under the same ID and, for calls, with the same bytes. The
// webhook goes before the email; all others go at once. If all is set, a webhook that was delivered and the mail to
// the owner are sent once more too, for a receiver that lost them.
func (j *Journal) Replay(ctx context.Context, id string, all bool, now time.Time) error {
	err := j.tx(ctx, func(tx *sql.Tx) error { return j.ReplayTx(ctx, tx, id, all, now) })
	if err != nil {
		return fmt.Errorf("replay lead %s: %w", id, err)
	}
	return nil
}

// ReplayTx is [Journal.Replay] as a part of a transaction.
func (j *Journal) ReplayTx(ctx context.Context, tx *sql.Tx, id string, all bool, now time.Time) error {
	statuses, leased, err := j.lockDeliveries(ctx, tx, id, now)
	switch {
	case err != nil:
		return err
	case leased:
		return errors.New("an attempt is being made at this moment")
	case statuses[Webhook] == Quarantined:
		return errors.New("it is in quarantine; release it first")
	}
	kinds, emailWaits := toReplay(statuses, all)
	if len(kinds) == 0 {
		return errors.New("it is delivered")
	}
	in, args := anyOf(kinds, []any{millis(now), id})
	if _, err := tx.ExecContext(ctx, requeue+`WHERE lead_id = $2 AND kind IN `+in, args...); err != nil {
		return err
	}
	if emailWaits {
		_, err = tx.ExecContext(ctx, `UPDATE deliveries
			SET status = 'waiting', due_at = 0, lease = '', lease_until = 0, cut = 0, failures = 0, unknowns = 0
			WHERE lead_id = $1 AND kind = 'email'`, id)
	}
	return err
}

// requeue begins the statement that makes deliveries due at $1, at the start of their schedule.
const requeue = `UPDATE deliveries
	SET status = 'queued', due_at = $1, lease = '', lease_until = 0, cut = 0, failures = 0, unknowns = 0 `

// toReplay returns the deliveries that a replay queues, and whether the email waits for the webhook's.
func toReplay(statuses map[Kind]Status, all bool) (kinds []Kind, emailWaits bool) {
	failed := func(kind Kind) bool { return statuses[kind] == Dead || statuses[kind] == Unknown }
	switch {
	case statuses[Webhook] != Delivered || all:
		kinds, emailWaits = append(kinds, Webhook), failed(Email)
	case failed(Email) || statuses[Email] == Queued:
		kinds = append(kinds, Email)
	}
	for kind, status := range statuses {
		again := failed(kind) || status == Queued || (all && kind == OwnerMail && status == Delivered)
		if kind != Webhook && kind != Email && again {
			kinds = append(kinds, kind)
		}
	}
	return kinds, emailWaits
}

// ReplayAll queues every delivery with the given status, Dead or Unknown, again and returns how many there were.
func (j *Journal) ReplayAll(ctx context.Context, status Status, now time.Time) (int, error) {
	if status != Dead && status != Unknown {
		return 0, fmt.Errorf("replay %s leads: only dead or unsure deliveries can be replayed all at once", status)
	}
	n, err := affected(j.write.ExecContext(ctx, requeue+`WHERE status = $2`, millis(now), status))
	if err != nil {
		return 0, fmt.Errorf("replay %s leads: %w", status, err)
	}
	return n, nil
}

// Release takes a lead out of quarantine: its webhook is queued, and its email follows. A server without the setting
// for one of them marks that one as stored.
func (j *Journal) Release(ctx context.Context, id string, now time.Time) error {
	err := j.tx(ctx, func(tx *sql.Tx) error { return j.ReleaseTx(ctx, tx, id, now) })
	if err != nil {
		return fmt.Errorf("release lead %s: %w", id, err)
	}
	return nil
}

// ReleaseTx is [Journal.Release] as a part of a transaction.
func (j *Journal) ReleaseTx(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	statuses, _, err := j.lockDeliveries(ctx, tx, id, now)
	if err != nil {
		return err
	}
	if webhook := statuses[Webhook]; webhook != Quarantined {
		return fmt.Errorf("it is not in quarantine but %s", webhook)
	}
	return release(ctx, tx, id, Queued, Waiting, now)
}

// lockDeliveries locks a lead's deliveries for the transaction, and returns their statuses and whether one of them is
// leased. It locks the webhook before the email, as finishAttempt does, so that the two cannot deadlock.
func (j *Journal) lockDeliveries(ctx context.Context, tx *sql.Tx, id string, now time.Time) (
	statuses map[Kind]Status, leased bool, err error) {
	statuses = map[Kind]Status{}
	scan := func(r Row) (kind Kind, err error) {
		var status Status
		var until int64
		err = r.Scan(&kind, &status, &until)
		statuses[kind], leased = status, leased || until > millis(now)
		return kind, err
	}
	kinds, err := queryAll(ctx, tx, scan, `SELECT kind, status, lease_until FROM deliveries
		WHERE lead_id = $1 ORDER BY kind DESC`+j.dialect.forUpdate, id)
	if err == nil && len(kinds) == 0 {
		err = ErrNotFound
	}
	return statuses, leased, err
}

// release gives a quarantined lead's calls the given statuses, and makes them and all others that were held back due.
func release(ctx context.Context, tx *sql.Tx, id string, webhook, email Status, now time.Time) error {
	for kind, status := range map[Kind]Status{Webhook: webhook, Email: email} {
		if _, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = $1, due_at = $2
			WHERE lead_id = $3 AND kind = $4`, status, millis(now), id, kind); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = 'queued', due_at = $1
		WHERE lead_id = $2 AND status = 'quarantined'`, millis(now), id)
	return err
}
