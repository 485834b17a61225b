package lead

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

func (s *testService) overdue() (undelivered []string, failing map[Kind]int) {
	s.t.Helper()
	o, err := s.Overdue(s.t.Context(), s.clock.Now().Add(-15*time.Minute))
	must(s.t, err)
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
		s.submit(submission("fine"), true)
		s.deliverDue()
		first := s.failed("first")
		want("at once", 0, 0, 0)
		s.clock.Advance(14*time.Minute + 59*time.Second)
		second := s.submit(submission("second"), false)
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
		s.submit(submission("third"), true)
		want("when it works again", 2, 0, 0)
		s.clock.Advance(5 * time.Hour)
		s.deliverDue()
		want("when all have arrived", 0, 0, 0)

		s.emailServer.Set(testkit.Status(http.StatusInternalServerError))
		s.submit(submission("fourth"), true)
		s.deliverDue()
		s.clock.Advance(time.Hour)
		want("without emails", 0, 0, 1)
	})
}

// TestStoredLeadsAreNotOverdue has no destination, so the journal is the inbox, and a lead in quarantine.
func TestStoredLeadsAreNotOverdue(t *testing.T) {
	s := newTestService(t, sqliteURL(t), withoutDestinations)
	s.submit(submission("stored"), true)
	spam := suspect("spam")
	s.submit(spam, true)
	s.clock.Advance(time.Hour)
	if undelivered, failing := s.overdue(); len(undelivered) != 0 || len(failing) != 0 {
		t.Errorf("overdue are %v and %v, want nothing", undelivered, failing)
	}
}

func TestDisk(t *testing.T) {
	s := newTestService(t, sqliteURL(t), nil)
	free, size, err := s.Disk()
	if err != nil || free == 0 || size < free {
		t.Errorf("Disk() = %d of %d bytes, %v, want some of all", free, size, err)
	}
	p := newTestService(t, postgresURL(t), nil)
	if _, _, err := p.Disk(); !errors.Is(err, ErrNoDisk) {
		t.Errorf("Disk() of a database server = %v, want ErrNoDisk", err)
	}
}

func TestTroubles(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		check := func(step string, want bool) func(bool, error) {
			return func(got bool, err error) {
				t.Helper()
				if got != want || err != nil {
					t.Errorf("%s: got %v, %v, want %v", step, got, err, want)
				}
			}
		}
		trouble := Trouble{Name: "failing/webhook", Summary: "The webhook fails.", Since: s.clock.Now()}
		again := Trouble{Name: trouble.Name, Summary: "again", Since: s.clock.Now().Add(time.Hour)}
		until := s.clock.Now().Add(time.Minute)
		check("a new trouble", true)(s.BeginTrouble(ctx, trouble))
		check("the same trouble", false)(s.BeginTrouble(ctx, again))
		check("a claim", true)(s.ClaimTrouble(ctx, trouble.Name, until))
		check("a claim while it is claimed", false)(s.ClaimTrouble(ctx, trouble.Name, until))
		s.clock.Set(until)
		check("a claim after one that died", true)(s.ClaimTrouble(ctx, trouble.Name, until.Add(time.Minute)))
		must(t, s.ReleaseTrouble(ctx, trouble.Name, true))
		trouble.Told = true
		if list, err := s.Troubles(ctx); err != nil || len(list) != 1 || list[0] != trouble {
			t.Errorf("Troubles() = %v, %v, want %v", list, err, trouble)
		}
		check("a claim after a release", true)(s.ClaimTrouble(ctx, trouble.Name, until.Add(time.Minute)))
		check("an end", true)(s.EndTrouble(ctx, trouble.Name))
		check("a second end", false)(s.EndTrouble(ctx, trouble.Name))
	})
}

// TestMailToVisitorIsNoDelivery checks that the visitor's mail does not deliver a lead, and that a rejected visitor's
// address is no failure of the mail server.
func TestMailToVisitorIsNoDelivery(t *testing.T) {
	s := newMailService(t, sqliteURL(t))
	refuse := func(recipient string) {
		s.mailServer.Script(func(stage testkit.Stage, argument string) string {
			if stage == testkit.AtTo && strings.Contains(argument, recipient) {
				return "550 no such user"
			}
			return ""
		})
	}
	refuse("owner@")
	id := s.submit(submission("owner"), true)
	s.deliverDue()
	s.wantMail(id, VisitorMail, Delivered, 1)
	s.clock.Advance(time.Hour)
	if undelivered, failing := s.overdue(); len(undelivered) != 1 || failing[OwnerMail] != 1 {
		t.Errorf("overdue are %v and %v, want the lead and the mail to the owner", undelivered, failing)
	}
	refuse("ann@")
	id = s.submit(submission("visitor"), true)
	s.deliverDue()
	s.wantMail(id, OwnerMail, Delivered, 2)
	s.wantMail(id, VisitorMail, Dead, 2)
	s.clock.Advance(time.Hour)
	if undelivered, failing := s.overdue(); len(undelivered) != 1 || len(failing) != 0 {
		t.Errorf("overdue are %v and %v, want the first lead alone", undelivered, failing)
	}
}

