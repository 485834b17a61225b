package office

import (
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/journal"
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

// setVisit replaces all visits of a lead, or of the only one, by a pickup; without a state by none.
func setVisit(t *testing.T, j *journal.Journal, id string, v Visit) {
	t.Helper()
	ctx := t.Context()
	testkit.Must(t, j.Transact(ctx, func(tx *sql.Tx) error {
		if id == "" {
			testkit.Must(t, tx.QueryRowContext(ctx, `SELECT id FROM leads`).Scan(&id))
		}
		r := Record{Lead: journal.Lead{ID: id}}
		if v.Number, v.Kind = 1, Pickup; v.State != "" {
			r.keep(v)
		}
		return writeVisits(ctx, tx, &r)
	}))
}
