package journal

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
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
	} else if real, err = ResolvePath(path); err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	if j.write, err = openWriter(real, onWriter); err == nil {
		j.read, err = OpenFile(real, onReader, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)")
	}
	if err == nil && serve {
		j.checkpointer, err = OpenFile(real, onReader, "_pragma=busy_timeout(0)", "_pragma=synchronous(FULL)")
	}
	if err != nil {
		j.Close()
		return nil, err
	}
	j.read.SetMaxOpenConns(maxReaders)
	j.read.SetMaxIdleConns(maxReaders)
	if serve {
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
	db, err := OpenFile(path, onConnect,
		"_txlock=immediate", "_pragma=busy_timeout(5000)", "_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)", "_pragma=secure_delete(1)",
		fmt.Sprintf("_pragma=journal_size_limit(%d)", maxLogSize), "_pragma=user_version")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// TruncateLog checkpoints and truncates SQLite's log once nothing was committed for the given time. It never waits for
// a lock: if another connection reads or writes, it is tried again after the same time.
func (j *Journal) TruncateLog(ctx context.Context, idle time.Duration) error {
	last := j.lastCommit.Load()
	if j.checkpointer == nil || last == nil || time.Since(*last) < idle {
		return nil
	}
	if err := j.files.checkWhole(); err != nil {
		return err
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
	var mark uint32
	err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&mark)
	if err == nil && mark != 0 {
		_, err = db.ExecContext(ctx, `PRAGMA application_id = 0`)
	}
	return err
}

// BackupMark is the application ID, in its four bytes, that a backup has in its header. A journal that is served has
// none: other tools copy it without a seal.
const BackupMark = "junk"

// OpenFile opens the file. onConnect, if not nil, is called after each new connection and may reject it.
func OpenFile(path string, onConnect func() error, options ...string) (*sql.DB, error) {
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

// sqliteFiles are the files of a SQLite journal that this process serves: the database, its write-ahead log and the
// log's index.
//
// SQLite goes on writing to files that it has opened after they were deleted, replaced or truncated: every commit
// succeeds, and all of it is gone when the program ends. A lead therefore counts as stored only if, after its commit,
// the open files are still those at their paths, and whole.
type sqliteFiles struct {
	path     string     // as configured
	real     string     // without symbolic links
	lock     *os.File   // beside the database
	db       *os.File   // its inode number is not reused while it is open
	mu       sync.Mutex // guards the fields below
	log, shm *os.File   // as the writer's connection opened them
	size     int64      // of the database, which never shrinks
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
	real, err := ResolvePath(path)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	f := &sqliteFiles{path: path, real: real}
	if f.lock, err = LockFile(real); err != nil {
		return nil, err
	}
	if f.db, err = os.OpenFile(real, os.O_RDWR, 0); err != nil {
		f.close()
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	_ = os.Remove(real + RestoringSuffix)
	for _, name := range []string{real, real + WALSuffix, real + SHMSuffix, real + LockSuffix} {
		makePrivate(name, log)
	}
	return f, nil
}

// SQLite's files beside a database (https://www.sqlite.org/tempfiles.html), and our own.
const (
	WALSuffix  = "-wal"
	SHMSuffix  = "-shm"
	LockSuffix = ".lock"
	// RestoringSuffix ends the name of an incomplete restore. Only the holder of the lock writes it.
	RestoringSuffix = ".restoring"
)

// close releases the lock. SQLite's connections must be closed before.
func (f *sqliteFiles) close() {
	for _, file := range []*os.File{f.db, f.log, f.shm, f.lock} {
		file.Close() // nil has nothing to close
	}
}

// The lock of a journal that was just closed may last for a moment: a supervisor starts the next process while the last
// one ends, and a program that this process is starting has the file until it runs.
const (
	lockWait     = time.Second
	lockInterval = 10 * time.Millisecond
)

func LockFile(path string) (*os.File, error) {
	lock, err := os.OpenFile(path+LockSuffix, os.O_CREATE|os.O_RDWR, 0o600)
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

// ResolvePath resolves symbolic links. A file with a second name (a hard link) is rejected: SQLite keeps a log for each
// name, and the content of one log is invisible through the other name (https://www.sqlite.org/howtocorrupt.html,
// section 2.3).
func ResolvePath(path string) (string, error) {
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
	f.mu.Lock()
	defer f.mu.Unlock()
	for suffix, file := range map[string]**os.File{WALSuffix: &f.log, SHMSuffix: &f.shm} {
		// A process that closes the index loses SQLite's locks on it.
		if checkSameFile(f.real+suffix, *file) == nil {
			continue
		}
		opened, err := os.Open(f.real + suffix)
		if err != nil {
			return err
		}
		(*file).Close()
		*file = opened
	}
	return nil
}

// checkDatabase returns an error if the database at its path is not the open one.
func (f *sqliteFiles) checkDatabase() error { return checkSameFile(f.path, f.db) }

// check returns an error if what this server writes would be lost, because one of the files at their paths is not the
// open one, or not whole. It costs a dozen system calls, and nothing on PostgreSQL, where f is nil.
func (f *sqliteFiles) check() error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	err := errors.Join(f.checkDatabase(), checkSameFile(f.real+WALSuffix, f.log),
		checkSameFile(f.real+SHMSuffix, f.shm))
	f.mu.Unlock()
	return errors.Join(err, f.checkWhole())
}

// checkWhole returns an error if the open database or its log was truncated or overwritten: the log is shorter than its
// index says, or not the one that it is of (https://www.sqlite.org/walformat.html).
func (f *sqliteFiles) checkWhole() error {
	const pageSize, frames, salts = 14, 16, 32 // in the index
	const logSalts, logHeader, frameHeader = 16, 32, 24
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var index, again [48]byte
	header := make([]byte, logHeader)
	info, err := f.db.Stat()
	if err != nil {
		return err
	}
	if _, err := f.db.ReadAt(header, 0); err != nil || info.Size() < f.size ||
		!bytes.HasPrefix(header, []byte("SQLite format 3\x00")) {
		return fmt.Errorf("%s was truncated or overwritten while the program has it open", f.path)
	}
	f.size = info.Size()
	for {
		_, err := f.shm.ReadAt(index[:], 0)
		n := int64(binary.NativeEndian.Uint32(index[frames:]))
		if err == nil && n == 0 {
			return nil
		}
		end := logHeader + n*(frameHeader+int64(binary.NativeEndian.Uint16(index[pageSize:])))
		_, headerErr := f.log.ReadAt(header, 0)
		_, endErr := f.log.ReadAt(again[:1], end-1)
		if err == nil && headerErr == nil && endErr == nil && bytes.Equal(header[logSalts:][:8], index[salts:][:8]) {
			return nil
		}
		// A checkpoint in between begins the log anew.
		if _, err := f.shm.ReadAt(again[:], 0); err != nil || again == index {
			return fmt.Errorf("%s was truncated or overwritten while the program has it open", f.real+WALSuffix)
		}
	}
}

// checkSameFile returns an error if the file at path is not an open one.
func checkSameFile(path string, open *os.File) error {
	want, err := open.Stat()
	if err != nil {
		return err
	}
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

// rescueLog writes a log that was deleted, and is still open, into the database.
func (j *Journal) rescueLog(ctx context.Context) error {
	if err := j.files.checkWhole(); err != nil {
		return nil // which is known
	}
	var busy, pages, copied int
	err := j.write.QueryRowContext(ctx, `PRAGMA wal_checkpoint(FULL)`).Scan(&busy, &pages, &copied)
	if err == nil && (busy != 0 || copied < pages) {
		err = fmt.Errorf("%d of %d pages of its log are not in the database yet", pages-copied, pages)
	}
	return err
}

// ErrNoDisk means that the journal is not on a disk of this machine.
var ErrNoDisk = errors.New("the journal is in a database server")

// Room is how much of a disk is free.
type Room struct{ Free, Size uint64 }

// Disk returns the bytes and the files (inodes) of the disk of a SQLite journal that is served, or ErrNoDisk. A file
// system that does not limit files has a size of 0.
func (j *Journal) Disk() (bytes, files Room, err error) {
	if j.files == nil {
		return Room{}, Room{}, ErrNoDisk
	}
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(j.files.real), &fs); err != nil {
		return Room{}, Room{}, fmt.Errorf("look at the journal's disk: %w", err)
	}
	// Blocks reserved for root (f_bfree - f_bavail) are not free for this program (statvfs(3)).
	return Room{fs.Bavail * uint64(fs.Bsize), fs.Blocks * uint64(fs.Bsize)}, Room{fs.Ffree, fs.Files}, nil
}
