package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// connections bounds one instance's share of PostgreSQL's connections (100 by
// default for everybody).
const connections = 8

func connectPostgres(ctx context.Context, url string) (*Journal, error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	var durable string
	err = db.QueryRowContext(ctx, `SELECT current_setting('synchronous_commit')`).Scan(&durable)
	if err == nil && durable == "off" {
		err = errors.New("synchronous_commit is off: a lead could be lost after the visitor was told that it is safe")
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	return &Journal{dialect: postgresDialect, write: db, read: db, unlock: func() {}}, nil
}
