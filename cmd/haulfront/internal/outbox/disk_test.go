package outbox

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/journal"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"

	"golang.org/x/sys/unix"
)

// TestSQLiteFullDisk stands a limit on file sizes in for a full disk: SQLite's writes fail at the same place in the
// kernel.
func TestSQLiteFullDisk(t *testing.T) {
	t.Parallel()
	r := testkit.NewReceiver(t, "webhook", nil)
	out, err := childCommand("full", sqliteURL(t), r.URL).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, want := fmt.Sprintf("%d calls\n", len(r.All())), string(out); got != want {
		t.Errorf("the receiver got %s, the stored leads require %s", got, want)
	}
}

// fillDisk is the child of TestSQLiteFullDisk.
func fillDisk(url, webhook string) error {
	signal.Ignore(syscall.SIGXFSZ)
	ctx := context.Background()
	// A lead that was stored, but not its delivery, keeps its visitor waiting until the limit.
	s, err := openTest(ctx, testConfig{Config: Config{DatabaseURL: url, visitorLimit: 3 * time.Second}, WebhookURL: webhook})
	if err != nil {
		return err
	}
	limit := func(bytes uint64) error {
		return unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY})
	}
	stored := 0
	submit := func(key string) error {
		sub := submission(key)
		sub.Request.Message = key
		out, err := s.Submit(ctx, sub)
		if err == nil {
			stored++
			_, err = s.Get(ctx, out.ID)
		}
		return err
	}
	if err := submit("before"); err != nil {
		return err
	}
	info, err := os.Stat(strings.TrimPrefix(url, "sqlite:") + "-wal")
	if err != nil {
		return err
	}
	if err := limit(uint64(info.Size()) + 100<<10); err != nil {
		return err
	}
	// Long leads first: they leave room for short ones.
	for _, length := range []int{19_000, 10} {
		full := 0
		for i := 0; full < 3; i++ {
			if i == 1000 {
				return errors.New("the disk never filled")
			}
			if err := submit(fmt.Sprintf("%0*d", length, i)); err != nil {
				if !errors.Is(err, journal.ErrUnavailable) {
					return err
				}
				full++
				if err := s.Ready(ctx); !errors.Is(err, journal.ErrUnavailable) {
					return fmt.Errorf("Ready() where a lead of %d bytes was refused = %v, want ErrUnavailable", length,
						err)
				}
			}
		}
	}
	if err := limit(unix.RLIM_INFINITY); err != nil {
		return err
	}
	if err := submit("after"); err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	leads := 0
	for _, err := range s.List(ctx) {
		if err != nil {
			return err
		}
		leads++
	}
	if leads != stored {
		return fmt.Errorf("%d leads in the journal, %d submissions succeeded", leads, stored)
	}
	fmt.Printf("%d calls\n", stored)
	return s.Close()
}

func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "leads.db")
	s := newTestService(t, "sqlite:"+path, nil)
	s.submit(submission("k"), true)
	s.Service.Close()
	files, _ := filepath.Glob(dir + "/*")
	for _, f := range files {
		must(t, os.Chmod(f, 0o444))
	}
	must(t, os.Chmod(dir, 0o555))
	out, err := childCommand("readonly", "sqlite:"+path, "").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// openReadOnly is the child of TestReadOnlyDisk. Permissions do not apply to root, so it becomes another user.
func openReadOnly(url string) error {
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgid(65534), syscall.Setuid(65534)); err != nil {
			return err
		}
	}
	_, err := openTest(context.Background(), testConfig{Config: Config{DatabaseURL: url}})
	if !errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("Open() of a read-only journal = %w, want a refusal", err)
	}
	return nil
}

func TestCorruptFile(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	path := strings.TrimPrefix(u, "sqlite:")
	s := newTestService(t, u, nil)
	for i := range 5 {
		s.submit(submission(fmt.Sprint(i)), true)
	}
	s.background.Wait()
	s.exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
	b, err := os.ReadFile(path)
	must(t, err)
	const page = 4096
	copy(b[page:], bytes.Repeat([]byte{0xff}, len(b)-page))
	must(t, os.WriteFile(path, b, 0o600))
	// The pages in SQLite's cache go with its connections.
	s.Writer().SetMaxIdleConns(0)
	s.Reader().SetMaxIdleConns(0)
	wantUnavailable(t, s, "new")
	s.Service.Close()
	wantError(t, "Open() of a damaged journal", errOf(openTest(t.Context(), testConfig{Config: Config{DatabaseURL: u}})), "")
	must(t, os.WriteFile(path, []byte("this is not a database, whatever its name may say"), 0o600))
	wantError(t, "Open() of a text file", errOf(openTest(t.Context(), testConfig{Config: Config{DatabaseURL: u}})), "")
}

