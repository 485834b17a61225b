package backup

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
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

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// A server has a journal open whose leads are sent nowhere.
type server struct {
	*outbox.Service
	t *testing.T
}

func serve(t *testing.T, url string) server {
	t.Helper()
	s, err := outbox.Open(t.Context(), outbox.Config{DatabaseURL: url})
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, s.Close()) })
	return server{s, t}
}

func post(key string) quote.Post {
	return quote.Post{Key: key, Request: quote.Request{Name: "Ann", Phone: "(214) 555-0100", ServiceType: "Yard Waste",
		ZIPCode: "75024", ServiceTimeframe: "Today", Source: quote.SourceGet, Page: "/"}}
}

// submit stores a lead and returns its ID.
func (s server) submit(sub quote.Post) string {
	s.t.Helper()
	out, err := s.Submit(s.t.Context(), sub)
	testkit.Must(s.t, err)
	return out.ID
}

func (s server) count() int {
	s.t.Helper()
	n, _, _, err := s.Span(s.t.Context())
	testkit.Must(s.t, err)
	return n
}

// wantLeads checks how many leads a journal has that no server has opened.
func wantLeads(t *testing.T, url string, want int) {
	t.Helper()
	if got := serve(t, url).count(); got != want {
		t.Errorf("the journal has %d leads, want %d", got, want)
	}
}

// errOf returns the error of a call with a result that the test does not need.
func errOf[T any](_ T, err error) error { return err }

func fileNames(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	testkit.Must(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// TestBackup makes a backup beside a busy server, which is complete, also with photographs, and can be restored.
func TestBackup(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	u := postgres.SQLite(t)
	s := serve(t, u)
	photos := post("photos")
	photos.Request.Photos = []quote.Photo{{ID: quote.NewPhotoID(), Width: 4, Height: 3, JPEG: []byte("a")},
		{ID: quote.NewPhotoID(), Width: 4, Height: 3, JPEG: bytes.Repeat([]byte("b"), 10_000)}}
	ids := []string{s.submit(photos)}
	for i := range 4 {
		ids = append(ids, s.submit(post(fmt.Sprint(i))))
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "copy.db")
	var done atomic.Bool
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; !done.Load(); i++ {
			s.Submit(ctx, post(fmt.Sprint("more ", i)))
		}
	})
	n, err := Backup(ctx, u, file, restoredAt)
	done.Store(true)
	writer.Wait()
	if err != nil || n.Leads < len(ids) || n.Photos != 2 {
		t.Fatalf("Backup() = %+v, %v, want %d leads or more", n, err, len(ids))
	}
	testkit.WantPrivate(t, file)
	if files := fileNames(t, dir); len(files) != 1 {
		t.Errorf("the directory contains %v, want the backup alone", files)
	}
	copied := postgres.SQLite(t)
	if done, err := Restore(ctx, copied, file, false, restoredAt); err != nil || done.Contents != n {
		t.Fatalf("Restore() = %+v, %v, want %+v", done, err, n)
	}
	restored := serve(t, copied)
	if got := restored.count(); got != n.Leads {
		t.Errorf("the backup has %d leads, want %d", got, n.Leads)
	}
	for _, id := range ids {
		want, err := s.Get(ctx, id)
		testkit.Must(t, err)
		got, err := restored.Get(ctx, id)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("in the backup, lead %s is %+v, %v, want %+v", id, got, err, want)
		}
	}
	for _, p := range photos.Request.Photos {
		if data, err := restored.Photo(ctx, p.ID); err != nil || !bytes.Equal(data, p.JPEG) {
			t.Errorf("in the backup, a photograph has %d bytes, %v, want %d", len(data), err, len(p.JPEG))
		}
	}
}

