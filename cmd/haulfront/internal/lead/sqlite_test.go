package lead

import (
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestDatabaseURL(t *testing.T) {
	for _, u := range []string{"", "var/leads.db", "mysql://root:hunter2@db/leads", "sqlite:", "sqlite::memory:"} {
		wantError(t, "Open("+u+")", errOf(Open(t.Context(), Config{DatabaseURL: u})), "DATABASE_URL")
	}
}

func TestSQLitePathIsLiteral(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a?b%20c#d.db")
	newTestService(t, "sqlite:"+path, nil)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestSQLiteIsDurable reads back the settings that decide whether a power failure loses a lead, which killing a process
// cannot show.
func TestSQLiteIsDurable(t *testing.T) {
	s := newTestService(t, sqliteURL(t), nil)
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "foreign_keys": "1", "secure_delete": "1",
	} {
		var got string
		if err := s.journal.write.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("PRAGMA %s = %s, %v, want %s", pragma, got, err, want)
		}
	}
}

// fill writes about the given number of bytes to the journal, in transactions of 64 KB that are not synced.
func (s *testService) fill(bytes int) {
	s.t.Helper()
	for _, statement := range []string{`PRAGMA synchronous = OFF`, `CREATE TABLE IF NOT EXISTS filler (text TEXT)`,
		`INSERT INTO filler VALUES ('')`} {
		s.exec(statement)
	}
	for i := range bytes / (64 << 10) {
		err := s.journal.tx(s.t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE filler SET text = $1`,
				strings.Repeat(string(rune('a'+i%2)), 64<<10)) // a change each time
			return err
		})
		must(s.t, err)
	}
}

// logSize returns the size of SQLite's log in bytes.
func logSize(t *testing.T, url string) int64 {
	t.Helper()
	info, err := os.Stat(strings.TrimPrefix(url, "sqlite:") + "-wal")
	must(t, err)
	return info.Size()
}

// TestListHoldsNoTransaction writes while a reader pauses in the middle of a list: the log is still checkpointed.
func TestListHoldsNoTransaction(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	s := newTestService(t, u, nil)
	for i := range 3 {
		s.submit(submission(fmt.Sprint(i)), true)
	}
	s.deliverDue()
	next, stop := iter.Pull2(s.journal.List(t.Context(), Filter{}))
	defer stop()
	if _, err, ok := next(); !ok || err != nil {
		t.Fatalf("the list has no lead, %v", err)
	}
	s.fill(40 << 20)
	if size := logSize(t, u); size > 8<<20 {
		t.Errorf("the log has %d bytes, want no more than between two checkpoints", size)
	}
}

// TestLogShrinks keeps the log from being checkpointed with a reader. When the reader is gone it shrinks: with the next
// commits, and to nothing when the journal is idle.
func TestLogShrinks(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	s := newTestService(t, u, func(c *Config) { c.idleTime = 1 })
	reader, err := s.journal.read.Begin()
	must(t, err)
	var n int
	must(t, reader.QueryRow(`SELECT COUNT(*) FROM leads`).Scan(&n))
	s.fill(20 << 20)
	held := logSize(t, u)
	s.deliverDue() // does not wait for the reader
	must(t, reader.Rollback())
	if held < 20<<20 {
		t.Fatalf("the log has only %d bytes; the test proves nothing", held)
	}
	s.fill(1 << 20)
	if busy := logSize(t, u); busy > maxLogSize+1<<20 {
		t.Errorf("the log has %d bytes after more was written, want at most %d", busy, maxLogSize)
	}
	s.deliverDue()
	if idle := logSize(t, u); idle != 0 {
		t.Errorf("the log has %d bytes when idle, want 0", idle)
	}
	s.submit(submission("k"), true)
}

// TestLostFiles deletes or replaces each of the files under the server: leads are refused until the file is put back.
func TestLostFiles(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		for _, replaced := range []bool{false, true} {
			name := map[bool]string{false: "deleted", true: "replaced"}[replaced]
			t.Run(name+suffix, func(t *testing.T) {
				u := sqliteURL(t)
				path := strings.TrimPrefix(u, "sqlite:") + suffix
				s := newTestService(t, u, nil)
				s.submit(submission("before"), true)
				s.background.Wait()
				must(t, os.Rename(path, path+".away"))
				if replaced {
					must(t, os.WriteFile(path, nil, 0o600))
				}
				wantUnavailable(t, s, "during")
				wantError(t, "Ready()", s.Ready(t.Context()), path+" was "+name)
				s.wantLog(`level=ERROR msg="journal lost`)
				must(t, os.Rename(path+".away", path))
				s.submit(submission("after"), true)
				s.wantLog("journal found again")
			})
		}
	}
}

