package journal

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

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

func TestDatabaseURL(t *testing.T) {
	for _, u := range []string{"", "var/leads.db", "mysql://root:hunter2@db/leads", "sqlite:", "sqlite::memory:"} {
		testkit.WantError(t, "Serve("+u+")", errOf(Serve(t.Context(), Config{URL: u})), "DATABASE_URL")
	}
}

func TestSQLitePathIsLiteral(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a?b%20c#d.db")
	serve(t, "sqlite:"+path)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestSQLiteIsDurable reads back the settings that decide whether a power failure loses a lead, which killing a process
// cannot show.
func TestSQLiteIsDurable(t *testing.T) {
	s := serve(t, postgres.SQLite(t))
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "foreign_keys": "1", "secure_delete": "1",
	} {
		var got string
		if err := s.write.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("PRAGMA %s = %s, %v, want %s", pragma, got, err, want)
		}
	}
}

// fill writes about the given number of bytes to the journal, in transactions of 64 KB that are not synced.
func (s *served) fill(bytes int) {
	s.t.Helper()
	for _, statement := range []string{`PRAGMA synchronous = OFF`, `CREATE TABLE IF NOT EXISTS filler (text TEXT)`,
		`INSERT INTO filler VALUES ('')`} {
		s.exec(statement)
	}
	for i := range bytes / (64 << 10) {
		err := s.Tx(s.t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE filler SET text = $1`,
				strings.Repeat(string(rune('a'+i%2)), 64<<10)) // a change each time
			return err
		})
		testkit.Must(s.t, err)
	}
}

// logSize returns the size of SQLite's log in bytes.
func logSize(t *testing.T, url string) int64 {
	t.Helper()
	info, err := os.Stat(strings.TrimPrefix(url, "sqlite:") + "-wal")
	testkit.Must(t, err)
	return info.Size()
}

// TestListHoldsNoTransaction writes while a reader pauses in the middle of a list: the log is still checkpointed.
func TestListHoldsNoTransaction(t *testing.T) {
	t.Parallel()
	u := postgres.SQLite(t)
	s := serve(t, u)
	for i := range 3 {
		testkit.Must(t, errOf(s.store(fmt.Sprint(i))))
	}
	next, stop := iter.Pull2(List(t.Context(), s.Journal, func(l []Lead) ([]Lead, error) { return l, nil }))
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
	u := postgres.SQLite(t)
	s := serve(t, u)
	reader, err := s.read.Begin()
	testkit.Must(t, err)
	var n int
	testkit.Must(t, reader.QueryRow(`SELECT COUNT(*) FROM leads`).Scan(&n))
	s.fill(20 << 20)
	held := logSize(t, u)
	testkit.Must(t, s.TruncateLog(t.Context(), 1)) // does not wait for the reader
	testkit.Must(t, reader.Rollback())
	if held < 20<<20 {
		t.Fatalf("the log has only %d bytes; the test proves nothing", held)
	}
	s.fill(1 << 20)
	if busy := logSize(t, u); busy > maxLogSize+1<<20 {
		t.Errorf("the log has %d bytes after more was written, want at most %d", busy, maxLogSize)
	}
	testkit.Must(t, s.TruncateLog(t.Context(), 1))
	if idle := logSize(t, u); idle != 0 {
		t.Errorf("the log has %d bytes when idle, want 0", idle)
	}
	testkit.Must(t, errOf(s.store("k")))
}

// TestLostFiles deletes or replaces each of the files under the server: leads are refused until the file is put back.
// What the log holds is in the database at once.
func TestLostFiles(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		for _, replaced := range []bool{false, true} {
			name := map[bool]string{false: "deleted", true: "replaced"}[replaced]
			t.Run(name+suffix, func(t *testing.T) {
				u := postgres.SQLite(t)
				path := strings.TrimPrefix(u, "sqlite:") + suffix
				s := serve(t, u)
				testkit.Must(t, errOf(s.store("before")))
				testkit.Must(t, os.Rename(path, path+".away"))
				if replaced {
					testkit.Must(t, os.WriteFile(path, nil, 0o600))
				}
				testkit.WantIs(t, "store()", errOf(s.store("during")), ErrUnavailable)
				testkit.WantError(t, "Ready()", s.Ready(t.Context()), path+" was "+name)
				s.wantLog(`level=ERROR msg="journal lost`)
				database := strings.TrimPrefix(u, "sqlite:")
				if suffix == "" {
					database = path + ".away"
				}
				wantAlone(t, database, 1)
				testkit.Must(t, os.Rename(path+".away", path))
				testkit.Must(t, errOf(s.store("after")))
				s.wantLog("journal found again")
			})
		}
	}
}

