package lead

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Whoever deletes, moves or replaces one of the files under the server is
// found out before anybody is told of success, and can put it back.
func TestLostFiles(t *testing.T) {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		for _, replaced := range []bool{false, true} {
			name := map[bool]string{false: "deleted", true: "replaced"}[replaced]
			t.Run(name+suffix, func(t *testing.T) {
				u := sqliteURL(t)
				path := strings.TrimPrefix(u, "sqlite:") + suffix
				s := newStand(t, u, nil)
				s.submit(submission("before"), true)
				s.underWay.Wait()
				if err := os.Rename(path, path+".away"); err != nil {
					t.Fatal(err)
				}
				if replaced {
					if err := os.WriteFile(path, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				wantUnavailable(t, s, "during")
				if err := s.Ready(context.Background()); err == nil || !strings.Contains(err.Error(), path+" was "+name) {
					t.Errorf("Ready() = %v, want it to say that %s was %s", err, path, name)
				}
				if !strings.Contains(s.log.String(), `level=ERROR msg="journal lost`) {
					t.Errorf("the log does not say so:\n%s", s.log)
				}
				if err := os.Rename(path+".away", path); err != nil {
					t.Fatal(err)
				}
				s.submit(submission("after"), true)
				if !strings.Contains(s.log.String(), "journal found again") {
					t.Errorf("the log does not say that it is back:\n%s", s.log)
				}
			})
		}
	}
}

// A journal whose last connection was given up, which deletes SQLite's log, is
// opened again.
func TestConnectionsGivenUp(t *testing.T) {
	u := sqliteURL(t)
	s := newStand(t, u, nil)
	s.submit(submission("before"), true)
	s.underWay.Wait()
	for _, db := range []*sql.DB{s.journal.write, s.journal.read, s.journal.tidier} {
		db.SetMaxIdleConns(0) // ends the idle ones
		db.SetMaxIdleConns(1)
	}
	if err := s.journal.intact(); err == nil {
		t.Fatal("the log is still there")
	}
	s.submit(submission("after"), true)
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("Ready() = %v", err)
	}
}

// A file that goes while a lead is being stored takes the lead with it.
func TestFileLostDuringCommit(t *testing.T) {
	u := sqliteURL(t)
	path := strings.TrimPrefix(u, "sqlite:")
	s := newStand(t, u, nil)
	s.work() // has read it, as the worker always has
	s.patient()
	free := block(t, u)
	done := make(chan error)
	go func() {
		_, err := s.Submit(context.Background(), submission("k"))
		done <- err
	}()
	for s.journal.write.Stats().InUse == 0 { // it has begun, and waits for the lock
		time.Sleep(time.Millisecond)
	}
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	free()
	if err := <-done; !errors.Is(err, ErrUnavailable) {
		t.Errorf("Submit() = %v, want ErrUnavailable", err)
	}
	if n := len(s.hook.got()); n != 0 {
		t.Errorf("%d calls were made for a lead that is not stored", n)
	}
	// The program can still read it, and is the last that can.
	s.clock.add(2 * time.Minute)
	s.work()
	if leads := s.leads(Filter{Status: Delivered}); len(leads) != 1 {
		t.Errorf("%d leads are delivered from the lost file, want 1", len(leads))
	}
}

// A file that is reached in two ways has one server.
func TestOneServerWhateverTheName(t *testing.T) {
	refused := func(t *testing.T, path string) {
		t.Helper()
		d, err := Open(context.Background(), Config{DatabaseURL: "sqlite:" + path})
		if err == nil {
			d.Close()
			t.Errorf("a second server opened the journal as %s", path)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "data", "leads.db")
	link := filepath.Join(dir, "link.db")
	for _, err := range []error{os.Mkdir(filepath.Dir(file), 0o700), os.Symlink("data", filepath.Join(dir, "folder")),
		os.Symlink(filepath.Join("data", "leads.db"), link)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Run("first by a link to a file that is missing", func(t *testing.T) {
		s := newStand(t, "sqlite:"+link, nil)
		refused(t, file)
		refused(t, filepath.Join(dir, "folder", "leads.db"))
		s.submit(submission("k"), true)
	})
	t.Run("first by its name", func(t *testing.T) {
		newStand(t, "sqlite:"+file, nil)
		refused(t, link)
		refused(t, filepath.Join(dir, "folder", "leads.db"))
	})
	t.Run("link to another file", func(t *testing.T) {
		s := newStand(t, "sqlite:"+link, nil)
		if err := errors.Join(os.Remove(link), os.Symlink("elsewhere.db", link)); err != nil {
			t.Fatal(err)
		}
		wantUnavailable(t, s, "l")
		if err := errors.Join(os.Remove(link), os.Symlink(file, link)); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("hard link", func(t *testing.T) {
		other := filepath.Join(dir, "other.db")
		if err := os.Link(file, other); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{file, other} {
			refused(t, name)
			if _, err := OpenJournal(context.Background(), "sqlite:"+name); err == nil || !strings.Contains(err.Error(), "2 names") {
				t.Errorf("OpenJournal(%s) = %v, want a refusal", name, err)
			}
		}
	})
}

func TestFilesAreMadePrivate(t *testing.T) {
	u := sqliteURL(t)
	path := strings.TrimPrefix(u, "sqlite:")
	log := newBuffer()
	d, err := Open(context.Background(), Config{DatabaseURL: u})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	files := []string{path, path + "-wal", path + "-shm", path + ".lock"}
	for _, file := range files {
		f, err := os.OpenFile(file, os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(f.Close(), os.Chmod(file, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if d, err = Open(context.Background(), Config{DatabaseURL: u, Log: slog.New(slog.NewTextHandler(log, nil))}); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v, want 0600", filepath.Base(file), info.Mode().Perm(), err)
		}
		if !strings.Contains(log.String(), "file="+file+" ") {
			t.Errorf("the log has no warning about %s:\n%s", filepath.Base(file), log)
		}
	}
}
