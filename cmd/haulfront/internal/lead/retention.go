package lead

import (
	"context"
	"time"
)

const (
	// retentionInterval is how often leads that are too old are looked for.
	retentionInterval = 24 * time.Hour
	// retentionRetry is the same after a failure.
	retentionRetry = 10 * time.Minute
)

// retain removes leads that are older than Config.Retention, at once and then daily, until ctx ends.
func (s *Service) retain(ctx context.Context) {
	for {
		wait := retentionInterval
		if err := s.removeOld(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("old leads were not removed", "error", err)
			wait = retentionRetry
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
	}
}

// removeOld removes the leads that are older than Config.Retention. Those that are still to be sent are left until they are
// delivered or dead. The log says how many, and never whose.
func (s *Service) removeOld(ctx context.Context) error {
	if err := s.connectErr.Load(); err != nil {
		return *err
	}
	done, err := s.journal.purge(ctx, s.now().Add(-s.cfg.Retention))
	if done.Removed > 0 || done.Left > 0 {
		report := s.log.InfoContext
		if done.Undelivered > 0 || done.Left > 0 {
			report = s.log.WarnContext
		}
		report(ctx, "old leads removed", "removed", done.Removed, "undelivered", done.Undelivered, "still_to_be_sent", done.Left,
			"older_than", s.cfg.Retention)
	}
	return err
}
