package outbox

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
			due := s.get(id).Delivery(Webhook).Due
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
		var failures int
		testkit.Must(t, s.Reader().QueryRow(`SELECT failures FROM deliveries WHERE kind = 'webhook'
			AND lead_id = $1`, id).Scan(&failures))
		if failures != len(schedule)+1 {
			t.Errorf("the dead delivery has %d failures, want %d", failures, len(schedule)+1)
		}
		s.clock.Advance(1000 * time.Hour)
		s.deliverDue()
		s.wantState(id, Dead, Waiting, len(schedule)+1, 0)
		if n := len(s.get(id).Delivery(Webhook).Attempts); n != len(schedule)+1 {
			t.Errorf("%d attempts are remembered, want %d", n, len(schedule)+1)
		}

		s.webhookServer.Set(nil)
		if n, err := s.ReplayAll(t.Context(), Dead, s.clock.Now()); n != 1 || err != nil {
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

// TestSessionsAreNotStored retries an email whose first attempt carried the visitor's session.
func TestSessionsAreNotStored(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		s.emailServer.Set(testkit.Status(500))
		sub := post("k")
		sub.Token = "session-token"
		id := s.submit(sub, true)
		s.deliverDue()
		s.wantState(id, Delivered, Queued, 1, 1)
		if a := s.get(id).Delivery(Email).Attempts; len(a) != 1 || a[0].Error == "" ||
			strings.Contains(a[0].Error, "session-token") {
			t.Errorf("attempts = %+v", a)
		}
		s.emailServer.Set(nil)
		s.clock.Advance(6 * time.Second)
		s.deliverDue()
		s.wantState(id, Delivered, Delivered, 1, 2)
		if got := s.emailServer.All()[1].Header.Get("Authorization"); got != "Bearer "+anonKey {
			t.Errorf("a later attempt has Authorization %q, want the key", got)
		}
	})
}

// TestRunSeesOperatorsReplay queues a delivery in another process, which the worker notices.
func TestRunSeesOperatorsReplay(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		sent := make(chan struct{}, 1)
		s := newTestService(t, url, func(c *testConfig) { c.pollInterval = 10 * time.Millisecond; c.Supabase = nil })
		id := s.submit(suspect("k"), true)
		s.webhookServer.Set(func(http.ResponseWriter, *http.Request) { sent <- struct{}{} })
		stop := runWorker(s.Service)
		operator, err := Attach(t.Context(), url)
		testkit.Must(t, err)
		defer operator.Close()
		testkit.Must(t, operator.Release(t.Context(), id, s.clock.Now()))
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
			if l.Delivery(Webhook).Leased || l.Delivery(Email).Leased {
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

// TestClockGoesBack sets the clock back: each delivery still waits as long as was meant when its last attempt failed.
func TestClockGoesBack(t *testing.T) {
	const day = 24 * time.Hour
	// prepare leaves a delivery that waits at most as long as wait.
	tests := map[string]struct {
		prepare func(s *testService) (id string)
		wait    time.Duration
	}{
		"failed": {func(s *testService) string { return s.failed("k") }, 6 * time.Second},
		"asked to wait": {func(s *testService) string {
			s.webhookServer.Set(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "7200")
				w.WriteHeader(503)
			})
			return s.submit(post("k"), false)
		}, 2 * time.Hour},
		"queued by an operator": {func(s *testService) string {
			id := s.failed("k")
			s.clock.Advance(time.Hour)
			s.replay(id)
			return id
		}, 6 * time.Second}, // at once, which fails once more
		"never attempted, leased by a dead process": {func(s *testService) string { return s.stored("k").LeadID },
			leaseDuration},
	}
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		for name, test := range tests {
			for _, restarted := range []bool{false, true} {
				t.Run(name+map[bool]string{false: "", true: ", then a restart"}[restarted], func(t *testing.T) {
					s := newTestService(t, url, nil)
					deleteLeads(t, s)
					s.deliverDue() // reads the clock
					id := test.prepare(s)
					calls := len(s.webhookServer.All())
					s.clock.Advance(-day)
					if restarted {
						s.Service.Close()
						var err error
						s.Service, err = Open(t.Context(), s.cfg)
						testkit.Must(t, err)
					}
					s.deliverDue() // notices that it went back
					s.webhookServer.Set(nil)
					if test.wait > 2*time.Minute {
						s.clock.Advance(test.wait - time.Minute)
						s.deliverDue()
						if n := len(s.webhookServer.All()); n != calls {
							t.Errorf("%d calls before the wait was over, want %d", n, calls)
						}
						s.clock.Advance(time.Minute)
					}
					s.clock.Advance(min(test.wait, 2*time.Minute) + time.Second)
					s.deliverDue()
					if got := s.get(id).Status(); got != Delivered {
						t.Errorf("the webhook is %s %v after the clock went back, want it delivered; due %v", got,
							test.wait, s.get(id).Delivery(Webhook).Due)
					}
					if !restarted && !strings.Contains(s.log.String(), "the clock went back") {
						t.Errorf("the log does not report it:\n%s", s.log)
					}
				})
			}
		}
	})
}
