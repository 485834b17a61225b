package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/base/outbound"
)

// schedule is the wait after each failed attempt: a short one for a glitch, then longer ones that add up to three days,
// more than an outage over a weekend. It is the example schedule of the Standard Webhooks specification, section
// "Deliverability and reliability". After one more failure the delivery is dead.
var schedule = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// maxRetryAfter bounds the wait that a receiver may ask for, so that one bad header cannot postpone a lead forever.
const maxRetryAfter = 24 * time.Hour

// A leasedDelivery is a delivery that this process may attempt, because it holds the lease.
type leasedDelivery struct {
	LeadID   string
	Kind     Kind
	Body     string
	Lease    string
	Failures int // scheduled attempts that failed
	// Unknowns counts the attempts of a delivery that is repeated once whose outcome is unknown, the interrupted one
	// included.
	Unknowns int
	// Manual means that a visitor pressed again, so the attempt is not one of the schedule's. Its failure does not
	// advance the schedule: pressing the button ten times must not use up three days of retries.
	Manual bool
	// Interrupted means that an earlier lease expired: an attempt may have been made, with an unknown result.
	Interrupted bool
	// HandedOver means that the other side may have executed the interrupted attempt.
	HandedOver bool
	// Token is the visitor's session. It is never stored.
	Token string
}

// A result is the result of an attempt.
type result struct {
	attempts   []Attempt     // to be added to the delivery's; the last is the one just made
	ok         bool          // answered with 2xx
	unknown    bool          // failed, but may have taken effect, and must not be repeated
	permanent  bool          // refused for good
	skipped    bool          // see ErrSkip
	notMade    bool          // the receiver was not asked, so the attempt does not count
	retryAfter time.Duration // the wait that the receiver asked for; 0: none
	// newUnknowns is how many attempts have an unknown outcome, besides those that the claim has counted.
	newUnknowns int
}

// send is the second step: it makes one attempt at a delivery, unless an interrupted one may have taken effect and
// must not be repeated.
func (s *Service) send(ctx context.Context, d leasedDelivery) result {
	var r result
	if d.Interrupted {
		interrupted := d.interruption()
		interrupted.At = s.now().UTC()
		r.attempts = append(r.attempts, interrupted)
		repeat := d.Kind.row().repeat
		if r.unknown = repeat == never || (repeat == once && d.Unknowns > maxUnknowns); r.unknown {
			return r
		}
	}
	at, began := s.now(), time.Now()
	status, err := s.try(ctx, d, at)
	a := Attempt{At: at.UTC(), Status: status, Duration: time.Since(began).Milliseconds()}
	if r.ok = err == nil; !r.ok {
		r.fail(d, &a, err)
	}
	s.cfg.Observe(d.Kind, r.ok || r.skipped, time.Since(began))
	r.attempts = append(r.attempts, a)
	return r
}

// try makes one attempt. It returns the status of the answer, or an error, whose class is that of an [*outbound.Error].
// A panic while a delivery is composed must not end the program.
func (s *Service) try(ctx context.Context, d leasedDelivery, at time.Time) (status int, err error) {
	row := d.Kind.row()
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.cfg.attemptLimit, row.limit, attemptLimit))
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			s.log.ErrorContext(ctx, "delivery panicked", "kind", d.Kind, "panic", p, "stack", string(debug.Stack()))
			err = errors.New("the delivery could not be composed")
		}
	}()
	call := &Call{Kind: d.Kind, ID: d.LeadID, Body: []byte(d.Body), At: at, Token: d.Token, outbox: &s.Outbox,
		handOver: func(ctx context.Context) error { return s.handOver(ctx, d) }}
	status, err = s.cfg.Senders[d.Kind].Send(ctx, call)
	if call.notMade != nil {
		return 0, fmt.Errorf("%w: %w", errNotMade, call.notMade)
	}
	return status, err
}

// errNotMade means that the journal, rather than the receiver, failed an attempt before anything was handed over.
var errNotMade = errors.New("the journal cannot be used")

// maxUnknowns is how many attempts may have an unknown outcome before a delivery that is repeated once is not sent
// again.
const maxUnknowns = 1

// fail fills in an attempt that failed, and what that leads to.
func (r *result) fail(d leasedDelivery, a *Attempt, err error) {
	failure := &outbound.Error{}
	errors.As(err, &failure)
	if failure.Class != outbound.Partial {
		a.Status = failure.Status
	}
	a.Error, a.Reason = err.Error(), failure.Reason
	r.retryAfter, r.notMade = retryAfter(failure.Header, a.At), errors.Is(err, errNotMade)
	r.skipped = errors.Is(err, ErrSkip)
	switch repeat := d.Kind.row().repeat; {
	case r.skipped, repeat == always, failure.Class == outbound.Temporary:
	case failure.Class == outbound.Partial:
		r.ok = true
	case failure.Class == outbound.Permanent:
		r.permanent = true
	case repeat == once:
		a.Unknown, r.newUnknowns, r.unknown = true, 1, d.Unknowns+1 > maxUnknowns
	default:
		a.Unknown, r.unknown = true, true
	}
}

// interruption describes the attempt that an earlier process did not finish.
func (d leasedDelivery) interruption() Attempt {
	switch {
	case d.HandedOver:
		return Attempt{Unknown: true,
			Error: "the program ended after the message was handed over, and it may have been sent"}
	case d.Kind.row().repeat == never:
		return Attempt{Unknown: true, Error: "the program ended during an attempt, and it may have arrived"}
	}
	return Attempt{Error: "the program ended during an attempt"}
}

