package lead

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

func TestScheduleAndReplay(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		id := s.failed("k")
		for i, step := range schedule {
			due := s.get(id).Webhook.Due
			if wait := due.Sub(s.clock.Now()); wait < step || wait > step+step/10 {
				t.Fatalf("wait %d is %v, want %v and up to a tenth more", i+1, wait, step)
			}
			s.clock.Advance(step - time.Millisecond)
			s.deliverDue()
			s.wantState(id, Queued, Waiting, i+1, 0)
			s.clock.Advance(step/10 + 2*time.Millisecond)
			s.deliverDue()
		}
		s.wantState(id, Dead, Waiting, len(schedule)+1, 0)
		s.wantLog(`level=ERROR msg="delivery is dead`)
		s.clock.Advance(1000 * time.Hour)
		s.deliverDue()
		s.wantState(id, Dead, Waiting, len(schedule)+1, 0)
		if n := len(s.get(id).Webhook.Attempts); n != len(schedule)+1 {
			t.Errorf("%d attempts are remembered, want %d", n, len(schedule)+1)
		}

		s.webhookServer.Set(nil)
		if n, err := s.journal.ReplayAll(t.Context(), Dead, s.clock.Now()); n != 1 || err != nil {
			t.Fatalf("ReplayAll(Dead) = %d, %v, want 1", n, err)
		}
		s.deliverDue()
		s.wantState(id, Delivered, Delivered, len(schedule)+2, 1)
		s.wantSameCalls(id)
	})
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"":                              0,
		"120":                           2 * time.Minute,
		" 7 ":                           7 * time.Second,
		"Sun, 05 Oct 2025 12:30:00 GMT": 30 * time.Minute,
		"Sun, 05 Oct 2025 11:30:00 GMT": 0,
		"-5":                            0,
		"soon":                          0,
		"999999999":                     24 * time.Hour,
		"99999999999999999999":          0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("retryAfter(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestEmailFailures(t *testing.T) {
	tests := []struct {
		name   string
		answer http.HandlerFunc
		want   Status
	}{
		{"500", testkit.Status(500), Queued},
		{"401", testkit.Status(401), Queued},
		{"relay", testkit.Relay, Queued},
		{"dropped", testkit.Disconnect, Unknown},
		{"504", testkit.Status(504), Unknown},
	}
	onEachDatabase(t, func(t *testing.T, url string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				s := newTestService(t, url, nil)
				deleteLeads(t, s)
				s.emailServer.Set(test.answer)
				sub := submission("k")
				sub.Token = "session-token"
				id := s.submit(sub, true)
				s.deliverDue()
				s.wantState(id, Delivered, test.want, 1, 1)
				if a := s.get(id).Email.Attempts; len(a) != 1 || a[0].Error == "" ||
					strings.Contains(a[0].Error, "session-token") {
					t.Errorf("attempts = %+v", a)
				}
				s.emailServer.Set(nil)
				s.clock.Advance(6 * time.Second)
				s.deliverDue()
				if test.want == Unknown {
					s.wantState(id, Delivered, Unknown, 1, 1)
					s.replay(id)
					s.deliverDue()
				}
				s.wantState(id, Delivered, Delivered, 1, 2)
				if got := s.emailServer.All()[1].Header.Get("Authorization"); got != "Bearer "+anonKey {
					t.Errorf("a later attempt has Authorization %q, want the key: sessions are not stored", got)
				}
			})
		}
	})
}

// TestRunSeesOperatorsReplay queues a delivery in another process, which the worker notices.
func TestRunSeesOperatorsReplay(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		sent := make(chan struct{}, 1)
		s := newTestService(t, url, func(c *Config) { c.pollInterval = 10 * time.Millisecond; c.Supabase = nil })
		id := s.submit(suspect("k"), true)
		s.webhookServer.Set(func(http.ResponseWriter, *http.Request) { sent <- struct{}{} })
		stop := runWorker(s.Service)
		operator, err := OpenJournal(t.Context(), url)
		must(t, err)
		defer operator.Close()
		must(t, operator.Release(t.Context(), id, s.clock.Now()))
		<-sent
		stop()
		s.deliverDue()
		s.wantState(id, Delivered, Stored, 1, 0)
	})
}

// TestShutdown stops the worker during its attempts: they are finished, no other is begun, and no lease is left.
func TestShutdown(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		const n = 30 // more than the worker's slots
		s.backlog(n)
		arrived, answer := make(chan struct{}, n), make(chan struct{})
		s.webhookServer.Set(func(http.ResponseWriter, *http.Request) { arrived <- struct{}{}; <-answer })
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		for range workerSlots {
			<-arrived
		}
		cancel()
		select {
		case <-done:
			t.Error("Run returned while attempts were in progress")
		default:
		}
		close(answer)
		<-done
		s.background.Wait()
		delivered := 0
		for _, l := range s.leads(Filter{}) {
			if l.Webhook.Leased || l.Email.Leased {
				t.Errorf("lead %s is still leased", l.ID)
			}
			if l.Status() == Delivered {
				delivered++
			}
		}
		if delivered != workerSlots || len(s.webhookServer.All()) != n+workerSlots {
			t.Errorf("%d delivered in %d calls, want the %d in progress and no more", delivered,
				len(s.webhookServer.All())-n, workerSlots)
		}
	})
}
