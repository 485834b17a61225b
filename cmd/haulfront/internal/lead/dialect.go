package lead

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"

	"github.com/pressly/goose/v3"
)

// A dialect holds the differences between the two databases. All other statements are written once, in SQL that both
// understand, with $1 for parameters (which the SQLite driver accepts too).
type dialect struct {
	name  string
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
	name:         "SQLite",
	goose:        goose.DialectSQLite3,
	check:        checkSQLite,
	scrub:        `PRAGMA wal_checkpoint(TRUNCATE)`,
	expireLeases: `UPDATE deliveries SET lease_until = 0 WHERE lease <> ''`,
}

var postgresDialect = dialect{
	name:       "PostgreSQL",
	goose:      goose.DialectPostgres,
	check:      checkPostgres,
	remote:     true,
	skipLocked: ` FOR UPDATE SKIP LOCKED`,
	forUpdate:  ` FOR UPDATE`,
	lockDigest: `SELECT pg_advisory_xact_lock($1)`,
}

// connect opens the database at url without touching its schema, and on PostgreSQL without connecting. serve means that
// this process is the server: it may create what is missing and, on SQLite, must be the only one.
func connect(url string, serve bool, log *slog.Logger) (*Journal, error) {
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		return connectSQLite(rest, serve, log)
	case "postgres", "postgresql":
		return connectPostgres(url)
	}
	// Never repeat the value: it may contain a password.
	return nil, fmt.Errorf("DATABASE_URL must be sqlite:path/to/file.db or postgres://user:password@host/database")
}
