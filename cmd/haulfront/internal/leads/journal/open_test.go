package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// TestUnreachable serves a PostgreSQL that first hangs up, and then is gone: the program starts and keeps trying, and
// until it is reached nothing can be stored.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	go func() {
		for conn, err := ln.Accept(); err == nil; conn, err = ln.Accept() {
			conn.Close()
		}
	}()
	var log testkit.Log
	ctx := t.Context()
	j, err := Serve(ctx, Config{URL: "postgres://root:hunter2@" + ln.Addr().String() + "/leads?sslmode=disable",
		Log: slog.New(slog.NewTextHandler(&log, nil)), PollInterval: time.Millisecond})
	testkit.Must(t, err)
	if err := j.Reached(); err == nil || strings.Contains(err.Error(), "refused") {
		t.Errorf("Reached() = %v of a server that hangs up", err)
	}
	ln.Close()
	if !testkit.Poll(func() bool { return strings.Contains(j.Reached().Error(), "connection refused") }) {
		t.Errorf("Reached() = %v of a server that is gone", j.Reached())
	}
	testkit.WantIs(t, "Ready()", j.Ready(ctx), ErrUnavailable)
	stored := j.Transact(ctx, func(*sql.Tx) error { t.Error("a transaction begins"); return nil })
	testkit.WantIs(t, "Transact()", stored, ErrUnavailable)
	if _, claimed, err := j.ClaimJob(ctx, "summary", noon, noon); claimed || err == nil {
		t.Errorf("ClaimJob() = %v, %v", claimed, err)
	}
	testkit.WantIs(t, "Disk()", errOf2(j.Disk()), ErrNoDisk)
	if n := j.write.Stats().MaxOpenConnections; n != maxConnections {
		t.Errorf("there are at most %d connections", n)
	}

	listening, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); j.Listen(listening) }()
	for range 2 {
		log.Wait(t, "changes of other instances are not heard for now")
		log.Take()
	}
	stop()
	<-ended
	testkit.Must(t, j.Close())
}

// TestTemporary checks which errors of PostgreSQL a start waits out.
func TestTemporary(t *testing.T) {
	for want, errs := range map[bool][]error{
		true: {errors.New("connection refused"), context.DeadlineExceeded, &pgconn.PgError{Code: "57P03"},
			&pgconn.PgError{Code: "53300"}, &pgconn.PgError{Code: "2"}},
		false: {errNotDurable, errNewer, context.Canceled, &pgconn.PgError{Code: "28P01"},
			&pgconn.PgError{Code: "3D000"}, &pgconn.PgError{Code: "42"}},
	} {
		for _, err := range errs {
			if got := isTemporary(fmt.Errorf("open: %w", err)); got != want {
				t.Errorf("isTemporary(%v) = %v", err, got)
			}
		}
	}
}

// TestWhere numbers the parameters of conditions, as PostgreSQL wants them.
func TestWhere(t *testing.T) {
	where, args := Where(If(`a = ?`, 1), Among("x", "y"), If(`b`))
	if want := `TRUE AND a = $1 AND l.id IN ($2, $3) AND b`; where != want || !slices.Equal(args, []any{1, "x", "y"}) {
		t.Errorf("Where() = %s, %v, want %s", where, args, want)
	}
}

// TestFolderAsJournal serves a folder, which fails, and a file in its place at once, by default: the lock is free.
func TestFolderAsJournal(t *testing.T) {
	path := t.TempDir() + "/leads.db"
	testkit.Must(t, os.Mkdir(path, 0o700))
	config := Config{URL: "sqlite:" + path}
	testkit.WantError(t, "Serve() of a folder", errOf(Serve(t.Context(), config)), "open the journal")
	testkit.Must(t, os.Remove(path))
	j, err := Serve(t.Context(), config)
	testkit.Must(t, err)
	if j.StoreLimit != storeLimit || j.PollInterval != pollInterval {
		t.Errorf("the time limits are %v and %v", j.StoreLimit, j.PollInterval)
	}
	testkit.Must(t, j.Close())
	if _, claimed, err := j.ClaimJob(t.Context(), "summary", noon, noon); claimed || err == nil {
		t.Errorf("ClaimJob() of a closed journal = %v, %v", claimed, err)
	}
}

