// Package journal is the database of what must not be lost: leads, their photographs and the consents to text messages;
// and of what the instances that share it have in common: secrets, the site's address, and which jobs are done.
//
// # Model
//
// A [Lead] is one quote request of one visitor. The same form key with the same fields is the same lead, however often
// and however simultaneously it is posted; the same key with other fields is another lead, so that a stale key never
// loses what a visitor typed. Photographs are stored and removed in their lead's transaction. Consents outlive leads.
//
// The schema (migrations/) is the same on SQLite and PostgreSQL, and so are all statements but those of a dialect. The
// tables of the packages outbox, office and edits are in the same schema, because a change of a lead shares one
// transaction with its deliveries and its history ([Journal.Transact]). Each package alone has statements on its
// tables, apart from migrations; only the row of a lead is shared, whose columns from stage to price, address, access,
// follow_up_at and merged_into are the office's. Packages select leads by each other's tables with a [Condition], or a
// part of a statement, of their owner.
//
// A journal whose tables are those of a newer program is refused.
//
// # Files
//
// SQLite keeps writing to files that were deleted, replaced or truncated. A transaction therefore counts only if the
// open files are still those at their paths, and whole, before and after the commit. Otherwise it fails with
// [ErrUnavailable] and [Journal.Ready] names the file. What the log of a deleted file holds is written into the
// database at once, and reading goes on. A file that was truncated is left as it is: a checkpoint would write the gap
// into the database.
//
// # Lifetime and concurrency
//
// [Serve] opens the journal for the server, of which SQLite allows one; [Open] for commands, beside a server or without
// one. A Journal is safe for concurrent use.
package journal

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/pressly/goose/v3"
	"golang.org/x/sys/unix"
)

// ErrUnavailable means that the journal cannot be read, or that something could not be stored, or not in time.
var ErrUnavailable = errors.New("the journal of leads is unavailable")

// ErrURL means that an address does not name a journal.
var ErrURL = errors.New("DATABASE_URL must be sqlite:path/to/file.db or postgres://user:password@host/database")

// ErrNotFound means that the journal has no lead with the given ID.
var ErrNotFound = errors.New("no such lead")

// A Journal is the database.
type Journal struct {
	dialect      dialect
	name         string // for messages
	write, read  *sql.DB
	checkpointer *sql.DB                   // truncates SQLite's log; nil unless this process serves SQLite
	files        *sqliteFiles              // nil unless this process serves SQLite
	secrets      sync.Map                  // values by name, as far as they were read
	lastCommit   atomic.Pointer[time.Time] // the last commit that is still in the log, or nil
	unlock       func()
	server
}

// server is what a journal has that Serve has opened.
type server struct {
	Config
	connectErr     atomic.Pointer[error] // why the database was not reached yet; nil: it was
	connecting     sync.WaitGroup
	stopConnecting context.CancelFunc
	filesLost      atomic.Bool // the journal's files are not the open ones
	watchers       sync.Map    // of chan<- Change
}

const (
	storeLimit   = 6 * time.Second // slightly above SQLite's busy timeout
	pollInterval = time.Second
)

// Config configures a journal that is served. URL is required.
type Config struct {
	URL string           // "sqlite:path" or "postgres://…"
	Log *slog.Logger     // nil: discarded
	Now func() time.Time // nil: time.Now
	// Prepare, if not nil, is called with the tables, before the journal is used.
	Prepare func(context.Context, *Journal) error
	// Probe, if not nil, stores what belongs to a lead besides its row, with a text that a part of it may have. Ready
	// calls it.
	Probe func(ctx context.Context, tx *sql.Tx, id, text string) error
	// StoreLimit is the time limit of a transaction, and PollInterval the shortest time between two attempts to reach
	// the database; 0: 6 s and 1 s.
	StoreLimit, PollInterval time.Duration
}

