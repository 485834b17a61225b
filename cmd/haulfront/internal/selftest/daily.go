package selftest

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// dailyPoll is how often RunDaily checks the clock.
const dailyPoll = 20 * time.Second

// A Daily is the time of day of the daily self-test.
type Daily struct{ Hour, Minute int }

// String returns the time of day, such as 07:30, or "off" for nil.
func (d *Daily) String() string {
	if d == nil {
		return "off"
	}
	return fmt.Sprintf("%02d:%02d", d.Hour, d.Minute)
}

// next returns when the first self-test after a time is due in a zone. If clocks skip that time, it is an hour off.
func (d Daily) next(after time.Time, zone *time.Location) time.Time {
	local := after.In(zone)
	for day := 0; ; day++ {
		at := time.Date(local.Year(), local.Month(), local.Day()+day, d.Hour, d.Minute, 0, 0, zone)
		if at.After(after) {
			return at
		}
	}
}

// RunDaily runs a self-test every day until ctx ends, in the zone that the function returns. It does not catch up on
// self-tests that were due while the program was not running.
func (t *Tester) RunDaily(ctx context.Context, d Daily, zone func() *time.Location) {
	tick := time.NewTicker(dailyPoll)
	defer tick.Stop()
	due := d.next(t.cfg.Now(), zone())
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		due = t.runIfDue(ctx, d, due, zone())
	}
}

// runIfDue runs a self-test if it is due, and returns when the next one is.
func (t *Tester) runIfDue(ctx context.Context, d Daily, due time.Time, zone *time.Location) time.Time {
	now := t.cfg.Now()
	if now.Before(due) {
		return due
	}
	if err := t.Run(ctx, func(Step) {}); errors.Is(err, ErrRunning) {
		t.cfg.Log.Info("self-test left out", "reason", err)
	}
	return d.next(now, zone)
}
