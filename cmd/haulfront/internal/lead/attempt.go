package lead

import (
	"context"
	"errors"
	"net/http"
	"time"

	"haulfront/cmd/haulfront/internal/supabase"
)

// A leasedDelivery is a delivery that this process may attempt, because it holds the lease.
type leasedDelivery struct {
	LeadID   string
	Kind     Kind
	Body     string
	Lease    string
	Failures int // scheduled attempts that failed
	Unknowns int // attempts at a mail whose end is unknown, the interrupted one included
	// Manual means that a visitor pressed again, so the attempt is not one of the schedule's. Its failure does not
	// advance the schedule: pressing the button ten times must not use up three days of retries.
	Manual bool
	// Interrupted means that an earlier lease expired: an attempt may have been made, with an unknown result.
	Interrupted bool
	// HandedOver means that the interrupted attempt was at a mail whose message the server may have.
	HandedOver bool
	// Token is the visitor's session, for the e-mail function. It is never stored.
	Token string
}

// A result is the result of an attempt.
type result struct {
	attempts   []Attempt     // to be added to the delivery's; the last is the one just made
	ok         bool          // answered with 2xx
	unknown    bool          // failed, but may have taken effect, and must not be repeated
	permanent  bool          // refused for good
	retryAfter time.Duration // what the receiver asked to wait; 0: nothing
	// newUnknowns is how many attempts of a mail have an unknown end, besides those that the claim has counted.
	newUnknowns int
}

// send is the second step: it makes one attempt at a delivery.
func (s *Service) send(ctx context.Context, d leasedDelivery) result {
	if d.Kind.isMail() {
		return s.sendMail(ctx, d)
	}
	if to := s.destination(d.Kind); to != nil {
		return s.sendToDestination(ctx, to, d)
	}
	var r result
	if d.Interrupted {
		r.attempts = append(r.attempts, Attempt{At: s.now().UTC(), Error: "the program ended during an attempt"})
		if d.Kind == Email {
			r.unknown = true // it may have been sent, and a duplicate would be worse
			return r
		}
	}
	at, began := s.now(), time.Now()
	status, header, err := s.post(ctx, d, at)
	took := time.Since(began)
	if !d.selfTest() {
		s.cfg.Observe(d.Kind, err == nil, took)
	}

	a := Attempt{At: at.UTC(), Status: status, Duration: took.Milliseconds()}
	if err != nil {
		a.Error = err.Error()
		r.retryAfter = retryAfter(header, at)
		r.unknown = d.Kind == Email && supabase.MayHaveRun(err)
	}
	r.ok = err == nil
	r.attempts = append(r.attempts, a)
	return r
}

// post makes the delivery's call. The header is the answer's, nil without one.
func (s *Service) post(ctx context.Context, d leasedDelivery, at time.Time) (status int, header http.Header, err error) {
	if d.Kind == Webhook {
		return s.webhook.post(ctx, d.LeadID, []byte(d.Body), at, d.header())
	}
	ctx, cancel := context.WithTimeout(ctx, emailLimit)
	defer cancel()
	err = s.email.Invoke(ctx, "send-contact-email", []byte(d.Body), d.Token, d.header())
	var relay *supabase.RelayError
	var answer *supabase.HTTPError
	switch {
	case err == nil:
		return http.StatusOK, nil, nil
	case errors.As(err, &relay):
		return relay.Status, nil, err
	case errors.As(err, &answer):
		return answer.Status, answer.Header, err
	}
	return 0, nil, err
}

// record is the third step: it writes an attempt's result to the journal and sends the e-mail that a webhook's success
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

// writeResult writes an attempt's result, see Journal.finishAttempt, until the journal accepts it.
func (s *Service) writeResult(ctx context.Context, d leasedDelivery, r result, emailLease string) (f finishedAttempt, err error) {
	err = s.retryWrite(ctx, func(ctx context.Context) error {
		f, err = s.journal.finishAttempt(ctx, d, r, s.cfg.schedule, s.now(), emailLease, s.cfg.leaseDuration)
		return err
	})
	if err != nil {
		return finishedAttempt{}, err
	}
	if f.Ignored && emailLease != "" {
		// A commit whose confirmation was lost may have leased the e-mail.
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
	err := s.retryWrite(context.Background(), func(ctx context.Context) error { return s.journal.releaseLease(ctx, lease) })
	if err != nil {
		s.log.Warn("lease not released; it expires by itself", "error", err)
	}
}

// logAttempt writes the one log line of an attempt.
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

// takeEmailSlot reserves a slot for an e-mail that directly follows a visitor's request. There is none while all are
// taken, and none during a shutdown, which the e-mail could outlast; the worker or the next process sends it then.
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

// sendEmailSoon sends the e-mail of a lead without a webhook outside the visitor's wait, or leaves it to the worker.
func (s *Service) sendEmailSoon(ctx context.Context, d leasedDelivery) {
	if !s.takeEmailSlot() {
		s.releaseLease(d.Lease)
		s.calls.wake()
		return
	}
	s.sendEmail(ctx, d)
}

// sendEmail sends and records an e-mail in the background, and frees the slot that the caller has taken for it.
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
