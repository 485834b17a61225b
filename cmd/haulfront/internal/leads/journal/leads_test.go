package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// noon is when the first lead of a test was received.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// add stores a post that was received at a time.
func (s *served) add(p quote.Post, at time.Time) (l Lead, isNew bool) {
	s.t.Helper()
	testkit.Must(s.t, s.Transact(s.t.Context(), func(tx *sql.Tx) (err error) {
		l, isNew, err = s.Store(s.t.Context(), tx, p, at)
		return err
	}))
	return l, isNew
}

// TestLeads stores leads and reads them back: one by one, page by page, by conditions and by their references.
func TestLeads(t *testing.T) {
	ctx, s := t.Context(), serve(t, postgres.SQLite(t))
	sub := post("first")
	sub.Page, sub.SpamReason, sub.Note = " /get-quote\n", "a sign\n of spam", "Photos: 2"
	sub.Request.Message, sub.Request.Extra.Language = "Two piles", "es"
	sub.Request.Photos = []quote.Photo{{ID: "a", Width: 4, Height: 3, JPEG: []byte("one")}, {ID: "b",
		JPEG: []byte("three")}}
	first, isNew := s.add(sub, noon)
	got, err := s.Get(ctx, first.ID)
	testkit.Must(t, err)
	if !isNew || got.Page != "/get-quote" || got.SpamReason != "a sign  of spam" || !got.Received.Equal(noon) ||
		got.Request.Message != "Two piles\n\nPhotos: 2" || got.Request.Extra.Language != "es" ||
		got.Request.Phone != sub.Request.Phone || got.Stage != "new" || got.Token != first.Token ||
		len(got.Token) != 22 {
		t.Errorf("Get() = %+v", got)
	}
	if p := got.Request.Photos; len(p) != 2 || p[0].ID != "a" || p[0].Width != 4 || p[0].Height != 3 ||
		p[0].Bytes != 3 ||
		p[1].ID != "b" || p[1].Bytes != 5 {
		t.Errorf("the photographs are %+v", p)
	}
	if data, err := s.Photo(ctx, "b"); string(data) != "three" || err != nil {
		t.Errorf("Photo() = %q, %v", data, err)
	}
	testkit.WantIs(t, "Photo()", errOf(s.Photo(ctx, "none")), ErrNotFound)
	testkit.WantIs(t, "Get()", errOf(s.Get(ctx, "none")), ErrNotFound)

	ids := []string{first.ID}
	for i := 1; i < 2*pageSize+1; i++ {
		other := post(fmt.Sprint(i))
		other.Request.Source, other.Request.Email = quote.SourceHero, fmt.Sprintf("ann%d@example.com", i)
		l, _ := s.add(other, noon.Add(time.Duration(i)*time.Minute))
		ids = append(ids, l.ID)
	}
	slices.Reverse(ids)
	list := func(conditions ...Condition) (found []string) {
		t.Helper()
		whole := func(leads []Lead) ([]Lead, error) { return leads, nil }
		for l, err := range List(ctx, s.Journal, whole, conditions...) {
			testkit.Must(t, err)
			found = append(found, l.ID)
		}
		return found
	}
	n := len(ids)
	at := noon.Add(10 * time.Minute)
	for name, test := range map[string]struct {
		got, want []string
	}{
		"all":             {list(), ids},
		"before a time":   {list(ReceivedBefore(at)), ids[n-10:]},
		"from a time":     {list(ReceivedFrom(at)), ids[:n-10]},
		"of a form":       {list(From(quote.SourceGet)), ids[n-1:]},
		"the latest":      {list(Latest(3)), ids[:3]},
		"by ID":           {list(Among(ids[5], ids[2], "none")), []string{ids[2], ids[5]}},
		"by no ID":        {list(Among()), nil},
		"two conditions":  {list(ReceivedFrom(at), ReceivedBefore(at.Add(2*time.Minute))), ids[n-12 : n-10]},
		"of another form": {list(From("none")), nil},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %d leads, want %d:\n%v\n%v", name, len(test.got), len(test.want), test.got, test.want)
		}
	}
	broken := errors.New("broken")
	next, stop := iter.Pull2(List(ctx, s.Journal, func([]Lead) ([]Lead, error) { return nil, broken }))
	defer stop()
	if _, err, _ := next(); !errors.Is(err, broken) {
		t.Errorf("List() ends with %v", err)
	}
	if _, _, more := next(); more {
		t.Error("List() goes on after an error")
	}
	if count, from, until, err := s.Span(ctx, ReceivedBefore(at)); count != 10 || !from.Equal(noon) ||
		!until.Equal(at.Add(-time.Minute)) || err != nil {
		t.Errorf("Span() = %d, %v, %v, %v", count, from, until, err)
	}
	if count, from, _, err := s.Span(ctx, Among()); count != 0 || !from.IsZero() || err != nil {
		t.Errorf("Span() of nothing = %d, %v, %v", count, from, err)
	}
	if leads, photos, err := Count(ctx, s.Reader()); leads != n || photos != 2 || err != nil {
		t.Errorf("Count() = %d, %d, %v", leads, photos, err)
	}
	checkFind(s, ids[n-1])
	checkRemove(s, ids)
}

