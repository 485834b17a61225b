package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

const (
	storeLimit = 6 * time.Second // one transaction; slightly above SQLite's busy timeout
	// visitorLimit is the longest that a visitor waits, however slow the disk and the webhook are. recordReserve is the
	// part of it that is left for recording a result that arrived at the last moment.
	visitorLimit  = WebhookLimit + recordReserve
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
	directSlots   = 16                    // concurrent attempts that directly follow a visitor's request
)

// Config configures a Service. DatabaseURL is required.
type Config struct {
	DatabaseURL string          // "sqlite:path" or "postgres://…"
	Senders     map[Kind]Sender // of the configured kinds
	Retention   time.Duration   // age at which Run removes leads; 0: never
	Log         *slog.Logger    // nil: discarded
	Now         func() time.Time
	// Observe, if not nil, is called after every attempt, for monitoring: which kind, whether it succeeded, and how
	// long it took. It must not block.
	Observe func(kind Kind, ok bool, took time.Duration)
	// Stored, if not nil, is called once for each new lead that is not in quarantine, after it is stored, by the
	// instance that stored it. It must not block.
	Stored func(id string)
	// Died, if not nil, is called after it was recorded that a delivery is not made and not attempted again, with its
	// body.
	Died func(ctx context.Context, id string, kind Kind, body string)

	// Tests shorten the constants of the same names; attemptLimit is that of every kind.
	schedule                               []time.Duration
	attemptLimit, visitorLimit, storeLimit time.Duration
	leaseDuration, pollInterval, idleTime  time.Duration
}

// withDefaults returns c with every unset field but the URL and the senders set.
func (c Config) withDefaults() Config {
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
	if c.Died == nil {
		c.Died = func(context.Context, string, Kind, string) {}
	}
	if c.Observe == nil {
		c.Observe = func(Kind, bool, time.Duration) {}
	}
	return c
}

// A Service stores leads and delivers them.
type Service struct {
	Outbox
	cfg Config
	log *slog.Logger
	now func() time.Time

	owner      string // the prefix of every lease of this process
	leases     atomic.Int64
	loops      []*loop
	slots      chan struct{}   // one value for each attempt in progress that directly follows a request
	stopping   atomic.Bool     // nothing further follows a request; the next process sends it
	retries    context.Context // done when no time is left to retry writes
	endRetries context.CancelFunc
	lastClock  time.Time // the worker's last reading of the clock

	background sync.WaitGroup // submissions, and the attempts that follow them
	mu         sync.Mutex     // guards the fields below
	closed     bool
	inFlight   map[inFlightKey]*inFlightCall
}

// Open opens the journal for serving, see [journal.Serve], and returns a Service, which works on due deliveries once
// Run is called.
func Open(ctx context.Context, c Config) (*Service, error) {
	c = c.withDefaults()
	retries, endRetries := context.WithCancel(context.Background())
	s := &Service{
		cfg: c, log: c.Log, now: c.Now,
		owner:   uuid.NewString(),
		slots:   make(chan struct{}, directSlots),
		retries: retries, endRetries: endRetries,
		inFlight: make(map[inFlightKey]*inFlightCall),
	}
	s.makeLoops()
	j, err := journal.Serve(ctx, journal.Config{URL: c.DatabaseURL, Log: c.Log, Now: c.Now, Prepare: s.prepare,
		Probe: probe, StoreLimit: c.storeLimit, PollInterval: c.pollInterval})
	if err != nil {
		return nil, err
	}
	s.Journal = j
	return s, nil
}

// prepare corrects the leases and times that earlier processes left. Only where no other process can serve the journal
// is it certain that the holder of a lease is dead.
func (s *Service) prepare(ctx context.Context, j *journal.Journal) error {
	if j.Exclusive() {
		_, err := j.Writer().ExecContext(ctx, `UPDATE deliveries SET lease_until = 0 WHERE lease <> ''`)
		if err != nil {
			return fmt.Errorf("expire the leases of the last process: %w", err)
		}
	}
	_, err := (&Outbox{j}).correctTimes(ctx, s.now(), s.cfg.leaseDuration)
	s.wake()
	return err
}

// probe stores the deliveries of the lead with which a journal probes whether it can store one.
func probe(ctx context.Context, tx *sql.Tx, id, text string) error {
	for _, r := range table {
		if r.always {
			if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, lease)
				VALUES ($1, $2, $3, $4, $5)`, id, r.Kind, Stored, text, text[:probeRow]); err != nil {
				return err
			}
		}
	}
	return nil
}

// probeRow is the length in bytes of a row of which PostgreSQL moves nothing elsewhere, as it does with longer values
// (manual, chapter "TOAST").
const probeRow = 1800

// Close refuses further submissions, waits until those in flight and what follows them are finished and recorded (each
// has its time limit, see Run) and closes the journal. Run must have returned.
func (s *Service) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.background.Wait()
	s.endRetries()
	return s.Journal.Close()
}

// newLease returns a new lease: the process and a number.
func (s *Service) newLease() string { return fmt.Sprintf("%s:%d", s.owner, s.leases.Add(1)) }