// TestReopen closes the last connection, which deletes SQLite's log: the journal is reopened.
func TestReopen(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	s := newTestService(t, u, nil)
	s.submit(submission("before"), true)
	s.background.Wait()
	for _, db := range []*sql.DB{s.journal.write, s.journal.read, s.journal.checkpointer} {
		db.SetMaxIdleConns(0) // ends the idle ones
		db.SetMaxIdleConns(1)
	}
	wantError(t, "check() without the log", s.journal.files.check(), "was deleted")
	s.submit(submission("after"), true)
	must(t, s.Ready(t.Context()))
}

// TestFileLostDuringCommit moves the database away while a lead is being stored, which loses the lead.
func TestFileLostDuringCommit(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	path := strings.TrimPrefix(u, "sqlite:")
	s := newTestService(t, u, nil)
	s.deliverDue() // opens the reader, as the worker always has
	s.waitForLocks()
	unlock := lockJournal(t, u)
	done := make(chan error)
	go func() {
		_, err := s.Submit(t.Context(), submission("k"))
		done <- err
	}()
	for s.journal.write.Stats().InUse == 0 { // until it waits for the lock
		time.Sleep(time.Millisecond)
	}
	must(t, os.Rename(path, path+".away"))
	unlock()
	wantIs(t, "Submit()", <-done, ErrUnavailable)
	if n := len(s.webhookServer.All()); n != 0 {
		t.Errorf("%d calls were made for a lead that is not stored", n)
	}
	// This process can still read it, and is the last that can.
	s.clock.Advance(2 * time.Minute)
	s.deliverDue()
	s.wantCount(Filter{Status: Delivered}, 1)
}

// TestOneServerForEveryPath checks that a file with several paths has one server.
func TestOneServerForEveryPath(t *testing.T) {
	t.Parallel()
	refused := func(t *testing.T, path, want string) {
		t.Helper()
		s, err := Open(t.Context(), Config{DatabaseURL: "sqlite:" + path})
		if wantError(t, "Open("+path+") beside a server", err, want); err == nil {
			s.Close()
		}
	}
	const lockedError = "another process already serves the journal"
	dir := t.TempDir()
	file := filepath.Join(dir, "data", "leads.db")
	link, folder := filepath.Join(dir, "link.db"), filepath.Join(dir, "folder", "leads.db")
	must(t, errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.Symlink("data", filepath.Dir(folder)),
		os.Symlink(filepath.Join("data", "leads.db"), link)))
	t.Run("first through a link to a missing file", func(t *testing.T) {
		s := newTestService(t, "sqlite:"+link, nil)
		refused(t, file, lockedError)
		refused(t, folder, lockedError)
		s.submit(submission("k"), true)
	})
	t.Run("first through its name", func(t *testing.T) {
		newTestService(t, "sqlite:"+file, nil)
		refused(t, link, lockedError)
		refused(t, folder, lockedError)
	})
	t.Run("link to another file", func(t *testing.T) {
		s := newTestService(t, "sqlite:"+link, nil)
		must(t, errors.Join(os.Remove(link), os.Symlink("elsewhere.db", link)))
		wantUnavailable(t, s, "l")
		must(t, errors.Join(os.Remove(link), os.Symlink(file, link)))
	})
	t.Run("hard link", func(t *testing.T) {
		other := filepath.Join(dir, "other.db")
		must(t, os.Link(file, other))
		for _, name := range []string{file, other} {
			refused(t, name, "2 names")
			wantError(t, "OpenJournal("+name+")", errOf(OpenJournal(t.Context(), "sqlite:"+name)), "2 names")
		}
	})
}

// TestFilesArePrivate checks that a journal's files are created for their owner alone, and made so if they are not.
func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	path := strings.TrimPrefix(u, "sqlite:")
	files := []string{path, path + "-wal", path + "-shm", path + ".lock"}
	s, err := Open(t.Context(), Config{DatabaseURL: u})
	must(t, err)
	wantPrivate(t, files...)
	must(t, s.Close())
	for _, file := range files {
		f, err := os.OpenFile(file, os.O_CREATE, 0o600)
		must(t, err)
		must(t, errors.Join(f.Close(), os.Chmod(file, 0o644)))
	}
	again := newTestService(t, u, nil)
	wantPrivate(t, files...)
	for _, file := range files {
		again.wantLog("file=" + file + " ")
	}
}

// TestOpenWaitsForTheLastServer opens a journal that another process is just closing.
func TestOpenWaitsForTheLastServer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "leads.db")
	lock, err := lockFile(path)
	must(t, err)
	time.AfterFunc(lockWait/10, func() { lock.Close() })
	next, err := lockFile(path)
	must(t, err)
	next.Close()
}
