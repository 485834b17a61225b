package outbox

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

	"haulfront/cmd/haulfront/internal/journal"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// syncedLeads is how many leads are stored while the syncs are counted. Each is two commits: the lead, and its
// delivery.
const syncedLeads = 50

// TestSQLiteSyncsEveryCommit checks, with the kernel's help, that nothing is sent before the lead is synced to the
// disk, no success is reported before the delivery is, and nothing is sent if a sync fails.
func TestSQLiteSyncsEveryCommit(t *testing.T) {
	t.Parallel()
	out, err := childCommand("sync", sqliteURL(t), "").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// A syncCounter counts, and on demand fails, this process's calls of fsync and fdatasync, through a system call filter
// that asks a supervisor (seccomp(2), seccomp_unotify(2)).
type syncCounter struct {
	count atomic.Int64
	fail  atomic.Bool
}

func newSyncCounter() (*syncCounter, error) {
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}, // the number of the call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_FSYNC, Jt: 1},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_FDATASYNC, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	// Both calls must come from one thread; the second applies to all of them.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("prctl: %w", err)
	}
	const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER |
		unix.SECCOMP_FILTER_FLAG_TSYNC | unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH
	listener, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return nil, fmt.Errorf("seccomp: %w", errno)
	}
	c := &syncCounter{}
	go c.supervise(listener)
	return c, nil
}

// supervise lets each call continue, or fail with EIO.
func (c *syncCounter) supervise(listener uintptr) {
	for {
		var question struct { // struct seccomp_notif
			id         uint64
			pid, flags uint32
			data       [64]byte
		}
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, listener, unix.SECCOMP_IOCTL_NOTIF_RECV,
			uintptr(unsafe.Pointer(&question))); errno != 0 {
			continue // a signal arrived, or the caller is gone
		}
		reply := struct { // struct seccomp_notif_resp
			id    uint64
			val   int64
			err   int32
			flags uint32
		}{id: question.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if c.fail.Load() {
			reply.flags, reply.err = 0, -int32(unix.EIO)
		}
		c.count.Add(1)
		unix.Syscall(unix.SYS_IOCTL, listener, unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&reply)))
	}
}

// countSyncs is the child of TestSQLiteSyncsEveryCommit.
func countSyncs(url string) error {
	syncs, err := newSyncCounter()
	if err != nil {
		return err
	}
	var calls, called atomic.Int64
	webhook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		calls.Add(1)
		called.Store(syncs.count.Load())
	}))
	defer webhook.Close()
	ctx := context.Background()
	s, err := openTest(ctx, testConfig{Config: Config{DatabaseURL: url, Log: slog.New(slog.DiscardHandler)},
		WebhookURL: webhook.URL})
	if err != nil {
		return err
	}
	began := syncs.count.Load()
	for i := range syncedLeads {
		before := syncs.count.Load()
		out, err := s.Submit(ctx, submission(fmt.Sprint(i)))
		call, after := called.Load(), syncs.count.Load()
		if err != nil || !out.Delivered {
			return fmt.Errorf("Submit() = %+v, %w", out, err)
		}
		if call <= before || after <= call {
			return fmt.Errorf("%d syncs before the lead, %d at the call, %d at the answer: want more each time", before,
				call, after)
		}
	}
	fmt.Printf("%d syncs in %d commits", syncs.count.Load()-began, 2*syncedLeads)

	syncs.fail.Store(true)
	if out, err := s.Submit(ctx, submission("lost")); !errors.Is(err, journal.ErrUnavailable) || out.Delivered ||
		calls.Load() != syncedLeads {
		return fmt.Errorf("without a sync, Submit() = %+v, %w, after %d calls", out, err, calls.Load()-syncedLeads)
	}
	syncs.fail.Store(false)
	if out, err := s.Submit(ctx, submission("lost")); err != nil || !out.Delivered {
		return fmt.Errorf("with syncs again, Submit() = %+v, %w", out, err)
	}
	return s.Close()
}

// TestPostgresSyncsEveryCommit reads PostgreSQL's own counter.
func TestPostgresSyncsEveryCommit(t *testing.T) {
	t.Parallel()
	// The background writer and autovacuum must not add to the count.
	server := &postgres.Server{Settings: []string{"wal_writer_delay=10s", "autovacuum=off"}}
	url := postgres.New(t, server)
	syncs := func() (n int64) {
		t.Helper()
		// A connection adds its numbers when it ends.
		for busy := 1; busy > 0; {
			must(t, server.Admin.QueryRow(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = $1`,
				postgres.Name(url)).Scan(&busy))
		}
		must(t, server.Admin.QueryRow(`SELECT wal_sync FROM pg_stat_wal`).Scan(&n))
		return n
	}
	newTestService(t, url, nil).Close() // creates the tables
	before := syncs()
	s := newTestService(t, url, func(c *testConfig) { c.Supabase = nil })
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
