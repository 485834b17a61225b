package lead

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

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
	if err := s.journal.files.check(); err == nil {
		t.Fatal("the log is still there")
	}
	s.submit(submission("after"), true)
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("Ready() = %v", err)
	}
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
	link := filepath.Join(dir, "link.db")
	for _, err := range []error{os.Mkdir(filepath.Dir(file), 0o700), os.Symlink("data", filepath.Join(dir, "folder")),
		os.Symlink(filepath.Join("data", "leads.db"), link)} {
		must(t, err)
	}
	t.Run("first through a link to a missing file", func(t *testing.T) {
		s := newTestService(t, "sqlite:"+link, nil)
		refused(t, file, lockedError)
		refused(t, filepath.Join(dir, "folder", "leads.db"), lockedError)
		s.submit(submission("k"), true)
	})
	t.Run("first through its name", func(t *testing.T) {
		newTestService(t, "sqlite:"+file, nil)
		refused(t, link, lockedError)
		refused(t, filepath.Join(dir, "folder", "leads.db"), lockedError)
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

// A journal that another process is just closing is opened.
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
