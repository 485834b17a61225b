package lead

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// child is another process for a test: this binary again, in a role. What it
// returns is its result.
func child(role string) {
	url, hook := os.Getenv("LEAD_TEST_URL"), os.Getenv("LEAD_TEST_HOOK")
	var err error
	switch role {
	case "full":
		err = fullDisk(url, hook)
	case "readonly":
		err = readOnly(url)
	case "sync":
		err = countSyncs(url)
	case "restart":
		err = restart(url, hook)
	case "tls":
		err = submitAgain(url, hook)
	case "crash":
		err = crash(url, hook, os.Getenv("LEAD_TEST_KEYS"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func childCommand(role, url, hook string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "LEAD_TEST_CHILD="+role, "LEAD_TEST_URL="+url, "LEAD_TEST_HOOK="+hook)
	return c
}

// wantUnavailable submits and expects a refusal that sends nothing.
func wantUnavailable(t *testing.T, s *stand, key string) {
	t.Helper()
	before := len(s.hook.got())
	out, err := s.Submit(context.Background(), submission(key))
	if !errors.Is(err, ErrUnavailable) || out.Delivered {
		t.Errorf("Submit() = %+v, %v, want ErrUnavailable", out, err)
	}
	if n := len(s.hook.got()) - before; n != 0 {
		t.Errorf("%d calls were made for a lead that is not stored", n)
	}
	if err := s.Ready(context.Background()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("Ready() = %v, want ErrUnavailable", err)
	}
}

func TestReady(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		if err := s.Ready(context.Background()); err != nil {
			t.Errorf("Ready() = %v", err)
		}
		var n int
		if err := s.journal.read.QueryRow(`SELECT COUNT(*) FROM leads`).Scan(&n); err != nil || n != 0 {
			t.Errorf("Ready left %d rows, %v", n, err)
		}
	})
}

// A limit on file sizes stands in for the end of the disk: SQLite's writes
// fail in the kernel in the same place.
func TestFullDisk(t *testing.T) {
	r := newReceiver(t)
	out, err := childCommand("full", sqliteURL(t), r.URL).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, want := fmt.Sprintf("%d calls\n", len(r.got())), string(out); got != want {
		t.Errorf("the receiver got %s, but stored leads say %s", got, want)
	}
}

func fullDisk(url, hook string) error {
	signal.Ignore(syscall.SIGXFSZ)
	ctx := context.Background()
	d, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: hook, Log: slog.New(slog.DiscardHandler)})
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
		out, err := d.Submit(ctx, sub)
		if err == nil {
			stored++
			_, err = d.journal.Get(ctx, out.ID)
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
	// Long leads first: what they leave has room for a short one.
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
				if err := d.Ready(ctx); !errors.Is(err, ErrUnavailable) {
					return fmt.Errorf("Ready() where a lead of %d bytes was refused = %v, want ErrUnavailable", length, err)
				}
			}
		}
	}
	if err := limit(unix.RLIM_INFINITY); err != nil {
		return err
	}
	if err := submit("after"); err != nil {
		return fmt.Errorf("there is room again, and still: %w", err)
	}
	leads := 0
	for _, err := range d.journal.List(ctx, Filter{}) {
		if err != nil {
			return err
		}
		leads++
	}
	if leads != stored {
		return fmt.Errorf("%d leads in the journal, %d submissions succeeded", leads, stored)
	}
	fmt.Printf("%d calls\n", stored)
	return d.Close()
}

func TestReadOnlyDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "leads.db")
	s := newStand(t, "sqlite:"+path, nil)
	s.submit(submission("k"), true)
	s.Service.Close()
	files, _ := filepath.Glob(dir + "/*")
	for _, f := range files {
		if err := os.Chmod(f, 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	out, err := childCommand("readonly", "sqlite:"+path, "").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// readOnly opens a journal whose files may only be read. Permissions do not
// bind root, so the child becomes somebody else.
func readOnly(url string) error {
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
	u := sqliteURL(t)
	path := strings.TrimPrefix(u, "sqlite:")
	s := newStand(t, u, nil)
	for i := range 5 {
		s.submit(submission(fmt.Sprint(i)), true)
	}
	s.underWay.Wait()
	if _, err := s.journal.write.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	copy(b[page:], bytes.Repeat([]byte{0xff}, len(b)-page))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	// The pages that SQLite holds in memory go with its connections.
	s.journal.write.SetMaxIdleConns(0)
	s.journal.read.SetMaxIdleConns(0)
	wantUnavailable(t, s, "new")
	s.Service.Close()
	if _, err := Open(context.Background(), Config{DatabaseURL: u}); err == nil {
		t.Error("Open() of a damaged journal = nil, want an error")
	}
	if err := os.WriteFile(path, []byte("this is not a database, whatever its name may say"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), Config{DatabaseURL: u}); err == nil {
		t.Error("Open() of a text file = nil, want an error")
	}
}
