package lead

import (
	"context"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// An inFlightCall is a submission in progress. Its visitor and its duplicates wait for it, each up to the visitor's
// limit, and then get the result as far as it is known.
type inFlightCall struct {
	done    chan struct{} // closed when everything is recorded
	mu      sync.Mutex
	outcome Outcome
	err     error
}

// set sets the result as far as it is known.
func (c *inFlightCall) set(o Outcome, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outcome, c.err = o, err
}

// wait returns the result when the call is done or the timeout fires.
func (c *inFlightCall) wait(timeout <-chan time.Time) (Outcome, error) {
	select {
	case <-c.done:
	case <-timeout:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.outcome, c.err
}

// inFlightKey tells submissions in flight apart. One to be quarantined is not joined by one that is not, which it would
// hold back.
func (s Submission) inFlightKey() string {
	digest := s.digest()
	key := hex.EncodeToString(digest[:])
	if s.Quarantine {
		key += " spam"
	}
	return key
}

// join returns the in-flight call of the same submission, or starts one. process runs in a goroutine of its own because
// a wait for the disk cannot be interrupted: a visitor can only stop waiting for it.
func (s *Service) join(ctx context.Context, sub Submission, process func(*inFlightCall)) (*inFlightCall, error) {
	key := sub.inFlightKey()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("%w: it is closed", ErrUnavailable)
	}
	if call, ok := s.inFlight[key]; ok {
		return call, nil
	}
	call := &inFlightCall{done: make(chan struct{}), err: fmt.Errorf("%w in time", ErrUnavailable)}
	s.inFlight[key] = call
	s.background.Go(func() {
		defer func() {
			// A panic in one submission must not end the program for all visitors.
			if p := recover(); p != nil {
				s.log.ErrorContext(ctx, "submission panicked", "panic", p, "stack", string(debug.Stack()))
			}
			s.mu.Lock()
			delete(s.inFlight, key)
			s.mu.Unlock()
			close(call.done)
		}()
		process(call)
	})
	return call, nil
}
