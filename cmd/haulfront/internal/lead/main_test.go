package lead

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

func TestMain(m *testing.M) {
	if role := os.Getenv("LEAD_TEST_CHILD"); role != "" {
		runChild(role)
		return
	}
	// A third of rapid's default, to save time; -rapid.checks on the command line is parsed later and wins.
	flag.Set("rapid.checks", "33")
	// The tests mostly wait, for the disk, for another process or for a time limit, so more of them run at once than
	// there are processors.
	flag.Set("test.parallel", "8")
	code := m.Run()
	sharedPostgres.stop()
	os.Exit(code)
}

// onEachDatabase runs a test on an empty SQLite file and on an empty PostgreSQL database, beside other tests.
func onEachDatabase(t *testing.T, test func(t *testing.T, url string)) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, sqliteURL(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, postgresURL(t))
	})
}

// onEachService is onEachDatabase for tests with one service, which edit configures.
func onEachService(t *testing.T, edit func(*Config), test func(t *testing.T, s *testService)) {
	onEachDatabase(t, func(t *testing.T, url string) { test(t, newTestService(t, url, edit)) })
}

func sqliteURL(t *testing.T) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "journal", "leads.db")
}

func postgresURL(t *testing.T) string {
	t.Helper()
	url := sharedPostgres.database(t)
	t.Cleanup(func() { sharedPostgres.reuse(url) })
	return url
}
