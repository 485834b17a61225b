package outbox

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

func TestCorruptFile(t *testing.T) {
	t.Parallel()
	u := postgres.SQLite(t)
	path := strings.TrimPrefix(u, "sqlite:")
	s := newTestService(t, u, nil)
	for i := range 5 {
		s.submit(post(fmt.Sprint(i)), true)
	}
	s.background.Wait()
	s.exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
	b, err := os.ReadFile(path)
	testkit.Must(t, err)
	const page = 4096
	copy(b[page:], bytes.Repeat([]byte{0xff}, len(b)-page))
	testkit.Must(t, os.WriteFile(path, b, 0o600))
	// The pages in SQLite's cache go with its connections.
	s.Writer().SetMaxIdleConns(0)
	s.Reader().SetMaxIdleConns(0)
	wantUnavailable(t, s, "new")
	s.Service.Close()
	wantNotOpened(t, u, "")
	testkit.Must(t, os.WriteFile(path, []byte("this is not a database, whatever its name may say"), 0o600))
	wantNotOpened(t, u, "")
}

func wantNotOpened(t *testing.T, url, want string) {
	t.Helper()
	_, err := openTest(t.Context(), testConfig{Config: Config{DatabaseURL: url}})
	testkit.WantError(t, "Open()", err, want)
}

func TestPostgresReadOnlyAndBack(t *testing.T) {
	t.Parallel()
	url := sharedPostgres.Database(t)
	s := newTestService(t, url, nil)
	s.submit(post("before"), true)
	s.deliverDue()
	name := postgres.Name(url)
	turn := func(state string) {
		t.Helper()
		execAdmin(t, `ALTER DATABASE `+name+` SET default_transaction_read_only = `+state)
		execAdmin(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+name+`'`)
	}
	turn("on")
	wantUnavailable(t, s, "during")
	turn("off")
	s.submit(post("during"), true)
	s.deliverDue()
	s.wantCount(Filter{Status: Delivered}, 2)
}

func execAdmin(t *testing.T, statement string) {
	t.Helper()
	testkit.Must(t, errOf(sharedPostgres.Admin.Exec(statement)))
}

func TestPostgresMustBeDurable(t *testing.T) {
	t.Parallel()
	url := sharedPostgres.Database(t)
	execAdmin(t, `ALTER DATABASE `+postgres.Name(url)+` SET synchronous_commit = off`)
	wantNotOpened(t, url, "synchronous_commit")
}
