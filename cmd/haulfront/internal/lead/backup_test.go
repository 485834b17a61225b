package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A backup that is made beside a busy server is whole and can be served.
func TestBackup(t *testing.T) {
	ctx := context.Background()
	u := sqliteURL(t)
	s := newStand(t, u, nil)
	var ids []string
	for i := range 5 {
		ids = append(ids, s.submit(submission(fmt.Sprint(i)), true))
	}
	s.work()
	dir := t.TempDir()
	file := filepath.Join(dir, "copy.db")
	writing := make(chan struct{})
	stop := make(chan struct{})
	go func() {
		defer close(writing)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				s.Submit(ctx, submission(fmt.Sprint("more ", i)))
			}
		}
	}()
	n, err := Backup(ctx, u, file)
	close(stop)
	<-writing
	if err != nil || n < len(ids) {
		t.Fatalf("Backup() = %d, %v, want %d leads or more", n, err, len(ids))
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has mode %v, %v, want 0600", info.Mode().Perm(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("the folder has %v, want the backup alone", entries)
	}
	restored := newStand(t, "sqlite:"+file, nil)
	if got := len(restored.leads(Filter{})); got != n {
		t.Errorf("the backup has %d leads, want %d", got, n)
	}
	for _, id := range ids {
		if l := restored.get(id); l.Webhook.Status != Delivered || l.Request != request() {
			t.Errorf("in the backup, lead %s is %+v", id, l)
		}
	}
}

