package lead

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/google/uuid"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// A Journal is the database of leads and deliveries, as operators use it. It
// makes no calls itself: what it queues is sent by the server's worker, which
// looks for new work every second.
type Journal struct {
	dialect     dialect
	write, read *sql.DB
	unlock      func()
}

// OpenJournal opens the journal that databaseURL names ("sqlite:path" or
// "postgres://…") beside a running server or without one. It creates nothing:
// a journal that is missing or older than the program is an error.
func OpenJournal(ctx context.Context, databaseURL string) (*Journal, error) {
	j, err := connect(ctx, databaseURL, false)
	if err != nil {
		return nil, err
	}
	if err := j.checkVersion(ctx); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Close closes the database and frees the lock on it.
func (j *Journal) Close() error {
	err := j.write.Close()
	if j.read != j.write {
		err = errors.Join(err, j.read.Close())
	}
	j.unlock()
	return err
}

// migrate brings the schema up to date. Several instances may do so at once on
// PostgreSQL: an advisory lock lets one work and the others wait.
func (j *Journal) migrate(ctx context.Context) error {
	provider, err := j.provider()
	if err != nil {
		return fmt.Errorf("prepare the journal's tables: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("prepare the journal's tables: %w", err)
	}
	return nil
}

func (j *Journal) provider() (*goose.Provider, error) {
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

// checkVersion asks the version table itself: goose's own question would
// create that table where it is missing.
func (j *Journal) checkVersion(ctx context.Context) error {
	files, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("check the journal's tables: %w", err)
	}
	var version int
	err = j.read.QueryRowContext(ctx, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&version)
	if err != nil {
		return fmt.Errorf("the journal has no tables; haulfront serve creates them: %w", err)
	}
	if version < len(files) {
		return fmt.Errorf("the journal has version %d and this program needs %d; haulfront serve brings it up to date", version, len(files))
	}
	return nil
}

// ready writes a row and removes it in one transaction, which nobody ever sees
// but the disk. Beginning and rolling back would prove nothing: neither
// database writes before it must.
func (j *Journal) ready(ctx context.Context) error {
	return j.tx(ctx, func(tx *sql.Tx) error {
		id := "probe " + uuid.NewString()
		if _, err := tx.ExecContext(ctx, `INSERT INTO leads
			(id, identity, received_at, name, email, phone, service_type, zip_code, service_timeframe, message, source, page, suspect)
			VALUES ($1, $1, 0, '', '', '', '', '', '', '', '', '', '')`, id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM leads WHERE id = $1`, id)
		return err
	})
}

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
