package site

import (
	"context"
	"errors"
	"sync"
)

// sharedCall lets concurrent callers share one call of a function with its result, also if it fails. The next caller
// after that calls it again.
type sharedCall[T any] struct {
	mu      sync.Mutex
	current *callResult[T] // nil without a call in progress
}

type callResult[T any] struct {
	done  chan struct{} // closed after the fields below are set
	value T
	err   error
}

var (
	errInProgress = errors.New("a call is in progress")
	errPanicked   = errors.New("the call panicked")
)

// do calls f. While a call is in progress it returns the result of that one, or, without wait, errInProgress at once.
func (s *sharedCall[T]) do(ctx context.Context, wait bool, f func() (T, error)) (value T, err error) {
	s.mu.Lock()
	if other := s.current; other != nil {
		s.mu.Unlock()
		if !wait {
			return value, errInProgress
		}
		select {
		case <-other.done:
		case <-ctx.Done():
			return value, ctx.Err()
		}
		if errors.Is(other.err, context.Canceled) && ctx.Err() == nil {
			return s.do(ctx, wait, f) // only the other caller has given up
		}
		return other.value, other.err
	}
	call := &callResult[T]{done: make(chan struct{}), err: errPanicked}
	s.current = call
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.current = nil
		s.mu.Unlock()
		close(call.done)
	}()
	call.value, call.err = f()
	return call.value, call.err
}