// TestNameFile creates the file while the backup is made, which must not overwrite it: with files that have no name,
// and with those of other file systems, which replace the file of a process that was killed.
func TestNameFile(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	testkit.Must(t, os.WriteFile(there, []byte("precious"), 0o600))
	testkit.Must(t, os.WriteFile(filepath.Join(dir, partialPrefix+"killed"), nil, 0o600))
	for name, create := range map[string]func(string) (*os.File, error){
		"unnamed": createUnnamed, "partial": createPartial,
	} {
		file, err := create(dir)
		testkit.Must(t, err)
		defer file.Close()
		testkit.WantError(t, name, nameFile(file, there), "overwrites nothing")
		testkit.Must(t, nameFile(file, filepath.Join(dir, name)))
		testkit.WantPrivate(t, filepath.Join(dir, name))
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
	u := postgres.SQLite(t)
	serve(t, u)
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	testkit.Must(t, os.WriteFile(there, []byte("precious"), 0o600))
	for name, test := range map[string]struct{ url, file, want string }{
		"existing file":     {u, there, "overwrites nothing"},
		"the journal":       {u, strings.TrimPrefix(u, "sqlite:"), "overwrites nothing"},
		"no such directory": {u, filepath.Join(dir, "none", "x.db"), "no such file"},
		"no journal":        {"sqlite:" + filepath.Join(dir, "none.db"), filepath.Join(dir, "x.db"), "no such file"},
		"PostgreSQL":        {"postgres://root:hunter2@db/leads", filepath.Join(dir, "x.db"), "pg_dump"},
	} {
		testkit.WantError(t, name+": Backup()", errOf(Backup(ctx, test.url, test.file, restoredAt)), test.want)
	}
	if b, _ := os.ReadFile(there); string(b) != "precious" {
		t.Errorf("the existing file is now %q", b)
	}
	if files := fileNames(t, dir); len(files) != 1 {
		t.Errorf("the directory contains %v, want only the existing file", files)
	}
}

// TestRotate makes a backup a night: the latest stay, and so does what is not a backup of its own, also if the disk has
// backups from a clock that was fast.
func TestRotate(t *testing.T) {
	t.Parallel()
	ctx, u, dir := t.Context(), postgres.SQLite(t), t.TempDir()
	serve(t, u).submit(post("kept"))
	for _, name := range []string{"haulfront-before-the-move.db", "notes.txt", "haulfront-20991231T235959Z.db"} {
		testkit.Must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	for night := range 5 {
		file, contents, err := Rotate(ctx, u, dir, 3, restoredAt.AddDate(0, 0, night))
		if err != nil || contents.Leads != 1 {
			t.Fatalf("Rotate() = %s, %+v, %v, want 1 lead", file, contents, err)
		}
	}
	want := []string{"haulfront-20260105T030405Z.db", "haulfront-20260106T030405Z.db", "haulfront-20991231T235959Z.db",
		"haulfront-before-the-move.db", "notes.txt"}
	if got := fileNames(t, dir); !slices.Equal(got, want) {
		t.Errorf("the folder has %v, want %v", got, want)
	}
	_, _, err := Rotate(ctx, "sqlite:"+filepath.Join(dir, "none.db"), dir, 1, restoredAt)
	testkit.WantError(t, "Rotate() without a journal", err, "no such file")
	if got := fileNames(t, dir); !slices.Equal(got, want) {
		t.Errorf("after a failure, the folder has %v, want %v", got, want)
	}
}

// backedUp is a backup of a journal with n leads.
func backedUp(t *testing.T, n int) string {
	t.Helper()
	u := postgres.SQLite(t)
	s := serve(t, u)
	for i := range n {
		s.submit(post(fmt.Sprint(i)))
	}
	file := filepath.Join(t.TempDir(), "backup.db")
	if got, err := Backup(t.Context(), u, file, restoredAt); err != nil || got.Leads != n {
		t.Fatalf("Backup() = %+v, %v, want %d", got, err, n)
	}
	return file
}

var restoredAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

const replace = true

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
	if err != nil || !reflect.DeepEqual(done, Restored{Contents: Contents{Leads: 3}}) {
		t.Fatalf("Restore() = %+v, %v, want 3 leads", done, err)
	}
	testkit.WantPrivate(t, path)

	// A copy of the open files is what a power failure leaves behind.
	running := serve(t, u)
	running.submit(post("later"))
	killed := filepath.Join(dir, "killed.db")
	for _, suffix := range []string{"", journal.WALSuffix} {
		data, err := os.ReadFile(path + suffix)
		testkit.Must(t, err)
		testkit.Must(t, os.WriteFile(killed+suffix, data, 0o600))
	}
	_, err = Restore(ctx, "sqlite:"+killed, file, false, restoredAt)
	testkit.WantError(t, "Restore() over 4 leads", err, "has 4 leads; --replace")
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
	for _, suffix := range []string{"", journal.WALSuffix, journal.SHMSuffix} {
		testkit.Must(t, os.WriteFile(path+suffix, []byte(strings.Repeat("damaged"+suffix, 1000)), 0o600))
	}
	_, err := Restore(t.Context(), "sqlite:"+path, file, false, restoredAt)
	testkit.WantError(t, "Restore() over a damaged journal", err, "cannot be read")
	done, err := Restore(t.Context(), "sqlite:"+path, file, replace, restoredAt)
	testkit.Must(t, err)
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
	testkit.Must(t, os.Chown(dir, server, -1))
	for _, where := range []string{"an empty folder", "the place of a journal"} {
		_, err := Restore(t.Context(), "sqlite:"+path, file, replace, restoredAt)
		testkit.Must(t, err)
		for _, name := range []string{path, path + journal.LockSuffix} {
			info, err := os.Stat(name)
			testkit.Must(t, err)
			if got := int(info.Sys().(*syscall.Stat_t).Uid); got != server {
				t.Errorf("in %s, %s belongs to user %d, want %d", where, filepath.Base(name), got, server)
			}
		}
		// The folder's owner no longer counts.
		testkit.Must(t, os.Chown(dir, os.Geteuid(), -1))
	}
}

// TestRestoreDamage changes one byte of a backup, each time another one: none of these is restored.
func TestRestoreDamage(t *testing.T) {
	t.Parallel()
	file := backedUp(t, 3)
	good, err := os.ReadFile(file)
	testkit.Must(t, err)
	places := []int{0, bytes.Index(good, []byte("555-0100")), len(good) - 1}
	for seed := range 50 {
		places = append(places, rand.New(rand.NewPCG(uint64(seed), 0)).IntN(len(good)))
	}
	u := postgres.SQLite(t)
	for _, place := range places {
		data := slices.Clone(good)
		data[place] ^= 1
		testkit.Must(t, os.WriteFile(file, data, 0o600))
		_, err := Restore(t.Context(), u, file, false, restoredAt)
		testkit.WantError(t, fmt.Sprintf("with another byte %d: Restore()", place), err, "damaged")
	}
	testkit.Must(t, os.WriteFile(file, good, 0o600))
	testkit.Must(t, errOf(Restore(t.Context(), u, file, false, restoredAt)))
}

// seal writes the end of a backup to a database.
func seal(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	testkit.Must(t, err)
	testkit.Must(t, os.WriteFile(file, fmt.Appendf(data, sealFormat, len(data), sha256.Sum256(data)), 0o600))
}

// TestRestoreRefuses checks every refusal, and that it changes nothing.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	good := backedUp(t, 20)
	dir := t.TempDir()
	file := func(name string, change func([]byte) []byte) string {
		data, err := os.ReadFile(good)
		testkit.Must(t, err)
		path := filepath.Join(dir, name)
		testkit.Must(t, os.WriteFile(path, change(data), 0o600))
		return path
	}
	same := func(data []byte) []byte { return data }
	none := func([]byte) []byte { return nil }
	unsealed := func(data []byte) []byte {
		database, _, _ := openSeal(bytes.NewReader(data), int64(len(data)))
		return data[:database]
	}
	newer, other := file("newer.db", unsealed), file("other.db", none)
	for path, statement := range map[string]string{
		newer: `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, 1)`,
		other: `CREATE TABLE recipes (name TEXT)`,
	} {
		db, err := journal.OpenFile(path, nil)
		testkit.Must(t, err)
		_, err = db.Exec(statement)
		testkit.Must(t, errors.Join(err, db.Close()))
		seal(t, path)
	}
	inUse := file("in-use.db", same)
	testkit.Must(t, os.WriteFile(inUse+journal.WALSuffix, []byte("frames"), 0o600))
	served := postgres.SQLite(t)
	serve(t, served).submit(post("served"))
	folder := t.TempDir()
	target := "sqlite:" + filepath.Join(folder, "leads.db")
	_, err := Restore(t.Context(), target, backedUp(t, 1), false, restoredAt)
	testkit.Must(t, err)
	before := fileNames(t, folder)
	for name, test := range map[string]struct{ url, file, want string }{
		"a server": {served, good, "already serves the journal"},
		"a text": {target, file("text.db", func([]byte) []byte { return []byte(strings.Repeat("text", 1000)) }),
			"not a backup of a journal"},
		"empty":   {target, file("empty.db", none), "not a backup of a journal"},
		"other":   {target, other, "not a backup of a journal"},
		"no seal": {target, file("unsealed.db", unsealed), "its end is missing"},
		"half":    {target, file("half.db", func(d []byte) []byte { return d[:len(d)/2] }), "damaged"},
		"overwrites": {target, file("zeros.db",
			func(d []byte) []byte { clear(d[len(d)/2 : len(d)/2+8192]); return d }), "damaged"},
		"newer":      {target, newer, "a newer one"},
		"in use":     {target, inUse, "a database in use"},
		"itself":     {target, strings.TrimPrefix(target, "sqlite:"), "the journal itself"},
		"missing":    {target, filepath.Join(dir, "none.db"), "no such file"},
		"a folder":   {target, dir, "is not a file"},
		"PostgreSQL": {"postgres://root:hunter2@db/leads", good, "pg_restore"},
		"no address": {"mysql://root:hunter2@db/leads", good, "DATABASE_URL must be"},
	} {
		_, err := Restore(t.Context(), test.url, test.file, replace, restoredAt)
		testkit.WantError(t, name+": Restore()", err, test.want)
	}
	if left := fileNames(t, folder); !slices.Equal(left, before) {
		t.Errorf("refusals left the files %v, want %v", left, before)
	}
	wantLeads(t, target, 1)
}

