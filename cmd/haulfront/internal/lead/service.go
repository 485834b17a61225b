package lead

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/destinations"
	"haulfront/cmd/haulfront/internal/supabase"
)

const (
	webhookLimit = 10 * time.Second // one attempt, from dial to the end of the answer
	emailLimit   = 12 * time.Second // one attempt; only a shutdown waits for it
	mailLimit    = 12 * time.Second // one attempt, with the rendering of the mail; likewise
	storeLimit   = 6 * time.Second  // one transaction; slightly above SQLite's busy timeout
	// visitorLimit is the longest that a visitor waits, however slow the disk and the webhook are. recordReserve is the
	// part of it that is left for recording a result that arrived at the last moment.
	visitorLimit  = webhookLimit + recordReserve
	recordReserve = 500 * time.Millisecond
	// retryWriteLimit is how long a write is retried while the journal rejects it. An attempt and its retried write fit
	// into a lease, minus the difference between two instances' clocks: after that, another attempt may be in progress.
	retryWriteLimit = 18 * time.Second
	retryWritePause = 100 * time.Millisecond
	// shutdownLimit replaces retryWriteLimit from the start of a shutdown: longer than any attempt takes, and, with the
	// last wait for a lock, shorter than the twenty seconds that the program has.
	shutdownLimit = 13 * time.Second
	leaseDuration = time.Minute
	pollInterval  = time.Second           // how soon an operator's replay is noticed
	idleTime      = time.Minute           // without a commit, before SQLite's log is truncated
	holderPoll    = 50 * time.Millisecond // how often a repeat looks for the end of an attempt elsewhere
	workerSlots   = 8                     // concurrent attempts of each loop of the worker
	emailSlots    = 16                    // concurrent emails that directly follow a visitor's request
)

// Config configures a Service. DatabaseURL is required.
type Config struct {
	DatabaseURL   string           // "sqlite:path" or "postgres://…"
	WebhookURL    string           // empty: leads stay in the journal
	WebhookSecret string           // Standard Webhooks secret, "whsec_" and base64; empty: unsigned
	Supabase      *supabase.Client // calls the email function; nil: no emails
	Mail          *Mail            // nil: no mails
	Destinations  []*destinations.Destination
	Retention     time.Duration    // age at which Run removes leads; 0: never
	Log           *slog.Logger     // nil: discarded
	Now           func() time.Time // nil: time.Now
	// Observe, if not nil, is called after every attempt, for monitoring: which call, whether it was answered with 2xx,
	// and how long it took. It must not block.
	Observe func(kind Kind, ok bool, took time.Duration)
	// Stored, if not nil, is called once for each new lead that is not in quarantine, after it is stored, by the
	// instance that stored it. It must not block.
	Stored func(id string)

	// Tests shorten the constants of the same names.
	schedule                               []time.Duration
	webhookLimit, visitorLimit, storeLimit time.Duration
	leaseDuration, pollInterval, idleTime  time.Duration
}

