package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// readers is how many reads may run beside the one writer of SQLite.
const readers = 4

func connectSQLite(ctx context.Context, path string, serve bool) (*Journal, error) {
	if path == "" || path == ":memory:" {
		return nil, errors.New("DATABASE_URL: sqlite: must be followed by the path of a file")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the journal: %w", err)
	}
	unlock := func() {}
	if serve {
		if unlock, err = claimFile(path); err != nil {
			return nil, err
		}
	} else if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}

	// synchronous=FULL makes a commit in WAL mode survive a power cut, not
	// only a crash. secure_delete overwrites what purge removes.
	write, err := openSQLite(path,
		"_txlock=immediate", "_pragma=busy_timeout(5000)", "_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)", "_pragma=secure_delete(1)")
	if err != nil {
		unlock()
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := openSQLite(path, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)")
	if err != nil {
		write.Close()
		unlock()
		return nil, err
	}
	read.SetMaxOpenConns(readers)
	j := &Journal{dialect: sqliteDialect, write: write, read: read, unlock: unlock}
	if err := check(ctx, write, serve); err != nil {
		j.Close()
		return nil, fmt.Errorf("open the journal %s: %w", path, err)
	}
	return j, nil
}

// check makes sure that the file is a database and, before it is served, that
// it is whole: damage found at the start costs a restart from a backup, damage
// found later costs leads.
func check(ctx context.Context, db *sql.DB, serve bool) error {
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

func openSQLite(path string, options ...string) (*sql.DB, error) {
	// The path is escaped, for a "?" or "%" in it means something in a URI.
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+strings.Join(options, "&"))
	if err != nil {
		return nil, fmt.Errorf("open the journal %s: %w", path, err)
	}
	return db, nil
}

// claimFile makes sure that the journal's file exists, is readable by its
// owner alone, and is served by this process only. The lock is on a file of
// its own, since SQLite has locks on the journal itself; the kernel frees it
// when the process ends, however it ends.
func claimFile(path string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create the journal's folder: %w", err)
	}
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the journal: %w", err)
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("another process already serves the journal %s; "+
				"stop it first, or use PostgreSQL to run several", path)
		}
		return nil, fmt.Errorf("lock the journal %s: %w", path, err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	file.Close()
	return func() { lock.Close() }, nil
}
