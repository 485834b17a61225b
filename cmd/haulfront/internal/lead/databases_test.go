package lead

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if role := os.Getenv("LEAD_TEST_CHILD"); role != "" {
		child(role)
		return
	}
	// A third of rapid's default, for time; -rapid.checks on the command line
	// is read later and wins.
	flag.Set("rapid.checks", "33")
	// Parallel tests are those that mostly wait; they may do so all at once.
	flag.Set("test.parallel", "8")
	code := m.Run()
	cluster.stop()
	os.Exit(code)
}

// onBoth runs a test on an empty SQLite file and on an empty PostgreSQL
// database.
func onBoth(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, sqliteURL(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, postgresURL(t)) })
}

func sqliteURL(t *testing.T) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "journal", "leads.db")
}

func postgresURL(t *testing.T) string {
	t.Helper()
	u, err := cluster.database()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestDatabaseURL(t *testing.T) {
	for _, u := range []string{"", "var/leads.db", "mysql://root:hunter2@db/leads", "sqlite:", "sqlite::memory:"} {
		_, err := Open(context.Background(), Config{DatabaseURL: u})
		if err == nil || !strings.Contains(err.Error(), "DATABASE_URL") {
			t.Errorf("Open(%q) = %v, want an error that names DATABASE_URL", u, err)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Open(%q) = %v, which has the password in it", u, err)
		}
	}
}

func TestJournalFileIsPrivate(t *testing.T) {
	u := sqliteURL(t)
	newStand(t, u, nil)
	path := strings.TrimPrefix(u, "sqlite:")
	for _, file := range []string{path, path + "-wal", path + "-shm", path + ".lock"} {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, want 0600", filepath.Base(file), info.Mode().Perm())
		}
	}
}

func TestSQLitePathIsTakenLiterally(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a?b%20c#d.db")
	newStand(t, "sqlite:"+path, nil)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// A killed process cannot show whether a power cut would lose a lead, so the
// settings that decide it are read back from the writer.
func TestSQLiteIsDurable(t *testing.T) {
	s := newStand(t, sqliteURL(t), nil)
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "foreign_keys": "1", "secure_delete": "1",
	} {
		var got string
		if err := s.journal.write.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("PRAGMA %s = %s, %v, want %s", pragma, got, err, want)
		}
	}
}
