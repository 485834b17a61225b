package lead

import (
	"database/sql"
	"strings"
	"testing"
)

// lockJournal prevents all other connections from writing to the journal until unlock is called, like a disk that is
// stuck or a tool that holds a lock.
func lockJournal(t *testing.T, url string) (unlock func()) {
	t.Helper()
	driver, statements := "pgx", []string{`BEGIN`, `LOCK TABLE leads, deliveries IN EXCLUSIVE MODE`}
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, url, statements = "sqlite", path, []string{`BEGIN IMMEDIATE`}
	}
	db, err := sql.Open(driver, url)
	if err != nil {
		t.Error(err) // not Fatal: receivers call it too
		return func() {}
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Error(err)
		return func() { db.Close() }
	}
	for _, statement := range statements {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Error(err)
		}
	}
	return func() { conn.Close(); db.Close() }
}

// waitForLocks makes SQLite wait for locks as long as PostgreSQL does.
func (s *testService) waitForLocks() {
	s.t.Helper()
	if s.journal.dialect.name != sqliteDialect.name {
		return
	}
	s.exec(`PRAGMA busy_timeout = 60000`)
}

// failOnLocks makes both databases fail soon instead of waiting for locks. The function that it returns is to be called
// with the opened service.
func failOnLocks(t *testing.T, url string) func(*testService) {
	t.Helper()
	if strings.HasPrefix(url, "postgres:") {
		execAdmin(t, `ALTER DATABASE `+databaseName(url)+` SET lock_timeout = '50ms'`)
		return func(*testService) {}
	}
	return func(s *testService) {
		s.exec(`PRAGMA busy_timeout = 50`)
	}
}
