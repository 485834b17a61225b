package journal

import (
	"database/sql"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
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
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, s.Close()) })
	return s
}

func post(key string) quote.Post {
	return quote.Post{Key: key, Request: quote.Request{Name: "Ann", Phone: "(214) 555-0100", ServiceType: "Yard Waste",
		ZIPCode: "75024", ServiceTimeframe: "Today", Source: quote.SourceGet, Page: "/"}}
}

// store stores a lead.
func (s *served) store(key string) (id string, err error) {
	err = s.Transact(s.t.Context(), func(tx *sql.Tx) error {
		l, _, err := s.Store(s.t.Context(), tx, post(key), time.Now())
		id = l.ID
		return err
	})
	return id, err
}

func (s *served) exec(statement string, args ...any) {
	s.t.Helper()
	testkit.Must(s.t, errOf(s.write.Exec(statement, args...)))
}

func (s *served) wantLog(text string) {
	s.t.Helper()
	if !strings.Contains(s.log.String(), text) {
		s.t.Errorf("the log lacks %q:\n%s", text, s.log)
	}
}

// errOf returns the error of a call with a result that the test does not need.
func errOf[T any](_ T, err error) error { return err }
