package lead

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
)

// restartLease is a lease of TestRestartAfterAKill. On SQLite nobody waits for
// its end.
func restartLease(url string) time.Duration {
	if strings.HasPrefix(url, "sqlite:") {
		return time.Hour
	}
	return time.Second
}

// A server that is killed during its call leaves a lease. On SQLite the next
// one makes the call again in its first round, since the lock file proves that
// the last one is dead; on PostgreSQL as soon as the lease ends. The worker
// looks for work by itself once an hour here, so nothing else can bring it
// about, however long a busy machine takes.
func TestRestartAfterAKill(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		r := newReceiver(t)
		arrived := make(chan struct{})
		r.set(func(_ http.ResponseWriter, req *http.Request) {
			arrived <- struct{}{}
			<-req.Context().Done()
		})
		killed := childCommand("restart", url, r.URL)
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		<-arrived
		killed.Process.Kill()
		killed.Wait()
		began := time.Now()

		r.set(func(http.ResponseWriter, *http.Request) { arrived <- struct{}{} })
		s := newStand(t, url, func(c *Config) {
			c.WebhookURL, c.Supabase, c.Now, c.poll, c.lease = r.URL, nil, time.Now, time.Hour, restartLease(url)
		})
		stop := run(s.Service)
		select {
		case <-arrived:
			t.Logf("sent again %v after the kill", time.Since(began).Round(time.Millisecond))
		case <-time.After(time.Minute):
			t.Fatal("the delivery is not made again")
		}
		stop()
		calls := r.got()
		id := calls[0].header.Get("webhook-id")
		if len(calls) != 2 || calls[1].header.Get("webhook-id") != id || calls[1].body != calls[0].body {
			t.Errorf("the calls are %v, want one delivery twice", calls)
		}
		l := s.get(id)
		a := l.Webhook.Attempts
		if l.Status() != Delivered || len(a) != 2 {
			t.Fatalf("the webhook is %+v, want it delivered at the second attempt", l.Webhook)
		}
		if took := a[1].At.Sub(l.Received); s.journal.dialect.orphans == "" && took < restartLease(url) {
			t.Errorf("sent again %v after the lease began, want its end, %v", took, restartLease(url))
		}
	})
}

// restart is a server that is killed during its visitor's call.
func restart(url, hook string) error {
	ctx := context.Background()
	d, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: hook, Log: slog.New(slog.DiscardHandler), lease: restartLease(url)})
	if err != nil {
		return err
	}
	_, err = d.Submit(ctx, submission("k"))
	return err
}
