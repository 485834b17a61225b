package lead

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
)

const (
	readers  = 4       // reads that may run beside the one writer of SQLite
	logLimit = 4 << 20 // bytes of the log at rest; SQLite copies it after 1,000 pages of 4 KB
)

func connectSQLite(path string, serve bool, log *slog.Logger) (*Journal, error) {
	if path == "" || path == ":memory:" {
		return nil, errors.New("DATABASE_URL: sqlite: must be followed by the path of a file")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the journal: %w", err)
	}
	j := &Journal{dialect: sqliteDialect, name: path, unlock: func() {}}
	var real string
	var connected, found func() error
	if serve {
		if j.files, err = claimFiles(path, log); err != nil {
			return nil, err
		}
		j.unlock, real, connected, found = j.files.close, j.files.real, j.files.connected, j.files.found
	} else if real, err = onlyName(path); err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}

	// synchronous=FULL makes a commit in WAL mode survive a power cut, not
	// only a crash. secure_delete overwrites what purge removes.
	// journal_size_limit is how long the log may stay, in bytes, after a
	// reader has kept it from being copied into the file: as much as it has
	// between two copies anyway. Reading user_version makes the connection
	// open the log.
	write, err := openSQLite(real, connected,
		"_txlock=immediate", "_pragma=busy_timeout(5000)", "_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)", "_pragma=secure_delete(1)",
		fmt.Sprintf("_pragma=journal_size_limit(%d)", logLimit), "_pragma=user_version")
	if err != nil {
		j.unlock()
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := openSQLite(real, found, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)")
	if err != nil {
		write.Close()
		j.unlock()
		return nil, err
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	j.write, j.read = write, read
	if serve {
		if j.tidier, err = openSQLite(real, found, "_pragma=busy_timeout(0)", "_pragma=synchronous(FULL)"); err != nil {
			j.Close()
			return nil, err
		}
		j.tidier.SetMaxOpenConns(1)
		now := time.Now()
		j.written.Store(&now) // a process that died may have left a log
	}
	return j, nil
}

// tidy copies SQLite's log into the file and empties it, once nothing was
// written for the given time. Its connection waits for nobody: where somebody
// reads or writes, it tries again after the same time.
func (j *Journal) tidy(ctx context.Context, quiet time.Duration) error {
	last := j.written.Load()
	if j.tidier == nil || last == nil || time.Since(*last) < quiet {
		return nil
	}
	var busy, pages, copied int
	err := j.tidier.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &copied)
	var next *time.Time
	if err != nil || busy != 0 {
		now := time.Now()
		next = &now
	}
	j.written.CompareAndSwap(last, next)
	return err
}

// checkSQLite makes sure that the file is a database and, before it is served,
// that it is whole: damage found at the start costs a restart from a backup,
// damage found later costs leads.
func checkSQLite(ctx context.Context, db *sql.DB, serve bool) error {
	if !serve {
		return db.PingContext(ctx)
	}
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("the file is damaged: %s", verdict)
	}
	return nil
}

// openSQLite opens the file. connected, if not nil, is called after each new
// connection and may refuse it.
func openSQLite(path string, connected func() error, options ...string) (*sql.DB, error) {
	// The path is escaped, for a "?" or "%" in it means something in a URI.
	// mode=rw creates no file: a connection that is made after the file was
	// deleted must not put an empty one in its place.
	c, err := sqlite.NewConnector("file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=rw&" + strings.Join(options, "&"))
	if err != nil {
		return nil, fmt.Errorf("open the journal %s: %w", path, err)
	}
	if connected == nil {
		return sql.OpenDB(c), nil
	}
	return sql.OpenDB(watched{c, connected}), nil
}

// watched calls connected after each new connection.
type watched struct {
	driver.Connector
	connected func() error
}

func (w watched) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := w.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := w.connected(); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}
