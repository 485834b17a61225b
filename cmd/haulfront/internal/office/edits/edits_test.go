package edits

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
	"haulfront/content"
)

// TestLayer lets days pass over what users have changed: it counts from its first day to its last, a closed day is
// announced the day before, and the version differs whenever the files do.
func TestLayer(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, e *Editor) {
		ctx := t.Context()
		clock := testkit.NewClock(time.Date(2026, 11, 23, 9, 0, 0, 0, e.Words().Location()))
		e.Now = clock.Now
		e.Check = func(_ context.Context, layer Layer) error {
			text, err := fs.ReadFile(layer.Files, "business.yaml")
			if strings.Contains(string(text), "refused") {
				return errors.New("no such word")
			}
			return err
		}
		known := ""
		wantNew := func(isNew bool, text string) {
			t.Helper()
			layer, version, err := e.Layer(ctx, known)
			testkit.Must(t, err)
			if got := layer.Files != nil; got != isNew {
				t.Fatalf("on %v there are other files: %v", clock.Now(), got)
			}
			if known = version; !isNew {
				return
			}
			got, err := fs.ReadFile(layer.Files, "business.yaml")
			if testkit.Must(t, err); string(got) != text {
				t.Errorf("on %v business.yaml is %s, want %s", clock.Now(), got, text)
			}
		}
		wantNew(false, "")
		for _, form := range []url.Values{
			{"part": {"notice"}, "text": {"New trucks"}, "from": {"2026-11-24"}, "until": {"2026-11-25"}},
			{"part": {"now"}, "text": {"One truck free"}, "until": {"12:00"}},
			{"part": {"closed"}, "day": {"2026-11-25"}, "text": {"Ice."}},
			{"part": {"truck"}, "truck": {"Truck 2"}, "from": {"2026-11-24"}, "until": {"2026-11-25"}},
		} {
			testkit.Must(t, e.Change(ctx, "ann@example.com", form))
		}
		for _, form := range []url.Values{
			{}, {"part": {"other"}}, {"part": {"notice"}, "from": {"soon"}},
			{"part": {"notice"}, "until": {"2026-11-22"}}, {"part": {"notice"}, "text": {"refused"}},
			{"part": {"now"}, "until": {"08:59"}}, {"part": {"now"}},
			{"part": {"closed"}, "day": {"2026-11-22"}}, {"part": {"closed"}, "day": {"2026-11-25"}, "until": {"soon"}},
			{"part": {"closed"}, "day": {"2026-11-25"}, "until": {"2026-11-24"}},
			{"part": {"closed"}, "day": {"2026-11-25"}, "until": {"2027-11-29"}},
			{"part": {"truck"}, "truck": {"Truck 9"}, "from": {"2026-11-24"}},
			{"part": {"truck"}, "truck": {"Truck 2"}, "from": {"2026-11-24"}, "until": {"2027-11-24"}},
			{"part": {"review"}}, {"back": {"99"}},
			{"part": {"now"}, "text": {strings.Repeat("a", office.MaxNote+1)}},
		} {
			if err := e.Change(ctx, "ann@example.com", form); !errors.Is(err, office.ErrRefused) {
				t.Errorf("Change(%v) = %v, want a refusal", form, err)
			}
		}
		const only = `"hours":{"closed":["2026-11-25"]}`
		const closed = only + `,"outOfService":{"Truck 2":["2026-11-24","2026-11-25"]}}`
		wantNew(true, `{"notices":["One truck free"],`+closed)
		wantNew(false, "")
		clock.Advance(3 * time.Hour)
		wantNew(true, `{`+closed)
		clock.Advance(12 * time.Hour)
		wantNew(true, `{"notices":["New trucks","We’re closed tomorrow, Wednesday, November 25. Ice."],`+closed)
		clock.Advance(24 * time.Hour)
		// Thursday is a holiday of the folder.
		wantNew(true, `{"notices":["New trucks","We’re closed today, Wednesday, November 25. Ice.",`+
			`"We’re closed tomorrow, Thursday, November 26."],`+only+`,"outOfService":{"Truck 2":["2026-11-25"]}}`)
		clock.Advance(24 * time.Hour)
		wantNew(true, `{"notices":["We’re closed today, Thursday, November 26."],`+only+`}`) // requests waited before
		clock.Advance(14 * 24 * time.Hour)
		wantNew(true, `{}`)
	})
}

// A range of days is all of its days.
func TestDays(t *testing.T) {
	got := strings.Join(daysFrom("2026-12-30", "2027-01-02"), " ")
	if want := "2026-12-30 2026-12-31 2027-01-01 2027-01-02"; got != want {
		t.Errorf("the days are %s, want %s", got, want)
	}
	for _, last := range []string{"", "2026-12-30", "2026-12-01", "December"} {
		if got := daysFrom("2026-12-30", last); got[0] != "2026-12-30" || len(got) != 1 && last != "December" {
			t.Errorf("the days until %q are %v", last, got)
		}
	}
	if got := daysFrom("a day", "December"); len(got) != 1 {
		t.Errorf("the days from no day are %v", got)
	}
}

