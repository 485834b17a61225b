package lead

import (
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

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
			if err := s.Ready(t.Context()); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Ready() where a lead was refused = %v, want ErrUnavailable", err)
			}
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
	pids := []int{p.server.Process.Pid} // and so of the processes that it starts
	rows, err := p.admin.Query(`SELECT pid FROM pg_stat_activity`)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var pid int
		must(t, rows.Scan(&pid))
		pids = append(pids, pid)
	}
	for _, pid := range pids {
		if out, err := p.command("/usr/bin/prlimit", "--pid", strconv.Itoa(pid),
			"--fsize="+bytes+":").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

func TestPostgresReadOnlyAndBack(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	s := newTestService(t, url, nil)
	s.submit(submission("before"), true)
	s.deliverDue()
	name := databaseName(url)
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
	if n := len(s.leads(Filter{Status: Delivered})); n != 2 {
		t.Errorf("%d leads are delivered, want 2", n)
	}
}

func execAdmin(t *testing.T, statement string) {
	t.Helper()
	if _, err := sharedPostgres.admin.Exec(statement); err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatal(err)
	}
}

func TestPostgresMustBeDurable(t *testing.T) {
	t.Parallel()
	url := postgresURL(t)
	name := databaseName(url)
	execAdmin(t, `ALTER DATABASE `+name+` SET synchronous_commit = off`)
	if _, err := Open(t.Context(), Config{DatabaseURL: url}); err == nil ||
		!strings.Contains(err.Error(), "synchronous_commit") {
		t.Errorf("Open() = %v, want a refusal that names synchronous_commit", err)
	}
}
