package lead

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"

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
	s, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: webhook, visitorLimit: 3 * time.Second})
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
			_, err = s.journal.Get(ctx, out.ID)
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
	for _, length := range []int{probeSize - 1000, 10} {
		full := 0
		for i := 0; full < 3; i++ {
			if i == 1000 {
				return errors.New("the disk never filled")
			}
			if err := submit(fmt.Sprintf("%0*d", length, i)); err != nil {
				if !errors.Is(err, ErrUnavailable) {
					return err
				}
				full++
				if err := s.Ready(ctx); !errors.Is(err, ErrUnavailable) {
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
	for _, err := range s.journal.List(ctx, Filter{}) {
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
	s.journal.write.SetMaxIdleConns(0)
	s.journal.read.SetMaxIdleConns(0)
	wantUnavailable(t, s, "new")
	s.Service.Close()
	wantError(t, "Open() of a damaged journal", errOf(Open(t.Context(), Config{DatabaseURL: u})), "")
	must(t, os.WriteFile(path, []byte("this is not a database, whatever its name may say"), 0o600))
	wantError(t, "Open() of a text file", errOf(Open(t.Context(), Config{DatabaseURL: u})), "")
}

// TestPostgresFullDisk fills the disk, first for one table and then entirely, including the write-ahead log, which
// PostgreSQL does not survive. A limit on file sizes stands in for both: PostgreSQL ignores the limit's signal, so its
// writes fail as on a full disk.
func TestPostgresFullDisk(t *testing.T) {
	t.Parallel()
	// The files of the write-ahead log are smaller than the table that is to be full.
	postgres := &postgresServer{initdb: []string{"--wal-segsize=1"}, settings: []string{"autovacuum=off"}}
	url := newPostgres(t, postgres)
	s := newTestService(t, url, func(c *Config) { c.Supabase = nil })
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
		if (err == nil) != out.Delivered || err != nil && !errors.Is(err, ErrUnavailable) {
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
	must(t, s.journal.read.QueryRow(`SELECT pg_relation_size('leads')`).Scan(&size))
	postgres.limitFiles(t, strconv.Itoa(size+8<<10))
	full := 0
	for i := 0; full < 3; i++ {
		if i == 1000 {
			t.Fatal("the disk never filled")
		}
		if submit(fmt.Sprint(i)) != nil {
			full++
			wantIs(t, "Ready() where a lead was refused", s.Ready(t.Context()), ErrUnavailable)
		}
	}
	s.wantLog("could not extend file")
	postgres.limitFiles(t, "unlimited")
	check("after the table was full")

	postgres.limitFiles(t, "0")
	wantUnavailable(t, s, "no log")
	<-postgres.ended
	wantUnavailable(t, s, "no server")
	must(t, postgres.launch())
	check("after the log was full")
	t.Logf("%d leads answered and delivered, %d refused, no false success", stored, full+2)
}

// limitFiles limits the size in bytes of the files that the server may write. Only the server's owner may do so, in
// some environments not even root.
func (p *postgresServer) limitFiles(t *testing.T, bytes string) {
	t.Helper()
	pids, err := queryAll(t.Context(), p.admin, scanText, `SELECT pid::text FROM pg_stat_activity`)
	must(t, err)
	// The server's own limit is that of the processes that it starts.
	for _, pid := range append(pids, strconv.Itoa(p.server.Process.Pid)) {
		out, err := p.command("/usr/bin/prlimit", "--pid", pid, "--fsize="+bytes+":").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

func execAdmin(t *testing.T, statement string) {
	t.Helper()
	must(t, errOf(sharedPostgres.admin.Exec(statement)))
}

func TestPostgresMustBeDurable(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	execAdmin(t, `ALTER DATABASE `+databaseName(url)+` SET synchronous_commit = off`)
	wantError(t, "Open()", errOf(Open(t.Context(), Config{DatabaseURL: url})), "synchronous_commit")
}