// TestPhotos puts up photographs of a page and takes them back: the layer has the last of them with its text, and
// the journal those alone that can come back. The site has room for some.
func TestPhotos(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, e *Editor) {
		ctx := t.Context()
		e.Check = func(_ context.Context, layer Layer) error {
			if layer.Photos == nil {
				return nil
			}
			if photo, _ := fs.ReadFile(layer.Photos, "plano.jpg"); string(photo) == "small" {
				return errors.New("too small")
			}
			return nil
		}
		put := func(id, text string, more ...quote.Photo) error {
			form := url.Values{"part": {"photo"}, "place": {"plano"}, "text": {text}}
			return e.Change(ctx, "ann@example.com", form, append(more, quote.Photo{ID: id, JPEG: []byte(id)})...)
		}
		takeBack := func() {
			t.Helper()
			changes, err := query(ctx, e.Journal.Reader(), "TRUE ORDER BY number DESC LIMIT 1")
			testkit.Must(t, err)
			form := url.Values{"back": {strconv.FormatInt(changes[0].number, 10)}}
			testkit.Must(t, e.Change(ctx, "ann@example.com", form))
		}
		want := func(photo string, stored ...string) {
			t.Helper()
			layer, _, err := e.Layer(ctx, "known")
			testkit.Must(t, err)
			if photo == "" {
				if layer.Photos != nil {
					t.Error("there are photographs, want none")
				}
			} else if got, err := fs.ReadFile(layer.Photos, "plano.jpg"); err != nil || string(got) != photo {
				t.Errorf("plano.jpg is %s, %v, want %s", got, err, photo)
			} else if text, err := fs.ReadFile(layer.Photos, "photos.yaml"); err != nil ||
				string(text) != `{"plano":"Of `+photo+`."}` {
				t.Errorf("photos.yaml is %s, %v", text, err)
			}
			got, err := journal.QueryAll(ctx, e.Journal.Reader(), journal.ScanText,
				`SELECT id FROM site_photos ORDER BY id`)
			testkit.Must(t, err)
			if !slices.Equal(got, stored) {
				t.Errorf("the journal has %v, want %v", got, stored)
			}
		}
		for _, err := range []error{put("small", "Small."), put("a", ""), put("a", "Two.", quote.Photo{ID: "b"}),
			e.Change(ctx, "ann@example.com", url.Values{"part": {"photo"}, "place": {"plano"}, "text": {"None."}}),
			e.Change(ctx, "ann@example.com", url.Values{"part": {"photo"}, "place": {"../x"}, "text": {"A."}},
				quote.Photo{ID: "a"})} {
			if !errors.Is(err, office.ErrRefused) {
				t.Errorf("Change = %v, want a refusal", err)
			}
		}
		want("")
		testkit.Must(t, put("a", "Of a."))
		testkit.Must(t, put("b", "Of b."))
		want("b", "a", "b")
		takeBack()
		want("a", "a", "b")
		testkit.Must(t, put("c", "Of c."))
		want("c", "a", "c")
		testkit.Must(t, e.Change(ctx, "ann@example.com", url.Values{"remove": {"photo/plano"}}))
		want("", "c")
		takeBack()
		want("c", "c")

		places := e.words().photoPlaces()
		isPlano := func(c office.Choice) bool { return c.Value == "plano" }
		for i, place := range slices.DeleteFunc(places, isPlano) {
			err := e.Change(ctx, "ann@example.com", url.Values{"part": {"photo"}, "place": {place.Value},
				"text": {"Another."}}, quote.Photo{ID: "p" + strconv.Itoa(i), JPEG: []byte("p")})
			if full := i >= maxPhotos-1; full != errors.Is(err, office.ErrRoom) || !full && err != nil {
				t.Fatalf("photograph %d: %v", i+2, err)
			}
			if i == maxPhotos {
				return
			}
		}
		t.Fatalf("there are %d places, too few to fill the site", len(places))
	})
}

// sharedPostgres is the PostgreSQL of this test run.
var sharedPostgres = postgres.Server{Settings: []string{"fsync=off"}}

func TestMain(m *testing.M) {
	code := m.Run()
	sharedPostgres.Stop()
	os.Exit(code)
}

// onEachDatabase runs a test of an editor on an empty journal in SQLite, and on one in PostgreSQL.
func onEachDatabase(t *testing.T, test func(t *testing.T, e *Editor)) {
	t.Parallel()
	site, err := content.Load(content.FS)
	testkit.Must(t, err)
	for name, url := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "leads.db") },
		"postgres": func(t *testing.T) string { return sharedPostgres.Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			leads, err := outbox.Open(t.Context(), outbox.Config{DatabaseURL: url(t)})
			testkit.Must(t, err)
			t.Cleanup(func() { testkit.Must(t, leads.Close()) })
			test(t, &Editor{Office: office.Open(office.Config{
				Journal: leads.Journal, Now: time.Now, Words: func() *content.Site { return site },
			})})
		})
	}
}
