package outbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
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

func withPhotos(key string, n int) quote.Post {
	sub := post(key)
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
		if l.Request.Message != note || !strings.Contains(l.Delivery(Webhook).Body, "photos/") ||
			!strings.Contains(l.Delivery(Email).Body, "photos/") {
			t.Errorf("the message is %q, the bodies are %s and %s", l.Request.Message,
				l.Delivery(Webhook).Body, l.Delivery(Email).Body)
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

		testkit.Must(t, errOf(s.Purge(ctx, id)))
		testkit.WantIs(t, "Photo() of a removed lead", errOf(s.Photo(ctx, first.Request.Photos[0].ID)),
			journal.ErrNotFound)
		s.wantPhotoCount(3) // of the other lead
		s.deliverDue()      // a purge leaves leads that are still to be sent
		if done, err := s.PurgeOld(ctx, s.now().Add(time.Hour)); err != nil || done.Removed != 1 ||
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
	testkit.Must(s.t, s.Reader().QueryRow(`SELECT COUNT(*) FROM photos`).Scan(&n))
	if n != want {
		s.t.Errorf("the journal has %d photographs, want %d", n, want)
	}
}
