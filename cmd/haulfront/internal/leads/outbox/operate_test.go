package outbox

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

func TestReplay(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		id := s.submit(post("k"), true)
		s.deliverDue()
		testkit.WantError(t, "Replay()", s.Replay(ctx, id, false, s.clock.Now()), "it is delivered")
		testkit.Must(t, s.Replay(ctx, id, true, s.clock.Now()))
		s.deliverDue()
		s.wantState(id, Delivered, Delivered, 2, 1) // the webhook again, not the email
		s.wantSameCalls(id)
		testkit.WantIs(t, "Replay(nobody)", s.Replay(ctx, "nobody", false, s.clock.Now()), journal.ErrNotFound)
		a := s.stored("l")
		testkit.WantError(t, "Replay()", s.Replay(ctx, a.LeadID, false, s.clock.Now()), "an attempt is being made")
	})
}

func TestStoredLeadsCanBeSentLater(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		before := newTestService(t, url, withoutDestinations)
		id := before.submit(post("k"), true)
		before.Service.Close()
		s := newTestService(t, url, nil)
		s.replay(id)
		s.deliverDue()
		s.wantState(id, Delivered, Stored, 1, 0)
	})
}

// TestReleaseWithoutWebhook releases a lead at a server without a webhook: the email waits no longer.
func TestReleaseWithoutWebhook(t *testing.T) {
	onEachService(t, func(c *testConfig) { c.WebhookURL = "" }, func(t *testing.T, s *testService) {
		id := s.submit(suspect("k"), true)
		s.release(id)
		s.wantState(id, Queued, Waiting, 0, 0)
		s.deliverDue()
		s.wantState(id, Stored, Delivered, 0, 1)
	})
}

func TestStats(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		s.submit(post("a"), true)
		s.deliverDue()
		s.failed("b")
		s.clock.Advance(time.Hour)
		s.submit(post("c"), false)
		got, err := s.Stats(t.Context())
		testkit.Must(t, err)
		want := Stats{
			Deliveries: map[Kind]map[Status]int{Webhook: {Delivered: 1, Queued: 2}, Email: {Delivered: 1, Waiting: 2}},
			Due:        1, Oldest: time.Hour,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Stats() (-want +got):\n%s", diff)
		}
		retries, err := s.Retries(t.Context())
		if len(retries) != 2 || err != nil {
			t.Fatalf("Retries() = %+v, %v, want those of b and c", retries, err)
		}
		for _, r := range retries {
			if r.Kind != Webhook || r.Name == "" || r.Failures != 1 || r.Last.Status != 500 {
				t.Errorf("Retries() has %+v", r)
			}
		}
	})
}

func TestOpenJournalCreatesNothing(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := t.TempDir() + "/none.db"
	testkit.WantError(t, "OpenJournal of a missing file", errOf(Attach(ctx, "sqlite:"+path)), "no such file")
	testkit.WantIs(t, "Stat()", errOf(os.Stat(path)), os.ErrNotExist)
	url := sharedPostgres.Database(t)
	testkit.WantError(t, "OpenJournal of an empty database", errOf(Attach(ctx, url)), "haulfront serve creates them")
	s := newTestService(t, url, nil)
	s.exec(`DELETE FROM goose_db_version WHERE version_id > 0`)
	testkit.WantError(t, "OpenJournal of an old database", errOf(Attach(ctx, url)), "up to date")
}

func TestPurge(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		id := s.failed("k")
		s.clock.Advance(time.Hour)
		other := s.submit(post("l"), false)
		l, err := s.Purge(ctx, id)
		if err != nil || l.ID != id || l.Delivery(Webhook).Status != Queued || l.Delivery(Email).Status != Waiting {
			t.Errorf("Remove() = %+v, %v, want what it was", l, err)
		}
		testkit.WantIs(t, "Get() after Remove", errOf(s.Get(ctx, id)), journal.ErrNotFound)
		testkit.WantIs(t, "a second Remove()", errOf(s.Purge(ctx, id)), journal.ErrNotFound)
		s.get(other)

		// An attempt in progress has nothing to record, and its visitor sees a failure.
		a := s.stored("m")
		testkit.Must(t, errOf(s.Purge(ctx, a.LeadID)))
		for _, r := range []result{success, {attempts: []Attempt{{Status: 500}}}} {
			s.wantIgnored(a, r)
		}
		if s.awaitHolder(ctx, a.LeadID, a.Lease) {
			t.Error("awaitHolder() of a lead that was removed = true")
		}
	})
}