// A file that appears while the backup is made stays what it is.
func TestBackupNameTaken(t *testing.T) {
	dir := t.TempDir()
	temp, file := filepath.Join(dir, "temp"), filepath.Join(dir, "there.db")
	for _, path := range []string{temp, file} {
		if err := os.WriteFile(path, []byte(path), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := name(temp, file); err == nil || !strings.Contains(err.Error(), "overwrites nothing") {
		t.Errorf("name() = %v, want a refusal", err)
	}
	if text, err := os.ReadFile(file); string(text) != file || err != nil {
		t.Errorf("the file has %q, %v", text, err)
	}
}

func TestBackupRefuses(t *testing.T) {
	ctx := context.Background()
	u := sqliteURL(t)
	newStand(t, u, nil)
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	if err := os.WriteFile(there, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ url, file, want string }{
		"existing file":  {u, there, "overwrites nothing"},
		"the journal":    {u, strings.TrimPrefix(u, "sqlite:"), "overwrites nothing"},
		"no such folder": {u, filepath.Join(dir, "none", "x.db"), "no such file"},
		"no journal":     {"sqlite:" + filepath.Join(dir, "none.db"), filepath.Join(dir, "x.db"), "no such file"},
		"PostgreSQL":     {"postgres://root:hunter2@db/leads", filepath.Join(dir, "x.db"), "pg_dump"},
	} {
		_, err := Backup(ctx, test.url, test.file)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: Backup() = %v, want %q", name, err, test.want)
		}
	}
	if b, _ := os.ReadFile(there); string(b) != "precious" {
		t.Errorf("the file that was there is now %q", b)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("the folder has %v, want only the file that was there", entries)
	}
}

// fill writes about the given number of bytes to the journal in transactions
// of 64 KB. The disk need not keep them.
func (s *stand) fill(bytes int) {
	s.t.Helper()
	for _, statement := range []string{`PRAGMA synchronous = OFF`, `CREATE TABLE IF NOT EXISTS filler (text TEXT)`, `INSERT INTO filler VALUES ('')`} {
		if _, err := s.journal.write.Exec(statement); err != nil {
			s.t.Fatal(err)
		}
	}
	for range bytes / (64 << 10) {
		err := s.journal.tx(context.Background(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE filler SET text = hex(randomblob(32768))`)
			return err
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// logSize is the length of SQLite's log in bytes.
func logSize(t *testing.T, url string) int64 {
	t.Helper()
	info, err := os.Stat(strings.TrimPrefix(url, "sqlite:") + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// A list whose reader takes its time does not let the log grow.
func TestListHoldsNothing(t *testing.T) {
	u := sqliteURL(t)
	s := newStand(t, u, nil)
	for i := range 3 {
		s.submit(submission(fmt.Sprint(i)), true)
	}
	s.work()
	next, stop := iter.Pull2(s.journal.List(context.Background(), Filter{}))
	defer stop()
	if _, err, ok := next(); !ok || err != nil {
		t.Fatalf("the list has no lead, %v", err)
	}
	s.fill(40 << 20)
	size := logSize(t, u)
	t.Logf("the log has %d bytes after 40 MB were written during a list", size)
	if size > 8<<20 {
		t.Errorf("the log has %d bytes, want no more than between two copies", size)
	}
}

// However many leads there are, each is listed once, in order.
func TestListInSteps(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		const n = 2*listStep + listStep/2
		// Of the same millisecond in threes, so that steps end between equals.
		for _, statement := range []string{
			`INSERT INTO leads SELECT 'id ' || (n + 1000), 'identity ' || n, n / 3, '', '', '', '', '', '', '', '', '', '' FROM numbers`,
			`INSERT INTO deliveries (lead_id, kind, status, body) SELECT 'id ' || (n + 1000), 'webhook', 'kept', '' FROM numbers`,
			`INSERT INTO deliveries (lead_id, kind, status, body) SELECT 'id ' || (n + 1000), 'email', 'kept', '' FROM numbers`,
		} {
			if _, err := s.journal.write.Exec(fmt.Sprintf(`WITH RECURSIVE numbers (n) AS
				(SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d) `, n) + statement); err != nil {
				t.Fatal(err)
			}
		}
		leads := s.leads(Filter{Status: Stored})
		if len(leads) != n {
			t.Fatalf("%d leads are listed, want %d", len(leads), n)
		}
		for i, l := range leads {
			if want := fmt.Sprint("id ", 1000+n-i); l.ID != want {
				t.Fatalf("lead %d is %s, want %s", i, l.ID, want)
			}
		}
	})
}

// A log that a reader kept from being copied shrinks when the reader is gone:
// at the next leads, and to nothing when it is quiet.
func TestLogShrinks(t *testing.T) {
	u := sqliteURL(t)
	s := newStand(t, u, func(c *Config) { c.quiet = 1 })
	hold := func() (release func()) {
		tx, err := s.journal.read.Begin()
		if err == nil {
			var n int
			err = tx.QueryRow(`SELECT COUNT(*) FROM leads`).Scan(&n)
		}
		if err != nil {
			t.Fatal(err)
		}
		return func() { tx.Rollback() }
	}
	release := hold()
	s.fill(20 << 20)
	held := logSize(t, u)
	s.work() // waits for nobody
	release()
	if held < 20<<20 {
		t.Fatalf("the log has only %d bytes; the test shows nothing", held)
	}
	s.fill(1 << 20)
	busy := logSize(t, u)
	if busy > logLimit+1<<20 {
		t.Errorf("the log has %d bytes after more was written, want at most %d", busy, logLimit)
	}
	s.work()
	quiet := logSize(t, u)
	if quiet != 0 {
		t.Errorf("the log has %d bytes when it is quiet, want 0", quiet)
	}
	t.Logf("the log has %d bytes with a reader, %d after it and more leads, %d when it is quiet", held, busy, quiet)
	s.submit(submission("k"), true)
}

func TestFindAndRemove(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		ctx := context.Background()
		s := newStand(t, url, nil)
		s.hook.set(status(500))
		id := s.submit(submission("k"), false)
		s.clock.add(time.Hour)
		other := s.submit(submission("l"), false)
		common := 0
		for id[common] == other[common] {
			common++
		}
		if got, err := s.journal.Find(ctx, strings.ToUpper(id[:max(common+1, minPrefix)])); got != id || err != nil {
			t.Errorf("Find(of %s) = %s, %v", id, got, err)
		}
		for prefix, want := range map[string]string{"": "characters", id[:3]: "characters", "zzzz": "no such lead", id + "0": "no such lead", "%%%%": "no such lead"} {
			if _, err := s.journal.Find(ctx, prefix); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("Find(%q) = %v, want %q", prefix, err, want)
			}
		}
		if common >= minPrefix {
			if _, err := s.journal.Find(ctx, id[:common]); err == nil || !strings.Contains(err.Error(), "several") {
				t.Errorf("Find(%q) = %v, want an error that says that it is several", id[:common], err)
			}
		}

		l, err := s.journal.Remove(ctx, id)
		if err != nil || l.ID != id || l.Webhook.Status != Queued || l.Email.Status != Waiting {
			t.Errorf("Remove() = %+v, %v, want what it was", l, err)
		}
		if _, err := s.journal.Get(ctx, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get() after Remove = %v, want ErrNotFound", err)
		}
		if _, err := s.journal.Remove(ctx, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("a second Remove() = %v, want ErrNotFound", err)
		}
		s.get(other)

		// An attempt that is under way finds nothing to record, and the visitor is told the truth.
		a, err := s.store(ctx, submission("m"), payload("m", request()))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.journal.Remove(ctx, a.ID); err != nil {
			t.Fatal(err)
		}
		for _, ok := range []bool{true, false} {
			if f, err := s.record(ctx, *a.Claim, result{ok: ok, attempts: []Attempt{{Status: 200}}}, ""); err != nil || !f.Lost {
				t.Errorf("record() for a lead that was removed = %+v, %v, want Lost", f, err)
			}
		}
		if s.await(ctx, a.ID, a.Claim.Lease) {
			t.Error("await() of a lead that was removed = true")
		}
	})
}
