package lead

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// A Journal is the database of leads and deliveries, as operators use it. It sends nothing itself: the server's worker,
// which looks for new work every second, sends the deliveries that it queues.
type Journal struct {
	dialect      dialect
	name         string // for messages
	write, read  *sql.DB
	checkpointer *sql.DB                   // truncates SQLite's log; nil unless this process serves SQLite
	files        *sqliteFiles              // nil unless this process serves SQLite
	secrets      sync.Map                  // values by name, as far as they were read
	lastCommit   atomic.Pointer[time.Time] // the last commit that is still in the log, or nil
	unlock       func()
}

// A dialect holds the differences between the two databases. All other statements are written once, in SQL that both
// understand, with $1 for parameters (which the SQLite driver accepts too).
type dialect struct {
	goose goose.Dialect
	// skipLocked ends the inner SELECT of a claim. SQLite has one writer and needs no row locks.
	skipLocked string
	// forUpdate ends a SELECT whose row is updated later in the transaction.
	forUpdate string
	// lockDigest makes transactions with the same digest wait for each other, so that of two simultaneous duplicates
	// one sees the other's row. SQLite's immediate transactions do so anyway.
	lockDigest string
	// scrub removes what deleted rows leave in the files, as far as the database allows; it does nothing while another
	// process reads, and a later one makes up for it.
	scrub string
	// check returns an error if the database cannot be trusted with leads. For a server it checks more.
	check func(ctx context.Context, db *sql.DB, serve bool) error
	// remote means that the database may be temporarily unreachable: the server starts without it and keeps trying.
	remote bool
	// expireLeases expires the leases of a process that has died. Only SQLite's lock file proves that no other process
	// is alive to hold one.
	expireLeases string
}

var sqliteDialect = dialect{
	goose:        goose.DialectSQLite3,
	check:        checkSQLite,
	scrub:        `PRAGMA wal_checkpoint(TRUNCATE)`,
	expireLeases: `UPDATE deliveries SET lease_until = 0 WHERE lease <> ''`,
}

var postgresDialect = dialect{
	goose:      goose.DialectPostgres,
	check:      checkPostgres,
	remote:     true,
	skipLocked: ` FOR UPDATE SKIP LOCKED`,
	forUpdate:  ` FOR UPDATE`,
	lockDigest: `SELECT pg_advisory_xact_lock($1)`,
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
	return nil, fmt.Errorf("DATABASE_URL must be sqlite:path/to/file.db or postgres://user:password@host/database")
}

// OpenJournal opens the journal at databaseURL ("sqlite:path" or "postgres://…"), beside a running server or without
// one. It creates nothing: a journal that is missing or older than the program is an error.
func OpenJournal(ctx context.Context, databaseURL string) (*Journal, error) {
	j, err := connect(databaseURL, false, slog.Default())
	if err != nil {
		return nil, err
	}
	err = j.check(ctx, false)
	if err == nil {
		err = j.checkVersion(ctx)
	}
	if err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Close closes the database and releases the lock on it.
func (j *Journal) Close() error {
	var err error
	for _, db := range []*sql.DB{j.write, j.read, j.checkpointer} {
		if db != nil {
			err = errors.Join(err, db.Close()) // again on PostgreSQL, which has one for both
		}
	}
	j.unlock()
	return err
}

func (j *Journal) check(ctx context.Context, serve bool) error {
	if err := j.dialect.check(ctx, j.write, serve); err != nil {
		return fmt.Errorf("open the journal %s: %w", j.name, err)
	}
	return nil
}

// prepare checks the database, brings its schema up to date and corrects the leases and times that earlier processes
// left.
func (j *Journal) prepare(ctx context.Context, now time.Time, leaseDuration time.Duration) error {
	if err := j.check(ctx, true); err != nil {
		return err
	}
	provider, err := j.migrationProvider()
	if err == nil {
		_, err = provider.Up(ctx)
	}
	if err != nil {
		return fmt.Errorf("prepare the journal's tables: %w", err)
	}
	if err := j.makeSecrets(ctx); err != nil {
		return err
	}
	if j.dialect.expireLeases != "" {
		if _, err := j.write.ExecContext(ctx, j.dialect.expireLeases); err != nil {
			return fmt.Errorf("expire the leases of the last process: %w", err)
		}
	}
	if err := j.adopt(ctx, now); err != nil {
		return fmt.Errorf("complete leads of an earlier version: %w", err)
	}
	_, err = j.correctTimes(ctx, now, leaseDuration)
	return err
}

// migrationProvider brings the schema up to date. On PostgreSQL several instances may do so at once: an advisory lock
// lets one work while the others wait.
func (j *Journal) migrationProvider() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	var options []goose.ProviderOption
	if j.dialect.goose == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(j.dialect.goose, j.write, files, options...)
}

