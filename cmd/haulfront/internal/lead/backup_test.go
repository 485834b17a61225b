package lead

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
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
	if err != nil || n.Leads < len(ids) {
		t.Fatalf("Backup() = %+v, %v, want %d leads or more", n, err, len(ids))
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has mode %v, %v, want 0600", info.Mode().Perm(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("the directory contains %v, want the backup alone", entries)
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
	if err := renameNew(temp, file); err == nil || !strings.Contains(err.Error(), "overwrites nothing") {
		t.Errorf("renameNew() = %v, want a refusal", err)
	}
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
		_, err := Backup(ctx, test.url, test.file)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: Backup() = %v, want %q", name, err, test.want)
		}
	}
	if b, _ := os.ReadFile(there); string(b) != "precious" {
		t.Errorf("the existing file is now %q", b)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("the directory contains %v, want only the existing file", entries)
	}
}