// A dialect holds the differences between the two databases. All other statements are written once, in SQL that both
// understand, with $1 for parameters (which the SQLite driver accepts too).
type dialect struct {
	goose goose.Dialect
	// skipLocked and forUpdate end a SELECT, see SkipLocked. SQLite has one writer and needs no row locks.
	skipLocked, forUpdate string
	// lock makes transactions with the same number wait for each other. SQLite's immediate transactions do so anyway.
	lock string
	// scrub removes what deleted rows leave in the files, as far as the database allows; it does nothing while another
	// process reads, and a later one makes up for it.
	scrub string
	// check returns an error if the database cannot be trusted with leads. For a server it checks more.
	check func(ctx context.Context, db *sql.DB, serve bool) error
	// remote means that the database may be temporarily unreachable: the server starts without it and keeps trying.
	remote bool
}

var sqliteDialect = dialect{
	goose: goose.DialectSQLite3,
	check: checkSQLite,
	scrub: `PRAGMA wal_checkpoint(TRUNCATE)`,
}

var postgresDialect = dialect{
	goose:      goose.DialectPostgres,
	check:      checkPostgres,
	remote:     true,
	skipLocked: ` FOR UPDATE SKIP LOCKED`,
	forUpdate:  ` FOR UPDATE`,
	lock:       `SELECT pg_advisory_xact_lock($1)`,
}

// connect opens the database at url without touching its schema, and on PostgreSQL without connecting. serve means that
// this process is the server: it may create the database and, on SQLite, must be the only one.
func connect(url string, serve bool, log *slog.Logger) (*Journal, error) {
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		return connectSQLite(rest, serve, log)
	case "postgres", "postgresql":
		return connectPostgres(url)
	}
	// Never echo the value: it may contain a password.
	return nil, ErrURL
}

// Open opens the journal at a URL ("sqlite:path" or "postgres://…"), beside a running server or without one. It
// creates nothing: a journal that is missing or older than the program is an error.
func Open(ctx context.Context, url string) (*Journal, error) {
	j, err := connect(url, false, slog.Default())
	if err != nil {
		return nil, err
	}
	err = j.check(ctx, false)
	version := 0
	if err == nil {
		version, err = CheckVersion(ctx, j.read)
	}
	if err == nil && version < schemaVersion {
		err = fmt.Errorf("%w %d and this program needs %d; haulfront serve brings it up to date", ErrOlder, version,
			schemaVersion)
	}
	if err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Serve opens the journal for the server, and creates or updates its tables.
//
// A PostgreSQL that cannot be reached is not an error: until it can be, transactions fail with ErrUnavailable, and
// Ready has the reason. Nor is a SQLite file on a read-only disk, as one is after a failure: until a restart, nothing
// can be read or stored. A PostgreSQL that rejects the settings is an error, and so is any other problem with SQLite.
func Serve(ctx context.Context, c Config) (*Journal, error) {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	c.StoreLimit = cmp.Or(c.StoreLimit, storeLimit)
	c.PollInterval = cmp.Or(c.PollInterval, pollInterval)
	if c.Now == nil {
		c.Now = time.Now
	}
	j, err := connect(c.URL, true, c.Log)
	if errors.Is(err, unix.EROFS) {
		return unusable(c, fmt.Errorf("%w; restart the program once the disk can be written", err))
	}
	if err != nil {
		return nil, err
	}
	j.Config = c
	err = j.prepare(ctx)
	if err != nil && (!j.dialect.remote || !isTemporary(err)) {
		j.Close()
		return nil, err
	}
	if err != nil {
		j.Log.Error("journal cannot be reached; leads are refused until it can", "error", err)
		j.connectErr.Store(&err)
		ctx, cancel := context.WithCancel(context.Background())
		j.stopConnecting = cancel
		j.connecting.Go(func() { j.connect(ctx) })
	}
	return j, nil
}

// unusable returns a journal whose connections all fail with an error.
func unusable(c Config, problem error) (*Journal, error) {
	db, err := OpenFile(strings.TrimPrefix(c.URL, "sqlite:"), func() error { return problem })
	if err != nil {
		return nil, err
	}
	c.Log.Error("journal cannot be used; leads are refused", "error", problem)
	j := &Journal{dialect: sqliteDialect, write: db, read: db, unlock: func() {}}
	j.Config = c
	j.connectErr.Store(&problem)
	return j, nil
}

// Close closes the database and releases the lock on it.
func (j *Journal) Close() error {
	if j.stopConnecting != nil {
		j.stopConnecting()
		j.connecting.Wait()
	}
	err := j.files.checkWhole()
	if errors.Is(err, fs.ErrClosed) {
		return nil // the journal is closed
	}
	if err == nil { // with its last connection SQLite writes the log into the database, and gaps with it
		for _, db := range []*sql.DB{j.write, j.read, j.checkpointer} {
			if db != nil {
				err = errors.Join(err, db.Close()) // again on PostgreSQL, which has one for both
			}
		}
	}
	j.unlock()
	return err
}

// connect retries until a database that could not be reached at the start is reached and prepared.
func (j *Journal) connect(ctx context.Context) {
	for wait := j.PollInterval; ; wait = min(2*wait, 5*j.PollInterval) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		err := j.prepare(ctx)
		if err == nil {
			j.connectErr.Store(nil)
			j.Log.Info("journal reached")
			return
		}
		j.connectErr.Store(&err)
	}
}

