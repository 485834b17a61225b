package office

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
	"haulfront/content"
)

// words is the built-in content.
var words = sync.OnceValue(func() *content.Site {
	site, err := content.Load(content.FS)
	if err != nil {
		panic(err) // no test of the office could pass
	}
	return site
})

// sharedPostgres is the PostgreSQL of this test run.
var sharedPostgres = postgres.Server{Settings: []string{"fsync=off"}}

func TestMain(m *testing.M) {
	code := m.Run()
	sharedPostgres.Stop()
	os.Exit(code)
}

// onEachDatabase runs a test on an empty journal in SQLite, and on one in PostgreSQL unless the run is short. edit may
// change the journal's configuration.
func onEachDatabase(t *testing.T, edit func(*outbox.Config), test func(t *testing.T, leads *outbox.Service)) {
	t.Parallel()
	run := func(t *testing.T, url string) {
		cfg := outbox.Config{DatabaseURL: url}
		if edit != nil {
			edit(&cfg)
		}
		leads, err := outbox.Open(t.Context(), cfg)
		testkit.Must(t, err)
		t.Cleanup(func() { testkit.Must(t, leads.Close()) })
		test(t, leads)
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, "sqlite:"+filepath.Join(t.TempDir(), "leads.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, sharedPostgres.Database(t))
	})
}
