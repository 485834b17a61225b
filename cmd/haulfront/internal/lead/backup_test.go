package lead

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestBackup makes a backup beside a busy server, which is complete and can be served.
func TestBackup(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	u := sqliteURL(t)
	s := newTestService(t, u, nil)
	var ids []string
	for i := range 5 {
		ids = append(ids, s.submit(submission(fmt.Sprint(i)), true))
	}
	s.deliverDue()
	dir := t.TempDir()
	file := filepath.Join(dir, "copy.db")
	var done atomic.Bool
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; !done.Load(); i++ {
			s.Submit(ctx, submission(fmt.Sprint("more ", i)))
		}
	})
	n, err := Backup(ctx, u, file)
	done.Store(true)
	writer.Wait()
	if err != nil || n.Leads < len(ids) {
		t.Fatalf("Backup() = %+v, %v, want %d leads or more", n, err, len(ids))
	}
	wantPrivate(t, file)
	if files := fileNames(t, dir); len(files) != 1 {
		t.Errorf("the directory contains %v, want the backup alone", files)
	}
	restored := newTestService(t, "sqlite:"+file, nil)
	if got := len(restored.leads(Filter{})); got != n.Leads {
		t.Errorf("the backup has %d leads, want %d", got, n)
	}
	for _, id := range ids {
		if l := restored.get(id); l.Webhook.Status != Delivered || !reflect.DeepEqual(l.Request, request()) {
			t.Errorf("in the backup, lead %s is %+v", id, l)
		}
	}
}

// TestRenameNew creates the file while the backup is made, which must not overwrite it.
func TestRenameNew(t *testing.T) {
	dir := t.TempDir()
	temp, file := filepath.Join(dir, "temp"), filepath.Join(dir, "there.db")
	for _, path := range []string{temp, file} {
		must(t, os.WriteFile(path, []byte(path), 0o600))
	}
	wantError(t, "renameNew()", renameNew(temp, file), "overwrites nothing")
	if text, err := os.ReadFile(file); string(text) != file || err != nil {
		t.Errorf("the file has %q, %v", text, err)
	}
}

func TestBackupRefuses(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	u := sqliteURL(t)
	newTestService(t, u, nil)
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	must(t, os.WriteFile(there, []byte("precious"), 0o600))
	for name, test := range map[string]struct{ url, file, want string }{
		"existing file":     {u, there, "overwrites nothing"},
		"the journal":       {u, strings.TrimPrefix(u, "sqlite:"), "overwrites nothing"},
		"no such directory": {u, filepath.Join(dir, "none", "x.db"), "no such file"},
		"no journal":        {"sqlite:" + filepath.Join(dir, "none.db"), filepath.Join(dir, "x.db"), "no such file"},
		"PostgreSQL":        {"postgres://root:hunter2@db/leads", filepath.Join(dir, "x.db"), "pg_dump"},
	} {
		wantError(t, name+": Backup()", errOf(Backup(ctx, test.url, test.file)), test.want)
	}
	if b, _ := os.ReadFile(there); string(b) != "precious" {
		t.Errorf("the existing file is now %q", b)
	}
	if files := fileNames(t, dir); len(files) != 1 {
		t.Errorf("the directory contains %v, want only the existing file", files)
	}
}

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
	wantPrivate(t, path)

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
	_, err = Restore(ctx, "sqlite:"+killed, file, false, restoredAt)
	wantError(t, "Restore() over 4 leads", err, "has 4 leads; --replace")
	done, err = Restore(ctx, "sqlite:"+killed, file, true, restoredAt)
	if want := (Restored{Contents: Contents{Leads: 3},
		Replaced: killed + ".replaced-20260102T030405.000Z"}); err != nil || done != want {
		t.Fatalf("Restore() = %+v, %v, want %+v", done, err, want)
	}
	wantLeads(t, "sqlite:"+killed, 3)
	wantLeads(t, "sqlite:"+done.Replaced, 4)
}

// TestRestoreOverDamage replaces a damaged journal with its damaged log.
func TestRestoreOverDamage(t *testing.T) {
	t.Parallel()
	file := backedUp(t, 2)
	path := filepath.Join(t.TempDir(), "leads.db")
	for _, suffix := range []string{"", walSuffix, shmSuffix} {
		must(t, os.WriteFile(path+suffix, []byte(strings.Repeat("damaged"+suffix, 1000)), 0o600))
	}
	_, err := Restore(t.Context(), "sqlite:"+path, file, false, restoredAt)
	wantError(t, "Restore() over a damaged journal", err, "cannot be read")
	done, err := Restore(t.Context(), "sqlite:"+path, file, true, restoredAt)
	must(t, err)
	wantLeads(t, "sqlite:"+path, 2)
	if data, err := os.ReadFile(done.Replaced); err != nil || !strings.HasPrefix(string(data), "damaged") {
		t.Errorf("what was damaged is not kept: %v", err)
	}
}

// TestRestoreGivesFilesToTheServer restores as root. The files belong to the server's user: the owner of the folder, or
// of the journal that is replaced.
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
		_, err := Restore(t.Context(), "sqlite:"+path, file, true, restoredAt)
		must(t, err)
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

// TestRestoreRefuses checks every refusal, and that it changes nothing.
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
	none := func([]byte) []byte { return nil }
	newer, other := file("newer.db", same), file("other.db", none)
	for path, statement := range map[string]string{
		newer: `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, 1)`,
		other: `CREATE TABLE recipes (name TEXT)`,
	} {
		db, err := openSQLite(path, nil)
		must(t, err)
		_, err = db.Exec(statement)
		must(t, errors.Join(err, db.Close()))
	}
	inUse := file("in-use.db", same)
	must(t, os.WriteFile(inUse+walSuffix, []byte("frames"), 0o600))
	served := sqliteURL(t)
	newTestService(t, served, nil).submit(submission("served"), true)
	folder := t.TempDir()
	journal := "sqlite:" + filepath.Join(folder, "leads.db")
	_, err := Restore(t.Context(), journal, backedUp(t, 1), false, restoredAt)
	must(t, err)
	before := fileNames(t, folder)
	for name, test := range map[string]struct{ url, file, want string }{
		"a server": {served, good, "already serves the journal"},
		"a text": {journal, file("text.db", func([]byte) []byte { return []byte(strings.Repeat("text", 1000)) }),
			"not a journal of leads"},
		"empty": {journal, file("empty.db", none), "not a journal of leads"},
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
		wantError(t, name+": Restore()", errOf(Restore(t.Context(), test.url, test.file, true, restoredAt)), test.want)
	}
	if left := fileNames(t, folder); !slices.Equal(left, before) {
		t.Errorf("refusals left the files %v, want %v", left, before)
	}
	wantLeads(t, journal, 1)
}
