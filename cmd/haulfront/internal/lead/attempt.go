package lead

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/outbound"
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
	Unknowns int // attempts at a mail whose outcome is unknown, the interrupted one included
	// Manual means that a visitor pressed again, so the attempt is not one of the schedule's. Its failure does not
	// advance the schedule: pressing the button ten times must not use up three days of retries.
	Manual bool
	// Interrupted means that an earlier lease expired: an attempt may have been made, with an unknown result.
	Interrupted bool
	// HandedOver means that the interrupted attempt was at a mail whose message the server may have.
	HandedOver bool
	// Token is the visitor's session, for the email function. It is never stored.
	Token string
}

// A result is the result of an attempt.
type result struct {
	attempts   []Attempt     // to be added to the delivery's; the last is the one just made
	ok         bool          // answered with 2xx
	unknown    bool          // failed, but may have taken effect, and must not be repeated
	permanent  bool          // refused for good
	notMade    bool          // the receiver was not asked, so the attempt does not count
	retryAfter time.Duration // the wait that the receiver asked for; 0: none
	// newUnknowns is how many attempts at a mail have an unknown outcome, besides those that the claim has counted.
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
		if r.unknown = d.Kind != Webhook && (!d.Kind.isMail() || d.Unknowns > maxUnknowns); r.unknown {
			return r
		}
	}
	at, began := s.now(), time.Now()
	status, err := s.try(ctx, d, at)
	a := Attempt{At: at.UTC(), Status: status, Duration: time.Since(began).Milliseconds()}
	if r.ok = err == nil; !r.ok {
		r.fail(d, &a, err)
	}
	if !d.selfTest() {
		s.cfg.Observe(d.Kind, r.ok, time.Since(began))
	}
	r.attempts = append(r.attempts, a)
	return r
}

// try makes one attempt. It returns the status of the answer, or an error, whose class is that of an [*outbound.Error].
func (s *Service) try(ctx context.Context, d leasedDelivery, at time.Time) (status int, err error) {
	switch to := s.destination(d.Kind); {
	case d.Kind.isMail():
		return smtpDone, s.composeAndSend(ctx, d)
	case to != nil:
		return to.Send(ctx, d.LeadID, []byte(d.Body), d.header())
	case d.Kind == Webhook:
		return s.webhook.post(ctx, d.LeadID, []byte(d.Body), at, d.header())
	}
	ctx, cancel := context.WithTimeout(ctx, emailLimit)
	defer cancel()
	return http.StatusOK, s.email.Invoke(ctx, "send-contact-email", []byte(d.Body), d.Token, d.header())
}

// fail fills in an attempt that failed, and what that leads to. An attempt that may have been executed is not repeated,
// because neither the function nor a destination has idempotency keys. The webhook has, so it is always repeated, and a
// mail is sent once more.
func (r *result) fail(d leasedDelivery, a *Attempt, err error) {
	failure := &outbound.Error{}
	errors.As(err, &failure)
	a.Status, a.Error, a.Reason = failure.Status, err.Error(), failure.Reason
	r.retryAfter, r.notMade = retryAfter(failure.Header, a.At), errors.Is(err, errNotMade)
	switch {
	case d.Kind == Webhook, failure.Class == outbound.Temporary:
	case failure.Class == outbound.Partial:
		r.ok, a.Status = true, smtpDone
	case failure.Class == outbound.Permanent:
		r.permanent = true
	case d.Kind.isMail():
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
	case d.Kind == Webhook || d.Kind == Email || d.Kind.isMail():
		return Attempt{Error: "the program ended during an attempt"}
	}
	return Attempt{Unknown: true, Error: "the program ended during an attempt, and it may have arrived"}
}

// record is the third step: it writes an attempt's result to the journal and sends the email that a webhook's success
// makes due, at once if there is a slot. The visitor's session is known only here.
func (s *Service) record(ctx context.Context, d leasedDelivery, r result) {
	var emailLease string
	if d.Kind == Webhook && r.ok && s.takeEmailSlot() {
		emailLease = s.newLease()
	}
	f, err := s.writeResult(ctx, d, r, emailLease)
	if emailLease != "" && f.Email == nil {
		<-s.emailSlots
	}
	if err != nil {
		s.log.ErrorContext(ctx, "attempt not recorded; the delivery is made again when its lease ends",
			"lead", d.LeadID, "kind", d.Kind, "ok", r.ok, "error", err)
		return
	}
	s.logAttempt(ctx, d, r, f)
	if f.Email != nil {
		s.sendEmail(ctx, *f.Email)
	}
	s.calls.wake()
}

// writeResult is Journal.finishAttempt, until the journal accepts it.
func (s *Service) writeResult(ctx context.Context, d leasedDelivery, r result, emailLease string) (
	f finishedAttempt, err error) {
	err = s.retryWrite(ctx, func(ctx context.Context) error {
		f, err = s.journal.finishAttempt(ctx, d, r, s.cfg.schedule, s.now(), emailLease, s.cfg.leaseDuration)
		return err
	})
	if err != nil {
		return finishedAttempt{}, err
	}
	if f.Ignored && emailLease != "" {
		// A commit whose confirmation was lost may have leased the email.
		s.releaseLease(emailLease)
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
		return s.journal.releaseLease(ctx, lease)
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
	case f.Status == Dead:
		log.ErrorContext(ctx, "delivery is dead; haulfront leads replay queues it again", "error", a.Error)
	case f.Status == Unknown:
		log.WarnContext(ctx, "delivery may have been made and is not repeated", "error", a.Error)
	default:
		log.WarnContext(ctx, "delivery failed", "error", a.Error, "next", f.Due)
	}
}

// takeEmailSlot reserves a slot for an email that directly follows a visitor's request. It fails while all slots are
// taken, and during a shutdown, which the email could outlast; the worker or the next process sends it then.
func (s *Service) takeEmailSlot() bool {
	if s.email == nil || s.stopping.Load() {
		return false
	}
	select {
	case s.emailSlots <- struct{}{}:
		return true
	default:
		return false
	}
}

// sendEmail sends and records an email in the background, and frees the slot that the caller has taken for it.
func (s *Service) sendEmail(ctx context.Context, d leasedDelivery) {
	if s.stopping.Load() {
		<-s.emailSlots
		s.releaseLease(d.Lease)
		return
	}
	s.background.Go(func() {
		defer func() { <-s.emailSlots }()
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
