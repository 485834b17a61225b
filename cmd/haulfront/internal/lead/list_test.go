package lead

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

func TestList(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		begin := s.clock.Now()
		hero := submission("hero")
		hero.Request.Source = quote.SourceHero
		first := s.submit(hero, true)
		s.background.Wait() // until its e-mail is not queued any more
		s.clock.Advance(24 * time.Hour)
		s.webhookServer.Set(testkit.Status(500))
		second := s.submit(submission("get"), false)
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
			var got []string
			for _, l := range s.leads(test.filter) {
				got = append(got, l.ID)
			}
			if strings.Join(got, " ") != strings.Join(test.want, " ") {
				t.Errorf("%s: %v, want %v", name, got, test.want)
			}
		}
		if _, err := s.journal.Get(t.Context(), "nobody"); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get(nobody) = %v, want ErrNotFound", err)
		}
	})
}

// TestListPages lists several pages of leads, each lead once and in order.
func TestListPages(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		const n = 2*pageSize + pageSize/2
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

// Every field of the table has a column of its own, and comes back from it.
func TestEveryFieldIsStored(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		sub := submission("fields")
		for _, f := range quote.Recorded() {
			*f.Value(&sub.Request) = "the " + f.Name
		}
		if got := s.get(s.submit(sub, true)).Request; !reflect.DeepEqual(got, sub.Request) {
			t.Errorf("the journal has %+v, want %+v", got, sub.Request)
		}
	})
}
