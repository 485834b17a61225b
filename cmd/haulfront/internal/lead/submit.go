package lead

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// A Submission is one post of a quote form.
type Submission struct {
	Request quote.Request
	Key     string // made by the form at first submit; empty without JavaScript
	Page    string // path of the page whose form was posted
	SpamReason string // why it looks like spam; empty: it does not
	Token   string // the visitor's backend session, used for the e-mail and never stored
}

// An Outcome is what a visitor may be told about a stored lead.
type Outcome struct {
	ID string // of the lead
	// Delivered says that the visitor is done: the webhook has the lead, or
	// there is none, or the lead is in quarantine. False means that the
	// webhook failed; the lead is safe, and the worker goes on trying.
	Delivered bool
}

// A flight is a submission under way. Its visitor and its duplicates wait for
// it, each as long as a visitor waits, and are told what is known then.
type flight struct {
	done    chan struct{} // closed when everything is recorded
	mu      sync.Mutex
	outcome Outcome
	err     error
}

func (f *flight) tell(o Outcome, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.outcome, f.err = o, err
}

func (f *flight) told() (Outcome, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.outcome, f.err
}

// Submit stores a lead and calls the webhook. It returns an error that wraps
// ErrUnavailable when the lead could not be stored, and then nothing was sent.
// A repeat of a lead gives that lead's outcome: at once if it was delivered,
// after a new attempt if it was not, and together with the first if that is
// still under way.
//
// Submit takes at most 10.5 seconds. On a disk too slow for that the visitor
// is told what is certain by then: a lead that is not known to be stored is
// ErrUnavailable, though it is sent if it turns out to be; a webhook that has
// not answered has failed; one that has answered has the lead, even if that is
// not recorded yet. Whatever was begun is finished regardless, also when ctx
// ends: a visitor who closes the browser has still asked.
func (d *Service) Submit(ctx context.Context, s Submission) (Outcome, error) {
	patience := time.NewTimer(d.visitorLimit)
	defer patience.Stop()
	f, err := d.board(ctx, s)
	if err != nil {
		return Outcome{}, err
	}
	select {
	case <-f.done:
	case <-patience.C:
	}
	return f.told()
}

// board begins the submission's flight or joins the one that is under way.
func (d *Service) board(ctx context.Context, s Submission) (*flight, error) {
	s.Request = s.Request.Clean()
	s.Page, s.SpamReason = cleanLine(s.Page), cleanLine(s.SpamReason)
	sum := payload(s.Key, s.Request)
	name := hex.EncodeToString(sum[:])
	if s.SpamReason != "" {
		name += " suspect"
	}

	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, fmt.Errorf("%w: it is closed", ErrUnavailable)
	}
	if f, ok := d.flights[name]; ok {
		return f, nil
	}
	f := &flight{done: make(chan struct{}), err: fmt.Errorf("%w in time", ErrUnavailable)}
	d.flights[name] = f
	// A flight is a goroutine of its own because no wait for a disk can be
	// broken off: a visitor can only stop waiting for it.
	d.underWay.Go(func() {
		defer func() {
			// Nobody's mistake here may end the program for everybody.
			if p := recover(); p != nil {
				d.log.Error("submission broke off", "panic", p, "stack", string(debug.Stack()))
			}
			d.mu.Lock()
			delete(d.flights, name)
			d.mu.Unlock()
			close(f.done)
		}()
		d.submit(context.WithoutCancel(ctx), s, sum, f)
	})
	return f, nil
}

func (d *Service) submit(ctx context.Context, s Submission, sum [32]byte, f *flight) {
	waited, cancel := context.WithTimeout(ctx, d.visitorLimit-reserve)
	defer cancel()
	a, err := d.store(ctx, s, sum)
	if err != nil {
		d.log.Error("lead not stored", "error", err, "source", s.Request.Source)
		f.tell(Outcome{}, fmt.Errorf("%w: %w", ErrUnavailable, err))
		return
	}
	if a.Fresh {
		d.log.Info("lead stored", "lead", a.ID, "request", s.Request, "page", s.Page, "suspect", s.SpamReason)
	} else {
		d.log.Info("lead repeated", "lead", a.ID)
	}
	toHook := a.Busy != "" || (a.Claim != nil && a.Claim.Kind == Webhook)
	f.tell(Outcome{ID: a.ID, Delivered: !toHook}, nil)
	switch {
	case a.Busy != "":
		f.tell(Outcome{ID: a.ID, Delivered: d.await(waited, a.ID, a.Busy)}, nil)
	case a.Claim == nil:
		d.nudge()
	case a.Claim.Kind == Email:
		d.follow(ctx, a.Claim)
	case waited.Err() != nil:
		// Storing took all the time there was; the worker has more.
		d.giveBack([]claim{*a.Claim})
		d.nudge()
	default:
		r := d.try(waited, *a.Claim)
		f.tell(Outcome{ID: a.ID, Delivered: r.ok}, nil)
		d.conclude(ctx, *a.Claim, r)
	}
}

func (d *Service) store(ctx context.Context, s Submission, sum [32]byte) (accepted, error) {
	ctx, cancel := context.WithTimeout(ctx, d.storeLimit)
	defer cancel()
	if err := d.reopened(ctx); err != nil {
		return accepted{}, err
	}
	a, err := d.accept(ctx, s, sum, d.now())
	if err != nil {
		return accepted{}, err
	}
	// The files may have gone during the commit. Nothing is sent for such a
	// lead now; as long as the program runs, the worker can still read it.
	if err := d.usable(); err != nil {
		return accepted{}, err
	}
	return a, nil
}

// await waits until an attempt that is under way elsewhere, in the worker or
// in another instance, has ended, and says whether the lead is delivered then.
func (d *Service) await(ctx context.Context, id, lease string) bool {
	tick := time.NewTicker(waitTime)
	defer tick.Stop()
	for {
		status, holder, err := d.journal.state(ctx, id)
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

// cleanLine treats what else comes from outside like a single-line field: it
// is stored and shown in a terminal too.
func cleanLine(s string) string {
	return strings.TrimSpace(quote.Request{Name: s}.Clean().Name)
}