func (j *Journal) check(ctx context.Context, serve bool) error {
	if err := j.dialect.check(ctx, j.write, serve); err != nil {
		return fmt.Errorf("open the journal %s: %w", j.name, err)
	}
	return nil
}

// prepare checks the database and brings its schema up to date.
func (j *Journal) prepare(ctx context.Context) error {
	if err := j.check(ctx, true); err != nil {
		return err
	}
	provider, err := j.migrationProvider()
	if err == nil {
		_, err = provider.Up(ctx)
	}
	if err == nil {
		_, err = CheckVersion(ctx, j.write) // after Up, which leaves the tables of a newer program alone
	}
	if err != nil {
		return fmt.Errorf("prepare the journal's tables: %w", err)
	}
	if err := j.makeSecrets(ctx); err != nil || j.Prepare == nil {
		return err
	}
	return j.Prepare(ctx, j)
}

// Reached returns why the database of a server could not be reached yet, nil if it was.
func (j *Journal) Reached() error {
	if err := j.connectErr.Load(); err != nil {
		return *err
	}
	return nil
}

// checkAvailable returns why the journal cannot be used: it was not reached yet, or its files are not the open ones.
// The latter is logged when it begins and when it ends.
func (j *Journal) checkAvailable(ctx context.Context) error {
	if err := j.Reached(); err != nil {
		return err
	}
	err := j.files.check()
	if lost := err != nil; j.filesLost.Swap(lost) != lost {
		if lost {
			j.Log.Error("journal lost: what is written now does not survive a restart; leads are refused", "error", err)
		} else {
			j.Log.Info("journal found again")
		}
	}
	if err != nil {
		err = errors.Join(err, j.rescueLog(ctx))
	}
	return err
}

// MakeAvailable returns why the journal cannot be used, and opens it again if no connection is left. It must not be
// used after a commit: what was committed to a log file that is gone stays lost.
func (j *Journal) MakeAvailable(ctx context.Context) error {
	err := j.checkAvailable(ctx)
	if err == nil || j.connectErr.Load() != nil {
		return err
	}
	// SQLite deletes its log with the last connection, and another process may have created one since: the new
	// connection notes which one it opened.
	if db := j.write; db.Stats().OpenConnections == 0 {
		if pingErr := db.PingContext(ctx); pingErr != nil {
			return errors.Join(err, pingErr)
		}
	}
	return j.checkAvailable(ctx)
}

// Ready reports whether the journal can be written, by writing to it. Its error wraps ErrUnavailable.
func (j *Journal) Ready(ctx context.Context) error {
	ctx, cancel := j.limit(ctx)
	defer cancel()
	err := j.MakeAvailable(ctx)
	if err == nil {
		err = j.probe(ctx)
	}
	return unavailable(err)
}

// limit bounds the time of a server's transaction.
func (j *Journal) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if j.StoreLimit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, j.StoreLimit)
}

