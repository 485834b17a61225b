package outbox

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

// An Outcome is the result of a post as the visitor sees it.
type Outcome struct {
	ID string // of the lead
	// Delivered means that the visitor need not do anything: the webhook has the lead, or no webhook is configured, or
	// the lead is in quarantine. False means that the webhook failed; the lead is safe, and the worker retries.
	Delivered bool
}

// Submit stores a lead, sends it to the webhook and records the result. It returns an error that wraps
// journal.ErrUnavailable when the lead could not be stored, and then nothing was sent. A repeat of a lead returns that
// lead's outcome: at once if it was delivered, after a new attempt if it was not, and together with the first if that
// is still in flight.
//
// Submit takes at most 10.5 seconds, and then returns a certain result: a lead that is not known to be stored is
// journal.ErrUnavailable, though it is sent if it turns out to be stored; a webhook that has not answered has failed;
// one that has answered has the lead, even if that is not recorded yet. A begun submission is finished regardless, also
// when ctx ends: a visitor who closes the browser has still asked for a quote.
func (s *Service) Submit(ctx context.Context, p quote.Post) (Outcome, error) {
	timeout := time.NewTimer(s.cfg.visitorLimit)
	defer timeout.Stop()

	call, err := s.join(ctx, p, func(call *inFlightCall) {
		ctx := context.WithoutCancel(ctx)
		sendCtx, cancel := context.WithTimeout(ctx, s.cfg.visitorLimit-recordReserve)
		defer cancel()

		d, holder, isNew, err := s.store(ctx, p)
		if err != nil {
			call.set(Outcome{}, fmt.Errorf("%w: %w", journal.ErrUnavailable, err))
			return
		}
		awaited := d.Lease != "" && d.Kind.row().awaited
		call.set(Outcome{ID: d.LeadID, Delivered: holder == "" && !awaited}, nil)
		s.wake() // for deliveries that the visitor does not wait for
		if isNew {
			s.background.Go(func() { s.announce(ctx, d.LeadID, p.Quarantine || p.Enter != nil) })
		}

		switch {
		case holder != "":
			call.set(Outcome{ID: d.LeadID, Delivered: s.awaitHolder(sendCtx, d.LeadID, holder)}, nil)
		case d.Lease == "":
		case !awaited && s.takeSlot(): // of a lead without a webhook
			s.sendDirectly(ctx, d)
		case !awaited, sendCtx.Err() != nil: // no slot, or no time left after storing: the worker sends it
			s.releaseLease(d.Lease)
			s.wake()
		default:
			result := s.send(sendCtx, d)
			call.set(Outcome{ID: d.LeadID, Delivered: result.ok}, nil)
			s.record(ctx, d, result)
		}
	})
	if err != nil {
		return Outcome{}, err
	}
	return call.wait(timeout.C)
}

// announce announces a lead that this instance has stored. Nobody is notified of one that is held as spam, or that the
// office has entered.
func (s *Service) announce(ctx context.Context, id string, quiet bool) {
	if quiet {
		s.Announce(ctx, journal.Changed)
		return
	}
	s.Announce(ctx, journal.Added)
	s.cfg.Stored(id)
}

// awaitHolder waits until an attempt that is in progress elsewhere, in the worker or in another instance, has ended,
// and reports whether the webhook is delivered then.
func (s *Service) awaitHolder(ctx context.Context, id, lease string) bool {
	tick := time.NewTicker(holderPoll)
	defer tick.Stop()
	for {
		status, holder, err := s.webhookState(ctx, id)
		switch {
		case err == nil && (status == Delivered || holder != lease):
			return status == Delivered
		case errors.Is(err, sql.ErrNoRows): // an operator removed the lead
			return false
		}
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
}

type inFlightKey struct {
	digest     [sha256.Size]byte
	quarantine bool
}

// An inFlightCall is a submission in progress. Its visitor and its duplicates wait for it, each up to the visitor's
// limit, and then get the result as far as it is known.
type inFlightCall struct {
	done    chan struct{} // closed when everything is recorded
	mu      sync.Mutex
	outcome Outcome
	err     error
}

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

// join returns the in-flight call of the same submission, or starts one. process runs in a goroutine of its own because
// a wait for the disk cannot be interrupted: a visitor can only stop waiting for it.
func (s *Service) join(ctx context.Context, p quote.Post, process func(*inFlightCall)) (
	*inFlightCall, error) {
	// A submission to be quarantined must not be joined by one that is not, which it would hold back.
	key := inFlightKey{p.Digest(), p.Quarantine}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("%w: it is closed", journal.ErrUnavailable)
	}
	if call, ok := s.inFlight[key]; ok {
		return call, nil
	}
	call := &inFlightCall{done: make(chan struct{}), err: fmt.Errorf("%w in time", journal.ErrUnavailable)}
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