// wantAlone checks that a database without its log is undamaged, and has a number of leads.
func wantAlone(t *testing.T, path string, want int) {
	t.Helper()
	data, err := os.ReadFile(path)
	testkit.Must(t, err)
	copied := filepath.Join(t.TempDir(), "copy.db")
	testkit.Must(t, os.WriteFile(copied, data, 0o600))
	db, err := OpenFile(copied, nil, "immutable=1")
	testkit.Must(t, err)
	defer db.Close()
	testkit.Must(t, checkSQLite(t.Context(), db, true))
	if n, _, err := Count(t.Context(), db); n != want || err != nil {
		t.Errorf("the database alone has %d leads, %v, want %d", n, err, want)
	}
}

// TestTruncatedFiles damages a file in place, before a lead is stored or during that: it is refused, and so is
// everything after it. Nothing writes a gap of the log into the database.
func TestTruncatedFiles(t *testing.T) {
	t.Parallel()
	empty := func(path string) error { return os.Truncate(path, 0) }
	cut := func(path string) error { return os.Truncate(path, 3000) }
	overwrite := func(path string) error {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		testkit.Must(t, err)
		_, err = file.Write(make([]byte, 32))
		return errors.Join(err, file.Close())
	}
	for name, test := range map[string]struct {
		suffix string
		damage func(path string) error
		during bool
	}{
		"empty log": {WALSuffix, empty, false}, "empty log during": {WALSuffix, empty, true},
		"cut log": {WALSuffix, cut, false}, "other log": {WALSuffix, overwrite, false},
		"empty database": {"", empty, false}, "empty database during": {"", empty, true},
		"cut database": {"", cut, false}, "other database": {"", overwrite, false},
	} {
		t.Run(name, func(t *testing.T) {
			u := postgres.SQLite(t)
			path := strings.TrimPrefix(u, "sqlite:")
			s, err := Serve(t.Context(), Config{URL: u})
			testkit.Must(t, err)
			served := &served{Journal: s, t: t}
			testkit.Must(t, errOf(served.store("before")))
			testkit.Must(t, errOf(s.write.Exec(`PRAGMA wal_checkpoint`)))
			testkit.Must(t, errOf(served.store("after")))
			if !test.during {
				testkit.Must(t, test.damage(path+test.suffix))
			}
			err = s.Transact(t.Context(), func(tx *sql.Tx) error {
				if test.during {
					testkit.Must(t, test.damage(path+test.suffix))
				}
				return errOf2(s.Store(t.Context(), tx, post("lost"), time.Now()))
			})
			testkit.WantIs(t, "Transact()", err, ErrUnavailable)
			want := path + test.suffix + " was truncated or overwritten"
			testkit.WantError(t, "Ready()", s.Ready(t.Context()), want)
			testkit.WantIs(t, "Tx()", s.Tx(t.Context(), func(*sql.Tx) error { return nil }), ErrUnavailable)
			testkit.WantError(t, "TruncateLog()", s.TruncateLog(t.Context(), 1), want)
			testkit.WantError(t, "Close()", s.Close(), want)
			if test.suffix == WALSuffix {
				wantAlone(t, path, 1)
			}
		})
	}
}

// TestReopen closes the last connection, which deletes SQLite's log: the journal is reopened.
func TestReopen(t *testing.T) {
	t.Parallel()
	u := postgres.SQLite(t)
	s := serve(t, u)
	testkit.Must(t, errOf(s.store("before")))
	for _, db := range []*sql.DB{s.write, s.read, s.checkpointer} {
		db.SetMaxIdleConns(0) // ends the idle ones
		db.SetMaxIdleConns(1)
	}
	testkit.WantError(t, "check() without the log", s.files.check(), "was deleted")
	testkit.Must(t, errOf(s.store("after")))
	testkit.Must(t, s.Ready(t.Context()))
}

