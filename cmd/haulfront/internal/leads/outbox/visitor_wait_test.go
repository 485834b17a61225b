package outbox

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// submitInTime submits, and fails the test if the result takes as long as a disk that is stuck forever.
func (s *testService) submitInTime(sub quote.Post) (out Outcome, err error) {
	s.t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		out, err = s.Submit(context.Background(), sub)
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		s.t.Fatal("the visitor waits for the disk")
	}
	return out, err
}

// TestStuckDisk locks the journal: no visitor waits for it, none gets a false success, and no lead is lost.
func TestStuckDisk(t *testing.T) {
	open := func(t *testing.T, url string) *testService {
		s := newTestService(t, url, func(c *testConfig) { c.visitorLimit = 2500 * time.Millisecond })
		s.waitForLocks()
		return s
	}
	t.Run("while storing", func(t *testing.T) {
		sharedPostgres.OnEach(t, func(t *testing.T, url string) {
			s := open(t, url)
			unlock := lockJournal(t, url)
			out, err := s.submitInTime(post("k"))
			calls := len(s.webhookServer.All())
			unlock()
			if !errors.Is(err, journal.ErrUnavailable) || out.Delivered || calls != 0 {
				t.Errorf("Submit() = %+v, %v after %d calls, want journal.ErrUnavailable and none", out, err, calls)
			}
			s.background.Wait()
			s.deliverDue()
			leads := s.leads(Filter{})
			if len(leads) != 1 {
				t.Fatalf("%d leads, want the one that was stored in the end", len(leads))
			}
			s.wantState(leads[0].ID, Delivered, Delivered, 1, 1)
			if n := len(leads[0].Delivery(Webhook).Attempts); n != 1 {
				t.Errorf("%d attempts, want 1: there was no time for one before", n)
			}
			if again := s.submit(post("k"), true); again != leads[0].ID {
				t.Errorf("pressed again, it is lead %s, want %s", again, leads[0].ID)
			}
		})
	})
	for name, code := range map[string]int{"while recording a success": 200, "while recording a failure": 500} {
		t.Run(name, func(t *testing.T) {
			sharedPostgres.OnEach(t, func(t *testing.T, url string) {
				s := open(t, url)
				locked := make(chan func(), 1)
				s.webhookServer.Set(func(w http.ResponseWriter, _ *http.Request) {
					locked <- lockJournal(t, url)
					w.WriteHeader(code)
				})
				out, err := s.submitInTime(post("k"))
				(<-locked)()
				if err != nil || out.Delivered != (code == 200) {
					t.Errorf("Submit() = %+v, %v, want the webhook's answer, %d", out, err, code)
				}
				s.background.Wait()
				webhook, email, emails := Delivered, Delivered, 1
				if code != 200 {
					webhook, email, emails = Queued, Waiting, 0
				}
				s.wantState(out.ID, webhook, email, 1, emails)
				if s.get(out.ID).Delivery(Webhook).Leased {
					t.Error("a lease is left")
				}
			})
		})
	}
}

// TestRepeatAtAnotherInstance repeats a lead at one instance while the first attempt is in progress at another: the
// visitor waits no longer than any visitor.
func TestRepeatAtAnotherInstance(t *testing.T) {
	t.Parallel()
	url := sharedPostgres.Database(t)
	first := newTestService(t, url, nil)
	second := newTestService(t, url,
		func(c *testConfig) { c.visitorLimit, c.WebhookURL = 2500*time.Millisecond, first.webhookServer.URL })
	arrived, answer := make(chan struct{}), make(chan struct{})
	first.webhookServer.Set(func(http.ResponseWriter, *http.Request) { close(arrived); <-answer })
	done := make(chan Outcome)
	go func() {
		out, _ := first.Submit(t.Context(), post("k"))
		done <- out
	}()
	<-arrived
	// The first attempt ends when the second visitor was answered, so that answer cannot have waited for it.
	began := time.Now()
	out, err := second.submitInTime(post("k"))
	if took := time.Since(began); err != nil || out.Delivered || took > 8*time.Second {
		t.Errorf("Submit() = %+v, %v after %v, want a failure after %v", out, err, took, second.cfg.visitorLimit)
	}
	second.background.Wait() // stops waiting for the other instance
	close(answer)
	if got := <-done; got.ID != out.ID || !got.Delivered {
		t.Errorf("the first visitor got %+v, want lead %s delivered", got, out.ID)
	}
}

