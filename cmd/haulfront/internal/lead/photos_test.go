package lead

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
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
		photos = append(photos, quote.Photo{ID: quote.NewPhotoID(), Width: 4, Height: 3, JPEG: data, Digest: sha256.Sum256(data)})
	}
	return photos
}

func withPhotos(key string, n int) Submission {
	sub := submission(key)
	sub.Request.Photos, sub.Note = photosOf(key, n), "Photos:\nhttps://www.example.com/photos/"+quote.NewPhotoID()
	return sub
}

// photoFilesOf are the names of the files in the folder of photographs, with their modes.
func photoFilesOf(t *testing.T, s *testService) map[string]os.FileMode {
	t.Helper()
	files := map[string]os.FileMode{}
	if s.journal.photos == nil {
		return files
	}
	entries, err := os.ReadDir(s.PhotosDir())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() || strings.HasSuffix(entry.Name(), ".journal") {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = info.Mode().Perm()
	}
	return files
}

// TestPhotos checks that photographs are kept with their lead, once however often it is submitted, and go with it.
func TestPhotos(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		ctx := context.Background()
		s := newTestService(t, url, nil)
		first := withPhotos("k", 2)
		id := s.submit(first, true)
		l := s.get(id)
		if len(l.Request.Photos) != 2 || l.Request.Photos[1].ID != first.Request.Photos[1].ID || l.Request.Photos[0].Bytes != len(first.Request.Photos[0].JPEG) || l.Request.Photos[0].Width != 4 {
			t.Fatalf("the lead has %+v", l.Request.Photos)
		}
		note := "<b> & co\n\n" + first.Note
		if l.Request.Message != note || !strings.Contains(l.Webhook.Body, "photos/") || !strings.Contains(l.Email.Body, "photos/") {
			t.Errorf("the message is %q, the bodies are %s and %s", l.Request.Message, l.Webhook.Body, l.Email.Body)
		}
		for i, p := range first.Request.Photos {
			if data, err := s.Photo(ctx, p.ID); err != nil || !bytes.Equal(data, p.JPEG) {
				t.Errorf("Photo(%d) = %d bytes, %v", i, len(data), err)
			}
		}
		if all := s.leads(Filter{}); len(all) != 1 || len(all[0].Request.Photos) != 2 {
			t.Errorf("List() has %d leads with %+v", len(all), all)
		}
		files := photoFilesOf(t, s)
		for name, mode := range files {
			if mode != 0o600 {
				t.Errorf("%s has mode %v", name, mode)
			}
		}

		// The same submission, with new IDs and links.
		if again := s.submit(withPhotos("k", 2), true); again != id {
			t.Errorf("a repeat is the lead %s, want %s", again, id)
		}
		if got := photoFilesOf(t, s); !maps.Equal(got, files) || len(s.get(id).Request.Photos) != 2 {
			t.Errorf("after a repeat there are %v, want %v", got, files)
		}
		// A photograph more is another lead.
		other := s.submit(withPhotos("k", 3), true)
		if other == id || len(s.get(other).Request.Photos) != 3 {
			t.Errorf("with another photograph it is the lead %s with %+v", other, s.get(other).Request.Photos)
		}

		if _, err := s.journal.Remove(ctx, id); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Photo(ctx, first.Request.Photos[0].ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("Photo() of a removed lead = %v, want ErrNotFound", err)
		}
		if n := len(photoFilesOf(t, s)); s.journal.photos != nil && n != 3 {
			t.Errorf("%d files are left, want the 3 of the other lead", n)
		}
		s.deliverDue() // what is still to be sent stays
		if done, err := s.journal.Purge(ctx, s.now().Add(time.Hour)); err != nil || done.Removed != 1 || done.Photos != 3 {
			t.Fatalf("Purge() = %+v, %v", done, err)
		}
		var rows int
		if err := s.journal.read.QueryRow(`SELECT COUNT(*) FROM photos`).Scan(&rows); err != nil || rows != 0 || len(photoFilesOf(t, s)) != 0 {
			t.Errorf("after a purge there are %d rows, %v, and %v", rows, err, photoFilesOf(t, s))
		}
	})
}

// TestPhotosFirst checks that no lead is stored whose photographs cannot be.
func TestPhotosFirst(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "photos")
	s := newTestService(t, sqliteURL(t), func(c *Config) { c.PhotosDir = dir })
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Submit(t.Context(), withPhotos("k", 1)); !errors.Is(err, ErrUnavailable) {
		t.Errorf("Submit() = %v, want ErrUnavailable", err)
	}
	if n := len(s.leads(Filter{})); n != 0 {
		t.Errorf("%d leads are stored", n)
	}
	s.submit(submission("k"), true) // who sends none is not concerned
}

