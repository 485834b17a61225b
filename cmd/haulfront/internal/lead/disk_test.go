package lead

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"

	"golang.org/x/sys/unix"
)

func TestReady(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		if err := s.Ready(t.Context()); err != nil {
			t.Errorf("Ready() = %v", err)
		}
		var n int
		if err := s.journal.read.QueryRow(`SELECT COUNT(*) FROM leads`).Scan(&n); err != nil || n != 0 {
			t.Errorf("Ready left %d rows, %v", n, err)
		}
	})
}

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
	_, err := Open(context.Background(), Config{DatabaseURL: url})
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
	s.journal.write.SetMaxIdleConns(0)
	s.journal.read.SetMaxIdleConns(0)
	wantUnavailable(t, s, "new")
	s.Service.Close()
	if _, err := Open(t.Context(), Config{DatabaseURL: u}); err == nil {
		t.Error("Open() of a damaged journal = nil, want an error")
	}
	must(t, os.WriteFile(path, []byte("this is not a database, whatever its name may say"), 0o600))
	if _, err := Open(t.Context(), Config{DatabaseURL: u}); err == nil {
		t.Error("Open() of a text file = nil, want an error")
	}
}
