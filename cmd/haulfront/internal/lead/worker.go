package lead

import (
	"context"
	"errors"
	"sync"
	"time"

	"haulfront/cmd/haulfront/internal/destinations"
)

// abandonedAfter is how long a delivery to a destination that is not configured may be due without an attempt before it
// is given up: long enough for instances with other settings to be replaced.
const abandonedAfter = time.Hour

// A queue is one loop of the worker, with the deliveries of some kinds. The calls, the mails and every destination have
// a queue each, so that a receiver that hangs delays no other.
type queue struct {
	kinds []Kind
	work  chan struct{} // of capacity one: there may be work
	slots chan struct{} // one value for each attempt in progress
}

func newQueue(kinds ...Kind) *queue {
	return &queue{kinds: kinds, work: make(chan struct{}, 1), slots: make(chan struct{}, workerSlots)}
}

// makeQueues makes the queues of the configured deliveries.
func (s *Service) makeQueues() {
	s.calls = newQueue(s.Calls()...)
	s.queues = []*queue{s.calls}
	if s.mail != nil {
		s.queues = append(s.queues, newQueue(MailKinds()...))
	}
	for _, kind := range s.Destinations() {
		s.queues = append(s.queues, newQueue(kind))
	}
}

// Calls returns the kinds of calls that are configured: those that Notify can make.
func (s *Service) Calls() (kinds []Kind) {
	if s.webhook != nil {
		kinds = append(kinds, Webhook)
	}
	if s.email != nil {
		kinds = append(kinds, Email)
	}
	return kinds
}

// Destinations returns the kinds of deliveries to the configured destinations.
func (s *Service) Destinations() (kinds []Kind) {
	for _, d := range s.cfg.Destinations {
		kinds = append(kinds, Kind(d.Name))
	}
	return kinds
}

// destination returns the destination with a kind of deliveries, or nil.
func (s *Service) destination(kind Kind) *destinations.Destination {
	for _, d := range s.cfg.Destinations {
		if Kind(d.Name) == kind {
			return d
		}
	}
	return nil
}

func (q *queue) wake() {
	select {
	case q.work <- struct{}{}:
	default:
	}
}

// wakeOthers wakes the loops of deliveries that do not wait for the webhook.
func (s *Service) wakeOthers() {
	for _, q := range s.queues[1:] {
		q.wake()
	}
}

// sleep waits until there may be work, or ctx ends.
func (q *queue) sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-q.work:
	case <-time.After(max(d, time.Millisecond)):
	}
}

// Run delivers what is due, and removes what is too old (see Config.Retention), until ctx ends. It then claims no more,
// waits for the attempts in progress and returns within 18 seconds: an attempt takes 12 at most, and a write that fails
// is retried for 13, the last time for 5 more. Submissions continue until Close, within the same limits, but the
// emails that would follow them stay due for the next process: they could take longer than the time left.
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
	for _, q := range s.queues {
		loops.Go(func() { s.deliver(ctx, q, stopping) })
	}
	loops.Go(func() { s.listen(ctx) })
	loops.Go(func() { s.retain(ctx) })
	loops.Wait()
	return nil
}

// deliver is one loop of the worker.
func (s *Service) deliver(ctx context.Context, q *queue, stopping <-chan struct{}) {
	var sending sync.WaitGroup
	for {
		wait := s.cfg.pollInterval
		claimed, due, err := s.claim(ctx, q, cap(q.slots)-len(q.slots))
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
			q.slots <- struct{}{} // has room: no more were claimed than were free
			sending.Go(func() {
				defer func() { <-q.slots; q.wake() }()
				ctx := context.WithoutCancel(ctx) // what was begun is finished
				s.record(ctx, d, s.send(ctx, d))
			})
		}
		switch free := cap(q.slots) - len(q.slots); {
		case len(claimed) > 0 && free > 0:
			continue
		case free == 0:
			wait = s.cfg.pollInterval // until a slot is free, which wakes the loop
		}
		q.sleep(ctx, wait)
	}
}

// claim leases up to limit due deliveries, all under one lease. If nothing is due it only reads, and returns when the
// next delivery will be.
func (s *Service) claim(ctx context.Context, q *queue, limit int) ([]leasedDelivery, time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
	defer cancel()
	if err := s.connectErr.Load(); err != nil {
		return nil, time.Time{}, *err
	}
	// Lost files are logged, but what they hold is still sent: no other process can.
	_ = s.makeAvailable(ctx)
	if q == s.calls { // one loop does what concerns the whole journal
		if err := s.checkClock(ctx); err != nil {
			return nil, time.Time{}, err
		}
		if err := s.journal.keepUnconfigured(ctx, append(s.Calls(), s.Destinations()...), s.now()); err != nil {
			return nil, time.Time{}, err
		}
	}
	now := s.now()
	due, err := s.journal.nextDue(ctx, q.kinds)
	if err == nil && (due.IsZero() || due.After(now)) {
		if err := s.journal.truncateLog(ctx, s.cfg.idleTime); err != nil {
			s.log.Warn("the journal's log was not truncated", "error", err)
		}
		return nil, due, nil
	}
	if err != nil || limit == 0 {
		return nil, due, err
	}
	lease := s.newLease()
	claimed, err := s.journal.claim(ctx, q.kinds, lease, now, now.Add(s.cfg.leaseDuration), limit)
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		s.releaseLease(lease) // the commit may have succeeded before the shutdown interrupted it
	}
	return claimed, time.Time{}, err
}
