package lead

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// photosOf are n photographs of a visitor, the same ones at each press but for their IDs.
func photosOf(key string, n int) []quote.Photo {
	var photos []quote.Photo
	for i := range n {
		data := bytes.Repeat([]byte(fmt.Sprint(key, i)), 1_000)
		photos = append(photos, quote.Photo{ID: quote.NewPhotoID(), Width: 4, Height: 3, JPEG: data,
			Digest: sha256.Sum256(data)})
	}
	return photos
}

func withPhotos(key string, n int) Submission {
	sub := submission(key)
	sub.Request.Photos, sub.Note = photosOf(key, n), "Photos:\nhttps://www.example.com/photos/"+quote.NewPhotoID()
	return sub
}

// TestPhotos checks that photographs are kept with their lead, once however often it is submitted, and go with it.
func TestPhotos(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		first := withPhotos("k", 2)
		id := s.submit(first, true)
		l := s.get(id)
		if len(l.Request.Photos) != 2 || l.Request.Photos[1].ID != first.Request.Photos[1].ID ||
			l.Request.Photos[0].Bytes != len(first.Request.Photos[0].JPEG) || l.Request.Photos[0].Width != 4 {
			t.Fatalf("the lead has %+v", l.Request.Photos)
		}
		note := "<b> & co\n\n" + first.Note
		if l.Request.Message != note || !strings.Contains(l.Webhook.Body, "photos/") ||
			!strings.Contains(l.Email.Body, "photos/") {
			t.Errorf("the message is %q, the bodies are %s and %s", l.Request.Message, l.Webhook.Body, l.Email.Body)
		}
		s.wantPhotos(first.Request.Photos...)
		if all := s.leads(Filter{}); len(all) != 1 || len(all[0].Request.Photos) != 2 {
			t.Errorf("List() has %d leads with %+v", len(all), all)
		}

		// The same submission, with new IDs and links.
		if again := s.submit(withPhotos("k", 2), true); again != id {
			t.Errorf("a repeat is the lead %s, want %s", again, id)
		}
		if got := s.get(id).Request.Photos; len(got) != 2 || got[0].ID != first.Request.Photos[0].ID {
			t.Errorf("after a repeat the lead has %+v", got)
		}
		// One additional photograph makes it another lead.
		other := s.submit(withPhotos("k", 3), true)
		if other == id || len(s.get(other).Request.Photos) != 3 {
			t.Errorf("with another photograph it is the lead %s with %+v", other, s.get(other).Request.Photos)
		}

		must(t, errOf(s.journal.Remove(ctx, id)))
		wantIs(t, "Photo() of a removed lead", errOf(s.Photo(ctx, first.Request.Photos[0].ID)), ErrNotFound)
		s.wantPhotoCount(3) // of the other lead
		s.deliverDue()      // a purge leaves leads that are still to be sent
		if done, err := s.journal.Purge(ctx, s.now().Add(time.Hour)); err != nil || done.Removed != 1 ||
			done.Photos != 3 {
			t.Fatalf("Purge() = %+v, %v", done, err)
		}
		s.wantPhotoCount(0)
	})
}

// wantPhotos checks that the journal has these photographs.
func (s *testService) wantPhotos(photos ...quote.Photo) {
	s.t.Helper()
	for i, p := range photos {
		if data, err := s.Photo(context.Background(), p.ID); err != nil || !bytes.Equal(data, p.JPEG) {
			s.t.Errorf("photograph %d has %d bytes, %v, want %d", i, len(data), err, len(p.JPEG))
		}
	}
}

func (s *testService) wantPhotoCount(want int) {
	s.t.Helper()
	var n int
	must(s.t, s.journal.read.QueryRow(`SELECT COUNT(*) FROM photos`).Scan(&n))
	if n != want {
		s.t.Errorf("the journal has %d photographs, want %d", n, want)
	}
}

// TestPhotoLinks checks that a link works for thirty days, for one photograph, and at every server of the journal.
func TestPhotoLinks(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		query, err := s.PhotoLink(ctx, "a")
		must(t, err)
		expires, signature := query.Get("expires"), query.Get("signature")
		for name, test := range map[string]struct {
			id, expires, signature string
			want                   error
		}{
			"right":            {"a", expires, signature, nil},
			"another photo":    {"b", expires, signature, ErrBadLink},
			"a later end":      {"a", expires + "0", signature, ErrBadLink},
			"no signature":     {"a", expires, "", ErrBadLink},
			"half a signature": {"a", expires, signature[:11], ErrBadLink},
			"nothing":          {"a", "", "", ErrBadLink},
		} {
			wantIs(t, name, s.CheckPhotoLink(ctx, test.id, test.expires, test.signature), test.want)
		}
		s.clock.Set(s.now().Add(30*24*time.Hour - time.Second))
		wantIs(t, "at its last second", s.CheckPhotoLink(ctx, "a", expires, signature), nil)
		s.clock.Set(s.now().Add(time.Second))
		wantIs(t, "after thirty days", s.CheckPhotoLink(ctx, "a", expires, signature), ErrLinkEnded)
		// The secret is the journal's: a new process has it too.
		s.journal.secrets.Clear()
		must(t, s.journal.makeSecrets(ctx))
		wantIs(t, "with the secret read again", s.CheckPhotoLink(ctx, "a", expires, signature), ErrLinkEnded)
	})
}

