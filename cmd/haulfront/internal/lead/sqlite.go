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
	maxReaders = 4       // concurrent reads beside SQLite's one writer
	maxLogSize = 4 << 20 // bytes of the log at rest; SQLite checkpoints it after 1,000 pages of 4 KB
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
	var onWriter, onReader func() error
	if serve {
		if j.files, err = openSQLiteFiles(path, log); err != nil {
			return nil, err
		}
		j.unlock, real, onWriter, onReader = j.files.close, j.files.real, j.files.noteLog, j.files.checkDatabase
	} else if real, err = resolvePath(path); err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}

	write, err := openWriter(real, onWriter)
	if err != nil {
		j.unlock()
		return nil, err
	}
	read, err := openSQLite(real, onReader, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)")
	if err != nil {
		write.Close()
		j.unlock()
		return nil, err
	}
	read.SetMaxOpenConns(maxReaders)
	read.SetMaxIdleConns(maxReaders)
	j.write, j.read = write, read
	if serve {
		j.checkpointer, err = openSQLite(real, onReader, "_pragma=busy_timeout(0)", "_pragma=synchronous(FULL)")
		if err != nil {
			j.Close()
			return nil, err
		}
		j.checkpointer.SetMaxOpenConns(1)
		now := time.Now()
		j.lastCommit.Store(&now) // a process that died may have left a log
	}
	return j, nil
}

// openWriter opens the one connection that writes.
func openWriter(path string, onConnect func() error) (*sql.DB, error) {
	// synchronous=FULL makes a commit in WAL mode survive a power failure, not only a crash. secure_delete overwrites
	// what Purge removes. journal_size_limit is the size in bytes to which the log shrinks after a reader has kept it
	// from being checkpointed: what it has between two checkpoints anyway. Reading user_version makes the connection
	// open the log.
	db, err := openSQLite(path, onConnect,
		"_txlock=immediate", "_pragma=busy_timeout(5000)", "_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)", "_pragma=secure_delete(1)",
		fmt.Sprintf("_pragma=journal_size_limit(%d)", maxLogSize), "_pragma=user_version")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// truncateLog checkpoints and truncates SQLite's log once nothing was committed for the given time. It never waits for
// a lock: if another connection reads or writes, it is tried again after the same time.
func (j *Journal) truncateLog(ctx context.Context, idle time.Duration) error {
	last := j.lastCommit.Load()
	if j.checkpointer == nil || last == nil || time.Since(*last) < idle {
		return nil
	}
	var busy, pages, copied int
	err := j.checkpointer.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &copied)
	var next *time.Time
	if err != nil || busy != 0 {
		now := time.Now()
		next = &now
	}
	j.lastCommit.CompareAndSwap(last, next)
	return err
}

// checkSQLite checks that the file is a database and, for a server, that it is not damaged: damage found at the start
// costs a restore from a backup, damage found later costs leads.
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

// openSQLite opens the file. onConnect, if not nil, is called after each new connection and may reject it.
func openSQLite(path string, onConnect func() error, options ...string) (*sql.DB, error) {
	// The path is escaped because "?" and "%" have a meaning in a URI. mode=rw creates no file: a connection made after
	// the file was deleted must not put an empty one in its place.
	file := "file:" + (&url.URL{Path: path}).EscapedPath()
	c, err := sqlite.NewConnector(file + "?mode=rw&" + strings.Join(options, "&"))
	if err != nil {
		return nil, fmt.Errorf("open the journal %s: %w", path, err)
	}
	if onConnect == nil {
		return sql.OpenDB(c), nil
	}
	return sql.OpenDB(connectHook{c, onConnect}), nil
}

// connectHook calls onConnect after each new connection.
type connectHook struct {
	driver.Connector
	onConnect func() error
}

func (h connectHook) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := h.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.onConnect(); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}
