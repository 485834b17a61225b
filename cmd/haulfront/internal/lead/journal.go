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
	"sync/atomic"
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
	name        string // for messages
	write, read *sql.DB
	tidier      *sql.DB                   // empties SQLite's log; nil unless this process serves SQLite
	files       *files                    // likewise
	written     atomic.Pointer[time.Time] // the last commit that the log still has; nil: none
	unlock      func()
}

// OpenJournal opens the journal that databaseURL names ("sqlite:path" or
// "postgres://…") beside a running server or without one. It creates nothing:
// a journal that is missing or older than the program is an error.
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

// Close closes the database and frees the lock on it.
func (j *Journal) Close() error {
	err := j.write.Close()
	if j.read != j.write {
		err = errors.Join(err, j.read.Close())
	}
	if j.tidier != nil {
		err = errors.Join(err, j.tidier.Close())
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

// prepare makes the database ready to be served.
func (j *Journal) prepare(ctx context.Context, now time.Time, lease time.Duration) error {
	if err := j.check(ctx, true); err != nil {
		return err
	}
	if err := j.migrate(ctx); err != nil {
		return err
	}
	if j.dialect.orphans != "" {
		if _, err := j.write.ExecContext(ctx, j.dialect.orphans); err != nil {
			return fmt.Errorf("free the leases of the last process: %w", err)
		}
	}
	_, err := j.rewind(ctx, now, lease)
	return err
}

// intact returns an error if what this server writes would be lost, because
// the journal's files were deleted or replaced.
func (j *Journal) intact() error {
	if j.files == nil {
		return nil
	}
	return j.files.intact()
}

// reopen opens the journal for writing if it is not. Where its last connection
// was given up, SQLite has deleted its log, and another process may have made
// one since: the new connection notes which it has.
func (j *Journal) reopen(ctx context.Context) error {
	if j.write.Stats().OpenConnections > 0 {
		return nil
	}
	return j.write.PingContext(ctx)
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

const (
	// probeSize is the length of the probe's message, in bytes: the 5,000
	// characters, of four bytes, that web.MaxBody is made for. Its bodies have
	// as much again, for what JSON escapes and for the other fields.
	probeSize = 20_000
	// probeRow is what is in the probe's rows besides. PostgreSQL keeps a row
	// of up to 2 KB together and puts longer values elsewhere (manual, chapter
	// "TOAST"), so that a probe with long values alone would need less room in
	// the tables themselves than a lead does.
	probeRow = 1800
)

// ready stores the largest lead that is to be expected and removes it in one
// transaction, which nobody ever sees but the disk. Less would prove nothing:
// neither database writes before it must, and a small row finds room where a
// lead does not. The text is random so that PostgreSQL cannot compress it.
func (j *Journal) ready(ctx context.Context) error {
	raw := make([]byte, 2*probeSize)
	rand.Read(raw)
	text := base64.StdEncoding.EncodeToString(raw)
	return j.transact(ctx, func(tx *sql.Tx) error {
		id := "probe " + uuid.NewString()
		if _, err := tx.ExecContext(ctx, `INSERT INTO leads
			(id, identity, received_at, name, email, phone, service_type, zip_code, service_timeframe, message, source, page, suspect)
			VALUES ($1, $1, 0, '', '', '', '', '', '', $2, $3, '', '')`, id, text[:probeSize], text[:probeRow]); err != nil {
			return err
		}
		for _, kind := range []Kind{Webhook, Email} {
			if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, lease) VALUES ($1, $2, $3, $4, $5)`,
				id, kind, Stored, text[:2*probeSize], text[:probeRow]); err != nil {
				return err
			}
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