// moveToFiles makes a closed journal one of an earlier version: its photographs are files in a folder. It returns the
// tag of their names.
func moveToFiles(t *testing.T, journal, dir string) (tag string) {
	t.Helper()
	db, err := openSQLite(journal, nil)
	must(t, err)
	defer db.Close()
	var secret string
	must(t, db.QueryRow(`SELECT value FROM secrets WHERE name = 'photos'`).Scan(&secret))
	sum := sha256.Sum256([]byte("the names of photographs\x00" + secret))
	tag = hex.EncodeToString(sum[:])[:8]
	photos := map[string][]byte{"." + tag + ".journal": []byte(journal)}
	scan := func(r Row) (id string, err error) {
		var data []byte
		err = r.Scan(&id, &data)
		photos[tag+"-"+id+".jpg"] = data
		return id, err
	}
	must(t, errOf(queryAll(t.Context(), db, scan, `SELECT id, data FROM photos`)))
	writeFiles(t, dir, photos)
	must(t, errOf(db.Exec(`UPDATE photos SET data = NULL`)))
	return tag
}

func writeFiles(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	must(t, os.MkdirAll(dir, 0o700))
	for name, data := range files {
		must(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
}

func fileNames(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// TestImportPhotos starts on a journal whose photographs are files, as earlier versions kept them: one file of an
// import that was interrupted before it removed the file, one that nothing happened to, one that was cut short and one
// that is gone. The last two are imported by a later start, once they are repaired.
func TestImportPhotos(t *testing.T) {
	t.Parallel()
	url := sqliteURL(t)
	journal := strings.TrimPrefix(url, "sqlite:")
	dir := filepath.Join(filepath.Dir(journal), "photos")
	s := newTestService(t, url, nil)
	sub := withPhotos("k", 4)
	s.submit(sub, true)
	must(t, s.Service.Close())
	tag := moveToFiles(t, journal, dir)
	name := func(i int) string { return tag + "-" + sub.Request.Photos[i].ID + ".jpg" }
	data := func(i int) []byte { return sub.Request.Photos[i].JPEG }
	db, err := openSQLite(journal, nil)
	must(t, err)
	must(t, errOf(db.Exec(`UPDATE photos SET data = $1 WHERE id = $2`, data(0), sub.Request.Photos[0].ID)))
	must(t, errors.Join(db.Close(), os.Remove(filepath.Join(dir, name(3)))))
	noLead, other := tag+"-"+quote.NewPhotoID()+".jpg", "truck.jpg"
	writeFiles(t, dir, map[string][]byte{name(2): data(2)[1:], noLead: []byte("x"), other: []byte("x")})

	check := func(messages []string, files []string, photos int) {
		t.Helper()
		s := newTestService(t, url, nil)
		defer s.Service.Close()
		for _, message := range messages {
			s.wantLog(message)
		}
		if got := fileNames(t, dir); !slices.Equal(got, slices.Sorted(slices.Values(files))) {
			t.Errorf("the files %v are left, want %v", got, files)
		}
		s.wantPhotos(sub.Request.Photos[:photos]...)
		for _, p := range sub.Request.Photos[photos:] {
			wantIs(t, "Photo()", errOf(s.Photo(t.Context(), p.ID)), ErrNotFound)
		}
	}
	check([]string{`journal" folder=` + dir + ` files=1`, "it has 1999 bytes, want 2000",
		"without a lead are left alone", "photos=2"},
		[]string{"." + tag + ".journal", name(2), noLead, other}, 2)
	writeFiles(t, dir, map[string][]byte{name(2): data(2), name(3): data(3)})
	must(t, os.Remove(filepath.Join(dir, noLead)))
	check([]string{"files=2"}, []string{other}, 4)
}

// TestImportPhotosFromSetting imports the photographs of two copies of a journal from the folder that they share. The
// one that is not the folder's owner leaves the files to the other. The folder goes with the last file.
func TestImportPhotosFromSetting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "elsewhere")
	t.Setenv("PHOTOS_DIR", dir)
	url, copied := sqliteURL(t), filepath.Join(t.TempDir(), "copy.db")
	journal := strings.TrimPrefix(url, "sqlite:")
	s := newTestService(t, url, nil)
	sub := withPhotos("k", 2)
	s.submit(sub, true)
	must(t, s.Service.Close())
	moveToFiles(t, journal, dir)
	must(t, errOf(Backup(t.Context(), url, copied, restoredAt)))
	for _, test := range []struct {
		url  string
		left int
	}{{"sqlite:" + copied, 3}, {url, 0}} {
		s := newTestService(t, test.url, nil)
		s.wantPhotos(sub.Request.Photos...)
		if got := fileNames(t, dir); len(got) != test.left {
			t.Errorf("%s leaves the files %v, want %d", test.url, got, test.left)
		}
	}
	wantIs(t, "Stat() of the empty folder", errOf(os.Stat(dir)), os.ErrNotExist)
}