// record is the third step: it writes an attempt's result to the journal and makes the delivery that a success makes
// due, at once if there is a slot. The visitor's session is known only here.
func (s *Service) record(ctx context.Context, d leasedDelivery, r result) {
	var next string // lease
	if r.ok && s.follows(d.Kind) && s.takeSlot() {
		next = s.newLease()
	}
	f, err := s.writeResult(ctx, d, r, next)
	if next != "" && f.Next == nil {
		<-s.slots
	}
	if err != nil {
		s.log.ErrorContext(ctx, "attempt not recorded; the delivery is made again when its lease ends",
			"lead", d.LeadID, "kind", d.Kind, "ok", r.ok, "error", err)
		return
	}
	s.logAttempt(ctx, d, r, f)
	if f.Status == Dead && !f.Ignored {
		s.cfg.Died(ctx, d.LeadID, d.Kind, d.Body)
	}
	if f.Next != nil {
		s.sendDirectly(ctx, *f.Next)
	}
	s.wake()
}

// follows reports whether a delivery directly follows the success of a kind.
func (s *Service) follows(kind Kind) bool {
	return slices.ContainsFunc(table, func(r row) bool { return r.direct && r.after == kind && s.sends(r.Kind) })
}

// writeResult is Outbox.finishAttempt, until the journal accepts it.
func (s *Service) writeResult(ctx context.Context, d leasedDelivery, r result, next string) (
	f finishedAttempt, err error) {
	err = s.retryWrite(ctx, func(ctx context.Context) error {
		f, err = s.finishAttempt(ctx, d, r, s.cfg.schedule, s.now(), next, s.cfg.leaseDuration)
		return err
	})
	if err != nil {
		return finishedAttempt{}, err
	}
	if f.Ignored && next != "" {
		// A commit whose confirmation was lost may have leased the next delivery.
		s.releaseLease(next)
	}
	return f, nil
}

// retryWrite calls write until it succeeds. A lock that another process holds and a disk that is full are temporary,
// and a result that is lost is a delivery made twice.
func (s *Service) retryWrite(ctx context.Context, write func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, retryWriteLimit)
	defer cancel()
	defer context.AfterFunc(s.retries, cancel)()
	for first := true; ; first = false {
		once, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
		err := write(once)
		cancel()
		if err == nil {
			return nil
		}
		if first {
			s.log.WarnContext(ctx, "journal cannot be written; trying again", "error", err)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(retryWritePause):
		}
	}
}

// releaseLease ends a lease under which no attempt was begun.
func (s *Service) releaseLease(lease string) {
	err := s.retryWrite(context.Background(), func(ctx context.Context) error {
		_, err := s.Writer().ExecContext(ctx, `UPDATE deliveries SET lease = '', lease_until = 0, cut = 0
			WHERE lease = $1`, lease)
		return err
	})
	if err != nil {
		s.log.Warn("lease not released; it expires by itself", "error", err)
	}
}

func (s *Service) logAttempt(ctx context.Context, d leasedDelivery, r result, f finishedAttempt) {
	a := r.attempts[len(r.attempts)-1]
	log := s.log.With("lead", d.LeadID, "kind", d.Kind, "status", a.Status, "ms", a.Duration)
	switch {
	case r.ok && a.Error != "":
		log.ErrorContext(ctx, "delivered to some of the recipients", "error", a.Error)
	case r.ok:
		log.InfoContext(ctx, "delivered")
	case f.Ignored:
		log.WarnContext(ctx, "attempt failed, and another has taken over or the lead was removed", "error", a.Error)
	case f.Status == Skipped:
		log.InfoContext(ctx, "delivery skipped", "reason", a.Error)
	case f.Status == Dead:
		log.ErrorContext(ctx, "delivery is dead; haulfront leads replay queues it again", "error", a.Error)
	case f.Status == Unknown:
		log.WarnContext(ctx, "delivery may have been made and is not repeated", "error", a.Error)
	default:
		log.WarnContext(ctx, "delivery failed", "error", a.Error, "next", f.Due)
	}
}

// takeSlot reserves a slot for an attempt that directly follows a visitor's request. It fails while all slots are
// taken, and during a shutdown, which the attempt could outlast; the worker or the next process makes it then.
func (s *Service) takeSlot() bool {
	if s.stopping.Load() {
		return false
	}
	select {
	case s.slots <- struct{}{}:
		return true
	default:
		return false
	}
}

// sendDirectly sends and records a delivery in the background, and frees the slot that the caller has taken for it.
func (s *Service) sendDirectly(ctx context.Context, d leasedDelivery) {
	if s.stopping.Load() {
		<-s.slots
		s.releaseLease(d.Lease)
		return
	}
	s.background.Go(func() {
		defer func() { <-s.slots }()
		s.record(ctx, d, s.send(ctx, d))
	})
}

// jitter lengthens a wait by up to a tenth, so that deliveries that failed together are not retried together. It never
// shortens one.
func jitter(d time.Duration) time.Duration {
	return d + time.Duration(rand.Int64N(int64(d)/10+1))
}

// retryAfter parses the header Retry-After, in seconds or as a date (RFC 9110, section 10.2.3). It returns 0 if the
// header is missing or malformed.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	var wait time.Duration
	if seconds, err := strconv.ParseUint(v, 10, 31); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(v); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), maxRetryAfter)
}
