package office

import (
	"errors"
	"io/fs"
	"net/url"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestSiteLayer lets days pass over what users have changed: it counts from its first day to its last, a closed day is
// announced the day before, and the version differs whenever the files do.
func TestSiteLayer(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx := t.Context()
		clock := testkit.NewClock(time.Date(2026, 11, 23, 9, 0, 0, 0, words().Location()))
		o := Open(Config{Journal: leads.Journal, Now: clock.Now, Words: words,
			CheckSite: func(files fs.FS) error {
				if text, err := fs.ReadFile(files, "business.yaml"); strings.Contains(string(text), "refused") {
					return errors.New("no such word")
				} else {
					return err
				}
			}})
		known := ""
		wantNew := func(isNew bool, text string) {
			t.Helper()
			files, version, err := o.SiteLayer(ctx, known)
			testkit.Must(t, err)
			if got := files != nil; got != isNew {
				t.Fatalf("on %v there are other files: %v", clock.Now(), got)
			}
			if known = version; !isNew {
				return
			}
			got, err := fs.ReadFile(files, "business.yaml")
			if testkit.Must(t, err); string(got) != text {
				t.Errorf("on %v business.yaml is %s, want %s", clock.Now(), got, text)
			}
		}
		wantNew(false, "")
		for _, form := range []url.Values{
			{"part": {"notice"}, "text": {"New trucks"}, "from": {"2026-11-24"}, "until": {"2026-11-25"}},
			{"part": {"now"}, "text": {"One truck free"}, "until": {"12:00"}},
			{"part": {"closed"}, "day": {"2026-11-25"}, "text": {"Ice."}},
		} {
			testkit.Must(t, o.ChangeSite(ctx, "ann@example.com", form))
		}
		for _, form := range []url.Values{
			{}, {"part": {"other"}}, {"part": {"notice"}, "from": {"soon"}},
			{"part": {"notice"}, "until": {"2026-11-22"}}, {"part": {"notice"}, "text": {"refused"}},
			{"part": {"now"}, "until": {"08:59"}}, {"part": {"now"}},
			{"part": {"closed"}, "day": {"2026-11-22"}}, {"part": {"review"}}, {"back": {"99"}},
			{"part": {"now"}, "text": {strings.Repeat("a", MaxNote+1)}},
		} {
			if err := o.ChangeSite(ctx, "ann@example.com", form); !errors.Is(err, ErrRefused) {
				t.Errorf("ChangeSite(%v) = %v, want a refusal", form, err)
			}
		}
		const closed = `"hours":{"closed":["2026-11-25"]}}`
		wantNew(true, `{"notices":["One truck free"],`+closed)
		wantNew(false, "")
		clock.Advance(3 * time.Hour)
		wantNew(true, `{`+closed)
		clock.Advance(12 * time.Hour)
		wantNew(true, `{"notices":["New trucks","We’re closed tomorrow, Wednesday, November 25. Ice."],`+closed)
		clock.Advance(24 * time.Hour)
		wantNew(true, `{"notices":["New trucks","We’re closed today, Wednesday, November 25. Ice.",`+
			`"We’re closed tomorrow, Thursday, November 26."],`+closed) // a holiday of the folder
		clock.Advance(24 * time.Hour)
		wantNew(true, `{"notices":["We’re closed today, Thursday, November 26."],`+closed) // requests waited before
		clock.Advance(14 * 24 * time.Hour)
		wantNew(true, `{}`)
	})
}
