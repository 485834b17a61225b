package outbox

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

func (s *testService) overdue() (undelivered []string, failing map[Kind]int) {
	s.t.Helper()
	o, err := s.Overdue(s.t.Context(), s.clock.Now().Add(-15*time.Minute))
	testkit.Must(s.t, err)
	failing = map[Kind]int{}
	for _, l := range o.Undelivered {
		undelivered = append(undelivered, l.ID)
	}
	for _, f := range o.Failing {
		failing[f.Kind] = f.Leads
	}
	return undelivered, failing
}

func TestOverdue(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		want := func(when string, undelivered, webhook, email int) {
			t.Helper()
			got, failing := s.overdue()
			if len(got) != undelivered || failing[Webhook] != webhook || failing[Email] != email {
				t.Errorf("%s: %d leads are undelivered, %v fail, want %d leads, webhook %d, email %d",
					when, len(got), failing, undelivered, webhook, email)
			}
		}
		s.submit(post("fine"), true)
		s.deliverDue()
		first := s.failed("first")
		want("at once", 0, 0, 0)
		s.clock.Advance(14*time.Minute + 59*time.Second)
		second := s.submit(post("second"), false)
		want("before the time", 0, 0, 0)
		s.clock.Advance(time.Second)
		want("after the time", 1, 1, 0)
		s.clock.Advance(15 * time.Minute)
		want("with both", 2, 2, 0)
		if got, _ := s.overdue(); strings.Join(got, " ") != second+" "+first {
			t.Errorf("undelivered are %v, want the newest first: %s, %s", got, second, first)
		}

		// The webhook takes a later lead: it works, and the earlier ones are yet to arrive.
		s.webhookServer.Set(nil)
		s.submit(post("third"), true)
		want("when it works again", 2, 0, 0)
		s.clock.Advance(5 * time.Hour)
		s.deliverDue()
		want("when all have arrived", 0, 0, 0)

		s.emailServer.Set(testkit.Status(http.StatusInternalServerError))
		s.submit(post("fourth"), true)
		s.deliverDue()
		s.clock.Advance(time.Hour)
		want("without emails", 0, 0, 1)
	})
}

// TestStoredLeadsAreNotOverdue has no destination, so the journal is the inbox, and a lead in quarantine.
func TestStoredLeadsAreNotOverdue(t *testing.T) {
	s := newTestService(t, postgres.SQLite(t), withoutDestinations)
	s.submit(post("stored"), true)
	spam := suspect("spam")
	s.submit(spam, true)
	s.clock.Advance(time.Hour)
	if undelivered, failing := s.overdue(); len(undelivered) != 0 || len(failing) != 0 {
		t.Errorf("overdue are %v and %v, want nothing", undelivered, failing)
	}
}

func TestDisk(t *testing.T) {
	s := newTestService(t, postgres.SQLite(t), nil)
	bytes, files, err := s.Disk()
	if err != nil || bytes.Free == 0 || bytes.Size < bytes.Free || files.Size < files.Free {
		t.Errorf("Disk() = %+v bytes, %+v files, %v, want some of all", bytes, files, err)
	}
	p := newTestService(t, sharedPostgres.Database(t), nil)
	if _, _, err := p.Disk(); !errors.Is(err, journal.ErrNoDisk) {
		t.Errorf("Disk() of a database server = %v, want ErrNoDisk", err)
	}
}

// TestMailToVisitorIsNoDelivery checks that the visitor's mail does not deliver a lead, and that a rejected visitor's
// address is no failure of the mail server.
func TestMailToVisitorIsNoDelivery(t *testing.T) {
	s := newMailService(t, postgres.SQLite(t))
	refuse := func(recipient string) {
		s.mailServer.Script(func(stage testkit.Stage, argument string) string {
			if stage == testkit.AtTo && strings.Contains(argument, recipient) {
				return "550 no such user"
			}
			return ""
		})
	}
	refuse("owner@")
	id := s.submit(post("owner"), true)
	s.deliverDue()
	s.wantMail(id, VisitorMail, Delivered, 1)
	s.clock.Advance(time.Hour)
	if undelivered, failing := s.overdue(); len(undelivered) != 1 || failing[OwnerMail] != 1 {
		t.Errorf("overdue are %v and %v, want the lead and the mail to the owner", undelivered, failing)
	}
	refuse("ann@")
	id = s.submit(post("visitor"), true)
	s.deliverDue()
	s.wantMail(id, OwnerMail, Delivered, 2)
	s.wantMail(id, VisitorMail, Dead, 2)
	s.clock.Advance(time.Hour)
	if undelivered, failing := s.overdue(); len(undelivered) != 1 || len(failing) != 0 {
		t.Errorf("overdue are %v and %v, want the first lead alone", undelivered, failing)
	}
}

// TestJobs has two instances claim a job that is due: one of them does it, and again only when it is due again or the
// claim has ended without a result.
func TestJobs(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		first := newTestService(t, url, nil)
		services, start := []*testService{first, first}, first.clock.Now()
		if !first.Exclusive() {
			services[1] = newTestService(t, url, nil)
		}
		claim := func(at, due time.Duration, want int, since time.Duration) {
			t.Helper()
			var claims atomic.Int64
			var both sync.WaitGroup
			for _, s := range services {
				s.clock.Set(start.Add(at))
				both.Go(func() {
					last, claimed, err := s.ClaimJob(t.Context(), "job", start.Add(due), start.Add(at+time.Minute))
					if err != nil || claimed && !last.Equal(start.Add(since)) {
						t.Errorf("ClaimJob() = %v, %v, %v, want the last one %v", last, claimed, err, start.Add(since))
					}
					if claimed {
						claims.Add(1)
					}
				})
			}
			both.Wait()
			if got := int(claims.Load()); got != want {
				t.Errorf("after %v there are %d claims, want %d", at, got, want)
			}
		}
		claim(0, -time.Hour, 0, 0)
		claim(time.Hour, time.Hour, 1, 0)
		claim(time.Hour+59*time.Second, time.Hour, 0, 0)
		claim(time.Hour+time.Minute, time.Hour, 1, 0) // the first claim ended
		testkit.Must(t, first.FinishJob(t.Context(), "job", start.Add(time.Hour)))
		claim(2*time.Hour, time.Hour, 0, 0)
		claim(3*time.Hour, 3*time.Hour, 1, time.Hour)
	})
}
