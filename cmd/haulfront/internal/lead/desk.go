package lead

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/supabase"
)

const (
	webhookLimit = 10 * time.Second // one attempt, from dial to the answer's end
	emailLimit   = 12 * time.Second // nobody waits for it but a program that is told to end
	storeLimit   = 6 * time.Second  // a little above SQLite's busy timeout
	// leaseTime is above every limit, by more than the clocks of two
	// instances may differ.
	leaseTime = time.Minute
	pollTime  = time.Second // how soon an operator's replay is seen
	waitTime  = 50 * time.Millisecond
	workers   = 8  // attempts of the worker at a time
	mails     = 16 // e-mails at a time that follow a visitor's request at once
)

// Config is what a Desk needs. DatabaseURL and Log are required.
type Config struct {
	DatabaseURL   string           // "sqlite:path" or "postgres://…"
	WebhookURL    string           // empty: leads are kept in the journal only
	WebhookSecret string           // Standard Webhooks secret, "whsec_" and base64; empty: unsigned
	Supabase      *supabase.Client // for the e-mail function; nil: no e-mails
	Log           *slog.Logger
	Now           func() time.Time // nil: time.Now
	// Observe is told of every attempt, for a monitor: which call, whether it
	// was answered with 2xx, and how long it took. It must not block; nil is
	// nobody.
	Observe func(kind Kind, ok bool, took time.Duration)

	// Tests shorten what the constants above say.
	schedule           []time.Duration
	limit, lease, poll time.Duration
}

