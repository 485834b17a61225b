package lead

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// TestExpiredLeases takes over the leases of a dead process when they expire: the webhook is sent again, an e-mail that
// may have been sent is not.
func TestExpiredLeases(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		a := s.stored("k")
		s.clock.Advance(leaseDuration - time.Second)
		s.deliverDue()
		s.wantState(a.ID, Queued, Waiting, 0, 0)
		s.clock.Advance(2 * time.Second)
		s.deliverDue()
		s.wantState(a.ID, Delivered, Delivered, 1, 1)
		if at := s.get(a.ID).Webhook.Attempts; len(at) != 2 || !strings.Contains(at[0].Error, "ended during") {
			t.Errorf("attempts = %+v, want the interrupted one and the successful one", at)
		}

		a = s.stored("l")
		r := result{ok: true, attempts: []Attempt{{Status: 200}}}
		if f, err := s.writeResult(t.Context(), *a.Delivery, r, "expired lease"); err != nil ||
			f.Email == nil {
			t.Fatalf("writeResult() = %+v, %v, want an e-mail to send", f, err)
		}
		s.clock.Advance(leaseDuration + time.Second)
		s.deliverDue()
		s.wantState(a.ID, Delivered, Unknown, 1, 1)
	})
}

// TestLostLease records results after the lease was lost: a success counts, a failure does not.
func TestLostLease(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		a := s.stored("k")
		s.clock.Advance(leaseDuration + time.Second)
		others, _, err := s.claim(ctx, s.calls, 1)
		if err != nil || len(others) != 1 {
			t.Fatalf("next() = %v, %v, want the delivery", others, err)
		}
		failed := result{attempts: []Attempt{{Status: 500, Error: "x"}}}
		if f, err := s.writeResult(ctx, *a.Delivery, failed, ""); err != nil || !f.Ignored {
			t.Errorf("a failure without lease gives %+v, %v, want it ignored", f, err)
		}
		if status, lease, _ := s.journal.webhookState(ctx, a.ID); status != Queued || lease != others[0].Lease {
			t.Errorf("then the delivery is %s under %s, want queued under the other lease", status, lease)
		}
		if _, err := s.writeResult(ctx, *a.Delivery, result{ok: true, attempts: []Attempt{{Status: 200}}},
			""); err != nil {
			t.Fatal(err)
		}
		if f, err := s.writeResult(ctx, others[0], failed, ""); err != nil || !f.Ignored {
			t.Errorf("a failure after a success gives %+v, %v, want it ignored", f, err)
		}
		s.deliverDue()
		s.wantState(a.ID, Delivered, Delivered, 0, 1)
	})
}

// TestInstances runs several instances on one PostgreSQL: each delivery is made once, and a lead posted to all of them
// is one lead.
func TestInstances(t *testing.T) {
	t.Parallel()
	const n = 120
	url := postgresURL(t)
	var mu sync.Mutex
	seen := map[string]int{}
	first := newTestService(t, url, func(c *Config) { c.pollInterval = 5 * time.Millisecond; c.Supabase = nil })
	first.webhookServer.Set(testkit.Status(500))
	for i := range n {
		first.submit(submission(string(rune(0x4e00+i))), false)
	}
	first.clock.Advance(time.Minute)
	all := make(chan struct{})
	first.webhookServer.Set(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen[r.Header.Get("webhook-id")]++
		if len(seen) == n {
			select {
			case <-all:
			default:
				close(all)
			}
		}
	})
	services := []*Service{first.Service}
	for range 2 {
		other := newTestService(t, url, func(c *Config) {
			c.WebhookURL, c.Now, c.pollInterval, c.Supabase = first.webhookServer.URL, first.clock.Now,
				5*time.Millisecond, nil
		})
		services = append(services, other.Service)
	}
	var stops []func()
	for _, s := range services {
		stops = append(stops, runWorker(s))
	}
	<-all
	for _, stop := range stops {
		stop()
	}
	for id, count := range seen {
		if count != 1 {
			t.Errorf("lead %s was sent %d times, want once", id, count)
		}
	}
	for _, key := range []string{"same", ""} {
		var wg sync.WaitGroup
		ids := make([]string, 60)
		before := len(first.webhookServer.All())
		for i := range ids {
			wg.Go(func() {
				out, err := services[i%3].Submit(t.Context(), submission(key))
				if err != nil || !out.Delivered {
					t.Errorf("Submit() = %v, %v", out, err)
				}
				ids[i] = out.ID
			})
		}
		wg.Wait()
		for _, id := range ids {
			if id != ids[0] {
				t.Fatalf("key %q: two leads, %s and %s", key, id, ids[0])
			}
		}
		if got := len(first.webhookServer.All()) - before; got != 1 {
			t.Errorf("key %q: %d calls, want 1", key, got)
		}
	}
}

// restartLease is the lease duration of TestRestartAfterKill. On SQLite nothing waits for its end.
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
	onEachDatabase(t, func(t *testing.T, url string) {
		r := testkit.NewReceiver(t, "webhook", nil)
		arrived := make(chan struct{})
		r.Set(func(_ http.ResponseWriter, req *http.Request) {
			arrived <- struct{}{}
			<-req.Context().Done()
		})
		killed := childCommand("restart", url, r.URL)
		must(t, killed.Start())
		<-arrived
		killed.Process.Kill()
		killed.Wait()
		began := time.Now()

		r.Set(func(http.ResponseWriter, *http.Request) { arrived <- struct{}{} })
		s := newTestService(t, url, func(c *Config) {
			c.WebhookURL, c.Supabase, c.Now, c.pollInterval, c.leaseDuration = r.URL, nil, time.Now, time.Hour,
				restartLease(url)
		})
		stop := runWorker(s.Service)
		select {
		case <-arrived:
			t.Logf("sent again %v after the kill", time.Since(began).Round(time.Millisecond))
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
		a := l.Webhook.Attempts
		if l.Status() != Delivered || len(a) != 2 {
			t.Fatalf("the webhook is %+v, want it delivered at the second attempt", l.Webhook)
		}
		if took := a[1].At.Sub(l.Received); s.journal.dialect.expireLeases == "" && took < restartLease(url) {
			t.Errorf("sent again %v after the lease began, want its end, %v", took, restartLease(url))
		}
	})
}

// submitUntilKilled is the child of TestRestartAfterKill: a server that is killed during its visitor's call.
func submitUntilKilled(url, webhook string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: webhook, Log: slog.New(slog.DiscardHandler),
		leaseDuration: restartLease(url)})
	if err != nil {
		return err
	}
	_, err = s.Submit(ctx, submission("k"))
	return err
}
