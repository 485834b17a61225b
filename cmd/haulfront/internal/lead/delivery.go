package lead

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

// maxAttempts is how many attempts a delivery remembers. The schedule makes
// ten; the rest are a visitor's and an operator's.
const maxAttempts = 100

// due returns when the next delivery of a kind that can be sent is due: the
// zero time if none is queued.
func (j *Journal) due(ctx context.Context, kinds [2]Kind) (time.Time, error) {
	var at sql.NullInt64
	err := j.read.QueryRowContext(ctx, `SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END)
		FROM deliveries WHERE status = 'queued' AND kind IN ($1, $2)`, kinds[0], kinds[1]).Scan(&at)
	return fromMillis(at.Int64), err
}

// settle gives deliveries that were queued without an attempt, by an operator
// who need not know the server's settings, the status with which they would
// have begun at this server. What was attempted stays queued: a server that
// was once started without its settings must not forget a backlog.
func (j *Journal) settle(ctx context.Context, hook, mail bool, now time.Time) error {
	const fresh = ` status = 'queued' AND attempts = '[]' AND lease = '' `
	var webhooks, emails int
	if hook && mail {
		return nil
	}
	err := j.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(CASE WHEN kind = 'webhook' THEN 1 ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN kind = 'email' THEN 1 ELSE 0 END), 0)
		FROM deliveries WHERE`+fresh).Scan(&webhooks, &emails)
	if err != nil {
		return err
	}
	if !hook && webhooks > 0 {
		err = j.tx(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = 'queued', due_at = $1
				WHERE kind = 'email' AND status = 'waiting' AND lead_id IN
				(SELECT lead_id FROM deliveries WHERE kind = 'webhook' AND`+fresh+`)`, millis(now)); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = 'kept' WHERE kind = 'webhook' AND`+fresh)
			return err
		})
	}
	if err == nil && !mail && emails > 0 {
		_, err = j.write.ExecContext(ctx, `UPDATE deliveries SET status = 'kept' WHERE kind = 'email' AND`+fresh)
	}
	return err
}

// claim leases up to limit due deliveries to the caller. It is the one claim
// statement of both databases. The inner SELECT is materialised because
// PostgreSQL may otherwise run it again for each row and lock more than limit.
func (j *Journal) claim(ctx context.Context, kinds [2]Kind, mark string, now, until time.Time, limit int) ([]claim, error) {
	var claims []claim
	err := j.tx(ctx, func(tx *sql.Tx) error {
		claims = nil
		rows, err := tx.QueryContext(ctx, `
			WITH ready AS MATERIALIZED (
				SELECT lead_id, kind FROM deliveries
				WHERE status = 'queued' AND due_at <= $1 AND lease_until <= $1 AND kind IN ($2, $3)
				ORDER BY due_at LIMIT $4`+j.dialect.skipLocked+`
			)
			UPDATE deliveries
			SET cut = CASE WHEN lease <> '' THEN 1 ELSE 0 END, lease = $5, lease_until = $6
			FROM ready WHERE deliveries.lead_id = ready.lead_id AND deliveries.kind = ready.kind
			RETURNING deliveries.lead_id, deliveries.kind, body, failures, cut`,
			millis(now), kinds[0], kinds[1], limit, mark, millis(until))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			c := claim{Lease: mark}
			if err := rows.Scan(&c.ID, &c.Kind, &c.Body, &c.Failures, &c.Cut); err != nil {
				return err
			}
			claims = append(claims, c)
		}
		return rows.Err()
	})
	return claims, err
}

// A result is what an attempt came to.
type result struct {
	attempts []Attempt     // to be added; the last is the one just made
	ok       bool          // answered with 2xx
	unsure   bool          // may have had its effect
	after    time.Duration // what the receiver asked to wait
}

// finished is what finish wrote.
type finished struct {
	Status Status
	Due    time.Time // if queued
	Lost   bool      // the lease or the lead was lost meanwhile, and the result was not needed
	Next   *claim    // the e-mail, leased to the caller
}

// finish records the result of an attempt. A success is a fact and is written
// even where the lease was lost; a failure counts only under the lease, since
// another attempt is under way otherwise. mail, if not empty, is the lease
// under which the caller takes the e-mail that a webhook's success makes due.
func (j *Journal) finish(ctx context.Context, c claim, r result, steps []time.Duration, now time.Time, mail string, until time.Time) (finished, error) {
	var f finished
	err := j.tx(ctx, func(tx *sql.Tx) error {
		f = finished{}
		var (
			lease, text string
			due         int64
		)
		err := tx.QueryRowContext(ctx, `SELECT status, lease, due_at, attempts FROM deliveries
			WHERE lead_id = $1 AND kind = $2`+j.dialect.forUpdate, c.ID, c.Kind).Scan(&f.Status, &lease, &due, &text)
		if errors.Is(err, sql.ErrNoRows) { // an operator removed the lead meanwhile
			f.Lost = true
			return nil
		}
		if err != nil {
			return err
		}
		if f.Status == Delivered || (!r.ok && lease != c.Lease) {
			f.Lost = true
			return nil
		}
		failures := c.Failures
		switch {
		case r.ok:
			f.Status = Delivered
		case r.unsure:
			f.Status = Unknown
		default:
			f.Status, f.Due, failures = next(c, r, steps, fromMillis(due), now)
		}
		if text, err = appendAttempts(text, r.attempts); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE deliveries
			SET status = $1, due_at = $2, lease = '', lease_until = 0, cut = 0, failures = $3, attempts = $4
			WHERE lead_id = $5 AND kind = $6`,
			f.Status, millis(f.Due), failures, text, c.ID, c.Kind); err != nil {
			return err
		}
		if c.Kind == Webhook && r.ok {
			f.Next, err = wakeEmail(ctx, tx, c, now, mail, until)
		}
		return err
	})
	return f, err
}

