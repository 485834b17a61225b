package outbox

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// TestEmailIsLeftToNextProcess submits after the worker has stopped: the visitor is served, and the email is left to
// the next process, due and without a lease.
func TestEmailIsLeftToNextProcess(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		for name, edit := range map[string]func(*testConfig){
			"webhook":    nil,
			"no webhook": func(c *testConfig) { c.WebhookURL = "" },
		} {
			t.Run(name, func(t *testing.T) {
				s := newTestService(t, url, edit)
				deleteLeads(t, s)
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				testkit.Must(t, s.Run(ctx))
				id := s.submit(post("k"), true)
				s.background.Wait()
				if e := s.get(id).Delivery(Email); e.Status != Queued || e.Leased || e.Due.After(s.clock.Now()) ||
					len(s.emailServer.All()) != 0 {
					t.Errorf("the email is %+v after %d calls, want it due and not sent", e, len(s.emailServer.All()))
				}
				s.stopping.Store(false) // as in the next process
				s.deliverDue()
				if e := s.get(id).Delivery(Email); e.Status != Delivered || len(s.emailServer.All()) != 1 {
					t.Errorf("the email is %+v after %d calls, want it delivered", e, len(s.emailServer.All()))
				}
			})
		}
	})
}

// TestShutdownBeforeEmail begins the shutdown between the webhook's answer and the email.
func TestShutdownBeforeEmail(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		failFast := failOnLocks(t, url)
		s := newTestService(t, url, nil)
		failFast(s)
		locked := s.lockDuringCall(url, func() {})
		go func() {
			s.log.Wait(t, "journal cannot be written")
			s.stopping.Store(true)
			(<-locked)()
		}()
		id := s.submit(post("k"), true)
		s.background.Wait()
		s.wantState(id, Delivered, Queued, 1, 0)
		if s.get(id).Delivery(Email).Leased || len(s.slots) != 0 {
			t.Errorf("the email is %+v and %d slots are taken, want neither a lease nor a slot",
				s.get(id).Delivery(Email), len(s.slots))
		}
	})
}

// lockDuringCall locks the journal during each call of the webhook, and then calls f. The channel has the functions
// that unlock it.
func (s *testService) lockDuringCall(url string, f func()) chan func() {
	locked := make(chan func(), 1)
	s.webhookServer.Set(func(http.ResponseWriter, *http.Request) {
		locked <- lockJournal(s.t, url)
		f()
	})
	return locked
}

// TestShutdownWaitsForJournal locks the journal during a shutdown: the attempt in progress is recorded all the same.
func TestShutdownWaitsForJournal(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		failFast := failOnLocks(t, url)
		s := newTestService(t, url, nil)
		failFast(s)
		id := s.dueAgain("k")
		ctx, cancel := context.WithCancel(t.Context())
		locked := s.lockDuringCall(url, cancel)
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		s.log.Wait(t, "journal cannot be written")
		(<-locked)()
		<-done
		if w := s.get(id).Delivery(Webhook); w.Status != Delivered || w.Leased {
			t.Errorf("the webhook is %+v, want it delivered and no lease", w)
		}
	})
}

// TestShutdownLimit keeps the journal locked during a shutdown, which takes no longer than serve has time for; the next
// process finds the lease.
func TestShutdownLimit(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		const limit = 20 * time.Second // which the program has for its shutdown
		s := newTestService(t, url, func(c *testConfig) { c.storeLimit = 0 })
		id := s.dueAgain("k")
		ctx, cancel := context.WithCancel(t.Context())
		locked := s.lockDuringCall(url, cancel)
		began := time.Now() // a moment before the shutdown
		s.Run(ctx)
		unlock := <-locked
		took := time.Since(began)
		unlock()
		if took > limit {
			t.Errorf("Run returned %v after the shutdown began, want at most %v", took, limit)
		}
		if w := s.get(id).Delivery(Webhook); w.Status != Queued || !w.Leased {
			t.Errorf("the webhook is %+v, want its lease left to the next process", w)
		}
	})
}

// TestShutdownReleasesClaim begins the shutdown while the worker claims a delivery, which is released.
func TestShutdownReleasesClaim(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		id := s.dueAgain("k")
		claimed := false
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex // every loop of the worker calls Err
		s.Run(cancelingContext{ctx, func() {
			mu.Lock()
			defer mu.Unlock()
			if claimed = claimed || s.get(id).Delivery(Webhook).Leased; claimed {
				cancel()
			}
		}})
		if !claimed || s.get(id).Delivery(Webhook).Leased || len(s.webhookServer.All()) != 1 {
			t.Errorf("claimed: %v; then %+v after %d calls, want no lease and no further call", claimed,
				s.get(id).Delivery(Webhook), len(s.webhookServer.All()))
		}
	})
}

// A cancelingContext calls onErr, which may cancel it, before each Err.
type cancelingContext struct {
	context.Context
	onErr func()
}

func (c cancelingContext) Err() error {
	c.onErr()
	return c.Context.Err()
}

// TestLostCommitConfirmation writes a result twice, as after a commit whose confirmation was lost: it counts once, and
// the lease of the email is released.
func TestLostCommitConfirmation(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		a := s.stored("k")
		for range 2 {
			testkit.Must(t, errOf(s.writeResult(t.Context(), a, success, "mail")))
		}
		s.deliverDue()
		s.wantState(a.LeadID, Delivered, Delivered, 0, 1)
		if n := len(s.get(a.LeadID).Delivery(Webhook).Attempts); n != 1 {
			t.Errorf("%d attempts are remembered, want 1", n)
		}
	})
}

// A write that fails again and again is logged once.
func TestRetriedWriteIsLoggedOnce(t *testing.T) {
	t.Parallel()
	s := newTestService(t, postgres.SQLite(t), nil)
	left := 3
	err := s.retryWrite(t.Context(), func(context.Context) error {
		if left--; left >= 0 {
			return errors.New("locked")
		}
		return nil
	})
	if n := strings.Count(s.log.String(), "journal cannot be written"); n != 1 || err != nil {
		t.Errorf("retryWrite() = %v with %d warnings, want one", err, n)
	}
}

// TestFailedCommit makes the commit of a result fail: no email is sent, and no slot for one stays taken.
func TestFailedCommit(t *testing.T) {
	t.Parallel()
	s := newTestService(t, sharedPostgres.Database(t), nil)
	for _, statement := range []string{
		`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`,
		`CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON deliveries DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW EXECUTE FUNCTION refuse()`,
	} {
		s.exec(statement)
	}
	go func() { s.log.Has("journal cannot be written"); s.endRetries() }()
	id := s.submit(post("k"), true)
	s.background.Wait()
	s.wantState(id, Queued, Waiting, 1, 0)
	if n := len(s.slots); n != 0 {
		t.Errorf("%d slots for emails are taken, want none", n)
	}
}
