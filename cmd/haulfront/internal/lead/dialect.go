package lead

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
)

// A dialect is all that differs between the two databases. Statements are
// written once, in the SQL that both understand, with $1 for parameters (which
// the SQLite driver takes too).
type dialect struct {
	name  string
	goose goose.Dialect
	// skipLocked ends the claim's inner SELECT. SQLite has one writer and
	// needs no row locks.
	skipLocked string
	// forUpdate ends a SELECT whose row is updated later in the transaction.
	forUpdate string
	// serialise makes transactions with the same payload wait for each other,
	// so that of two simultaneous duplicates one sees the other's row.
	// SQLite's immediate transactions do so anyway.
	serialise string
	// scrub removes what deleted rows leave behind, as far as the database
	// allows; it may fail when somebody reads, and then it happens later.
	scrub string
	// check makes sure that the database is one that leads may be trusted to,
	// for a server with the care that a server takes.
	check func(ctx context.Context, db *sql.DB, serve bool) error
	// remote says that the database may be away for a while: the server starts
	// without it and goes on trying.
	remote bool
	// orphans frees the leases of a process that has died. Only SQLite's lock
	// file proves that no other process is alive to hold one.
	orphans string
}

var sqliteDialect = dialect{
	name:    "SQLite",
	goose:   goose.DialectSQLite3,
	check:   checkSQLite,
	scrub:   `PRAGMA wal_checkpoint(TRUNCATE)`,
	orphans: `UPDATE deliveries SET lease_until = 0 WHERE lease <> ''`,
}

var postgresDialect = dialect{
	name:       "PostgreSQL",
	goose:      goose.DialectPostgres,
	check:      checkPostgres,
	remote:     true,
	skipLocked: ` FOR UPDATE SKIP LOCKED`,
	forUpdate:  ` FOR UPDATE`,
	serialise:  `SELECT pg_advisory_xact_lock($1)`,
}

// connect opens the database that url names, without touching its schema, and
// on PostgreSQL without reaching it. serve says that this process is the
// server: it may create what is missing and, on SQLite, must be alone.
func connect(url string, serve bool, log *slog.Logger) (*Journal, error) {
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		return connectSQLite(rest, serve, log)
	case "postgres", "postgresql":
		return connectPostgres(url)
	}
	// The value is not repeated: it may hold a password.
	return nil, fmt.Errorf("DATABASE_URL must be sqlite:path/to/file.db or postgres://user:password@host/database")
}

// tx runs f in one transaction on the writer.
func (j *Journal) tx(ctx context.Context, f func(*sql.Tx) error) error {
	if err := j.transact(ctx, f); err != nil {
		return err
	}
	now := time.Now()
	j.written.Store(&now)
	return nil
}

// transact is tx for what need not be kept.
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