// checkFind finds a lead by its reference and by its prefix.
func checkFind(s *served, id string) {
	for text, want := range map[string]string{
		Reference(id): id, " " + strings.ToLower(Reference(id)) + " ": id, id: id, strings.ToUpper(id): id,
		"01": "at least 4", "none": ErrNotFound.Error(), id[:4]: "several IDs start with it",
	} {
		got, err := s.Find(s.t.Context(), text)
		if got != want && (err == nil || !strings.Contains(err.Error(), want)) {
			s.t.Errorf("Find(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	_, err := s.Find(s.t.Context(), id[:4])
	if parts := strings.Count(err.Error(), ", "); parts != 3 { // "such as" and three IDs
		s.t.Errorf("Find() of an ambiguous prefix = %v, want three IDs", err)
	}
}

// checkRemove removes leads with their photographs, the oldest last.
func checkRemove(s *served, ids []string) {
	ctx, n := s.t.Context(), len(ids)
	if removed, err := s.Remove(ctx, ids[0], ids[1], "none"); removed != 2 || err != nil {
		s.t.Errorf("Remove() = %d, %v", removed, err)
	}
	testkit.Must(s.t, s.Transact(ctx, func(tx *sql.Tx) error {
		oldest, err := Oldest(ctx, tx, 2)
		if !slices.Equal(oldest, []string{ids[n-1], ids[n-2]}) || err != nil {
			s.t.Errorf("Oldest() = %v, %v", oldest, err)
		}
		emails, err := Emails(ctx, tx, Among(ids[n-2]))
		if !slices.Equal(emails, []string{"ann1@example.com"}) || err != nil {
			s.t.Errorf("Emails() = %v, %v", emails, err)
		}
		if leads, photos, err := Remove(ctx, tx, Among("none")); leads != 0 || photos != 0 || err != nil {
			s.t.Errorf("Remove() of nothing = %d, %d, %v", leads, photos, err)
		}
		leads, photos, err := Remove(ctx, tx, From(quote.SourceGet))
		if leads != 1 || photos != 2 || err != nil {
			s.t.Errorf("Remove() = %d leads, %d photographs, %v", leads, photos, err)
		}
		return err
	}))
	testkit.Must(s.t, s.Scrub(ctx))
	if leads, photos, err := Count(ctx, s.Reader()); leads != n-3 || photos != 0 || err != nil {
		s.t.Errorf("Count() after removals = %d, %d, %v", leads, photos, err)
	}
}

// TestRepeats stores the same form twice: with a key always as one lead, without one within ten minutes.
func TestRepeats(t *testing.T) {
	s := serve(t, postgres.SQLite(t))
	first, _ := s.add(post("key"), noon)
	if again, isNew := s.add(post("key"), noon.AddDate(1, 0, 0)); isNew || again.ID != first.ID {
		t.Errorf("the same key a year later is a new lead: %v", isNew)
	}
	keyless, _ := s.add(post(""), noon)
	for minutes, same := range map[int]bool{0: true, 9: true, -9: true, 21: false, -21: false} {
		l, isNew := s.add(post(""), noon.Add(time.Duration(minutes)*time.Minute))
		if isNew == same || (l.ID == keyless.ID) != same {
			t.Errorf("without a key, %d minutes later: the same lead %v, want %v", minutes, !isNew, same)
		}
	}
}

// TestFindPerson finds requests by phone numbers and email addresses as people type them.
func TestFindPerson(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		ctx, s := t.Context(), serve(t, url)
		var ids []string
		for i, contact := range [][2]string{{"(214) 555-0100", "Ann@Example.com"}, {"+1 214.555.0100 ext. 7", ""},
			{"972-555-0144", "ann@example.com"}, {"469 555 0188 or 214 555 0100", "joann@example.com"},
			{"555-0100", "ann@example.com.invalid"}, {"call me", ""}} {
			sub := post(fmt.Sprint(i))
			sub.Request.Phone, sub.Request.Email = contact[0], contact[1]
			l, _ := s.add(sub, noon.Add(time.Duration(i)*time.Minute))
			ids = append(ids, l.ID)
		}
		s.exec(`UPDATE leads SET merged_into = $1 WHERE id = $2`, ids[2], ids[5])
		for text, places := range map[string][]int{
			"ANN@example.COM ": {0, 2, 5}, "2145550100": {0, 1, 3}, "+1 214 555 0100": {0, 1, 3}, "555 0100": {4},
			"(972) 555-0144": {2, 5}, "bob@example.com": nil, "214-555-0199": nil,
		} {
			var want []string
			for _, i := range places {
				want = append(want, ids[i])
			}
			got, err := s.FindPerson(ctx, text)
			if !slices.Equal(got, want) || errors.Is(err, ErrNotFound) != (want == nil) {
				t.Errorf("FindPerson(%q) = %v, %v, want %v", text, got, err, want)
			}
		}
		for _, bad := range []string{"", "Ann", "123456", "call me"} {
			testkit.WantError(t, "FindPerson("+bad+")", errOf(s.FindPerson(ctx, bad)),
				"no email address and no phone number")
		}
		testkit.Must(t, errOf(s.Remove(ctx, ids[2])))
		if l, err := s.Get(ctx, ids[5]); l.MergedInto != "" || err != nil {
			t.Errorf("a lead is still merged into one that was removed: %q, %v", l.MergedInto, err)
		}
	})
}

// TestPhotoLinks checks that a link works for its photograph alone, and for thirty days.
func TestPhotoLinks(t *testing.T) {
	clock, dir := testkit.NewClock(noon), t.TempDir()
	s := &served{t: t, log: &testkit.Log{}}
	var err error
	s.Journal, err = Serve(t.Context(), Config{URL: "sqlite:" + filepath.Join(dir, "leads.db"), Now: clock.Now})
	testkit.Must(t, err)
	defer s.Close()
	link, err := s.PhotoLink(t.Context(), "a", noon)
	testkit.Must(t, err)
	expires, signature := link.Get("expires"), link.Get("signature")
	for _, test := range []struct {
		id, expires, signature string
		after                  time.Duration
		want                   error
	}{
		{"a", expires, signature, 0, nil}, {"a", expires, signature, photoLinkLife - time.Second, nil},
		{"a", expires, signature, photoLinkLife, ErrLinkEnded}, {"b", expires, signature, 0, ErrBadLink},
		{"a", expires + "0", signature, 0, ErrBadLink}, {"a", expires, "", 0, ErrBadLink}, {"a", "", "", 0, ErrBadLink},
	} {
		clock.Set(noon.Add(test.after))
		if err := s.CheckPhotoLink(t.Context(), test.id, test.expires, test.signature); !errors.Is(err, test.want) {
			t.Errorf("CheckPhotoLink(%s, %s, %s) after %v = %v, want %v", test.id, test.expires, test.signature,
				test.after, err, test.want)
		}
	}
	if got := s.UploadDir(); got != dir {
		t.Errorf("UploadDir() = %s, want %s", got, dir)
	}
}

// TestSecrets checks that secrets outlive the process, and that keys of calendars are renewed for every user.
func TestSecrets(t *testing.T) {
	ctx, url := t.Context(), postgres.SQLite(t)
	s := serve(t, url)
	keyOf, err := s.CalendarKeys(ctx)
	testkit.Must(t, err)
	token, err := s.CustomerToken(ctx, "1")
	testkit.Must(t, err)
	if other, _ := s.CustomerToken(ctx, "2"); other == token || keyOf("ann@example.com") != keyOf("Ann@Example.com") ||
		keyOf("ann@example.com") == keyOf("bob@example.com") {
		t.Error("the tokens of two leads, or the keys of two users, are the same; or that of one user is not")
	}
	made := 0
	for range 2 {
		value, err := s.Secret(ctx, "push", func() (string, error) { made++; return fmt.Sprint("made ", made), nil })
		if value != "made 1" || err != nil {
			t.Errorf("Secret() = %q, %v", value, err)
		}
	}
	refused := errors.New("refused")
	testkit.WantIs(t, "Secret()", errOf(s.Secret(ctx, "none", func() (string, error) { return "", refused })), refused)
	former := keyOf("ann@example.com")
	testkit.Must(t, s.RenewCalendarKeys(ctx))
	keyOf, err = s.CalendarKeys(ctx)
	testkit.Must(t, err)
	renewed := keyOf("ann@example.com")
	testkit.Must(t, s.StoreSiteURL(ctx, "https://one.test"))
	testkit.Must(t, errors.Join(s.StoreSiteURL(ctx, "https://two.test"), s.Close()))

	s = serve(t, url)
	keyOf, err = s.CalendarKeys(ctx)
	testkit.Must(t, err)
	again, err := s.CustomerToken(ctx, "1")
	testkit.Must(t, err)
	value, err := s.Secret(ctx, "push", func() (string, error) { return "made anew", nil })
	testkit.Must(t, err)
	if keyOf("ann@example.com") != renewed || renewed == former || again != token || value != "made 1" {
		t.Errorf("after a restart: %q, %q, %q; before: %q, %q", keyOf("ann@example.com"), again, value, renewed, token)
	}
	if address, err := s.SiteURL(ctx); address != "https://two.test" || err != nil {
		t.Errorf("SiteURL() = %q, %v", address, err)
	}
}

// TestJobs claims jobs: each is done once for all instances, and again when it is due.
func TestJobs(t *testing.T) {
	ctx, clock := t.Context(), testkit.NewClock(noon)
	url := postgres.SQLite(t)
	j, err := Serve(ctx, Config{URL: url, Now: clock.Now})
	testkit.Must(t, err)
	defer j.Close()
	claim := func(due time.Time, want bool) {
		t.Helper()
		last, claimed, err := j.ClaimJob(ctx, "summary", due, clock.Now().Add(time.Minute))
		if claimed != want || err != nil || claimed && !last.Equal(noon) {
			t.Errorf("ClaimJob() = %v, %v, %v, want %v", last, claimed, err, want)
		}
	}
	if since, last, err := j.Job(ctx, "summary"); !since.IsZero() || !last.IsZero() || err != nil {
		t.Errorf("Job() before the first time = %v, %v, %v", since, last, err)
	}
	claim(noon, false) // a new one counts as done
	clock.Advance(time.Hour)
	claim(noon, false)
	claim(clock.Now(), true)
	claim(clock.Now(), false) // another instance does it
	clock.Advance(time.Minute)
	claim(clock.Now(), true) // which has ended since
	testkit.Must(t, j.FinishJob(ctx, "summary", clock.Now()))
	claim(clock.Now(), false)
	if since, last, err := j.Job(ctx, "summary"); !since.Equal(noon) || !last.Equal(clock.Now()) || err != nil {
		t.Errorf("Job() = %v, %v, %v", since, last, err)
	}
	for _, hours := range []int{1, 2, 26} { // the last one after a gap
		testkit.Must(t, NoteJob(ctx, strings.TrimPrefix(url, "sqlite:"), "backup",
			noon.Add(time.Duration(hours)*time.Hour),
			time.Hour))
		want := noon.Add(map[int]time.Duration{1: 1, 2: 1, 26: 26}[hours] * time.Hour)
		if since, _, err := j.Job(ctx, "backup"); !since.Equal(want) || err != nil {
			t.Errorf("after %d hours, the job is regular since %v, %v, want %v", hours, since, err, want)
		}
	}
}

// TestWatch checks that watchers hear of changes until they stop, and that a full channel holds nobody up.
func TestWatch(t *testing.T) {
	s := serve(t, postgres.SQLite(t))
	changes, others := make(chan Change, 1), make(chan Change, 2)
	stop, stopOthers := s.Watch(changes), s.Watch(others)
	s.Announce(t.Context(), Added)
	s.Announce(t.Context(), Changed)
	if stopOthers(); len(others) != 2 {
		t.Errorf("the other watcher heard of %d changes, want 2", len(others))
	}
	if got := <-changes; got != Added || len(changes) != 0 {
		t.Errorf("a watcher heard of %s and %d others", got, len(changes))
	}
	stop()
	s.Announce(t.Context(), Added)
	if len(changes) != 0 {
		t.Error("a watcher hears of changes after its end")
	}
	s.Listen(t.Context()) // returns: SQLite has no other instance
}

// TestConsents checks which row of the ledger counts: a stop until it is resumed, or else the latest, for five years.
func TestConsents(t *testing.T) {
	ctx, s := t.Context(), serve(t, postgres.SQLite(t))
	sub := post("key")
	sub.Request.Extra.Answer.Consent = &quote.Consent{Words: "Yes.", At: noon, Page: "/"}
	s.add(sub, noon)
	standing := func(want string) {
		t.Helper()
		got, err := QueryAll(ctx, s.Reader(), ScanText, `SELECT `+Standing+` FROM leads l`)
		if !slices.Equal(got, []string{want}) || err != nil {
			t.Errorf("what counts is %q, %v, want %q", got, err, want)
		}
	}
	standing(Agreed)
	at := noon
	for _, step := range [][3]string{{"+1 214 555 0100", Revoked, Revoked}, {"214-555-0100", Stopped, Stopped},
		{"214-555-0100", Agreed, Stopped}, {"469-555-0188", Resumed, Stopped}, {"call me", Resumed, Stopped},
		{"2145550100", Resumed, Agreed}} {
		at = at.Add(time.Minute)
		testkit.Must(t, s.Transact(ctx, func(tx *sql.Tx) error {
			return AddConsent(ctx, tx, Consent{Phone: step[0], At: at, Action: step[1]})
		}))
		standing(step[2])
	}
	testkit.Must(t, s.RemoveOldConsents(ctx, noon.AddDate(5, 0, 0)))
	if n, err := QueryAll(ctx, s.Reader(), ScanText, `SELECT id FROM consents`); len(n) != 6 || err != nil {
		t.Errorf("after five years, the ledger has %d rows, %v, want all", len(n), err)
	}
	testkit.Must(t, s.RemoveOldConsents(ctx, at.AddDate(5, 0, 0)))
	standing("")
}

// TestTransact checks which errors of a transaction say that the journal is unavailable, and that none leaves a lead.
func TestTransact(t *testing.T) {
	ctx, s := t.Context(), serve(t, postgres.SQLite(t))
	refused := errors.New("refused")
	err := s.Transact(ctx, func(tx *sql.Tx) error {
		_, _, err := s.Store(ctx, tx, post("key"), noon)
		return errors.Join(err, refused)
	})
	if !errors.Is(err, refused) || errors.Is(err, ErrUnavailable) {
		t.Errorf("a transaction that is refused ends with %v", err)
	}
	testkit.WantIs(t, "Transact()", s.Transact(ctx, func(tx *sql.Tx) error {
		return errOf(tx.ExecContext(ctx, `INSERT INTO nowhere VALUES (1)`))
	}), ErrUnavailable)
	var probed int
	s.Probe = func(_ context.Context, _ *sql.Tx, id, text string) error {
		probed = len(text)
		return nil
	}
	if err := s.Ready(ctx); err != nil || probed != 2*probeSize {
		t.Errorf("Ready() = %v, with a probe of %d bytes", err, probed)
	}
	if leads, _, err := Count(ctx, s.Reader()); leads != 0 || err != nil {
		t.Errorf("%d leads are left, %v", leads, err)
	}
	s.Probe = func(context.Context, *sql.Tx, string, string) error { return refused }
	testkit.WantIs(t, "Ready()", s.Ready(ctx), ErrUnavailable)
	s.exec(`CREATE TRIGGER refuse BEFORE INSERT ON leads BEGIN SELECT RAISE(FAIL, 'disk I/O error'); END`)
	s.Probe = nil
	testkit.WantIs(t, "Ready()", s.Ready(ctx), ErrUnavailable)
	if err := errOf(s.store("key")); !errors.Is(err, ErrUnavailable) || s.Reached() != nil {
		t.Errorf("Store() = %v, reached: %v", err, s.Reached())
	}
}

// TestCheckSchema compares a journal's tables with those of its version.
func TestCheckSchema(t *testing.T) {
	s := serve(t, postgres.SQLite(t))
	if version, err := CheckVersion(t.Context(), s.Reader()); version != schemaVersion || err != nil {
		t.Errorf("CheckVersion() = %d, %v", version, err)
	}
	testkit.Must(t, CheckSchema(t.Context(), s.Reader()))
	s.exec(`ALTER TABLE photos RENAME COLUMN place TO position`)
	testkit.WantError(t, "CheckSchema()", CheckSchema(t.Context(), s.Reader()), "photos.place")
	s.exec(`UPDATE goose_db_version SET version_id = 99 WHERE version_id = $1`, schemaVersion)
	testkit.WantIs(t, "CheckSchema()", CheckSchema(t.Context(), s.Reader()), errNewer)
}

func TestPhoneKey(t *testing.T) {
	want := PhoneKey("2145550100")
	for _, phone := range []string{"(214) 555-0100", "+1 214.555.0100", "214-555-0100 ext. 12", "12145550100 x5",
		"214 555 0100 or 972 555 0101"} {
		if got := PhoneKey(phone); got != want {
			t.Errorf("PhoneKey(%q) = %s, want %s", phone, got, want)
		}
	}
	for _, phone := range []string{"", "call me", "12345"} {
		if got := PhoneKey(phone); got != "" {
			t.Errorf("PhoneKey(%q) = %s", phone, got)
		}
	}
	if PhoneKey("5550100") == "" || PhoneKey("5550100") == want {
		t.Error("a local number is another number")
	}
}
