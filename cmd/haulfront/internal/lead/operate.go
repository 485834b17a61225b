package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Replay queues a lead's undelivered deliveries again, under the same ID and, if they are calls, with the same bytes. The
// webhook goes before the e-mail; all others go at once. With all, a webhook that was delivered, and the mail to the owner, are
// sent once more too, for a receiver that lost them.
func (j *Journal) Replay(ctx context.Context, id string, all bool, now time.Time) error {
	err := j.tx(ctx, func(tx *sql.Tx) error {
		statuses := map[Kind]Status{}
		kinds, err := kindsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			status, leased, err := lockDelivery(ctx, tx, j.dialect, id, kind, now)
			switch {
			case err != nil:
				return err
			case leased:
				return errors.New("an attempt is being made at this moment")
			}
			statuses[kind] = status
		}
		if statuses[Webhook] == Quarantined {
			return errors.New("it is in quarantine; release it first")
		}
		again, waiting := toReplay(statuses, all)
		if len(again) == 0 {
			return errors.New("it is delivered")
		}
		for _, kind := range again {
			if err := requeue(ctx, tx, id, kind, now); err != nil {
				return err
			}
		}
		if waiting {
			return waitForWebhook(ctx, tx, id)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("replay lead %s: %w", id, err)
	}
	return nil
}

// toReplay returns the deliveries that a replay queues, and whether the e-mail waits for the webhook's.
func toReplay(statuses map[Kind]Status, all bool) (again []Kind, emailWaits bool) {
	failed := func(kind Kind) bool { return statuses[kind] == Dead || statuses[kind] == Unknown }
	switch {
	case statuses[Webhook] != Delivered || all:
		again, emailWaits = append(again, Webhook), failed(Email)
	case failed(Email) || statuses[Email] == Queued:
		again = append(again, Email)
	}
	for _, kind := range slices.Sorted(maps.Keys(statuses)) {
		if kind == Webhook || kind == Email {
			continue
		}
		if failed(kind) || statuses[kind] == Queued || (all && kind == OwnerMail && statuses[kind] == Delivered) {
			again = append(again, kind)
		}
	}
	return again, emailWaits
}

// ReplayAll queues every delivery with the given status, Dead or Unknown, again and returns how many there were.
func (j *Journal) ReplayAll(ctx context.Context, status Status, now time.Time) (int, error) {
	if status != Dead && status != Unknown {
		return 0, fmt.Errorf("replay %s leads: only dead or unsure deliveries can be replayed all at once", status)
	}
	result, err := j.write.ExecContext(ctx, `UPDATE deliveries
		SET status = 'queued', due_at = $1, lease = '', lease_until = 0, cut = 0, failures = 0, unknowns = 0
		WHERE status = $2`, millis(now), status)
	if err != nil {
		return 0, fmt.Errorf("replay %s leads: %w", status, err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// Release takes a lead out of quarantine: its webhook is queued, and its e-mail follows. A server without the setting
// for one of them marks that one as stored.
func (j *Journal) Release(ctx context.Context, id string, now time.Time) error {
	err := j.tx(ctx, func(tx *sql.Tx) error {
		webhook, _, err := lockDelivery(ctx, tx, j.dialect, id, Webhook, now)
		if err != nil {
			return err
		}
		if webhook != Quarantined {
			return fmt.Errorf("it is not in quarantine but %s", webhook)
		}
		return release(ctx, tx, id, Queued, Waiting, now)
	})
	if err != nil {
		return fmt.Errorf("release lead %s: %w", id, err)
	}
	return nil
}

// lockDelivery locks a delivery for the transaction and returns its status and whether it is leased.
func lockDelivery(ctx context.Context, tx *sql.Tx, d dialect, id string, kind Kind, now time.Time) (Status, bool, error) {
	var status Status
	var until int64
	err := tx.QueryRowContext(ctx, `SELECT status, lease_until FROM deliveries WHERE lead_id = $1 AND kind = $2`+d.forUpdate,
		id, kind).Scan(&status, &until)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return status, until > millis(now), err
}

// requeue makes a delivery due, at the start of its schedule.
func requeue(ctx context.Context, tx *sql.Tx, id string, kind Kind, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE deliveries
		SET status = 'queued', due_at = $1, lease = '', lease_until = 0, cut = 0, failures = 0, unknowns = 0
		WHERE lead_id = $2 AND kind = $3`, millis(now), id, kind)
	return err
}

// waitForWebhook makes the e-mail wait for the webhook again.
func waitForWebhook(ctx context.Context, tx *sql.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `UPDATE deliveries
		SET status = 'waiting', due_at = 0, lease = '', lease_until = 0, cut = 0, failures = 0, unknowns = 0
		WHERE lead_id = $1 AND kind = 'email'`, id)
	return err
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
