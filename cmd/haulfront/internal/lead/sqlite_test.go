package lead

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDatabaseURL(t *testing.T) {
	for _, u := range []string{"", "var/leads.db", "mysql://root:hunter2@db/leads", "sqlite:", "sqlite::memory:"} {
		_, err := Open(t.Context(), Config{DatabaseURL: u})
		if err == nil || !strings.Contains(err.Error(), "DATABASE_URL") {
			t.Errorf("Open(%q) = %v, want an error that names DATABASE_URL", u, err)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Open(%q) = %v, which contains the password", u, err)
		}
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