// next decides how a delivery that failed goes on.
func next(c claim, r result, steps []time.Duration, due, now time.Time) (Status, time.Time, int) {
	if c.Extra {
		if !due.After(now) {
			due = now.Add(jitter(steps[0]))
		}
		return Queued, later(due, now.Add(r.after)), c.Failures
	}
	if c.Failures >= len(steps) {
		return Dead, time.Time{}, c.Failures + 1
	}
	due = now.Add(jitter(steps[c.Failures]))
	return Queued, later(due, now.Add(r.after)), c.Failures + 1
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// wakeEmail makes the e-mail due that waited for its lead's webhook.
func wakeEmail(ctx context.Context, tx *sql.Tx, c claim, now time.Time, mail string, until time.Time) (*claim, error) {
	var leased int64
	if mail != "" {
		leased = millis(until)
	}
	e := claim{ID: c.ID, Kind: Email, Lease: mail, Token: c.Token}
	err := tx.QueryRowContext(ctx, `UPDATE deliveries SET status = 'queued', due_at = $1, lease = $2, lease_until = $3
		WHERE lead_id = $4 AND kind = 'email' AND status = 'waiting' RETURNING body, failures`,
		millis(now), mail, leased, c.ID).Scan(&e.Body, &e.Failures)
	if err == sql.ErrNoRows || (err == nil && mail == "") {
		return nil, nil
	}
	return &e, err
}

func appendAttempts(text string, more []Attempt) (string, error) {
	var attempts []Attempt
	if err := json.Unmarshal([]byte(text), &attempts); err != nil {
		return "", err
	}
	attempts = append(attempts, more...)
	if n := len(attempts); n > maxAttempts {
		attempts = attempts[n-maxAttempts:]
	}
	b, err := json.Marshal(attempts)
	return string(b), err
}

// giveBack frees a lease under which no attempt was begun.
func (j *Journal) giveBack(ctx context.Context, lease string) error {
	_, err := j.write.ExecContext(ctx, `UPDATE deliveries SET lease = '', lease_until = 0, cut = 0 WHERE lease = $1`, lease)
	return err
}

// state returns how a lead's webhook stands and who holds its lease.
func (j *Journal) state(ctx context.Context, id string) (status Status, lease string, err error) {
	err = j.read.QueryRowContext(ctx, `SELECT status, lease FROM deliveries WHERE lead_id = $1 AND kind = 'webhook'`, id).
		Scan(&status, &lease)
	return status, lease, err
}
