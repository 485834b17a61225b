package lead

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// A disk without room for another page of a table, and then one without room
// for anything, the log of transactions included, which PostgreSQL does not
// survive. A limit on file sizes stands in for both: PostgreSQL leaves the
// limit's signal aside so that its writes fail as on a full disk.
func TestPostgresFullDisk(t *testing.T) {
	// Files of its log are smaller than the table that is to be full.
	server := &postgresServer{layout: []string{"--wal-segsize=1"}, settings: []string{"autovacuum=off"}}
	url := ownDatabase(t, server)
	s := newStand(t, url, func(c *Config) { c.Supabase = nil })
	stored := 0
	submit := func(key string) error {
		// Neither compressible nor large enough for a table of its own.
		text := make([]byte, 700)
		rand.Read(text)
		sub := submission(key)
		sub.Request.Message = hex.EncodeToString(text)
		out, err := s.Submit(context.Background(), sub)
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
		if n := len(s.leads(Filter{Status: Delivered})); n != stored || len(s.hook.got()) != stored {
			t.Fatalf("%s: %d leads and %d calls, want %d each: one for every success", when, n, len(s.hook.got()), stored)
		}
	}
	if _, err := s.journal.write.Exec(`INSERT INTO leads
		SELECT 'filler ' || n, 'filler ' || n, 0, '', '', '', '', '', '', repeat('-', 1000), '', '', '' FROM generate_series(1, 2000) n`); err != nil {
		t.Fatal(err)
	}
	check("before")

	var size int
	if err := s.journal.read.QueryRow(`SELECT pg_relation_size('leads')`).Scan(&size); err != nil {
		t.Fatal(err)
	}
	server.limit(t, strconv.Itoa(size+8<<10))
	full := 0
	for i := 0; full < 3; i++ {
		if i == 1000 {
			t.Fatal("the disk never filled")
		}
		if submit(fmt.Sprint(i)) != nil {
			full++
			if err := s.Ready(context.Background()); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Ready() where a lead was refused = %v, want ErrUnavailable", err)
			}
		}
	}
	if !strings.Contains(s.log.String(), "could not extend file") {
		t.Errorf("something else was wrong:\n%s", s.log)
	}
	server.limit(t, "unlimited")
	check("after the table was full")

	server.limit(t, "0")
	wantUnavailable(t, s, "no log")
	<-server.ended
	wantUnavailable(t, s, "no server")
	if err := server.launch(); err != nil {
		t.Fatal(err)
	}
	check("after the log was full")
	t.Logf("%d leads told of and delivered, %d refused, no false success", stored, full+2)
}

// limit bounds the size of the files that the server may write, in bytes. Only
// the server's owner may do so; not even root everywhere.
func (p *postgresServer) limit(t *testing.T, bytes string) {
	t.Helper()
	pids := []int{p.server.Process.Pid} // and thus of what it starts
	rows, err := p.admin.Query(`SELECT pid FROM pg_stat_activity`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var pid int
		if err := rows.Scan(&pid); err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	for _, pid := range pids {
		if out, err := p.command("/usr/bin/prlimit", "--pid", strconv.Itoa(pid), "--fsize="+bytes+":").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

func TestPostgresReadOnlyAndBack(t *testing.T) {
	url := postgresURL(t)
	s := newStand(t, url, nil)
	s.submit(submission("before"), true)
	s.work()
	name := databaseName(url)
	turn := func(state string) {
		t.Helper()
		admin(t, `ALTER DATABASE `+name+` SET default_transaction_read_only = `+state)
		admin(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+name+`'`)
	}
	turn("on")
	wantUnavailable(t, s, "during")
	turn("off")
	s.submit(submission("during"), true)
	s.work()
	if n := len(s.leads(Filter{Status: Delivered})); n != 2 {
		t.Errorf("%d leads are delivered, want 2", n)
	}
}

func admin(t *testing.T, statement string) {
	t.Helper()
	if _, err := cluster.admin.Exec(statement); err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatal(err)
	}
}

func TestPostgresMustBeDurable(t *testing.T) {
	url := postgresURL(t)
	name := databaseName(url)
	admin(t, `ALTER DATABASE `+name+` SET synchronous_commit = off`)
	if _, err := Open(context.Background(), Config{DatabaseURL: url}); err == nil || !strings.Contains(err.Error(), "synchronous_commit") {
		t.Errorf("Open() = %v, want a refusal that names synchronous_commit", err)
	}
}
