package lead

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/supabase"
)

const (
	webhookLimit = 10 * time.Second // one attempt, from dial to the answer's end
	emailLimit   = 12 * time.Second // nobody waits for it but a program that is told to end
	storeLimit   = 6 * time.Second  // one transaction; a little above SQLite's busy timeout
	// visitorLimit is a visitor's whole wait, however slow the disk is and
	// the webhook; reserve is the part of it in which a result that came at
	// the last moment can still be recorded.
	visitorLimit = webhookLimit + reserve
	reserve      = 500 * time.Millisecond
	// insistLimit is how long a result is offered to a journal that does not
	// take it. An attempt and that fit into a lease, less what the clocks of
	// two instances may differ: later, another attempt may be under way.
	insistLimit = 18 * time.Second
	insistPause = 100 * time.Millisecond
	// endLimit is the same after the program was told to end: longer than any
	// attempt takes, and with the last wait for a lock less than the twenty
	// seconds that the program has.
	endLimit  = 13 * time.Second
	leaseTime = time.Minute
	pollTime  = time.Second // how soon an operator's replay is seen
	quietTime = time.Minute // without a commit, until SQLite's log is emptied
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
	schedule                           []time.Duration
	limit, visitor, store, lease, poll time.Duration
	quiet                              time.Duration
}

// A Service takes leads in and sees them delivered.
type Service struct {
	journal         *Journal
	hook            *hook
	mail            *supabase.Client
	log             *slog.Logger
	now             func() time.Time
	observe         func(kind Kind, ok bool, took time.Duration)
	schedule        []time.Duration
	leaseTime, poll time.Duration
	quiet           time.Duration
	visitorLimit    time.Duration
	storeLimit      time.Duration
	owner           string // begins every lease of this process
	marks           atomic.Int64
	wake            chan struct{}   // has room for one: there may be work
	mails           chan struct{}   // slots for e-mails that follow at once
	ending          atomic.Bool     // no e-mail follows any more; the next process sends it
	late            context.Context // ends when there is no time left to insist
	giveUp          context.CancelFunc
	unprepared      atomic.Pointer[error] // why the database could not be reached yet; nil: it was
	connecting      sync.WaitGroup        // while it is not
	stopConnecting  context.CancelFunc
	lost            atomic.Bool // the journal's files are not the ones that are open
	seen            time.Time   // what the worker last saw on the clock
	mu              sync.Mutex
	closed          bool
	flights         map[string]*flight
	underWay        sync.WaitGroup // submissions and the e-mails that follow them
}

// Open opens the journal, creating or updating its tables, and gives back a
// desk. It does not begin to work by itself; see Run.
//
// A PostgreSQL that cannot be reached is no error: leads are refused with
// ErrUnavailable, and Ready says why, until it can be. One that answers that
// the settings are wrong is an error, and so is whatever is wrong with SQLite.
func Open(ctx context.Context, c Config) (*Service, error) {
	if c.limit == 0 {
		c.limit = webhookLimit
	}
	if c.visitor == 0 {
		c.visitor = visitorLimit
	}
	if c.store == 0 {
		c.store = storeLimit
	}
	if c.lease == 0 {
		c.lease = leaseTime
	}
	if c.poll == 0 {
		c.poll = pollTime
	}
	if c.quiet == 0 {
		c.quiet = quietTime
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
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	j, err := connect(c.DatabaseURL, true, c.Log)
	if err != nil {
		return nil, err
	}
	err = j.prepare(ctx, c.Now(), c.lease)
	if err != nil && (!j.dialect.remote || !mayPass(err)) {
		j.Close()
		return nil, err
	}
	late, giveUp := context.WithCancel(context.Background())
	connecting, stopConnecting := context.WithCancel(context.Background())
	d := &Service{
		journal: j, hook: h, mail: c.Supabase, log: c.Log, now: c.Now, observe: c.Observe,
		schedule: c.schedule, leaseTime: c.lease, poll: c.poll, quiet: c.quiet, visitorLimit: c.visitor, storeLimit: c.store,
		late: late, giveUp: giveUp, stopConnecting: stopConnecting,
		owner:   uuid.NewString(),
		wake:    make(chan struct{}, 1),
		mails:   make(chan struct{}, mails),
		flights: make(map[string]*flight),
	}
	if err != nil {
		d.log.Error("journal cannot be reached; leads are refused until it can", "error", err)
		d.unprepared.Store(&err)
		d.connecting.Go(func() { d.connect(connecting) })
	}
	return d, nil
}

// connect prepares a database that could not be reached at the start, as soon
// as it can be.
func (d *Service) connect(ctx context.Context) {
	for wait := d.poll; ; wait = min(2*wait, 5*d.poll) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		err := d.journal.prepare(ctx, d.now(), d.leaseTime)
		if err == nil {
			d.unprepared.Store(nil)
			d.log.Info("journal reached")
			d.nudge()
			return
		}
		d.unprepared.Store(&err)
	}
}

// usable returns why the journal cannot be used: it was not reached yet, or
// its files are not the ones that are open. The latter is logged when it
// begins and when it ends.
func (d *Service) usable() error {
	if err := d.unprepared.Load(); err != nil {
		return *err
	}
	err := d.journal.intact()
	if lost := err != nil; d.lost.Swap(lost) != lost {
		if lost {
			d.log.Error("journal lost: what is written now does not survive a restart; leads are refused", "error", err)
		} else {
			d.log.Info("journal found again")
		}
	}
	return err
}

// reopened is usable, and opens the journal again if no connection is left.
// After a commit it must not: what was committed to a log that is gone stays
// lost.
func (d *Service) reopened(ctx context.Context) error {
	err := d.usable()
	if err == nil || d.unprepared.Load() != nil {
		return err
	}
	if reopenErr := d.journal.reopen(ctx); reopenErr != nil {
		return errors.Join(err, reopenErr)
	}
	return d.usable()
}

// Ready reports whether the journal can be written, by writing it.
func (d *Service) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, d.storeLimit)
	defer cancel()
	err := d.reopened(ctx)
	if err == nil {
		err = d.journal.ready(ctx)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Stats returns the numbers for a monitor.
func (d *Service) Stats(ctx context.Context) (Stats, error) {
	if err := d.unprepared.Load(); err != nil {
		return Stats{}, *err
	}
	return d.journal.stats(ctx, d.now())
}

// Close refuses further submissions, waits until those under way and their
// e-mails are finished and recorded (each has its time limit, see Run) and
// closes the journal. Run must have returned.
func (d *Service) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.stopConnecting()
	d.connecting.Wait()
	d.underWay.Wait()
	d.giveUp()
	return d.journal.Close()
}

// mark returns a new lease: the process and a number.
func (d *Service) mark() string { return fmt.Sprintf("%s:%d", d.owner, d.marks.Add(1)) }

// nudge tells the worker to look for work now.
func (d *Service) nudge() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}
