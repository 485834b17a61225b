package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// maxConnections is one instance's share of PostgreSQL's connections, which default to 100 for all clients.
	maxConnections = 8
	// connectTimeout limits one connection attempt, unless the URL has a connect_timeout.
	connectTimeout = 5 * time.Second
)

// errNotDurable rejects a PostgreSQL that confirms commits before they are on disk.
var errNotDurable = errors.New("synchronous_commit is off: a lead could be lost after the visitor saw a success")

func connectPostgres(url string) (*Journal, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err) // the error masks the password
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(maxConnections)
	db.SetMaxIdleConns(maxConnections)
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

// isTemporary reports whether the database may become usable without a change of settings: it did not answer, or it is
// starting, stopping, full or a standby. Errors about a wrong user, password or database name, or a missing privilege
// to create tables, are permanent (PostgreSQL, Appendix A, classes 28, 3D and 42).
func isTemporary(err error) bool {
	if errors.Is(err, errNotDurable) || errors.Is(err, errNewer) || errors.Is(err, context.Canceled) {
		return false
	}
	var answer *pgconn.PgError
	if !errors.As(err, &answer) || len(answer.Code) < 2 {
		return true
	}
	return !slices.Contains([]string{"28", "3D", "42"}, answer.Code[:2])
}