// A Submission is one post of a quote form.
type Submission struct {
	Request quote.Request
	Key     string // made by the form at first submit; empty without JavaScript
	Page    string // path of the page whose form was posted
	Suspect string // why it looks like spam; empty: it does not
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

// A Desk takes leads in and sees them delivered.
type Desk struct {
	journal         *Journal
	hook            *hook
	mail            *supabase.Client
	log             *slog.Logger
	now             func() time.Time
	observe         func(kind Kind, ok bool, took time.Duration)
	schedule        []time.Duration
	leaseTime, poll time.Duration
	owner           string // begins every lease of this process
	marks           atomic.Int64
	wake            chan struct{} // has room for one: there may be work
	mails           chan struct{} // slots for e-mails that follow at once
	ending          atomic.Bool   // no e-mail follows any more; the next process sends it
	mu              sync.Mutex
	closed          bool
	flights         map[string]*flight
	underWay        sync.WaitGroup // submissions and the e-mails that follow them
}

// A flight is a submission under way; its duplicates wait for it.
type flight struct {
	done    chan struct{}
	outcome Outcome
	err     error
}

// Open opens the journal, creating or updating its tables, and gives back a
// desk. It does not begin to work by itself; see Run.
func Open(ctx context.Context, c Config) (*Desk, error) {
	if c.limit == 0 {
		c.limit = webhookLimit
	}
	if c.lease == 0 {
		c.lease = leaseTime
	}
	if c.poll == 0 {
		c.poll = pollTime
	}
	if c.schedule == nil {
		c.schedule = schedule
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Observe == nil {
		c.Observe = func(Kind, bool, time.Duration) {}
	}
	h, err := newHook(c.WebhookURL, c.WebhookSecret, c.limit)
	if err != nil {
		return nil, err
	}
	j, err := connect(ctx, c.DatabaseURL, true)
	if err != nil {
		return nil, err
	}
	if err := j.migrate(ctx); err != nil {
		j.Close()
		return nil, err
	}
	if j.dialect.orphans != "" {
		if _, err := j.write.ExecContext(ctx, j.dialect.orphans); err != nil {
			j.Close()
			return nil, fmt.Errorf("free the leases of the last process: %w", err)
		}
	}
	return &Desk{
		journal: j, hook: h, mail: c.Supabase, log: c.Log, now: c.Now, observe: c.Observe,
		schedule: c.schedule, leaseTime: c.lease, poll: c.poll,
		owner:   uuid.NewString(),
		wake:    make(chan struct{}, 1),
		mails:   make(chan struct{}, mails),
		flights: make(map[string]*flight),
	}, nil
}

// Submit stores a lead and calls the webhook. It returns an error that wraps
// ErrUnavailable when the lead could not be stored, and then nothing was sent.
// A repeat of a lead gives that lead's outcome: at once if it was delivered,
// after a new attempt if it was not, and together with the first if that is
// still under way.
//
// What was begun is finished whatever becomes of ctx: a visitor who closes the
// browser has still asked. Submit takes at most about 22 seconds.
func (d *Desk) Submit(ctx context.Context, s Submission) (Outcome, error) {
	s.Request = s.Request.Clean()
	s.Page, s.Suspect = cleanLine(s.Page), cleanLine(s.Suspect)
	sum := payload(s.Key, s.Request)
	name := hex.EncodeToString(sum[:])
	if s.Suspect != "" {
		name += " suspect"
	}

	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return Outcome{}, fmt.Errorf("%w: it is closed", ErrUnavailable)
	}
	if f, ok := d.flights[name]; ok {
		d.mu.Unlock()
		<-f.done
		return f.outcome, f.err
	}
	f := &flight{done: make(chan struct{})}
	d.flights[name] = f
	d.underWay.Add(1)
	d.mu.Unlock()

	defer func() {
		d.mu.Lock()
		delete(d.flights, name)
		d.mu.Unlock()
		close(f.done)
		d.underWay.Done()
	}()
	f.err = ErrUnavailable // for those who wait, should submit panic
	f.outcome, f.err = d.submit(context.WithoutCancel(ctx), s, sum)
	return f.outcome, f.err
}

func (d *Desk) submit(ctx context.Context, s Submission, sum [32]byte) (Outcome, error) {
	a, err := d.store(ctx, s, sum)
	if err != nil {
		d.log.Error("lead not stored", "error", err, "source", s.Request.Source)
		return Outcome{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if a.Fresh {
		d.log.Info("lead stored", "lead", a.ID, "request", s.Request, "page", s.Page, "suspect", s.Suspect)
	} else {
		d.log.Info("lead repeated", "lead", a.ID)
	}
	out := Outcome{ID: a.ID, Delivered: true}
	switch {
	case a.Busy != "":
		out.Delivered = d.await(ctx, a.ID, a.Busy)
	case a.Claim == nil:
		d.nudge()
	case a.Claim.Kind == Email:
		d.follow(ctx, a.Claim)
	default:
		out.Delivered = d.attempt(ctx, *a.Claim)
	}
	return out, nil
}

func (d *Desk) store(ctx context.Context, s Submission, sum [32]byte) (accepted, error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	return d.accept(ctx, s, sum, d.now())
}

// await waits until an attempt that is under way elsewhere, in the worker or
// in another instance, has ended, and says whether the lead is delivered then.
func (d *Desk) await(ctx context.Context, id, lease string) bool {
	ctx, cancel := context.WithTimeout(ctx, webhookLimit)
	defer cancel()
	tick := time.NewTicker(waitTime)
	defer tick.Stop()
	for {
		status, holder, err := d.journal.state(ctx, id)
		if err == nil && (status == Delivered || holder != lease) {
			return status == Delivered
		}
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
}

// Ready reports whether the journal can be written, by writing it.
func (d *Desk) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	if err := d.journal.ready(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Stats returns the numbers for a monitor.
func (d *Desk) Stats(ctx context.Context) (Stats, error) { return d.journal.stats(ctx, d.now()) }

// Close refuses further submissions, waits until those under way and their
// e-mails are finished (each has its time limit) and closes the journal. Run
// must have returned.
func (d *Desk) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.underWay.Wait()
	return d.journal.Close()
}

// mark returns a new lease: the process and a number.
func (d *Desk) mark() string { return fmt.Sprintf("%s:%d", d.owner, d.marks.Add(1)) }

// nudge tells the worker to look for work now.
func (d *Desk) nudge() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// cleanLine treats what else comes from outside like a single-line field: it
// is stored and shown in a terminal too.
func cleanLine(s string) string {
	return strings.TrimSpace(quote.Request{Name: s}.Clean().Name)
}
