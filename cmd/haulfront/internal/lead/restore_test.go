package lead

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// backedUp is a backup of a journal with n leads.
func backedUp(t *testing.T, n int) string {
	t.Helper()
	u := sqliteURL(t)
	s := newTestService(t, u, nil)
	for i := range n {
		s.submit(submission(fmt.Sprint(i)), true)
	}
	s.deliverDue()
	file := filepath.Join(t.TempDir(), "backup.db")
	if got, err := Backup(t.Context(), u, file); err != nil || got.Leads != n {
		t.Fatalf("Backup() = %+v, %v, want %d", got, err, n)
	}
	return file
}

var restoredAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// TestRestore restores into an empty folder, and then over a journal that was killed with leads in its log: that is
// kept whole under another name.
func TestRestore(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	file := backedUp(t, 3)
	dir := t.TempDir()
	path := filepath.Join(dir, "var", "leads.db")
	u := "sqlite:" + path
	done, err := Restore(ctx, u, file, false, restoredAt)
	if err != nil || done != (Restored{Contents: Contents{Leads: 3}}) {
		t.Fatalf("Restore() = %+v, %v, want 3 leads", done, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the journal has mode %v, %v, want 0600", info.Mode().Perm(), err)
	}

	// A copy of the open files is what a power failure leaves behind.
	running := newTestService(t, u, nil)
	running.submit(submission("later"), true)
	running.background.Wait()
	killed := filepath.Join(dir, "killed.db")
	for _, suffix := range []string{"", walSuffix} {
		data, err := os.ReadFile(path + suffix)
		must(t, err)
		must(t, os.WriteFile(killed+suffix, data, 0o600))
	}
	if _, err := Restore(ctx, "sqlite:"+killed, file, false, restoredAt); err == nil ||
		!strings.Contains(err.Error(), "has 4 leads; --replace") {
		t.Errorf("Restore() over 4 leads = %v, want a refusal", err)
	}
	done, err = Restore(ctx, "sqlite:"+killed, file, true, restoredAt)
	if want := (Restored{Contents: Contents{Leads: 3},
		Replaced: killed + ".replaced-20260102T030405.000Z"}); err != nil || done != want {
		t.Fatalf("Restore() = %+v, %v, want %+v", done, err, want)
	}
	for journal, want := range map[string]int{killed: 3, done.Replaced: 4} {
		if got := len(newTestService(t, "sqlite:"+journal, nil).leads(Filter{})); got != want {
			t.Errorf("%s has %d leads, want %d", journal, got, want)
		}
	}
}

// A journal that is damaged is what a backup is for, log and all.
func TestRestoreOverDamage(t *testing.T) {
	t.Parallel()
	file := backedUp(t, 2)
	path := filepath.Join(t.TempDir(), "leads.db")
	for _, suffix := range []string{"", walSuffix, shmSuffix} {
		must(t, os.WriteFile(path+suffix, []byte(strings.Repeat("damaged"+suffix, 1000)), 0o600))
	}
	if _, err := Restore(t.Context(), "sqlite:"+path, file, false, restoredAt); err == nil ||
		!strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("Restore() over a damaged journal = %v, want a refusal", err)
	}
	done, err := Restore(t.Context(), "sqlite:"+path, file, true, restoredAt)
	must(t, err)
	if got := len(newTestService(t, "sqlite:"+path, nil).leads(Filter{})); got != 2 {
		t.Errorf("the journal has %d leads, want 2", got)
	}
	if data, err := os.ReadFile(done.Replaced); err != nil || !strings.HasPrefix(string(data), "damaged") {
		t.Errorf("what was damaged is not kept: %v", err)
	}
}

// What root restores belongs to the user of the server: in a folder of that user, and in the place of that user's
// journal.
func TestRestoreGivesFilesToTheServer(t *testing.T) {
	t.Parallel()
	server := os.Geteuid()
	if server == 0 {
		server = 65532
	}
	file, dir := backedUp(t, 1), t.TempDir()
	path := filepath.Join(dir, "leads.db")
	must(t, os.Chown(dir, server, -1))
	for _, where := range []string{"an empty folder", "the place of a journal"} {
		if _, err := Restore(t.Context(), "sqlite:"+path, file, true, restoredAt); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{path, path + lockSuffix} {
			info, err := os.Stat(name)
			must(t, err)
			if got := int(info.Sys().(*syscall.Stat_t).Uid); got != server {
				t.Errorf("in %s, %s belongs to user %d, want %d", where, filepath.Base(name), got, server)
			}
		}
		// The folder's owner no longer counts.
		must(t, os.Chown(dir, os.Geteuid(), -1))
	}
}

// Whatever Restore refuses, it leaves as it was.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	good := backedUp(t, 20)
	dir := t.TempDir()
	file := func(name string, change func([]byte) []byte) string {
		data, err := os.ReadFile(good)
		must(t, err)
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, change(data), 0o600))
		return path
	}
	same := func(data []byte) []byte { return data }
	newer, other := file("newer.db", same), file("other.db", func([]byte) []byte { return nil })
	for path, statement := range map[string]string{
		newer: `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, 1)`,
		other: `CREATE TABLE recipes (name TEXT)`,
	} {
		db, err := openSQLite(path, nil)
		must(t, err)
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
		must(t, db.Close())
	}
	inUse := file("in-use.db", same)
	must(t, os.WriteFile(inUse+walSuffix, []byte("frames"), 0o600))
	served := sqliteURL(t)
	newTestService(t, served, nil).submit(submission("served"), true)
	journal := "sqlite:" + filepath.Join(t.TempDir(), "leads.db")
	if _, err := Restore(t.Context(), journal, backedUp(t, 1), false, restoredAt); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ url, file, want string }{
		"a server": {served, good, "already serves the journal"},
		"a text": {journal, file("text.db", func([]byte) []byte { return []byte(strings.Repeat("text", 1000)) }),
			"not a journal of leads"},
		"empty": {journal, file("empty.db", func([]byte) []byte { return nil }), "not a journal of leads"},
		"other": {journal, other, "not a journal of leads"},
		"half":  {journal, file("half.db", func(d []byte) []byte { return d[:len(d)/2] }), "damaged"},
		"overwrites": {journal, file("zeros.db",
			func(d []byte) []byte { clear(d[len(d)/2 : len(d)/2+8192]); return d }), "damaged"},
		"newer":      {journal, newer, "a newer one"},
		"in use":     {journal, inUse, "a database in use"},
		"itself":     {journal, strings.TrimPrefix(journal, "sqlite:"), "the journal itself"},
		"missing":    {journal, filepath.Join(dir, "none.db"), "no such file"},
		"a folder":   {journal, dir, "is not a file"},
		"PostgreSQL": {"postgres://root:hunter2@db/leads", good, "pg_restore"},
		"no address": {"mysql://root:hunter2@db/leads", good, "DATABASE_URL must be"},
	} {
		_, err := Restore(t.Context(), test.url, test.file, true, restoredAt)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: Restore() = %v, want %q", name, err, test.want)
		}
	}
	if got := len(newTestService(t, journal, nil).leads(Filter{})); got != 1 {
		t.Errorf("the journal has %d leads, want the one of before", got)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(strings.TrimPrefix(journal, "sqlite:")), "*replaced*"))
	hidden, _ := filepath.Glob(filepath.Join(filepath.Dir(strings.TrimPrefix(journal, "sqlite:")), ".leads*"))
	if err != nil || len(left)+len(hidden) > 0 {
		t.Errorf("refusals left %v %v behind, %v", left, hidden, err)
	}
}
