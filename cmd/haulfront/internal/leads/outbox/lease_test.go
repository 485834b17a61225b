package outbox

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// TestExpiredLeases takes over the leases of a dead process when they expire: the webhook is sent again, an email that
// may have been sent is not.
func TestExpiredLeases(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		a := s.stored("k")
		s.clock.Advance(leaseDuration - time.Second)
		s.deliverDue()
		s.wantState(a.LeadID, Queued, Waiting, 0, 0)
		s.clock.Advance(2 * time.Second)
		s.deliverDue()
		s.wantState(a.LeadID, Delivered, Delivered, 1, 1)
		if at := s.get(a.LeadID).Delivery(Webhook).Attempts; len(at) != 2 ||
			!strings.Contains(at[0].Error, "ended during") {
			t.Errorf("attempts = %+v, want the interrupted one and the successful one", at)
		}

		a = s.stored("l")
		if f, err := s.writeResult(t.Context(), a, success, "expired lease"); err != nil || f.Next == nil {
			t.Fatalf("writeResult() = %+v, %v, want an email to send", f, err)
		}
		s.clock.Advance(leaseDuration + time.Second)
		s.deliverDue()
		s.wantState(a.LeadID, Delivered, Unknown, 1, 1)
	})
}

// wantIgnored checks that the result of an attempt does not count.
func (s *testService) wantIgnored(d leasedDelivery, r result) {
	s.t.Helper()
	if f, err := s.writeResult(s.t.Context(), d, r, ""); err != nil || !f.Ignored {
		s.t.Errorf("writeResult(%+v) = %+v, %v, want it ignored", r, f, err)
	}
}

// TestLostLease records results after the lease was lost: a success counts, a failure does not.
func TestLostLease(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		a := s.stored("k")
		s.clock.Advance(leaseDuration + time.Second)
		others, _, err := s.claim(ctx, s.loops[0], 1)
		if err != nil || len(others) != 1 {
			t.Fatalf("claim() = %v, %v, want the delivery", others, err)
		}
		failed := result{attempts: []Attempt{{Status: 500, Error: "x"}}}
		s.wantIgnored(a, failed)
		if status, lease, _ := s.webhookState(ctx, a.LeadID); status != Queued || lease != others[0].Lease {
			t.Errorf("then the delivery is %s under %s, want queued under the other lease", status, lease)
		}
		testkit.Must(t, errOf(s.writeResult(ctx, a, success, "")))
		s.wantIgnored(others[0], failed)
		s.deliverDue()
		s.wantState(a.LeadID, Delivered, Delivered, 0, 1)
	})
}

// TestInstances runs several instances on one PostgreSQL: each delivery is made once, and a lead posted to all of them
// is one lead.
func TestInstances(t *testing.T) {
	t.Parallel()
	const n = 120
	url := sharedPostgres.Database(t)
	first := newTestService(t, url, func(c *testConfig) { c.pollInterval = 5 * time.Millisecond; c.Supabase = nil })
	first.backlog(n)
	first.webhookServer.Take()
	first.webhookServer.Set(nil)
	services := []*testService{first}
	for range 2 {
		services = append(services, newTestService(t, url, func(c *testConfig) {
			c.WebhookURL, c.Now, c.pollInterval, c.Supabase = first.webhookServer.URL, first.clock.Now,
				5*time.Millisecond, nil
		}))
	}
	var stops []func()
	for _, s := range services {
		stops = append(stops, runWorker(s.Service))
	}
	first.webhookServer.Wait(t, n)
	for _, stop := range stops {
		stop()
	}
	sent := map[string]int{}
	for _, call := range first.webhookServer.Take() {
		sent[call.Header.Get("webhook-id")]++
	}
	for id, count := range sent {
		if count != 1 {
			t.Errorf("lead %s was sent %d times, want once", id, count)
		}
	}
	for _, key := range []string{"same", ""} {
		submitAtOnce(t, 60, key, services...)
		if got := len(first.webhookServer.Take()); got != 1 {
			t.Errorf("key %q: %d calls, want 1", key, got)
		}
	}
}

// restartLease returns the lease duration of TestRestartAfterKill. On SQLite nothing waits for its end.
func restartLease(url string) time.Duration {
	if strings.HasPrefix(url, "sqlite:") {
		return time.Hour
	}
	return time.Second
}

// TestRestartAfterKill kills a server during its call, which leaves a lease. On SQLite the next server makes the call
// again at once, since the lock file proves that the last one is dead; on PostgreSQL as soon as the lease ends. The
// worker polls once an hour here, so that nothing else can cause the call, however slow the machine is.
func TestRestartAfterKill(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		r := testkit.NewReceiver(t, "webhook", nil)
		arrived := make(chan struct{})
		r.Set(func(_ http.ResponseWriter, req *http.Request) {
			arrived <- struct{}{}
			<-req.Context().Done()
		})
		killed := childCommand("restart", url, r.URL)
		testkit.Must(t, killed.Start())
		<-arrived
		killed.Process.Kill()
		killed.Wait()

		r.Set(func(http.ResponseWriter, *http.Request) { arrived <- struct{}{} })
		s := newTestService(t, url, func(c *testConfig) {
			c.WebhookURL, c.Supabase, c.Now, c.pollInterval, c.leaseDuration = r.URL, nil, time.Now, time.Hour,
				restartLease(url)
		})
		stop := runWorker(s.Service)
		select {
		case <-arrived:
		case <-time.After(time.Minute):
			t.Fatal("the delivery was not made again")
		}
		stop()
		calls := r.All()
		id := calls[0].Header.Get("webhook-id")
		if len(calls) != 2 || calls[1].Header.Get("webhook-id") != id || calls[1].Body != calls[0].Body {
			t.Errorf("the calls are %v, want one delivery twice", calls)
		}
		l := s.get(id)
		a := l.Delivery(Webhook).Attempts
		if l.Status() != Delivered || len(a) != 2 {
			t.Fatalf("the webhook is %+v, want it delivered at the second attempt", l.Delivery(Webhook))
		}
		if took := a[1].At.Sub(l.Received); !s.Exclusive() && took < restartLease(url) {
			t.Errorf("sent again %v after the lease began, want its end, %v", took, restartLease(url))
		}
	})
}

// submitUntilKilled is the child of TestRestartAfterKill: a server that is killed during its visitor's call.
func submitUntilKilled(url, webhook string) error {
	ctx := context.Background()
	s, err := openTest(ctx, testConfig{WebhookURL: webhook, Config: Config{DatabaseURL: url,
		Log: slog.New(slog.DiscardHandler), leaseDuration: restartLease(url)}})
	if err != nil {
		return err
	}
	_, err = s.Submit(ctx, post("k"))
	return err
}
