package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// clockTolerance is how far the clock may go back, or the clocks of two instances differ, without any correction.
const clockTolerance = time.Minute

// checkClock corrects due times and leases after the clock was set back. Only one loop of the worker calls it, before
// it looks for due deliveries.
func (s *Service) checkClock(ctx context.Context) error {
	now := s.now().Round(0) // the wall clock, not the monotonic one
	if now.Add(clockTolerance).Before(s.lastClock) {
		n, err := s.correctTimes(ctx, now, s.cfg.leaseDuration)
		if err != nil {
			return err
		}
		s.log.Warn("the clock went back", "by", s.lastClock.Sub(now), "deliveries corrected", n)
	}
	s.lastClock = now
	return nil
}

// correctTimes corrects the deliveries whose times were written by a clock ahead of now, and returns how many there
// were. A delivery keeps the wait between its last attempt and the next one; a lease lasts from now on.
func (o *Outbox) correctTimes(ctx context.Context, now time.Time, leaseDuration time.Duration) (
	corrected int, err error) {
	latestDue := journal.Millis(now.Add(clockTolerance))
	latestEnd := journal.Millis(now.Add(leaseDuration + clockTolerance))
	type times struct {
		leadID     string
		kind       Kind
		due, until int64 // milliseconds
	}
	scan := func(r journal.Row) (t times, err error) {
		var failures int
		var list string
		var attempts []Attempt
		if err := r.Scan(&t.leadID, &t.kind, &t.due, &t.until, &failures, &list); err != nil {
			return t, err
		}
		err = json.Unmarshal([]byte(list), &attempts)
		if t.due > latestDue && !t.kind.row().planned {
			t.due = min(t.due, journal.Millis(correctDue(journal.FromMillis(t.due), attempts, failures, now)))
		}
		if t.until > latestEnd {
			t.until = journal.Millis(now.Add(leaseDuration))
		}
		return t, err
	}
	err = o.Tx(ctx, func(tx *sql.Tx) error {
		corrected = 0
		all, err := journal.QueryAll(ctx, tx, scan, `SELECT lead_id, kind, due_at, lease_until, failures, attempts
			FROM deliveries WHERE status = 'queued' AND (due_at > $1 OR lease_until > $2)`+o.ForUpdate(),
			latestDue, latestEnd)
		if err != nil {
			return err
		}
		for _, t := range all {
			n, err := journal.Affected(tx.ExecContext(ctx, `UPDATE deliveries SET due_at = $1, lease_until = $2
				WHERE lead_id = $3 AND kind = $4 AND (due_at <> $1 OR lease_until <> $2)`,
				t.due, t.until, t.leadID, t.kind))
			if err != nil {
				return err
			}
			corrected += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("correct deliveries after a change of the clock: %w", err)
	}
	return corrected, nil
}

// correctDue returns the latest plausible time of a delivery. After a failure, the time from the last attempt to the
// next one is the intended wait, also if the clock was ahead. Without a failure there is no wait.
func correctDue(due time.Time, attempts []Attempt, failures int, now time.Time) time.Time {
	const longest = maxRetryAfter + maxRetryAfter/10 // also the schedule's last step, with jitter
	if failures == 0 || len(attempts) == 0 {
		return now
	}
	return now.Add(min(due.Sub(attempts[len(attempts)-1].At), longest))
}
