package lead

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestScheduleToDeathAndBack(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		s.hook.set(status(500))
		id := s.submit(submission("k"), false)
		for i, step := range schedule {
			due := s.get(id).Webhook.Due
			if wait := due.Sub(s.clock.now()); wait < step || wait > step+step/10 {
				t.Fatalf("wait %d is %v, want %v and up to a tenth more", i+1, wait, step)
			}
			s.clock.add(step - time.Millisecond)
			s.work()
			s.want(id, Queued, Waiting, i+1, 0)
			s.clock.add(step/10 + 2*time.Millisecond)
			s.work()
		}
		s.want(id, Dead, Waiting, len(schedule)+1, 0)
		if !strings.Contains(s.log.String(), `level=ERROR msg="delivery is dead`) {
			t.Errorf("death is not loud:\n%s", s.log)
		}
		s.clock.add(1000 * time.Hour)
		s.work()
		s.want(id, Dead, Waiting, len(schedule)+1, 0)
		if n := len(s.get(id).Webhook.Attempts); n != len(schedule)+1 {
			t.Errorf("%d attempts are remembered, want %d", n, len(schedule)+1)
		}

		s.hook.set(nil)
		if n, err := s.journal.ReplayDead(context.Background(), s.clock.now()); n != 1 || err != nil {
			t.Fatalf("ReplayDead() = %d, %v, want 1", n, err)
		}
		s.work()
		s.want(id, Delivered, Delivered, len(schedule)+2, 1)
		calls := s.hook.got()
		if last := calls[len(calls)-1]; last.body != calls[0].body || last.header.Get("webhook-id") != id {
			t.Errorf("replay sent %s under %s", last.body, last.header.Get("webhook-id"))
		}
	})
}

func TestVisitorRevivesTheDead(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, func(c *Config) { c.schedule = []time.Duration{time.Second} })
		s.hook.set(status(500))
		id := s.submit(submission("k"), false)
		s.clock.add(2 * time.Second)
		s.work()
		s.want(id, Dead, Waiting, 2, 0)
		s.submit(submission("k"), false)
		s.want(id, Queued, Waiting, 3, 0)
		s.hook.set(nil)
		s.submit(submission("k"), true)
		s.work()
		s.want(id, Delivered, Delivered, 4, 1)
	})
}

func TestRetryAfter(t *testing.T) {
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
	s := newStand(t, sqliteURL(t), nil)
	s.hook.set(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "600")
		w.WriteHeader(429)
	})
	id := s.submit(submission("k"), false)
	if got := s.get(id).Webhook.Due.Sub(s.clock.now()); got != 10*time.Minute {
		t.Errorf("the next attempt is in %v, want the 10 minutes asked for", got)
	}
}

func TestEmailFailures(t *testing.T) {
	tests := []struct {
		name   string
		answer http.HandlerFunc
		want   Status
	}{
		{"500", status(500), Queued},
		{"401", status(401), Queued},
		{"relay", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("x-relay-error", "true") }, Queued},
		{"cut", cut, Unsure},
		{"504", status(504), Unsure},
	}
	onBoth(t, func(t *testing.T, url string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				s := newStand(t, url, nil)
				wipe(t, s)
				s.mail.set(test.answer)
				sub := submission("k")
				sub.Token = "session-token"
				id := s.submit(sub, true)
				s.work()
				s.want(id, Delivered, test.want, 1, 1)
				if a := s.get(id).Email.Attempts; len(a) != 1 || a[0].Error == "" || strings.Contains(a[0].Error, "session-token") {
					t.Errorf("attempts = %+v", a)
				}
				s.mail.set(nil)
				s.clock.add(6 * time.Second)
				s.work()
				if test.want == Unsure {
					s.want(id, Delivered, Unsure, 1, 1)
					if err := s.journal.Replay(context.Background(), id, false, s.clock.now()); err != nil {
						t.Fatal(err)
					}
					s.work()
				}
				s.want(id, Delivered, Delivered, 1, 2)
				if got := s.mail.got()[1].header.Get("Authorization"); got != "Bearer "+anonKey {
					t.Errorf("a later attempt has Authorization %q, want the anonymous key: sessions are not stored", got)
				}
			})
		}
	})
}

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
		s.want(a.ID, Delivered, Unsure, 1, 1)
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

// run starts the worker and gives back a function that ends it.
func run(d *Desk) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { d.Run(ctx); close(done) }()
	return func() { cancel(); <-done }
}

// The worker sees what another process queues, without being told.
func TestRunSeesAnOperatorsReplay(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		sent := make(chan struct{}, 1)
		s := newStand(t, url, func(c *Config) { c.poll = 10 * time.Millisecond; c.Supabase = nil })
		spam := submission("k")
		spam.Suspect = "honeypot"
		id := s.submit(spam, true)
		s.hook.set(func(http.ResponseWriter, *http.Request) { sent <- struct{}{} })
		stop := run(s.Desk)
		operator, err := OpenJournal(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer operator.Close()
		if err := operator.Release(context.Background(), id, s.clock.now()); err != nil {
			t.Fatal(err)
		}
		<-sent
		stop()
		s.work()
		s.want(id, Delivered, Kept, 1, 0)
	})
}

// Shutdown finishes what was begun, begins nothing more and leaves no lease.
func TestShutdown(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		s.hook.set(status(500))
		const n = 30 // more than the worker's slots
		for i := range n {
			s.submit(submission(string(rune('a'+i))), false)
		}
		s.clock.add(time.Minute)
		arrived, answer := make(chan struct{}, n), make(chan struct{})
		s.hook.set(func(http.ResponseWriter, *http.Request) { arrived <- struct{}{}; <-answer })
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		for range workers {
			<-arrived
		}
		cancel()
		select {
		case <-done:
			t.Error("Run returned while attempts were under way")
		default:
		}
		close(answer)
		<-done
		s.underWay.Wait()
		delivered := 0
		for _, l := range s.leads(Filter{}) {
			if l.Webhook.Leased || l.Email.Leased {
				t.Errorf("lead %s is still leased", l.ID)
			}
			if l.Status() == Delivered {
				delivered++
			}
		}
		if delivered != workers || len(s.hook.got()) != n+workers {
			t.Errorf("%d delivered in %d calls, want the %d under way and no more", delivered, len(s.hook.got())-n, workers)
		}
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
	desks := []*Desk{first.Desk}
	for range 2 {
		other := newStand(t, url, func(c *Config) {
			c.WebhookURL, c.Now, c.poll, c.Supabase = first.hook.URL, first.clock.now, 5*time.Millisecond, nil
		})
		desks = append(desks, other.Desk)
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

// The lock file proves that the last server is dead, so its leases need not
// run out.
func TestRestartOnSQLiteIsImmediate(t *testing.T) {
	u := sqliteURL(t)
	s := newStand(t, u, nil)
	if _, err := s.store(context.Background(), submission("k"), payload("k", request())); err != nil {
		t.Fatal(err)
	}
	s.Desk.Close()
	again := newStand(t, u, nil)
	again.work()
	if n := len(again.hook.got()); n != 1 {
		t.Errorf("%d calls after the restart, want 1", n)
	}
}