// Transact runs f in a transaction. An error wraps ErrUnavailable if what f wrote would not survive, or if it is one of
// the database, also one that f returns, such as that of a connection that was cut; any other error of f is returned as
// it is.
func (j *Journal) Transact(ctx context.Context, f func(*sql.Tx) error) error {
	ctx, cancel := j.limit(ctx)
	defer cancel()
	if err := j.MakeAvailable(ctx); err != nil {
		return unavailable(err)
	}
	var refused bool
	err := j.Tx(ctx, func(tx *sql.Tx) error {
		err := f(tx)
		// A connection that was lost cannot roll back.
		refused = err != nil && !isDatabaseError(err) && tx.Rollback() == nil
		return err
	})
	if refused {
		return err
	}
	if err == nil {
		err = j.checkAvailable(ctx) // the files may have disappeared during the commit
	}
	return unavailable(err)
}

// Tx runs f in a transaction on the writer, also while what it writes would not survive: what was done about a lead is
// recorded as long as this process lives.
func (j *Journal) Tx(ctx context.Context, f func(*sql.Tx) error) error {
	if err := j.Brief(ctx, f); err != nil {
		return err
	}
	now := time.Now()
	j.lastCommit.Store(&now)
	return nil
}

// Brief is Tx for a transaction that leaves nothing behind, after which SQLite's log need not be truncated.
func (j *Journal) Brief(ctx context.Context, f func(*sql.Tx) error) error {
	if err := j.files.checkWhole(); err != nil {
		return unavailable(err)
	}
	tx, err := j.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Writer returns the database for statements outside of a transaction.
func (j *Journal) Writer() *sql.DB { return j.write }

// Reader returns the database for queries alone.
func (j *Journal) Reader() *sql.DB { return j.read }

// ForUpdate ends a SELECT whose row is updated later in the transaction.
func (j *Journal) ForUpdate() string { return j.dialect.forUpdate }

// SkipLocked is ForUpdate for any rows that no other transaction has locked.
func (j *Journal) SkipLocked() string { return j.dialect.skipLocked }

// Exclusive reports whether no other process can serve the journal.
func (j *Journal) Exclusive() bool { return !j.dialect.remote }

// Lock makes transactions with the same number wait for each other.
func (j *Journal) Lock(ctx context.Context, tx *sql.Tx, number int64) error {
	if j.dialect.lock == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, j.dialect.lock, number)
	return err
}

const (
	// probeSize is the length of the probe's message in bytes: the 5,000 characters, of four bytes each, that
	// web.MaxBody is made for. Its bodies have twice that, for what JSON escapes and for the other fields.
	probeSize = 20_000
	// probeRow is the length in bytes of the probe's other columns. PostgreSQL keeps a row of up to 2 KB together and
	// moves longer values elsewhere (manual, chapter "TOAST"), so a probe with long values alone would need less room
	// in the tables themselves than a lead does. In the probe's row, even a value of 1,820 bytes would be moved.
	probeRow = 1800
)

// probe stores the largest lead that is to be expected and removes it in the same transaction. Less would prove
// nothing: neither database needs to write before, and a small row finds room where a lead does not. The text is random
// so that PostgreSQL cannot compress it.
func (j *Journal) probe(ctx context.Context) error {
	raw := make([]byte, 2*probeSize)
	rand.Read(raw)
	text := base64.StdEncoding.EncodeToString(raw)
	return j.Brief(ctx, func(tx *sql.Tx) error {
		id := "probe " + uuid.NewString()
		if _, err := tx.ExecContext(ctx, `INSERT INTO leads
			(id, identity, received_at, name, email, phone, service_type, zip_code, service_timeframe, message,
			source, page, suspect) VALUES ($1, $1, 0, '', '', '', '', '', '', $2, $3, '', '')`,
			id, text[:probeSize], text[:probeRow]); err != nil {
			return err
		}
		if j.Probe != nil {
			if err := j.Probe(ctx, tx, id, text[:2*probeSize]); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM leads WHERE id = $1`, id)
		return err
	})
}
