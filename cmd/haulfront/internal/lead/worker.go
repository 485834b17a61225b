package lead

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"haulfront/cmd/haulfront/internal/supabase"
)

// Run sends what is due until ctx ends. It then claims no more, waits for the
// attempts under way and returns, within 18 seconds: an attempt takes 12 at
// most, and what the journal does not take is offered to it for 13, the last
// time for 5 more. Submissions go on until Close, in the same time, but the
// e-mails that would follow them stay due for the next process: they could
// take longer than there is.
//
// It must run once a desk; without it, only the first attempts within Submit
// are made. A journal that cannot be read is logged and tried again, so the
// error is always nil; it is there for an errgroup.
func (d *Service) Run(ctx context.Context) error {
	// The loop may see the end later, after a wait for a lock.
	ending := make(chan struct{})
	context.AfterFunc(ctx, func() {
		d.ending.Store(true)
		time.AfterFunc(endLimit, d.giveUp)
		close(ending)
	})
	var sending sync.WaitGroup
	slots := make(chan struct{}, workers)
	for {
		wait := d.poll
		claims, due, err := d.next(ctx, cap(slots)-len(slots))
		switch {
		case ctx.Err() != nil:
			<-ending
			d.giveBack(claims)
			sending.Wait()
			return nil
		case err != nil:
			d.log.Error("journal cannot be read for due deliveries", "error", err)
			wait = 5 * d.poll
		case !due.IsZero():
			wait = min(wait, due.Sub(d.now()))
		}
		for _, c := range claims {
			slots <- struct{}{} // has room: no more were claimed than were free
			sending.Go(func() {
				defer func() { <-slots; d.nudge() }()
				// What was begun is finished: ctx only ends the claiming.
				d.attempt(context.WithoutCancel(ctx), c)
			})
		}
		if len(claims) > 0 && len(slots) < cap(slots) {
			continue
		}
		if len(slots) == cap(slots) {
			wait = d.poll // until one is free, which wakes the loop
		}
		timer := time.NewTimer(max(wait, time.Millisecond))
		select {
		case <-ctx.Done():
		case <-d.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// next claims up to limit due deliveries. Where nothing is due it only reads,
// and returns when something will be.
func (d *Service) next(ctx context.Context, limit int) ([]claim, time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, d.storeLimit)
	defer cancel()
	if err := d.unprepared.Load(); err != nil {
		return nil, time.Time{}, *err
	}
	// Files that are lost are reported, but what they hold is still sent:
	// nobody else can.
	d.reopened(ctx)
	if err := d.watchClock(ctx); err != nil {
		return nil, time.Time{}, err
	}
	if err := d.journal.settle(ctx, d.hook != nil, d.mail != nil, d.now()); err != nil {
		return nil, time.Time{}, err
	}
	var kinds [2]Kind
	if d.hook != nil {
		kinds[0] = Webhook
	}
	if d.mail != nil {
		kinds[1] = Email
	}
	now := d.now()
	due, err := d.journal.due(ctx, kinds)
	if err == nil && (due.IsZero() || due.After(now)) {
		if err := d.journal.tidy(ctx, d.quiet); err != nil {
			d.log.Warn("the journal's log was not emptied", "error", err)
		}
		return nil, due, nil
	}
	if err != nil || limit == 0 {
		return nil, due, err
	}
	claims, err := d.journal.claim(ctx, kinds, d.mark(), now, now.Add(d.leaseTime), limit)
	return claims, time.Time{}, err
}

// giveBack frees leases under which nothing was begun.
func (d *Service) giveBack(claims []claim) {
	if len(claims) == 0 {
		return
	}
	err := d.insist(context.Background(), func(ctx context.Context) error {
		return d.journal.giveBack(ctx, claims[0].Lease)
	})
	if err != nil {
		d.log.Warn("leases not given back; they end by themselves", "error", err)
	}
}

// insist calls write until the journal takes what it writes. A lock that
// somebody holds and a disk that is full go by, and a result that is lost is
// an attempt made twice.
func (d *Service) insist(ctx context.Context, write func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, insistLimit)
	defer cancel()
	defer context.AfterFunc(d.late, cancel)()
	for first := true; ; first = false {
		once, cancel := context.WithTimeout(ctx, d.storeLimit)
		err := write(once)
		cancel()
		if err == nil {
			return nil
		}
		if first {
			d.log.Warn("journal cannot be written; trying again", "error", err)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(insistPause):
		}
	}
}

// attempt makes one attempt under a lease and records it.
func (d *Service) attempt(ctx context.Context, c claim) {
	d.conclude(ctx, c, d.try(ctx, c))
}

// try makes one attempt.
func (d *Service) try(ctx context.Context, c claim) result {
	var r result
	if c.Cut {
		r.attempts = append(r.attempts, Attempt{At: d.now().UTC(), Error: "the program ended during an attempt"})
	}
	if c.Cut && c.Kind == Email {
		r.unsure = true // it may have been sent, and a second one is worse
	} else {
		d.send(ctx, c, &r)
	}
	return r
}

// conclude records what an attempt came to and begins what follows from it.
func (d *Service) conclude(ctx context.Context, c claim, r result) {
	// The e-mail that a webhook's success sets free follows at once if there
	// is a slot; the session token is only known here.
	var mail string
	if c.Kind == Webhook && r.ok && d.mail != nil && !d.ending.Load() {
		select {
		case d.mails <- struct{}{}:
			mail = d.mark()
		default:
		}
	}
	f, err := d.record(ctx, c, r, mail)
	if mail != "" && f.Next == nil {
		<-d.mails
	}
	if err != nil {
		d.log.Error("attempt not recorded; the delivery is made again when its lease ends",
			"lead", c.ID, "kind", c.Kind, "ok", r.ok, "error", err)
		return
	}
	d.report(c, r, f)
	if f.Next != nil {
		d.mailLater(ctx, *f.Next)
	}
	d.nudge()
}

func (d *Service) record(ctx context.Context, c claim, r result, mail string) (f finished, err error) {
	err = d.insist(ctx, func(ctx context.Context) error {
		now := d.now()
		f, err = d.journal.finish(ctx, c, r, d.schedule, now, mail, now.Add(d.leaseTime))
		return err
	})
	if err != nil {
		return finished{}, err
	}
	if f.Lost && mail != "" {
		// A commit whose answer was lost may have leased the e-mail.
		d.giveBack([]claim{{Lease: mail}})
	}
	return f, nil
}

// send makes the call.
func (d *Service) send(ctx context.Context, c claim, r *result) {
	at, begin := d.now(), time.Now()
	var (
		status int
		header http.Header
		err    error
	)
	if c.Kind == Webhook {
		status, header, err = d.hook.send(ctx, c.ID, []byte(c.Body), at)
	} else {
		limited, cancel := context.WithTimeout(ctx, emailLimit)
		err = d.mail.Invoke(limited, "send-contact-email", []byte(c.Body), c.Token)
		cancel()
		status, header = answer(err)
		r.unsure = supabase.MayHaveRun(err)
	}
	took := time.Since(begin)
	d.observe(c.Kind, err == nil, took)
	a := Attempt{At: at.UTC(), Status: status, Duration: took.Milliseconds()}
	if err != nil {
		a.Error = err.Error()
		r.after = retryAfter(header, at)
	}
	r.ok = err == nil
	r.attempts = append(r.attempts, a)
}

// answer returns the status and header that a function's error carries.
func answer(err error) (int, http.Header) {
	var relay *supabase.RelayError
	var status *supabase.HTTPError
	switch {
	case err == nil:
		return http.StatusOK, nil
	case errors.As(err, &relay):
		return relay.Status, nil
	case errors.As(err, &status):
		return status.Status, status.Header
	}
	return 0, nil
}

// report writes the one line of an attempt.
func (d *Service) report(c claim, r result, f finished) {
	a := r.attempts[len(r.attempts)-1]
	log := d.log.With("lead", c.ID, "kind", c.Kind, "status", a.Status, "ms", a.Duration)
	switch {
	case r.ok:
		log.Info("delivered")
	case f.Lost:
		log.Warn("attempt failed, and another has taken over or the lead was removed", "error", a.Error)
	case f.Status == Dead:
		log.Error("delivery is dead; haulfront leads replay brings it back", "error", a.Error)
	case f.Status == Unknown:
		log.Warn("delivery may have been made and is not repeated", "error", a.Error)
	default:
		log.Warn("delivery failed", "error", a.Error, "next", f.Due)
	}
}

// follow makes the e-mail of a lead without a webhook, outside the visitor's
// wait.
func (d *Service) follow(ctx context.Context, c *claim) {
	select {
	case d.mails <- struct{}{}:
		d.mailLater(ctx, *c)
	default:
		d.giveBack([]claim{*c})
		d.nudge()
	}
}

// mailLater makes the e-mail attempt in the background; the caller has taken
// a slot of d.mails for it. At the end of the program it is the next one's.
func (d *Service) mailLater(ctx context.Context, c claim) {
	if d.ending.Load() {
		<-d.mails
		d.giveBack([]claim{c})
		return
	}
	d.underWay.Go(func() {
		defer func() { <-d.mails }()
		d.attempt(ctx, c)
	})
}
