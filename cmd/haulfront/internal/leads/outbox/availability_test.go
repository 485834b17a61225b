package outbox

import (
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// TestPostgresDownAtStart starts while PostgreSQL is down: leads are refused until it is up, and then both visitors and
// the worker use it.
func TestPostgresDownAtStart(t *testing.T) {
	t.Parallel()
	server := &postgres.Server{}
	url := postgres.New(t, server)
	server.Kill()
	s := newTestService(t, url, func(c *testConfig) { c.pollInterval, c.Supabase = 20*time.Millisecond, nil })
	stop := runWorker(s.Service)
	wantUnavailable(t, s, "early")
	if _, err := s.Stats(t.Context()); err == nil {
		t.Error("Stats() = nil, want an error")
	}
	testkit.Must(t, server.Launch())
	s.log.Wait(t, "journal reached")
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("Ready() = %v", err)
	}
	s.submit(post("early"), true)
	late := s.failed("late")
	s.webhookServer.Set(nil)
	s.clock.Advance(time.Minute)
	s.log.Wait(t, "msg=delivered lead="+late)
	stop()
	s.wantState(late, Delivered, Stored, 3, 0)
}

// TestShutdownWithoutPostgres stops while connecting is still being retried.
func TestShutdownWithoutPostgres(t *testing.T) {
	t.Parallel()
	s := newTestService(t, "postgres://root:hunter2@127.0.0.1:1/leads", nil)
	runWorker(s.Service)()
	s.wantLog("journal cannot be reached")
	testkit.WantError(t, "Ready()", s.Ready(t.Context()), "")
}

// TestWrongPostgresSettings checks that permanent errors stop the start.
func TestWrongPostgresSettings(t *testing.T) {
	t.Parallel()
	good := sharedPostgres.Database(t)
	for name, url := range map[string]string{
		"not an address":   "postgres://root:hunter2@db:port/leads",
		"no such database": strings.Replace(good, "leads_", "no_leads_", 1),
		"no such user":     strings.Replace(good, "postgres@", "nobody:hunter2@", 1),
	} {
		s, err := openTest(t.Context(), testConfig{Config: Config{DatabaseURL: url}})
		if testkit.WantError(t, name+": Open()", err, ""); s != nil {
			t.Errorf("%s: Open() = %v with an error", name, s)
		}
	}
}
