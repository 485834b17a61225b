package lead

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// A Journal is the database of leads and deliveries, as operators use it. It makes no calls itself: what it queues is
// sent by the server's worker, which looks for new work every second.
type Journal struct {
	dialect      dialect
	name         string // for messages
	write, read  *sql.DB
	checkpointer *sql.DB                   // truncates SQLite's log; nil unless this process serves SQLite
	files        *sqliteFiles              // nil unless this process serves SQLite
	photoSecret  atomic.Pointer[string]    // nil until it is first read
	lastCommit   atomic.Pointer[time.Time] // the last commit that is still in the log; nil: none
	unlock       func()
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
	err := j.write.Close()
	if j.read != j.write {
		err = errors.Join(err, j.read.Close())
	}
	if j.checkpointer != nil {
		err = errors.Join(err, j.checkpointer.Close())
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
	if err := j.migrate(ctx); err != nil {
		return err
	}
	if err := j.makeSecret(ctx); err != nil {
		return err
	}
	if j.dialect.expireLeases != "" {
		if _, err := j.write.ExecContext(ctx, j.dialect.expireLeases); err != nil {
			return fmt.Errorf("expire the leases of the last process: %w", err)
		}
	}
	_, err := j.correctTimes(ctx, now, leaseDuration)
	return err
}

// checkFiles returns an error if what this server writes would be lost, because the journal's files were deleted or
// replaced.
func (j *Journal) checkFiles() error {
	if j.files == nil {
		return nil
	}
	return j.files.check()
}

// reopen opens a connection for writing if none is open. SQLite deletes its log with the last connection, and another
// process may have created one since: the new connection notes which one it opened.
func (j *Journal) reopen(ctx context.Context) error {
	if j.write.Stats().OpenConnections > 0 {
		return nil
	}
	return j.write.PingContext(ctx)
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

// migrate brings the schema up to date. On PostgreSQL several instances may do so at once: an advisory lock lets one
// work while the others wait.
func (j *Journal) migrate(ctx context.Context) error {
	provider, err := j.migrationProvider()
	if err != nil {
		return fmt.Errorf("prepare the journal's tables: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("prepare the journal's tables: %w", err)
	}
	return nil
}

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

// checkVersion queries the version table directly: goose's own check would create it if it is missing.
func (j *Journal) checkVersion(ctx context.Context) error {
	files, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("check the journal's tables: %w", err)
	}
	version, err := tablesVersion(ctx, j.read)
	if err != nil {
		return fmt.Errorf("the journal has no tables; haulfront serve creates them: %w", err)
	}
	if version < len(files) {
		return fmt.Errorf("the journal has version %d and this program needs %d; haulfront serve brings it up to date", version, len(files))
	}
	return nil
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
