package outbox

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

func TestMain(m *testing.M) {
	if role := os.Getenv("OUTBOX_TEST_CHILD"); role != "" {
		runChild(role)
		return
	}
	// A third of rapid's default, to save time; -rapid.checks on the command line is parsed later and wins.
	flag.Set("rapid.checks", "33")
	// The tests mostly wait, for the disk, for another process or for a time limit, so more of them run at once than
	// there are processors.
	flag.Set("test.parallel", "8")
	code := m.Run()
	sharedPostgres.Stop()
	os.Exit(code)
}

// sharedPostgres is the PostgreSQL of this test run. No test kills it, so it need not sync to the disk.
var sharedPostgres = postgres.Server{Settings: []string{"fsync=off"}}

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
func onEachService(t *testing.T, edit func(*testConfig), test func(t *testing.T, s *testService)) {
	onEachDatabase(t, func(t *testing.T, url string) { test(t, newTestService(t, url, edit)) })
}

func sqliteURL(t *testing.T) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "journal", "leads.db")
}

func postgresURL(t *testing.T) string {
	t.Helper()
	url := sharedPostgres.Database(t)
	t.Cleanup(func() { sharedPostgres.Reuse(url) })
	return url
}

// runChild is another process of a test: this binary again, in a role. Its exit code is its result.
func runChild(role string) {
	url, webhook := os.Getenv("OUTBOX_TEST_URL"), os.Getenv("OUTBOX_TEST_HOOK")
	var err error
	switch role {
	case "full":
		err = fillDisk(url, webhook)
	case "readonly":
		err = openReadOnly(url)
	case "sync":
		err = countSyncs(url)
	case "restart":
		err = submitUntilKilled(url, webhook)
	case "crash":
		err = runCrashServer(url, webhook, os.Getenv("OUTBOX_TEST_SMTP"), os.Getenv("OUTBOX_TEST_KEYS"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func childCommand(role, url, webhook string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "OUTBOX_TEST_CHILD="+role, "OUTBOX_TEST_URL="+url, "OUTBOX_TEST_HOOK="+webhook)
	return c
}
