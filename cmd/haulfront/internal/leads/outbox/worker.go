package outbox

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// abandonedAfter is how long a delivery to a destination that is not configured may be due without an attempt before it
// is given up: long enough for instances with other settings to be replaced.
const abandonedAfter = time.Hour

// A loop of the worker delivers some kinds. A receiver that hangs delays no other loop.
type loop struct {
	kinds []Kind
	work  chan struct{} // of capacity one: there may be work
	slots chan struct{} // one value for each attempt in progress
}

// makeLoops makes the loops of the configured kinds, at least one: the first does what concerns the whole journal.
func (s *Service) makeLoops() {
	names := []string{table[0].loop}
	kinds := map[string][]Kind{}
	for _, kind := range append(kindsWhere(func(r row) bool { return s.sends(r.Kind) }), s.Destinations()...) {
		name := kind.row().loop
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		kinds[name] = append(kinds[name], kind)
	}
	s.loops = nil
	for _, name := range names {
		s.loops = append(s.loops,
			&loop{kinds: kinds[name], work: make(chan struct{}, 1), slots: make(chan struct{}, workerSlots)})
	}
}

func (l *loop) wake() {
	select {
	case l.work <- struct{}{}:
	default:
	}
}

// wake wakes all loops.
func (s *Service) wake() {
	for _, l := range s.loops {
		l.wake()
	}
}

// Run delivers what is due, and removes what is too old (see Config.Retention), until ctx ends. It then claims no more,
// waits for the attempts in progress and returns within 18 seconds: an attempt takes 12 at most, and a write that fails
// is retried for 13, the last time for 5 more. Submissions continue until Close, within the same limits, but the
// deliveries that would follow them stay due for the next process: they could take longer than the time left.
//
// Run must be called once. Without it, only the first attempts within Submit are made. A journal that cannot be read is
// logged and tried again, so the error is always nil; it is there for an errgroup.
func (s *Service) Run(ctx context.Context) error {
	// The loop may notice the end later, after a wait for a lock.
	stopping := make(chan struct{})
	context.AfterFunc(ctx, func() {
		s.stopping.Store(true)
		time.AfterFunc(shutdownLimit, s.endRetries)
		close(stopping)
	})
	var loops sync.WaitGroup
	for _, l := range s.loops {
		loops.Go(func() { s.deliver(ctx, l, stopping) })
	}
	loops.Go(func() { s.Listen(ctx) })
	loops.Go(func() { s.retain(ctx) })
	loops.Wait()
	return nil
}

// deliver is one loop of the worker.
func (s *Service) deliver(ctx context.Context, l *loop, stopping <-chan struct{}) {
	var sending sync.WaitGroup
	for {
		wait := s.cfg.pollInterval
		claimed, due, err := s.claim(ctx, l, cap(l.slots)-len(l.slots))
		switch {
		case ctx.Err() != nil:
			<-stopping
			if len(claimed) > 0 {
				s.releaseLease(claimed[0].Lease)
			}
			sending.Wait()
			return
		case err != nil:
			s.log.Error("journal cannot be read for due deliveries", "error", err)
			wait = 5 * s.cfg.pollInterval
		case !due.IsZero():
			wait = min(wait, due.Sub(s.now()))
		}
		for _, d := range claimed {
			l.slots <- struct{}{} // has room: no more were claimed than were free
			sending.Go(func() {
				defer func() { <-l.slots; l.wake() }()
				ctx := context.WithoutCancel(ctx) // what was begun is finished
				s.record(ctx, d, s.send(ctx, d))
			})
		}
		switch free := cap(l.slots) - len(l.slots); {
		case len(claimed) > 0 && free > 0:
			continue
		case free == 0:
			wait = s.cfg.pollInterval // until a slot is free, which wakes the loop
		}
		select { // until there may be work, or ctx ends
		case <-ctx.Done():
		case <-l.work:
		case <-time.After(max(wait, time.Millisecond)):
		}
	}
}

// claim leases up to limit due deliveries, all under one lease. If nothing is due it only reads, and returns when the
// next delivery will be.
func (s *Service) claim(ctx context.Context, l *loop, limit int) ([]leasedDelivery, time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
	defer cancel()
	if err := s.Reached(); err != nil {
		return nil, time.Time{}, err
	}
	// Lost files are logged, but what they hold is still sent: no other process can.
	lost := s.MakeAvailable(ctx) != nil
	if l == s.loops[0] { // one loop does what concerns the whole journal
		if err := s.checkClock(ctx); err != nil {
			return nil, time.Time{}, err
		}
		if err := s.keepUnconfigured(ctx, slices.Collect(maps.Keys(s.cfg.Senders)), s.now()); err != nil {
			return nil, time.Time{}, err
		}
	}
	now := s.now()
	due, err := s.nextDue(ctx, l.kinds)
	if err == nil && (due.IsZero() || due.After(now)) {
		if err := s.TruncateLog(ctx, s.cfg.idleTime); err != nil && !lost {
			s.log.Warn("the journal's log was not truncated", "error", err)
		}
		return nil, due, nil
	}
	if err != nil || limit == 0 {
		return nil, due, err
	}
	lease := s.newLease()
	claimed, err := s.Outbox.claim(ctx, l.kinds, lease, now, now.Add(s.cfg.leaseDuration), limit)
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		s.releaseLease(lease) // the commit may have succeeded before the shutdown interrupted it
	}
	return claimed, time.Time{}, err
}