// TestPhotosSwept checks that a start removes what a crash left, and nothing else, and reports what is lost.
func TestPhotosSwept(t *testing.T) {
	t.Parallel()
	url, dir := sqliteURL(t), t.TempDir()
	inDir := func(c *Config) { c.PhotosDir = dir }
	s := newTestService(t, url, inDir)
	sub := withPhotos("k", 2)
	id := s.submit(sub, true)
	tag, err := s.journal.photoTag(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kept := []string{tag + "-" + sub.Request.Photos[0].ID + ".jpg", "00000000-" + quote.NewPhotoID() + ".jpg", "truck.jpg"}
	orphans := []string{tag + "-" + quote.NewPhotoID() + ".jpg", ".photo-" + tag + "-123"}
	for _, name := range append(kept[1:], orphans...) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// A server that runs leaves alone what may belong to a submission in progress.
	if removed, _, err := s.journal.sweepPhotos(t.Context(), time.Now(), sweepAge); err != nil || removed != 0 {
		t.Errorf("the daily sweep removed %d files, %v", removed, err)
	}
	if removed, _, err := s.journal.sweepPhotos(t.Context(), time.Now().Add(2*sweepAge), sweepAge); err != nil || removed != 2 {
		t.Errorf("the daily sweep removed %d old files, %v, want 2", removed, err)
	}
	for _, name := range orphans {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, tag+"-"+sub.Request.Photos[1].ID+".jpg")); err != nil {
		t.Fatal(err)
	}
	if err := s.Service.Close(); err != nil {
		t.Fatal(err)
	}
	next := newTestService(t, url, inDir)
	if got := slices.Sorted(maps.Keys(photoFilesOf(t, next))); !slices.Equal(got, slices.Sorted(slices.Values(kept))) {
		t.Errorf("the next start leaves %v, want %v", got, kept)
	}
	if !strings.Contains(next.log.String(), "files of photographs are missing") {
		t.Errorf("the log says nothing of the file that is lost:\n%s", next.log)
	}
	if data, err := next.Photo(t.Context(), next.get(id).Request.Photos[0].ID); err != nil || len(data) == 0 {
		t.Errorf("Photo() = %d bytes, %v", len(data), err)
	}
}

// TestPhotoLinks checks that a link works for thirty days, for one photograph, and at every server of the journal.
func TestPhotoLinks(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		ctx := context.Background()
		s := newTestService(t, url, nil)
		query, err := s.PhotoLink(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
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
			if err := s.CheckPhotoLink(ctx, test.id, test.expires, test.signature); !errors.Is(err, test.want) || (test.want == nil && err != nil) {
				t.Errorf("%s: CheckPhotoLink() = %v, want %v", name, err, test.want)
			}
		}
		s.clock.Set(s.now().Add(30*24*time.Hour - time.Second))
		if err := s.CheckPhotoLink(ctx, "a", expires, signature); err != nil {
			t.Errorf("at its last second: %v", err)
		}
		s.clock.Set(s.now().Add(time.Second))
		if err := s.CheckPhotoLink(ctx, "a", expires, signature); !errors.Is(err, ErrLinkEnded) {
			t.Errorf("after thirty days: %v, want ErrLinkEnded", err)
		}
		// The secret is the journal's: a new process has it too.
		s.journal.photoSecret.Store(nil)
		if err := s.journal.makeSecret(ctx); err != nil {
			t.Fatal(err)
		}
		if err := s.CheckPhotoLink(ctx, "a", expires, signature); !errors.Is(err, ErrLinkEnded) {
			t.Errorf("with the secret read again: %v, want ErrLinkEnded", err)
		}
	})
}

// TestPhotosBackup checks that a backup has the photographs, and that a restore brings them back and keeps those of the journal
// that it replaces.
func TestPhotosBackup(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	url, file := "sqlite:"+filepath.Join(dir, "leads.db"), filepath.Join(dir, "backup.db")
	s := newTestService(t, url, nil)
	first := withPhotos("first", 2)
	id := s.submit(first, true)
	s.deliverDue()
	if copied, err := Backup(ctx, url, "", file); err != nil || copied != (Copied{Leads: 1, Photos: 2}) {
		t.Fatalf("Backup() = %+v, %v", copied, err)
	}
	later := withPhotos("later", 1)
	s.submit(later, true)
	if err := s.Service.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.journal.photos.remove(mustTag(t, s), []string{first.Request.Photos[0].ID}); err != nil {
		t.Fatal(err)
	}

	done, err := Restore(ctx, url, "", file, true, restoredAt)
	if err != nil || done.Leads != 1 || done.Photos != 2 || done.Missing != 0 {
		t.Fatalf("Restore() = %+v, %v", done, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "leads.db")); err != nil || info.Size() > 200<<10 {
		t.Errorf("the journal has %d bytes; the photographs are still in it", info.Size())
	}
	next := newTestService(t, url, nil)
	if n := len(photoFilesOf(t, next)); n != 2 {
		t.Errorf("%d files, want 2", n)
	}
	for _, p := range next.get(id).Request.Photos {
		data, err := next.Photo(ctx, p.ID)
		if err != nil || len(data) != p.Bytes {
			t.Errorf("Photo() = %d bytes, %v, want %d", len(data), err, p.Bytes)
		}
	}
	kept := filepath.Join(dir, "photos", "replaced-20260102T030405.000Z", mustTag(t, next)+"-"+later.Request.Photos[0].ID+".jpg")
	if data, err := os.ReadFile(kept); err != nil || !bytes.Equal(data, later.Request.Photos[0].JPEG) {
		t.Errorf("the photograph of the replaced journal: %d bytes, %v", len(data), err)
	}
}

// TestPhotosOfACopy serves a copy of a journal that stands beside it: the files of photographs that came since are not the copy's to
// remove.
func TestPhotosOfACopy(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	dir := t.TempDir()
	first, copied := filepath.Join(dir, "leads.db"), filepath.Join(dir, "copy.db")
	s := newTestService(t, "sqlite:"+first, nil)
	s.submit(withPhotos("a", 1), true)
	if _, err := Backup(ctx, "sqlite:"+first, "", copied); err != nil {
		t.Fatal(err)
	}
	s.submit(withPhotos("b", 2), true)
	if other := newTestService(t, "sqlite:"+copied, nil); !strings.Contains(other.log.String(), "left alone") {
		t.Errorf("the copy's log says nothing of it:\n%s", other.log)
	}
	if n := len(photoFilesOf(t, s)); n != 3 {
		t.Errorf("%d files are left, want the 3 of the journal", n)
	}
}

func mustTag(t *testing.T, s *testService) string {
	t.Helper()
	tag, err := s.journal.photoTag(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return tag
}