// TestPanicIsOneVisitors panics in one submission: its visitor gets a failure, and no other is affected.
func TestPanicIsOneVisitors(t *testing.T) {
	t.Parallel()
	s := newTestService(t, postgres.SQLite(t), func(c *testConfig) {
		c.Observe = func(Kind, bool, time.Duration) { panic("a mistake") }
	})
	id := s.submit(post("k"), false)
	s.log.Wait(t, "a mistake")
	if got := s.get(id).Status(); got != Queued {
		t.Errorf("the lead is %s, want it queued", got)
	}
}

// TestVisitorLimit checks, with the limits of production, how long a visitor waits for broken webhooks and disks.
func TestVisitorLimit(t *testing.T) {
	t.Parallel()
	// The tolerance is a hundred times what a visitor takes longer than the limit on an idle machine, and still below
	// the shortest mistake: a slow disk and after it the webhook's whole limit, 14 s.
	const limit = visitorLimit + 2500*time.Millisecond
	endless := func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("the start"))
		w.(http.Flusher).Flush()
		testkit.Hang(w, r)
	}
	truncated := testkit.Truncated("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nthe start")
	tests := []struct {
		name      string
		answer    http.HandlerFunc
		slow      time.Duration // how long the journal is locked at first
		stuck     bool          // it is locked again from the webhook's call until the visitor is answered
		delivered bool
	}{
		{name: "hang", answer: testkit.Hang},
		{name: "truncated", answer: truncated, delivered: true},
		{name: "endless", answer: endless, delivered: true},
		{name: "hang, slow disk", answer: testkit.Hang, slow: 4 * time.Second},
		{name: "500, stuck disk", answer: testkit.Status(500), stuck: true},
		{name: "hang, slow and stuck disk", answer: testkit.Hang, slow: 4 * time.Second, stuck: true},
	}
	// All visitors wait at once; the number of parallel subtests is bounded.
	var visitors sync.WaitGroup
	for _, test := range tests {
		for _, url := range []string{postgres.SQLite(t), sharedPostgres.Database(t)} {
			s := newTestService(t, url, func(c *testConfig) { c.visitorLimit, c.storeLimit = 0, 0 })
			locked := make(chan func(), 1)
			s.webhookServer.Set(func(w http.ResponseWriter, r *http.Request) {
				unlock := func() {}
				if test.stuck {
					unlock = lockJournal(t, url)
				}
				locked <- unlock
				test.answer(w, r)
			})
			name := s.database() + ", " + test.name
			visitors.Go(func() {
				if test.slow > 0 {
					time.AfterFunc(test.slow, lockJournal(t, url))
				}
				began := time.Now()
				out, err := s.Submit(t.Context(), post("k"))
				took := time.Since(began)
				(<-locked)()
				if err != nil || out.Delivered != test.delivered {
					t.Errorf("%s: Submit() = %+v, %v, want Delivered = %v", name, out, err, test.delivered)
				}
				if took > limit {
					t.Errorf("%s: the visitor was answered after %v, want at most %v", name, took, limit)
				}
				if test.delivered && took > WebhookLimit/2 {
					t.Errorf("%s: the visitor was answered after %v, want the status to be the answer", name, took)
				}
				t.Logf("%s: answered after %v", name, took.Round(10*time.Millisecond))
				s.background.Wait()
				if took := time.Since(began); took > limit+time.Second {
					t.Errorf("%s: it continued for %v", name, took)
				}
				if l := s.get(out.ID); (l.Status() == Delivered) != test.delivered || l.Delivery(Webhook).Leased {
					t.Errorf("%s: the webhook is %+v", name, l.Delivery(Webhook))
				}
			})
		}
	}
	visitors.Wait()
}