// TestFileLostDuringCommit moves the database away while a lead is being stored, which loses the lead. This process can
// still read it, and is the last that can.
func TestFileLostDuringCommit(t *testing.T) {
	t.Parallel()
	u := postgres.SQLite(t)
	path := strings.TrimPrefix(u, "sqlite:")
	s := serve(t, u)
	err := s.Transact(t.Context(), func(tx *sql.Tx) error {
		testkit.Must(t, os.Rename(path, path+".away"))
		return errOf2(s.Store(t.Context(), tx, post("k"), time.Now()))
	})
	testkit.WantIs(t, "Transact()", err, ErrUnavailable)
	if n, _, _, err := s.Span(t.Context()); n != 1 || err != nil {
		t.Errorf("%d leads can be read, %v", n, err)
	}
}

func errOf2[T, U any](_ T, _ U, err error) error { return err }

// TestOneServerForEveryPath checks that a file with several paths has one server.
func TestOneServerForEveryPath(t *testing.T) {
	t.Parallel()
	refused := func(t *testing.T, path, want string) {
		t.Helper()
		s, err := Serve(t.Context(), Config{URL: "sqlite:" + path})
		if testkit.WantError(t, "Serve("+path+") beside a server", err, want); err == nil {
			s.Close()
		}
	}
	const lockedError = "another process already serves the journal"
	dir := t.TempDir()
	file := filepath.Join(dir, "data", "leads.db")
	link, folder := filepath.Join(dir, "link.db"), filepath.Join(dir, "folder", "leads.db")
	testkit.Must(t, errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.Symlink("data", filepath.Dir(folder)),
		os.Symlink(filepath.Join("data", "leads.db"), link)))
	t.Run("first through a link to a missing file", func(t *testing.T) {
		s := serve(t, "sqlite:"+link)
		refused(t, file, lockedError)
		refused(t, folder, lockedError)
		testkit.Must(t, errOf(s.store("k")))
	})
	t.Run("first through its name", func(t *testing.T) {
		serve(t, "sqlite:"+file)
		refused(t, link, lockedError)
		refused(t, folder, lockedError)
	})
	t.Run("link to another file", func(t *testing.T) {
		s := serve(t, "sqlite:"+link)
		testkit.Must(t, errors.Join(os.Remove(link), os.Symlink("elsewhere.db", link)))
		testkit.WantIs(t, "store()", errOf(s.store("l")), ErrUnavailable)
		testkit.Must(t, errors.Join(os.Remove(link), os.Symlink(file, link)))
	})
	t.Run("hard link", func(t *testing.T) {
		other := filepath.Join(dir, "other.db")
		testkit.Must(t, os.Link(file, other))
		for _, name := range []string{file, other} {
			refused(t, name, "2 names")
			testkit.WantError(t, "Open("+name+")", errOf(Open(t.Context(), "sqlite:"+name)), "2 names")
		}
	})
}

// TestFilesArePrivate checks that a journal's files are created for their owner alone, and made so if they are not.
func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	u := postgres.SQLite(t)
	path := strings.TrimPrefix(u, "sqlite:")
	files := []string{path, path + "-wal", path + "-shm", path + ".lock"}
	s, err := Serve(t.Context(), Config{URL: u})
	testkit.Must(t, err)
	testkit.WantPrivate(t, files...)
	testkit.Must(t, s.Close())
	for _, file := range files {
		f, err := os.OpenFile(file, os.O_CREATE, 0o600)
		testkit.Must(t, err)
		testkit.Must(t, errors.Join(f.Close(), os.Chmod(file, 0o644)))
	}
	again := serve(t, u)
	testkit.WantPrivate(t, files...)
	for _, file := range files {
		again.wantLog("file=" + file + " ")
	}
}

// TestOpenWaitsForTheLastServer opens a journal that another process is just closing.
func TestOpenWaitsForTheLastServer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "leads.db")
	lock, err := LockFile(path)
	testkit.Must(t, err)
	time.AfterFunc(lockWait/10, func() { lock.Close() })
	next, err := LockFile(path)
	testkit.Must(t, err)
	next.Close()
}