// withDefaults returns c with every unset field but the URLs and the secret set.
func (c Config) withDefaults() Config {
	c.webhookLimit = cmp.Or(c.webhookLimit, webhookLimit)
	c.visitorLimit = cmp.Or(c.visitorLimit, visitorLimit)
	c.storeLimit = cmp.Or(c.storeLimit, storeLimit)
	c.leaseDuration = cmp.Or(c.leaseDuration, leaseDuration)
	c.pollInterval = cmp.Or(c.pollInterval, pollInterval)
	c.idleTime = cmp.Or(c.idleTime, idleTime)
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.schedule == nil {
		c.schedule = schedule
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Stored == nil {
		c.Stored = func(string) {}
	}
	if c.Observe == nil {
		c.Observe = func(Kind, bool, time.Duration) {}
	}
	return c
}

// A Service stores leads and delivers them.
type Service struct {
	cfg     Config
	journal *Journal
	webhook *webhookClient   // nil: no webhook
	email   *supabase.Client // nil: no emails
	mail    *Mail            // nil: no mails
	log     *slog.Logger
	now     func() time.Time

	owner      string // the prefix of every lease of this process
	leases     atomic.Int64
	calls      *queue          // of the webhook and the email function
	queues     []*queue        // all, the calls first
	emailSlots chan struct{}   // one value for each email in progress that follows a request
	stopping   atomic.Bool     // no further email follows a request; the next process sends it
	retries    context.Context // done when no time is left to retry writes
	endRetries context.CancelFunc
	lastClock  time.Time // the worker's last reading of the clock

	connectErr     atomic.Pointer[error] // why the database was not reached yet; nil: it was
	connecting     sync.WaitGroup
	stopConnecting context.CancelFunc
	filesLost      atomic.Bool // the journal's files are not the open ones
	watchers       sync.Map    // of chan<- Change

	background sync.WaitGroup // submissions, and the emails that follow them
	mu         sync.Mutex     // guards the fields below
	closed     bool
	inFlight   map[inFlightKey]*inFlightCall
}

// Open opens the journal, creates or updates its tables, and returns a Service, which works on due deliveries once Run
// is called.
//
// A PostgreSQL that cannot be reached is not an error: until it can be, Submit returns ErrUnavailable, and Ready the
// reason. A PostgreSQL that rejects the settings is an error, and so is any problem with SQLite.
func Open(ctx context.Context, c Config) (*Service, error) {
	c = c.withDefaults()
	webhook, err := newWebhookClient(c.WebhookURL, c.WebhookSecret, c.webhookLimit)
	if err != nil {
		return nil, err
	}
	j, err := connect(c.DatabaseURL, true, c.Log)
	if err != nil {
		return nil, err
	}
	err = j.prepare(ctx, c.Now(), c.leaseDuration)
	if err != nil && (!j.dialect.remote || !isTemporary(err)) {
		j.Close()
		return nil, err
	}
	retries, endRetries := context.WithCancel(context.Background())
	connecting, stopConnecting := context.WithCancel(context.Background())
	s := &Service{
		cfg: c, journal: j, webhook: webhook, email: c.Supabase, mail: c.Mail, log: c.Log, now: c.Now,
		owner:      uuid.NewString(),
		emailSlots: make(chan struct{}, emailSlots),
		retries:    retries, endRetries: endRetries,
		stopConnecting: stopConnecting,
		inFlight:       make(map[inFlightKey]*inFlightCall),
	}
	s.makeQueues()
	if err != nil {
		s.log.Error("journal cannot be reached; leads are refused until it can", "error", err)
		s.connectErr.Store(&err)
		s.connecting.Go(func() { s.connect(connecting) })
		return s, nil
	}
	if j.files != nil {
		j.importPhotos(ctx, s.log)
	}
	return s, nil
}

// Close refuses further submissions, waits until those in flight and their emails are finished and recorded (each has
// its time limit, see Run) and closes the journal. Run must have returned.
func (s *Service) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stopConnecting()
	s.connecting.Wait()
	s.background.Wait()
	s.endRetries()
	return s.journal.Close()
}

// connect retries until a database that could not be reached at the start is reached and prepared.
func (s *Service) connect(ctx context.Context) {
	for wait := s.cfg.pollInterval; ; wait = min(2*wait, 5*s.cfg.pollInterval) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		err := s.journal.prepare(ctx, s.now(), s.cfg.leaseDuration)
		if err == nil {
			s.connectErr.Store(nil)
			s.log.Info("journal reached")
			s.calls.wake()
			s.wakeOthers()
			return
		}
		s.connectErr.Store(&err)
	}
}

// checkAvailable returns why the journal cannot be used: it was not reached yet, or its files are not the open ones.
// The latter is logged when it begins and when it ends.
func (s *Service) checkAvailable() error {
	if err := s.connectErr.Load(); err != nil {
		return *err
	}
	err := s.journal.files.check()
	if lost := err != nil; s.filesLost.Swap(lost) != lost {
		if lost {
			s.log.Error("journal lost: what is written now does not survive a restart; leads are refused", "error", err)
		} else {
			s.log.Info("journal found again")
		}
	}
	return err
}

// makeAvailable is checkAvailable, and opens the journal again if no connection is left. It must not be used after a
// commit: what was committed to a log file that is gone stays lost.
func (s *Service) makeAvailable(ctx context.Context) error {
	err := s.checkAvailable()
	if err == nil || s.connectErr.Load() != nil {
		return err
	}
	// SQLite deletes its log with the last connection, and another process may have created one since: the new
	// connection notes which one it opened.
	if db := s.journal.write; db.Stats().OpenConnections == 0 {
		if pingErr := db.PingContext(ctx); pingErr != nil {
			return errors.Join(err, pingErr)
		}
	}
	return s.checkAvailable()
}

// Ready reports whether the journal can be written, by writing to it. Its error wraps ErrUnavailable.
func (s *Service) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
	defer cancel()
	err := s.makeAvailable(ctx)
	if err == nil {
		err = s.journal.probe(ctx)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// newLease returns a new lease: the process and a number.
func (s *Service) newLease() string { return fmt.Sprintf("%s:%d", s.owner, s.leases.Add(1)) }