// TestRestoreUnsealed restores what other tools have copied: of a journal that was restored itself, too. What lacks a
// table or a column of a journal is none.
func TestRestoreUnsealed(t *testing.T) {
	t.Parallel()
	u, dir := postgres.SQLite(t), t.TempDir()
	testkit.Must(t, errOf(Restore(t.Context(), u, backedUp(t, 2), false, restoredAt)))
	running := serve(t, u)
	running.submit(post("later"))
	for name, test := range map[string]struct{ statement, want string }{
		"whole":     {`SELECT 1`, ""},
		"a table":   {`DROP TABLE jobs`, "it has no column jobs."},
		"a column":  {`ALTER TABLE events DROP COLUMN details`, "it has no column events.details"},
		"a version": {`DELETE FROM goose_db_version`, "version must be greater than 0"},
		"a lead":    {`PRAGMA foreign_keys = 0; DELETE FROM leads`, "refers to rows that are missing"},
	} {
		file := filepath.Join(dir, name)
		testkit.Must(t, errOf(running.Writer().Exec(`VACUUM INTO $1`, file)))
		db, err := journal.OpenFile(file, nil)
		testkit.Must(t, err)
		_, err = db.Exec(test.statement)
		testkit.Must(t, errors.Join(err, db.Close()))
		target := postgres.SQLite(t)
		done, err := Restore(t.Context(), target, file, false, restoredAt)
		if test.want != "" {
			testkit.WantError(t, "without "+name+": Restore()", err, test.want)
			continue
		}
		if want := (Restored{Contents: Contents{Leads: 3}, Unsealed: true}); err != nil || done != want {
			t.Errorf("Restore() = %+v, %v, want %+v", done, err, want)
		}
		wantLeads(t, target, 3)
	}
}

// TestLast finds backups regular after two nights, and no longer after a gap.
func TestLast(t *testing.T) {
	t.Parallel()
	u := postgres.SQLite(t)
	s, at := serve(t, u), restoredAt
	for i, step := range []struct {
		pass    time.Duration
		regular bool
	}{{0, false}, {time.Hour, false}, {23 * time.Hour, true}, {36 * time.Hour, true}, {37 * time.Hour, false},
		{24 * time.Hour, true}} {
		at = at.Add(step.pass)
		testkit.Must(t, errOf(Backup(t.Context(), u, filepath.Join(t.TempDir(), fmt.Sprint(i)), at)))
		if last, regular, err := Last(t.Context(), s.Journal); err != nil || !last.Equal(at) ||
			regular != step.regular {
			t.Errorf("after %v: Last() = %v, %v, %v, want %v, %v", step.pass, last, regular, err, at,
				step.regular)
		}
	}
}
