package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// connections bounds one instance's share of PostgreSQL's connections (100
	// by default for everybody).
	connections = 8
	// reachLimit bounds one try to reach PostgreSQL, unless the address has a
	// connect_timeout.
	reachLimit = 5 * time.Second
)

// errNotDurable refuses a PostgreSQL that answers before it has stored.
var errNotDurable = errors.New("synchronous_commit is off: a lead could be lost after the visitor was told that it is safe")

func connectPostgres(url string) (*Journal, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err) // the error masks the password
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = reachLimit
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return &Journal{dialect: postgresDialect, name: "on PostgreSQL", write: db, read: db, unlock: func() {}}, nil
}

func checkPostgres(ctx context.Context, db *sql.DB, _ bool) error {
	var durable string
	err := db.QueryRowContext(ctx, `SELECT current_setting('synchronous_commit')`).Scan(&durable)
	if err == nil && durable == "off" {
		return errNotDurable
	}
	return err
}

// mayPass reports whether a database that could not be prepared may be used
// later without anybody changing the settings: nobody answered, or the server
// is starting, stopping, full or a standby. What it answers to a wrong user,
// password or database name, or to one who may not create tables, does not
// pass (PostgreSQL, Appendix A, classes 28, 3D and 42).
func mayPass(err error) bool {
	if errors.Is(err, errNotDurable) || errors.Is(err, context.Canceled) {
		return false
	}
	var answer *pgconn.PgError
	if !errors.As(err, &answer) || len(answer.Code) < 2 {
		return true
	}
	switch answer.Code[:2] {
	case "28", "3D", "42":
		return false
	}
	return true
}
