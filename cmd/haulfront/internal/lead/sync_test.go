package lead

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// syncedLeads is how many leads are stored while the syncs are counted. Each
// is two commits: the lead, and its delivery.
const syncedLeads = 50

// Nobody is told of success, and nothing is sent, before the lead is synced to
// the disk: the kernel counts. And where a sync fails, nothing is sent either.
func TestSQLiteSyncsEveryCommit(t *testing.T) {
	out, err := childCommand("sync", sqliteURL(t), "").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// syncs counts, and on demand fails, this process's calls of fsync and
// fdatasync, by a system call filter that asks a supervisor (seccomp(2),
// seccomp_unotify(2)).
type syncs struct {
	count atomic.Int64
	fail  atomic.Bool
}

func watchSyncs() (*syncs, error) {
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}, // the call's number
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_FSYNC, Jt: 1},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_FDATASYNC, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	// Both calls from one thread; the second binds all of them.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("prctl: %w", err)
	}
	const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_TSYNC | unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH
	listener, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return nil, fmt.Errorf("seccomp: %w", errno)
	}
	s := &syncs{}
	go s.answer(listener)
	return s, nil
}

// answer lets each call go on, or fail with EIO.
func (s *syncs) answer(listener uintptr) {
	for {
		var question struct { // struct seccomp_notif
			id         uint64
			pid, flags uint32
			data       [64]byte
		}
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, listener, unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&question))); errno != 0 {
			continue // a signal came, or the caller has gone
		}
		reply := struct { // struct seccomp_notif_resp
			id    uint64
			val   int64
			err   int32
			flags uint32
		}{id: question.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if s.fail.Load() {
			reply.flags, reply.err = 0, -int32(unix.EIO)
		}
		s.count.Add(1)
		unix.Syscall(unix.SYS_IOCTL, listener, unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&reply)))
	}
}

// countSyncs is the child of TestSQLiteSyncsEveryCommit.
func countSyncs(url string) error {
	s, err := watchSyncs()
	if err != nil {
		return err
	}
	var calls, called atomic.Int64
	hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		calls.Add(1)
		called.Store(s.count.Load())
	}))
	defer hook.Close()
	ctx := context.Background()
	d, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: hook.URL, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	began := s.count.Load()
	for i := range syncedLeads {
		before := s.count.Load()
		out, err := d.Submit(ctx, submission(fmt.Sprint(i)))
		call, after := called.Load(), s.count.Load()
		if err != nil || !out.Delivered {
			return fmt.Errorf("Submit() = %+v, %w", out, err)
		}
		if call <= before || after <= call {
			return fmt.Errorf("%d syncs before the lead, %d at the call, %d at the answer: want more each time", before, call, after)
		}
	}
	fmt.Printf("%d syncs in %d commits", s.count.Load()-began, 2*syncedLeads)

	s.fail.Store(true)
	if out, err := d.Submit(ctx, submission("lost")); !errors.Is(err, ErrUnavailable) || out.Delivered || calls.Load() != syncedLeads {
		return fmt.Errorf("without a sync, Submit() = %+v, %w, after %d calls", out, err, calls.Load()-syncedLeads)
	}
	s.fail.Store(false)
	if out, err := d.Submit(ctx, submission("lost")); err != nil || !out.Delivered {
		return fmt.Errorf("with syncs again, Submit() = %+v, %w", out, err)
	}
	return d.Close()
}

// PostgreSQL counts for itself.
func TestPostgresSyncsEveryCommit(t *testing.T) {
	// Its own writer in the background does not meddle.
	server := &postgresServer{settings: []string{"wal_writer_delay=10s", "autovacuum=off"}}
	url := ownDatabase(t, server)
	syncs := func() (n int64) {
		t.Helper()
		// A connection adds its numbers when it ends.
		for busy := 1; busy > 0; {
			if err := server.admin.QueryRow(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = $1`, databaseName(url)).Scan(&busy); err != nil {
				t.Fatal(err)
			}
		}
		if err := server.admin.QueryRow(`SELECT wal_sync FROM pg_stat_wal`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	newStand(t, url, nil).Close() // makes the tables
	before := syncs()
	s := newStand(t, url, func(c *Config) { c.Supabase = nil })
	for i := range syncedLeads {
		s.submit(submission(fmt.Sprint(i)), true)
	}
	s.Service.Close()
	got := syncs() - before
	t.Logf("%d syncs in %d commits", got, 2*syncedLeads)
	if got < 2*syncedLeads {
		t.Errorf("%d syncs in %d commits, want at least one each", got, 2*syncedLeads)
	}
}