// TestLeftovers serves a journal as another process left it, with a log and an incomplete restore.
func TestLeftovers(t *testing.T) {
	ctx, url, other := t.Context(), postgres.SQLite(t), postgres.SQLite(t)
	testkit.Must(t, errOf(serve(t, other).store("key")))
	path := strings.TrimPrefix(url, "sqlite:")
	testkit.Must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	for _, suffix := range []string{"", WALSuffix} {
		data, err := os.ReadFile(strings.TrimPrefix(other, "sqlite:") + suffix)
		testkit.Must(t, errors.Join(err, os.WriteFile(path+suffix, data, 0o600)))
	}
	testkit.Must(t, os.WriteFile(path+RestoringSuffix, nil, 0o600))
	s := serve(t, url)
	if _, err := os.Stat(path + RestoringSuffix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the incomplete restore is there, %v", err)
	}
	for range 2 {
		testkit.Must(t, s.TruncateLog(ctx, time.Hour))
		if logSize(t, url) == 0 {
			t.Error("the log is truncated before its time")
		}
		testkit.Must(t, errors.Join(s.TruncateLog(ctx, 0), s.TruncateLog(ctx, 0)))
		if size := logSize(t, url); size != 0 || s.lastCommit.Load() != nil {
			t.Errorf("the log has %d bytes, want none", size)
		}
		testkit.Must(t, errOf(s.store("another")))
	}
}

// TestConnections checks the limits of a server's connections and transactions, and that it sees its disk.
func TestConnections(t *testing.T) {
	ctx, s := t.Context(), serve(t, postgres.SQLite(t))
	if readers, most := s.read.Stats(), s.checkpointer.Stats(); readers.MaxOpenConnections != maxReaders ||
		most.MaxOpenConnections != 1 {
		t.Errorf("at most %d connections read, and %d checkpoint", readers.MaxOpenConnections, most.MaxOpenConnections)
	}
	limited, cancel := s.limit(ctx)
	defer cancel()
	if _, ok := limited.Deadline(); !ok {
		t.Error("a transaction has no time limit")
	}
	if bytes, _, err := s.Disk(); bytes.Free == 0 || bytes.Size < bytes.Free || err != nil {
		t.Errorf("Disk() = %+v, %v", bytes, err)
	}
}

// TestOpen opens a journal for commands, beside its server and without one. They have no time limit, and leave
// no log.
func TestOpen(t *testing.T) {
	ctx, url := t.Context(), postgres.SQLite(t)
	testkit.WantError(t, "Open() of a missing journal", errOf(Open(ctx, url)), "no such file")
	s := serve(t, url)
	id, err := s.store("key")
	testkit.Must(t, err)
	j, err := Open(ctx, url)
	testkit.Must(t, err)
	if n, err := j.Remove(ctx, id); n != 1 || err != nil {
		t.Errorf("Remove() = %d, %v", n, err)
	}
	testkit.Must(t, errors.Join(j.TruncateLog(ctx, 0), j.Close(), s.Close()))

	j, err = Open(ctx, url)
	testkit.Must(t, err)
	testkit.Must(t, errors.Join(errOf(j.write.Exec(`UPDATE goose_db_version SET version_id = 0`)), j.Close()))
	testkit.WantError(t, "Open() of an older journal", errOf(Open(ctx, url)), "this program needs")
	if _, err := os.Stat(s.name + WALSuffix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused command leaves a log, %v", err)
	}
	testkit.Must(t, os.WriteFile(s.name, []byte("no database"), 0o600))
	testkit.WantError(t, "Open() of another file", errOf(Open(ctx, url)), "open the journal "+s.name)
}