// latestVersion returns the version of the tables that this program needs.
func latestVersion() (int, error) {
	files, err := fs.ReadDir(migrations, "migrations")
	return len(files), err
}

// tablesVersion returns the version of a journal's tables: the number of its last migration.
func tablesVersion(ctx context.Context, db Queryer) (version int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`).
		Scan(&version)
	if err != nil {
		return 0, fmt.Errorf("find the tables of leads: %w", err)
	}
	return version, nil
}

// checkVersion queries the version table directly: goose's own check would create it if it is missing.
func (j *Journal) checkVersion(ctx context.Context) error {
	latest, err := latestVersion()
	if err != nil {
		return fmt.Errorf("check the journal's tables: %w", err)
	}
	version, err := tablesVersion(ctx, j.read)
	if err != nil {
		return fmt.Errorf("the journal has no tables; haulfront serve creates them: %w", err)
	}
	if version < latest {
		return fmt.Errorf("the journal has version %d and this program needs %d; haulfront serve brings it up to date",
			version, latest)
	}
	return nil
}

// tx runs f in a transaction on the writer.
func (j *Journal) tx(ctx context.Context, f func(*sql.Tx) error) error {
	if err := j.transact(ctx, f); err != nil {
		return err
	}
	now := time.Now()
	j.lastCommit.Store(&now)
	return nil
}

// transact is tx for a transaction that leaves nothing behind, after which the log need not be truncated.
func (j *Journal) transact(ctx context.Context, f func(*sql.Tx) error) error {
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
	return j.transact(ctx, func(tx *sql.Tx) error {
		id := "probe " + uuid.NewString()
		if _, err := tx.ExecContext(ctx, `INSERT INTO leads
			(id, identity, received_at, name, email, phone, service_type, zip_code, service_timeframe, message,
			source, page, suspect) VALUES ($1, $1, 0, '', '', '', '', '', '', $2, $3, '', '')`,
			id, text[:probeSize], text[:probeRow]); err != nil {
			return err
		}
		for _, kind := range []Kind{Webhook, Email} {
			if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, lease)
				VALUES ($1, $2, $3, $4, $5)`, id, kind, Stored, text[:2*probeSize], text[:probeRow]); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM leads WHERE id = $1`, id)
		return err
	})
}

// Queryer is a database or a transaction.
type Queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is *sql.Row or *sql.Rows.
type Row interface{ Scan(targets ...any) error }

// queryAll returns all rows of a query, each read by scan.
func queryAll[T any](ctx context.Context, db Queryer, scan func(Row) (T, error), query string, args ...any) (
	[]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		value, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, rows.Err()
}

func scanText(r Row) (text string, err error) {
	err = r.Scan(&text)
	return text, err
}

// affected returns how many rows a statement changed.
func affected(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// anyOf returns a list for IN, with parameters after those that args already holds, and all parameters.
func anyOf[T any](values []T, args []any) (list string, _ []any) {
	var places []string
	for _, value := range values {
		args = append(args, value)
		places = append(places, "$"+strconv.Itoa(len(args)))
	}
	if places == nil {
		return "(NULL)", args // PostgreSQL rejects an empty list
	}
	return "(" + strings.Join(places, ", ") + ")", args
}

// readError returns the error of a query for one row, which wraps ErrNotFound or ErrUnavailable; nil for nil.
func readError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// millis returns a time as the journal stores it: milliseconds since 1970, 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
