package lead

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// clockSlack is how far the clock may go back, or the clocks of two instances
// differ, before it matters.
const clockSlack = time.Minute

// watchClock brings back what is due too late after the clock has gone back.
// Only the worker calls it, before it looks for what is due.
func (d *Service) watchClock(ctx context.Context) error {
	now := d.now().Round(0) // the wall clock, not the monotonic one
	if now.Add(clockSlack).Before(d.seen) {
		n, err := d.journal.rewind(ctx, now, d.leaseTime)
		if err != nil {
			return err
		}
		d.log.Warn("the clock went back", "by", d.seen.Sub(now), "deliveries brought back", n)
	}
	d.seen = now
	return nil
}

// rewind brings back the deliveries whose times were written by a clock that
// was ahead of now, and returns how many there were. A delivery keeps the wait
// between its last attempt and the next one; a lease lasts from now on.
func (j *Journal) rewind(ctx context.Context, now time.Time, lease time.Duration) (int, error) {
	var n int
	latestDue, latestEnd := millis(now.Add(clockSlack)), millis(now.Add(lease+clockSlack))
	err := j.tx(ctx, func(tx *sql.Tx) error {
		n = 0
		rows, err := tx.QueryContext(ctx, `SELECT lead_id, kind, due_at, lease_until, failures, attempts FROM deliveries
			WHERE status = 'queued' AND (due_at > $1 OR lease_until > $2)`+j.dialect.forUpdate,
			latestDue, latestEnd)
		if err != nil {
			return err
		}
		type times struct {
			id         string
			kind       Kind
			due, until int64
		}
		var changed []times
		for rows.Next() {
			var t times
			var failures int
			var text string
			if err := rows.Scan(&t.id, &t.kind, &t.due, &t.until, &failures, &text); err != nil {
				rows.Close()
				return err
			}
			var attempts []Attempt
			if err := json.Unmarshal([]byte(text), &attempts); err != nil {
				rows.Close()
				return err
			}
			before := t
			if t.due > latestDue {
				t.due = min(t.due, millis(plausible(fromMillis(t.due), attempts, failures, now)))
			}
			if t.until > latestEnd {
				t.until = millis(now.Add(lease))
			}
			if t != before {
				changed = append(changed, t)
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
		for _, t := range changed {
			if _, err := tx.ExecContext(ctx, `UPDATE deliveries SET due_at = $1, lease_until = $2
				WHERE lead_id = $3 AND kind = $4`, t.due, t.until, t.id, t.kind); err != nil {
				return err
			}
		}
		n = len(changed)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("bring back deliveries after a change of the clock: %w", err)
	}
	return n, nil
}

// plausible returns when a delivery should be due, at the latest, that now
// seems to be due later. An attempt in the future gives the clock away, and
// the wait after it is what was meant. Without a failure nothing waits.
func plausible(due time.Time, attempts []Attempt, failures int, now time.Time) time.Time {
	const longest = maxRetryAfter + maxRetryAfter/10 // and the schedule's last step, with jitter
	var last time.Time
	if len(attempts) > 0 {
		last = attempts[len(attempts)-1].At
	}
	switch {
	case failures == 0 || len(attempts) == 0:
		return now
	case last.After(now.Add(clockSlack)) && due.After(last):
		return now.Add(min(due.Sub(last), longest))
	}
	return now.Add(longest)
}