// TestPostgresFullDisk fills the disk, first for one table and then entirely, including the write-ahead log, which
// PostgreSQL does not survive. A limit on file sizes stands in for both: PostgreSQL ignores the limit's signal, so its
// writes fail as on a full disk.
func TestPostgresFullDisk(t *testing.T) {
	t.Parallel()
	// The files of the write-ahead log are smaller than the table that is to be full.
	server := &postgres.Server{Initdb: []string{"--wal-segsize=1"}, Settings: []string{"autovacuum=off"}}
	url := postgres.New(t, server)
	s := newTestService(t, url, func(c *testConfig) { c.Supabase = nil })
	stored := 0
	submit := func(key string) error {
		// Neither compressible nor large enough to be moved to the TOAST table.
		text := make([]byte, 700)
		rand.Read(text)
		sub := submission(key)
		sub.Request.Message = hex.EncodeToString(text)
		out, err := s.Submit(t.Context(), sub)
		if err == nil {
			stored++
		}
		if (err == nil) != out.Delivered || err != nil && !errors.Is(err, journal.ErrUnavailable) {
			t.Fatalf("Submit() = %+v, %v, want success or ErrUnavailable", out, err)
		}
		return err
	}
	check := func(when string) {
		t.Helper()
		if err := submit(when); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		if n := len(s.leads(Filter{Status: Delivered})); n != stored || len(s.webhookServer.All()) != stored {
			t.Fatalf("%s: %d leads and %d calls, want %d each: one for every success", when, n,
				len(s.webhookServer.All()), stored)
		}
	}
	s.exec(`INSERT INTO leads
		SELECT 'filler ' || n, 'filler ' || n, 0, '', '', '', '', '', '', repeat('-', 1000), '', '', ''
		FROM generate_series(1, 2000) n`)
	check("before")

	var size int
	must(t, s.Reader().QueryRow(`SELECT pg_relation_size('leads')`).Scan(&size))
	limitFiles(t, server, strconv.Itoa(size+8<<10))
	// Each of PostgreSQL's processes appends to a page of its own (RelationGetTargetBlock): while one connection fails,
	// the page of another may have room for the probe.
	s.Writer().SetMaxOpenConns(1)
	full := 0
	for i := 0; full < 3; i++ {
		if i == 1000 {
			t.Fatal("the disk never filled")
		}
		if submit(fmt.Sprint(i)) != nil {
			full++
			wantIs(t, "Ready() where a lead was refused", s.Ready(t.Context()), journal.ErrUnavailable)
		}
	}
	s.wantLog("could not extend file")
	limitFiles(t, server, "unlimited")
	s.Writer().SetMaxOpenConns(8)
	s.Writer().SetMaxIdleConns(8)
	check("after the table was full")

	limitFiles(t, server, "0")
	wantUnavailable(t, s, "no log")
	<-server.Ended
	wantUnavailable(t, s, "no server")
	must(t, server.Launch())
	check("after the log was full")
	t.Logf("%d leads answered and delivered, %d refused, no false success", stored, full+2)
}

// limitFiles limits the size in bytes of the files that the server may write. Only the server's owner may do so, in
// some environments not even root.
func limitFiles(t *testing.T, p *postgres.Server, bytes string) {
	t.Helper()
	limit := func(pid string) {
		t.Helper()
		out, err := p.Command("/usr/bin/prlimit", "--pid", pid, "--fsize="+bytes+":").CombinedOutput()
		if _, ended := os.Stat("/proc/" + pid); err != nil && ended == nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	server := strconv.Itoa(p.Process.Process.Pid)
	limit(server) // first: the processes that it starts from now on have its limit
	children, err := os.ReadFile("/proc/" + server + "/task/" + server + "/children")
	must(t, err)
	for _, pid := range strings.Fields(string(children)) {
		limit(pid)
	}
}

func TestPostgresReadOnlyAndBack(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	s := newTestService(t, url, nil)
	s.submit(submission("before"), true)
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
	s.submit(submission("during"), true)
	s.deliverDue()
	s.wantCount(Filter{Status: Delivered}, 2)
}

func execAdmin(t *testing.T, statement string) {
	t.Helper()
	must(t, errOf(sharedPostgres.Admin.Exec(statement)))
}

func TestPostgresMustBeDurable(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	execAdmin(t, `ALTER DATABASE `+postgres.Name(url)+` SET synchronous_commit = off`)
	wantError(t, "Open()", errOf(openTest(t.Context(), testConfig{Config: Config{DatabaseURL: url}})), "synchronous_commit")
}
