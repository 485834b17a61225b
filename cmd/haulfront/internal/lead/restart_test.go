package lead

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

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
