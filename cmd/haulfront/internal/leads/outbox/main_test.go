package outbox

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
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

// onEachService is onEachDatabase for tests with one service, which edit configures.
func onEachService(t *testing.T, edit func(*testConfig), test func(t *testing.T, s *testService)) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) { test(t, newTestService(t, url, edit)) })
}

// runChild is another process of a test: this binary again, in a role. Its exit code is its result.
func runChild(role string) {
	url, webhook := os.Getenv("OUTBOX_TEST_URL"), os.Getenv("OUTBOX_TEST_HOOK")
	var err error
	switch role {
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