// TestSelfTestLead checks that a self-test's lead is stored, sent like any other and marked, and that nothing else
// knows of it, even if it does not arrive. A lead with the same fields and key is a lead of its own.
func TestSelfTestLead(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		ctx := t.Context()
		observed := make(chan Kind, 10)
		s := newTestService(t, url, func(c *Config) {
			c.Observe = func(kind Kind, _ bool, _ time.Duration) { observed <- kind }
		})
		wantIs(t, "SelfTestLead() without one", errOf(s.SelfTestLead(ctx)), ErrNotFound)
		s.webhookServer.Set(testkit.Status(500))
		sub := submission("self-test")
		sub.SelfTest = true
		id := s.submit(sub, false)
		overdue, err := s.Overdue(ctx, s.clock.Now())
		if err != nil || len(overdue.Undelivered) != 0 || len(overdue.Failing) != 0 {
			t.Errorf("Overdue() = %+v, %v, want nothing", overdue, err)
		}
		wantNone := func() {
			t.Helper()
			stats, err := s.Stats(ctx)
			must(t, err)
			for kind, statuses := range stats.Deliveries {
				for status, n := range statuses {
					if n != 0 {
						t.Errorf("Stats() counts %d %s deliveries of %s", n, status, kind)
					}
				}
			}
			if stats.Due != 0 || stats.Oldest != 0 || len(observed) != 0 {
				t.Errorf("Stats() = %+v, and %d attempts were observed, want none", stats, len(observed))
			}
			s.wantCount(Filter{}, 0)
			wantIs(t, "Find()", errOf(s.journal.Find(ctx, id)), ErrNotFound)
		}
		wantNone()
		s.webhookServer.Set(nil)
		s.clock.Advance(6 * time.Second)
		s.deliverDue()
		l, err := s.SelfTestLead(ctx)
		if err != nil || l.ID != id || l.Webhook.Status != Delivered || l.Email.Status != Delivered {
			t.Errorf("SelfTestLead() = %s, webhook %s, email %s, %v, want %s delivered", l.ID, l.Webhook.Status,
				l.Email.Status, err, id)
		}
		for _, call := range append(s.webhookServer.All(), s.emailServer.All()...) {
			if call.Header.Get(SelfTestHeader) != "1" {
				t.Errorf("a receiver got %v, want the header %s", call, SelfTestHeader)
			}
		}
		wantNone()
		if visitors := s.submit(submission("self-test"), true); strings.HasPrefix(visitors, "self") {
			t.Errorf("a visitor's lead has the ID %s", visitors)
		}
		for _, want := range []bool{true, false} {
			if removed, err := s.RemoveSelfTest(ctx); err != nil || removed != want {
				t.Errorf("RemoveSelfTest() = %v, %v, want %v", removed, err, want)
			}
		}
		s.wantCount(Filter{}, 1)
	})
}

// TestJobs has two instances claim a job that is due: one of them does it, and again only when it is due again or the
// claim has ended without a result.
func TestJobs(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		first := newTestService(t, url, nil)
		services, start := []*testService{first, first}, first.clock.Now()
		if first.journal.dialect.remote {
			services[1] = newTestService(t, url, nil)
		}
		claim := func(at, due time.Duration, want int, since time.Duration) {
			t.Helper()
			var claims atomic.Int64
			var both sync.WaitGroup
			for _, s := range services {
				s.clock.Set(start.Add(at))
				both.Go(func() {
					last, claimed, err := s.ClaimJob(t.Context(), SummaryJob, start.Add(due), start.Add(at+time.Minute))
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
		must(t, first.FinishJob(t.Context(), SummaryJob, start.Add(time.Hour)))
		claim(2*time.Hour, time.Hour, 0, 0)
		claim(3*time.Hour, 3*time.Hour, 1, time.Hour)
	})
}

// TestLastBackup finds backups regular after two nights, and no longer after a gap.
func TestLastBackup(t *testing.T) {
	t.Parallel()
	u := sqliteURL(t)
	s := newTestService(t, u, nil)
	for i, step := range []struct {
		pass    time.Duration
		regular bool
	}{{0, false}, {time.Hour, false}, {23 * time.Hour, true}, {36 * time.Hour, true}, {37 * time.Hour, false},
		{24 * time.Hour, true}} {
		s.clock.Advance(step.pass)
		last := s.clock.Now()
		must(t, errOf(Backup(t.Context(), u, filepath.Join(t.TempDir(), fmt.Sprint(i)), last)))
		if at, regular, err := s.LastBackup(t.Context()); err != nil || !at.Equal(last) || regular != step.regular {
			t.Errorf("after %v: LastBackup() = %v, %v, %v, want %v, %v", step.pass, at, regular, err, last,
				step.regular)
		}
	}
}
