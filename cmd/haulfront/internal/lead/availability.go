package lead

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// connect retries until a database that could not be reached at the start is reached and prepared.
func (s *Service) connect(ctx context.Context) {
	for wait := s.cfg.pollInterval; ; wait = min(2*wait, 5*s.cfg.pollInterval) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		err := s.journal.prepare(ctx, s.now(), s.cfg.leaseDuration)
		if err == nil {
			s.connectErr.Store(nil)
			s.log.Info("journal reached")
			s.calls.wake()
			s.wakeOthers()
			return
		}
		s.connectErr.Store(&err)
	}
}

// checkAvailable returns why the journal cannot be used: it was not reached yet, or its files are not the open ones.
// The latter is logged when it begins and when it ends.
func (s *Service) checkAvailable() error {
	if err := s.connectErr.Load(); err != nil {
		return *err
	}
	err := s.journal.checkFiles()
	if lost := err != nil; s.filesLost.Swap(lost) != lost {
		if lost {
			s.log.Error("journal lost: what is written now does not survive a restart; leads are refused", "error", err)
		} else {
			s.log.Info("journal found again")
		}
	}
	return err
}

// makeAvailable is checkAvailable, and opens the journal again if no connection is left. It must not be used after a
// commit: what was committed to a log file that is gone stays lost.
func (s *Service) makeAvailable(ctx context.Context) error {
	err := s.checkAvailable()
	if err == nil || s.connectErr.Load() != nil {
		return err
	}
	if reopenErr := s.journal.reopen(ctx); reopenErr != nil {
		return errors.Join(err, reopenErr)
	}
	return s.checkAvailable()
}

// Ready reports whether the journal can be written, by writing to it. Its error wraps ErrUnavailable.
func (s *Service) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
	defer cancel()
	err := s.makeAvailable(ctx)
	if err == nil {
		err = s.journal.probe(ctx)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}
