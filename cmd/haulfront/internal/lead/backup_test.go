package lead

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
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

	"haulfront/cmd/haulfront/internal/quote"
)

// TestBackup makes a backup beside a busy server, which is complete, also with photographs, and can be restored.
func TestBackup(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	u := sqliteURL(t)
	s := newTestService(t, u, nil)
	photos := withPhotos("photos", 3)
	s.submit(photos, true)
	lost := photos.Request.Photos[2].ID
	s.exec(`UPDATE photos SET data = NULL WHERE id = $1`, lost)
	var ids []string
	for i := range 4 {
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
	n, err := Backup(ctx, u, file, restoredAt)
	done.Store(true)
	writer.Wait()
	if err != nil || n.Leads < 1+len(ids) || n.Photos != 2 || n.Missing != 1 {
		t.Fatalf("Backup() = %+v, %v, want %d leads or more", n, err, 1+len(ids))
	}
	wantPrivate(t, file)
	if files := fileNames(t, dir); len(files) != 1 {
		t.Errorf("the directory contains %v, want the backup alone", files)
	}
	journal := sqliteURL(t)
	if done, err := Restore(ctx, journal, file, RestoreOptions{}, restoredAt); err != nil || done.Contents != n {
		t.Fatalf("Restore() = %+v, %v, want %+v", done, err, n)
	}
	restored := newTestService(t, journal, nil)
	if got := len(restored.leads(Filter{})); got != n.Leads {
		t.Errorf("the backup has %d leads, want %d", got, n.Leads)
	}
	for _, id := range ids {
		if l := restored.get(id); l.Webhook.Status != Delivered || !reflect.DeepEqual(l.Request, request()) {
			t.Errorf("in the backup, lead %s is %+v", id, l)
		}
	}
	restored.wantPhotos(photos.Request.Photos[:2]...)
	wantIs(t, "Photo() without data", errOf(restored.Photo(ctx, lost)), ErrNotFound)
}

// TestNameFile creates the file while the backup is made, which must not overwrite it: with files that have no name,
// and with those of other file systems, which replace the file of a process that was killed.
func TestNameFile(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	must(t, os.WriteFile(there, []byte("precious"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, partialPrefix+"killed"), nil, 0o600))
	for name, create := range map[string]func(string) (*os.File, error){
		"unnamed": createUnnamed, "partial": createPartial,
	} {
		file, err := create(dir)
		must(t, err)
		defer file.Close()
		wantError(t, name, nameFile(file, there), "overwrites nothing")
		must(t, nameFile(file, filepath.Join(dir, name)))
		wantPrivate(t, filepath.Join(dir, name))
	}
	if text, err := os.ReadFile(there); string(text) != "precious" || err != nil {
		t.Errorf("the file has %q, %v", text, err)
	}
	if files, want := fileNames(t, dir), []string{"partial", "there.db", "unnamed"}; !slices.Equal(files, want) {
		t.Errorf("the directory contains %v, want %v", files, want)
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
		wantError(t, name+": Backup()", errOf(Backup(ctx, test.url, test.file, restoredAt)), test.want)
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
	if got, err := Backup(t.Context(), u, file, restoredAt); err != nil || got.Leads != n {
		t.Fatalf("Backup() = %+v, %v, want %d", got, err, n)
	}
	return file
}

var (
	restoredAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	replace    = RestoreOptions{Replace: true}
)

// TestRestore restores into an empty folder, and then over a journal that was killed with leads in its log: that is
// kept whole under another name.
func TestRestore(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	file := backedUp(t, 3)
	dir := t.TempDir()
	path := filepath.Join(dir, "var", "leads.db")
	u := "sqlite:" + path
	done, err := Restore(ctx, u, file, RestoreOptions{}, restoredAt)
	if err != nil || !reflect.DeepEqual(done, Restored{Contents: Contents{Leads: 3}}) {
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
	_, err = Restore(ctx, "sqlite:"+killed, file, RestoreOptions{}, restoredAt)
	wantError(t, "Restore() over 4 leads", err, "has 4 leads; --replace")
	done, err = Restore(ctx, "sqlite:"+killed, file, replace, restoredAt)
	if want := (Restored{Contents: Contents{Leads: 3},
		Replaced: killed + ".replaced-20260102T030405.000Z"}); err != nil || !reflect.DeepEqual(done, want) {
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
	_, err := Restore(t.Context(), "sqlite:"+path, file, RestoreOptions{}, restoredAt)
	wantError(t, "Restore() over a damaged journal", err, "cannot be read")
	done, err := Restore(t.Context(), "sqlite:"+path, file, replace, restoredAt)
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
		_, err := Restore(t.Context(), "sqlite:"+path, file, replace, restoredAt)
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

// TestBackupOfEarlierJournal backs up journals as earlier versions left them.
func TestBackupOfEarlierJournal(t *testing.T) {
	t.Parallel()
	latest, err := latestVersion()
	must(t, err)
	for version := range latest {
		u, file := sqliteURL(t), filepath.Join(t.TempDir(), "backup.db")
		j, err := connect(u, true, slog.New(slog.DiscardHandler))
		must(t, err)
		provider, err := j.migrationProvider()
		must(t, err)
		if version > 0 {
			must(t, errOf(provider.UpTo(t.Context(), int64(version))))
			must(t, errOf(j.write.Exec(`INSERT INTO leads (id, identity, received_at, name, email, phone, service_type,
				zip_code, service_timeframe, message, source, page, suspect)
				VALUES ('old', 'i', 1, 'Ann', '', '1', 'Other', '75201', 'Today', '', 'x', '/', '')`)))
		}
		must(t, j.Close())
		got, err := Backup(t.Context(), u, file, restoredAt)
		if version == 0 {
			wantError(t, "Backup() of a database without tables", err, "find the tables of leads")
			continue
		}
		if err != nil || got.Leads != 1 {
			t.Fatalf("Backup() of version %d = %+v, %v, want one lead", version, got, err)
		}
		restored := sqliteURL(t)
		must(t, errOf(Restore(t.Context(), restored, file, RestoreOptions{}, restoredAt)))
		if version == latest-1 {
			wantLeads(t, restored, 1)
		}
	}
}

// TestRestoreDamage changes a byte in each of many copies of a backup, or fifty: none is restored unless forced. Then
// every lead is as it was, or is named.
func TestRestoreDamage(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	s := newTestService(t, u, nil)
	for i := range 20 {
		s.submit(withPhotos(fmt.Sprint(i), 1), true)
	}
	s.deliverDue()
	dir := t.TempDir()
	file := filepath.Join(dir, "backup.db")
	must(t, errOf(Backup(t.Context(), u, file, restoredAt)))
	good, err := os.ReadFile(file)
	must(t, err)
	want := allRows(t, s.journal.read)
	whole, part := 0, 0
	for seed := range 16 {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		data := slices.Clone(good)
		for range []int{1, 50}[seed%2] {
			data[random.IntN(len(data))] ^= byte(1 + random.IntN(255))
		}
		damaged := filepath.Join(dir, "damaged.db")
		must(t, os.WriteFile(damaged, data, 0o600))
		path := filepath.Join(dir, fmt.Sprint(seed), "leads.db")
		_, err := Restore(t.Context(), "sqlite:"+path, damaged, RestoreOptions{}, restoredAt)
		wantError(t, fmt.Sprintf("seed %d: Restore()", seed), err, "damaged")
		done, err := Restore(t.Context(), "sqlite:"+path, damaged, RestoreOptions{Force: true}, restoredAt)
		if err != nil {
			continue // the tables themselves are damaged
		}
		db, err := openSQLite(path, nil)
		must(t, err)
		got := allRows(t, db)
		must(t, db.Close())
		named := strings.Join(done.Problems, "\n")
		for id, digest := range want {
			if got[id] != digest && !strings.Contains(named, id) && !strings.Contains(named, "others may differ") {
				t.Errorf("seed %d: lead %s is not what was backed up; named are %s", seed, id, named)
			}
		}
		if part++; len(done.Problems) == 0 {
			whole++
		}
	}
	t.Logf("of 16 damaged backups, %d were restored, %d of them whole", part, whole)
	if part < 8 || whole == 0 {
		t.Error("too few were restored")
	}
}

// allRows returns the digest of each lead's rows.
func allRows(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	ids, err := queryAll(t.Context(), db, scanText, `SELECT id FROM leads`)
	must(t, err)
	digests := map[string]string{}
	for _, id := range ids {
		rows, err := rowsOf(t.Context(), db, id)
		must(t, err)
		digests[id] = digestOf(rows)
	}
	return digests
}

// TestRestoreChangedPhone restores a backup with another phone number only if forced, and names the lead, with the
// office's events and the consents. A backup of an earlier version has no digest, and the operator learns of it.
func TestRestoreChangedPhone(t *testing.T) {
	t.Parallel()
	journal := sqliteURL(t)
	s := newTestService(t, journal, withoutDestinations)
	sub := submission("k")
	sub.Request.Extra.Answer.Consent = &quote.Consent{Words: "Yes", At: s.clock.Now(), Page: "/"}
	l := s.get(s.submit(sub, true))
	s.submit(submission("l"), true)
	s.exec(`UPDATE leads SET stage = 'booked', revision = 1, job = '{"answer":"yes"}' WHERE id = $1`, l.ID)
	s.exec(`INSERT INTO events (lead_id, number, at, actor, action, details) VALUES ($1, 1, 1, 'customer', 'yes', '')`,
		l.ID)
	file := filepath.Join(t.TempDir(), "backup.db")
	must(t, errOf(Backup(t.Context(), journal, file, restoredAt)))
	data, err := os.ReadFile(file)
	must(t, err)
	data[bytes.Index(data, []byte("555-0100"))] = '7'
	must(t, os.WriteFile(file, data, 0o600))
	u := sqliteURL(t)
	_, err = Restore(t.Context(), u, file, RestoreOptions{}, restoredAt)
	wantError(t, "Restore()", err, "does not match its digest; use another backup, or --force")
	done, err := Restore(t.Context(), u, file, RestoreOptions{Force: true}, restoredAt)
	if err != nil || done.Leads != 2 || len(done.Problems) != 1 || !strings.Contains(done.Problems[0], "differs") {
		t.Errorf("Restore() = %+v, %v, want 2 leads, one of them named", done, err)
	}
	r := newTestService(t, u, nil)
	var events, consents int
	must(t, r.journal.read.QueryRow(`SELECT (SELECT COUNT(*) FROM events WHERE lead_id = $1 AND action = 'yes'),
		(SELECT COUNT(*) FROM consents WHERE action = 'consent')`, l.ID).Scan(&events, &consents))
	if events != 1 || consents != 1 || r.get(l.ID).Token != l.Token {
		t.Errorf("restored are %d events, %d consents and the token %q, want %q", events, consents, r.get(l.ID).Token,
			l.Token)
	}
	database, _, sealed := openSeal(bytes.NewReader(data), int64(len(data)))
	must(t, os.WriteFile(file, data[:database], 0o600))
	done, err = Restore(t.Context(), sqliteURL(t), file, RestoreOptions{}, restoredAt)
	if err != nil || !sealed || !done.Unsealed || done.Leads != 2 {
		t.Errorf("Restore() of a backup without digest = %+v, %v", done, err)
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
	_, err := Restore(t.Context(), journal, backedUp(t, 1), RestoreOptions{}, restoredAt)
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
		_, err := Restore(t.Context(), test.url, test.file, replace, restoredAt)
		wantError(t, name+": Restore()", err, test.want)
	}
	_, err = Restore(t.Context(), journal, newer, RestoreOptions{Replace: true, Force: true}, restoredAt)
	wantError(t, "newer, forced: Restore()", err, "a newer one")
	if left := fileNames(t, folder); !slices.Equal(left, before) {
		t.Errorf("refusals left the files %v, want %v", left, before)
	}
	wantLeads(t, journal, 1)
}
