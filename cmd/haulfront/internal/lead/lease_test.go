package lead

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// A process that died leaves leases. Another takes over when they end: the
// webhook is sent again, an e-mail that may have gone out is not.
func TestExpiredLeases(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		a, err := s.store(context.Background(), submission("k"), payload("k", request()))
		if err != nil {
			t.Fatal(err)
		}
		s.clock.add(leaseTime - time.Second)
		s.work()
		s.want(a.ID, Queued, Waiting, 0, 0)
		s.clock.add(2 * time.Second)
		s.work()
		s.want(a.ID, Delivered, Delivered, 1, 1)
		if at := s.get(a.ID).Webhook.Attempts; len(at) != 2 || !strings.Contains(at[0].Error, "ended during") {
			t.Errorf("attempts = %+v, want the lost one and the good one", at)
		}

		a, err = s.store(context.Background(), submission("l"), payload("l", request()))
		if err != nil {
			t.Fatal(err)
		}
		r := result{ok: true, attempts: []Attempt{{Status: 200}}}
		if f, err := s.record(context.Background(), *a.Claim, r, "mail of the dead"); err != nil || f.Next == nil {
			t.Fatalf("record() = %+v, %v, want an e-mail to send", f, err)
		}
		s.clock.add(leaseTime + time.Second)
		s.work()
		s.want(a.ID, Delivered, Unknown, 1, 1)
	})
}

// What an attempt finds out after its lease was lost: success is a fact,
// failure is no longer its business.
func TestLostLease(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		ctx := context.Background()
		a, err := s.store(ctx, submission("k"), payload("k", request()))
		if err != nil {
			t.Fatal(err)
		}
		s.clock.add(leaseTime + time.Second)
		others, _, err := s.next(ctx, 1)
		if err != nil || len(others) != 1 {
			t.Fatalf("next() = %v, %v, want the delivery", others, err)
		}
		failed := result{attempts: []Attempt{{Status: 500, Error: "x"}}}
		if f, err := s.record(ctx, *a.Claim, failed, ""); err != nil || !f.Lost {
			t.Errorf("a failure without lease gives %+v, %v, want it ignored", f, err)
		}
		if status, lease, _ := s.journal.state(ctx, a.ID); status != Queued || lease != others[0].Lease {
			t.Errorf("then the delivery is %s under %s, want queued under the other's lease", status, lease)
		}
		if _, err := s.record(ctx, *a.Claim, result{ok: true, attempts: []Attempt{{Status: 200}}}, ""); err != nil {
			t.Fatal(err)
		}
		if f, err := s.record(ctx, others[0], failed, ""); err != nil || !f.Lost {
			t.Errorf("a failure after a success gives %+v, %v, want it ignored", f, err)
		}
		s.work()
		s.want(a.ID, Delivered, Delivered, 0, 1)
	})
}

// A claim that came back just as the program was told to end is given back.
func TestGiveBack(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		s.hook.set(status(500))
		id := s.submit(submission("k"), false)
		s.clock.add(time.Minute)
		claims, _, err := s.next(context.Background(), 1)
		if err != nil || len(claims) != 1 {
			t.Fatalf("next() = %v, %v", claims, err)
		}
		s.giveBack(claims)
		s.hook.set(nil)
		s.work()
		s.want(id, Delivered, Delivered, 2, 1)
		if n := len(s.get(id).Webhook.Attempts); n != 2 {
			t.Errorf("%d attempts, want 2: nothing was begun under the lease given back", n)
		}
	})
}

// Several instances on one PostgreSQL share the work: each delivery is made
// once, and a lead posted to all of them is one lead.
func TestInstances(t *testing.T) {
	const n = 120
	url := postgresURL(t)
	var mu sync.Mutex
	seen := map[string]int{}
	first := newStand(t, url, func(c *Config) { c.poll = 5 * time.Millisecond; c.Supabase = nil })
	first.hook.set(status(500))
	for i := range n {
		first.submit(submission(string(rune(0x4e00+i))), false)
	}
	first.clock.add(time.Minute)
	all := make(chan struct{})
	first.hook.set(func(_ http.ResponseWriter, r *http.Request) {
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
	desks := []*Service{first.Service}
	for range 2 {
		other := newStand(t, url, func(c *Config) {
			c.WebhookURL, c.Now, c.poll, c.Supabase = first.hook.URL, first.clock.now, 5*time.Millisecond, nil
		})
		desks = append(desks, other.Service)
	}
	var stops []func()
	for _, d := range desks {
		stops = append(stops, run(d))
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
		before := len(first.hook.got())
		for i := range ids {
			wg.Go(func() {
				out, err := desks[i%3].Submit(context.Background(), submission(key))
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
		if got := len(first.hook.got()) - before; got != 1 {
			t.Errorf("key %q: %d calls, want 1", key, got)
		}
	}
}

func TestOneServerOnSQLite(t *testing.T) {
	u := sqliteURL(t)
	s := newStand(t, u, nil)
	id := s.submit(submission("k"), true)
	s.work()
	_, err := Open(context.Background(), Config{DatabaseURL: u})
	if err == nil || !strings.Contains(err.Error(), "another process already serves the journal") {
		t.Errorf("a second Open() = %v, want a refusal", err)
	}
	j, err := OpenJournal(context.Background(), u)
	if err != nil {
		t.Fatalf("an operator beside the server: %v", err)
	}
	defer j.Close()
	if l, err := j.Get(context.Background(), id); err != nil || l.Status() != Delivered {
		t.Errorf("Get() = %v, %v", l.Status(), err)
	}
}
