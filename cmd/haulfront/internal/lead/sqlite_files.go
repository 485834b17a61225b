package lead

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// sqliteFiles are the files of a SQLite journal that this process serves: the database, its write-ahead log and the
// log's index.
//
// SQLite goes on writing to files that it has opened after they were deleted or replaced: every commit succeeds, and
// all of it is gone when the program ends. A lead therefore counts as stored only if, after its commit, the open files
// are still those at their paths.
type sqliteFiles struct {
	path   string   // as configured
	real   string   // without symbolic links
	lock   *os.File // beside the database
	handle *os.File // keeps the inode number from being reused
	db     fs.FileInfo
	mu     sync.Mutex  // guards the fields below
	log    fs.FileInfo // as the writer's connection opened it
	shm    fs.FileInfo
}

// openSQLiteFiles makes sure that the journal's file exists, has one name, is readable by its owner alone and is served
// by this process only. The lock is on a file of its own, since SQLite locks the database itself; the kernel releases
// it when the process ends, however it ends. It is beside the file that path resolves to, so that a symbolic link
// cannot bypass it.
func openSQLiteFiles(path string, log *slog.Logger) (*sqliteFiles, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create the journal's folder: %w", err)
	}
	// Only a missing file may be opened and closed before the lock is held: a process that closes a file loses SQLite's
	// locks on it.
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, fmt.Errorf("create the journal: %w", err)
		}
		file.Close()
	}
	real, err := resolvePath(path)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	f := &sqliteFiles{path: path, real: real}
	if f.lock, err = lockFile(real); err != nil {
		return nil, err
	}
	if f.handle, err = os.OpenFile(real, os.O_RDWR, 0); err != nil {
		f.lock.Close()
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	if f.db, err = f.handle.Stat(); err != nil {
		f.close()
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	for _, name := range []string{real, f.logPath(), f.shmPath(), real + lockSuffix} {
		makePrivate(name, log)
	}
	return f, nil
}

// SQLite's files beside a database (https://www.sqlite.org/tempfiles.html), and our own.
const (
	walSuffix  = "-wal"
	shmSuffix  = "-shm"
	lockSuffix = ".lock"
)

func (f *sqliteFiles) logPath() string { return f.real + walSuffix }
func (f *sqliteFiles) shmPath() string { return f.real + shmSuffix }

// close releases the lock. SQLite's connections must be closed before.
func (f *sqliteFiles) close() {
	f.handle.Close()
	f.lock.Close()
}

// The lock of a journal that was just closed may last for a moment: a supervisor starts the next process while the last
// one ends, and a program that this process is starting has the file until it runs.
const (
	lockWait     = time.Second
	lockInterval = 10 * time.Millisecond
)

func lockFile(path string) (*os.File, error) {
	lock, err := os.OpenFile(path+lockSuffix, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the journal: %w", err)
	}
	err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	for deadline := time.Now().Add(lockWait); errors.Is(err, unix.EWOULDBLOCK) && time.Now().Before(deadline); {
		time.Sleep(lockInterval)
		err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	if err != nil {
		lock.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("another process already serves the journal %s; "+
				"stop it first, or use PostgreSQL to run several", path)
		}
		return nil, fmt.Errorf("lock the journal %s: %w", path, err)
	}
	return lock, nil
}

// resolvePath resolves symbolic links. A file with a second name (a hard link) is rejected: SQLite keeps a log for each
// name, and the content of one log is invisible through the other name (https://www.sqlite.org/howtocorrupt.html,
// section 2.3).
func resolvePath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && info.Mode().IsRegular() && stat.Nlink > 1 {
		return "", fmt.Errorf("%s has %d names (hard links), and SQLite would keep a log for each; remove the others",
			real, stat.Nlink)
	}
	return real, nil
}

// makePrivate removes the permissions of other users on a file.
func makePrivate(path string, log *slog.Logger) {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return
	}
	if err := os.Chmod(path, 0o600); err != nil {
		log.Warn("the journal can be read by other users", "file", path, "mode", info.Mode().Perm(), "error", err)
		return
	}
	log.Warn("the journal could be read by other users; now only by its owner",
		"file", path, "mode", info.Mode().Perm())
}

// noteLog notes which log the writer's new connection has opened. SQLite deletes the log with the last connection.
func (f *sqliteFiles) noteLog() error {
	if err := f.checkDatabase(); err != nil {
		return err
	}
	log, err := os.Stat(f.logPath())
	if err != nil {
		return err
	}
	shm, err := os.Stat(f.shmPath())
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log, f.shm = log, shm
	return nil
}

// checkDatabase returns an error if the database at its path is not the open one.
func (f *sqliteFiles) checkDatabase() error { return checkSameFile(f.path, f.db) }

// check returns an error if what this server writes would be lost, because one of the files at their paths is not the
// open one. It costs three system calls, and nothing on PostgreSQL, where f is nil.
func (f *sqliteFiles) check() error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	log, shm := f.log, f.shm
	f.mu.Unlock()
	return errors.Join(f.checkDatabase(), checkSameFile(f.logPath(), log), checkSameFile(f.shmPath(), shm))
}

// checkSameFile returns an error if the file at path is not the given one.
func checkSameFile(path string, want fs.FileInfo) error {
	got, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s was deleted while the program has it open", path)
	case err != nil:
		return err
	case !os.SameFile(got, want):
		return fmt.Errorf("%s was replaced while the program has it open", path)
	}
	return nil
}
