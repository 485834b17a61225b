package lead

import (
	"database/sql"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