func TestList(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		begin := s.clock.Now()
		hero := post("hero")
		hero.Request.Source = quote.SourceHero
		first := s.submit(hero, true)
		s.background.Wait() // until its email is not queued any more
		s.clock.Advance(24 * time.Hour)
		second := s.failed("get")
		s.clock.Advance(time.Millisecond)
		third := s.submit(suspect("spam"), true)

		day := begin.Add(24 * time.Hour)
		for name, test := range map[string]struct {
			filter Filter
			want   []string
		}{
			"all, newest first": {Filter{}, []string{third, second, first}},
			"status":            {Filter{Status: Queued}, []string{second}},
			"quarantined":       {Filter{Status: Quarantined}, []string{third}},
			"source":            {Filter{Source: quote.SourceHero}, []string{first}},
			"since":             {Filter{Since: day}, []string{third, second}},
			"until":             {Filter{Until: day}, []string{first}},
			"all at once": {
				Filter{Status: Queued, Source: quote.SourceGet, Since: begin, Until: day.Add(1)}, nil},
		} {
			if got := s.ids(test.filter); !slices.Equal(got, test.want) {
				t.Errorf("%s: %v, want %v", name, got, test.want)
			}
		}
		testkit.WantIs(t, "Get(nobody)", errOf(s.Get(t.Context(), "nobody")), journal.ErrNotFound)
	})
}

// TestListPages lists several pages of leads, each lead once and in order.
func TestListPages(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		const n = 250
		// Three leads in each millisecond, so that pages end between equal times.
		for _, statement := range []string{
			`INSERT INTO leads (id, identity, received_at, name, email, phone, service_type, zip_code,
					service_timeframe, message, source, page, suspect)
				SELECT 'id ' || (n + 1000), 'identity ' || n, n / 3, '', '', '', '', '', '', '', '', '', ''
				FROM numbers`,
			`INSERT INTO deliveries (lead_id, kind, status, body)
				SELECT 'id ' || (n + 1000), 'webhook', 'kept', '' FROM numbers`,
			`INSERT INTO deliveries (lead_id, kind, status, body)
				SELECT 'id ' || (n + 1000), 'email', 'kept', '' FROM numbers`,
		} {
			s.exec(fmt.Sprintf(`WITH RECURSIVE numbers (n) AS
				(SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d) `, n) + statement)
		}
		leads := s.leads(Filter{Status: Stored})
		if len(leads) != n {
			t.Fatalf("%d leads are listed, want %d", len(leads), n)
		}
		for i, l := range leads {
			if want := fmt.Sprint("id ", 1000+n-i); l.ID != want {
				t.Fatalf("lead %d is %s, want %s", i, l.ID, want)
			}
		}
	})
}

// TestRequestIsStored reads back every field of the form, each of which has a column of its own, and the extra.
func TestRequestIsStored(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		sub := post("fields")
		for _, f := range quote.Recorded() {
			*f.Value(&sub.Request) = "the " + f.Name
		}
		sub.Request.Extra = quote.Extra{
			Estimate: &quote.Estimate{
				Query: "sofa=1&hot-tub=1", Total: "$399–$1,050", Low: 399, High: 1050,
				Lines: []content.EstimateLine{{Label: "1 sofa", Note: `"between" <two> loads`, Price: "$99–$250"}},
			},
			Texts: map[string]string{"gateCode": "#12 \"left\""},
		}
		if diff := cmp.Diff(sub.Request, s.get(s.submit(sub, true)).Request); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
