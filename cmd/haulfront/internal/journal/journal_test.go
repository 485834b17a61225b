package journal

import (
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// sharedPostgres is the PostgreSQL of this test run. No test kills it, so it need not sync to the disk.
var sharedPostgres = postgres.Server{Settings: []string{"fsync=off"}}

func TestMain(m *testing.M) {
	code := m.Run()
	sharedPostgres.Stop()
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
		test(t, sharedPostgres.Database(t))
	})
}

func sqliteURL(t *testing.T) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "journal", "leads.db")
}

// A served journal has its log.
type served struct {
	*Journal
	t   *testing.T
	log *testkit.Log
}

func serve(t *testing.T, url string) *served {
	t.Helper()
	s := &served{t: t, log: &testkit.Log{}}
	var err error
	s.Journal, err = Serve(t.Context(),
		Config{URL: url, Log: slog.New(slog.NewTextHandler(s.log, nil)), StoreLimit: time.Minute})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

func submission(key string) Submission {
	return Submission{Key: key, Page: "/", Request: quote.Request{Name: "Ann", Phone: "(214) 555-0100",
		ServiceType: "Yard Waste", ZIPCode: "75024", ServiceTimeframe: "Today", Source: quote.SourceGet}}
}

// store stores a lead.
func (s *served) store(key string) (id string, err error) {
	err = s.Transact(s.t.Context(), func(tx *sql.Tx) error {
		l, _, err := s.Store(s.t.Context(), tx, submission(key), time.Now())
		id = l.ID
		return err
	})
	return id, err
}

func (s *served) exec(statement string, args ...any) {
	s.t.Helper()
	must(s.t, errOf(s.write.Exec(statement, args...)))
}

func (s *served) wantLog(text string) {
	s.t.Helper()
	if !strings.Contains(s.log.String(), text) {
		s.t.Errorf("the log lacks %q:\n%s", text, s.log)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	testkit.Must(t, err)
}

// errOf returns the error of a call with a result that the test does not need.
func errOf[T any](_ T, err error) error { return err }

// wantIs checks that an error wraps another.
func wantIs(t testing.TB, call string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s = %v, want %v", call, err, want)
	}
}

// wantError checks that an error contains a text, and no password.
func wantError(t testing.TB, call string, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%s = %v, want an error with %q", call, err, text)
	}
}

// wantPrivate checks that files can be read by their owner alone.
func wantPrivate(t testing.TB, files ...string) {
	t.Helper()
	for _, file := range files {
		info, err := os.Stat(file)
		must(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has mode %v, want 0600", file, mode)
		}
	}
}
