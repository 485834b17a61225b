package lead

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// A visitor whose request outlasts the worker is served to the end; the e-mail
// is left to the next process, due and without a lease.
func TestEmailIsLeftToTheNextProcess(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		for name, edit := range map[string]func(*Config){
			"webhook":    nil,
			"no webhook": func(c *Config) { c.WebhookURL = "" },
		} {
			t.Run(name, func(t *testing.T) {
				s := newStand(t, url, edit)
				wipe(t, s)
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				if err := s.Run(ctx); err != nil {
					t.Fatal(err)
				}
				id := s.submit(submission("k"), true)
				s.underWay.Wait()
				if e := s.get(id).Email; e.Status != Queued || e.Leased || e.Due.After(s.clock.now()) || len(s.mail.got()) != 0 {
					t.Errorf("the e-mail is %+v after %d calls, want it due and not begun", e, len(s.mail.got()))
				}
				s.ending.Store(false) // stands for the next process
				s.work()
				if e := s.get(id).Email; e.Status != Delivered || len(s.mail.got()) != 1 {
					t.Errorf("the e-mail is %+v after %d calls, want it delivered", e, len(s.mail.got()))
				}
			})
		}
	})
}

// So it is if the program is told to end between the webhook's answer and the
// e-mail.
func TestEmailIsNotBegunAtTheEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		prepare := hasty(t, url)
		s := newStand(t, url, nil)
		prepare(s)
		locked := make(chan func(), 1)
		s.hook.set(func(http.ResponseWriter, *http.Request) { locked <- block(t, url) })
		go func() {
			s.log.await("journal cannot be written")
			s.ending.Store(true)
			(<-locked)()
		}()
		id := s.submit(submission("k"), true)
		s.underWay.Wait()
		s.want(id, Delivered, Queued, 1, 0)
		if s.get(id).Email.Leased || len(s.mails) != 0 {
			t.Errorf("the e-mail is %+v and %d slots are taken, want neither a lease nor a slot", s.get(id).Email, len(s.mails))
		}
	})
}

func TestObserve(t *testing.T) {
	type seen struct {
		kind Kind
		ok   bool
	}
	var got []seen
	s := newStand(t, sqliteURL(t), func(c *Config) {
		c.Observe = func(kind Kind, ok bool, took time.Duration) {
			if took <= 0 || took > time.Minute {
				t.Errorf("an attempt took %v", took)
			}
			got = append(got, seen{kind, ok})
		}
	})
	s.hook.set(status(500))
	id := s.submit(submission("k"), false)
	s.hook.set(nil)
	s.clock.add(time.Minute)
	s.work()
	s.want(id, Delivered, Delivered, 2, 1)
	if want := []seen{{Webhook, false}, {Webhook, true}, {Email, true}}; !slices.Equal(got, want) {
		t.Errorf("observed %v, want %v", got, want)
	}
}

// The end of the program waits for a journal that is locked just then, and
// leaves no lease: neither of an attempt that was made nor of one that was not
// begun.
func TestEndWaitsForTheJournal(t *testing.T) {
	const complaint = "journal cannot be written"
	onBoth(t, func(t *testing.T, url string) {
		t.Run("attempt made", func(t *testing.T) {
			prepare := hasty(t, url)
			s := newStand(t, url, nil)
			prepare(s)
			s.hook.set(status(500))
			id := s.submit(submission("k"), false)
			s.clock.add(time.Minute)
			ctx, cancel := context.WithCancel(context.Background())
			locked := make(chan func(), 1)
			s.hook.set(func(http.ResponseWriter, *http.Request) {
				locked <- block(t, url)
				cancel()
			})
			done := make(chan struct{})
			go func() { s.Run(ctx); close(done) }()
			s.log.await(complaint)
			(<-locked)()
			<-done
			if w := s.get(id).Webhook; w.Status != Delivered || w.Leased {
				t.Errorf("the webhook is %+v, want it delivered and no lease", w)
			}
		})
		t.Run("attempt not begun", func(t *testing.T) {
			prepare := hasty(t, url)
			s := newStand(t, url, nil)
			prepare(s)
			wipe(t, s)
			s.hook.set(status(500))
			id := s.submit(submission("k"), false)
			s.clock.add(time.Minute)
			claims, _, err := s.next(context.Background(), 1)
			if err != nil || len(claims) != 1 {
				t.Fatalf("next() = %v, %v", claims, err)
			}
			free := block(t, url)
			done := make(chan struct{})
			go func() { s.giveBack(claims); close(done) }()
			s.log.await(complaint)
			free()
			<-done
			if s.get(id).Webhook.Leased {
				t.Error("a lease is left")
			}
		})
	})
}

// A journal that stays locked keeps the program from ending no longer than
// serve has time for, and the next process finds the lease.
func TestEndDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	const limit = 19 * time.Second
	var both sync.WaitGroup
	for _, url := range []string{sqliteURL(t), postgresURL(t)} {
		s := newStand(t, url, func(c *Config) { c.store = 0 })
		s.hook.set(status(500))
		id := s.submit(submission("k"), false)
		s.clock.add(time.Minute)
		both.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			locked := make(chan func(), 1)
			s.hook.set(func(http.ResponseWriter, *http.Request) {
				locked <- block(t, url)
				cancel()
			})
			began := time.Now() // a moment before the end
			s.Run(ctx)
			free := <-locked
			if took := time.Since(began); took > limit {
				t.Errorf("%s: Run returned %v after its end, want at most %v", s.journal.dialect.name, took, limit)
			} else {
				t.Logf("%s: Run returned %v after its end", s.journal.dialect.name, took.Round(10*time.Millisecond))
			}
			free()
			if w := s.get(id).Webhook; w.Status != Queued || !w.Leased {
				t.Errorf("%s: the webhook is %+v, want its lease left to the next process", s.journal.dialect.name, w)
			}
		})
	}
	both.Wait()
}

// The claim that comes back just as the program is told to end is given back.
func TestClaimAtTheEndIsGivenBack(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		s.hook.set(status(500))
		id := s.submit(submission("k"), false)
		s.clock.add(time.Minute)
		claimed := false
		ctx, cancel := context.WithCancel(t.Context())
		s.Run(endingContext{ctx, func() {
			if claimed = claimed || s.get(id).Webhook.Leased; claimed {
				cancel()
			}
		}})
		if !claimed || s.get(id).Webhook.Leased || len(s.hook.got()) != 1 {
			t.Errorf("claimed: %v; then %+v after %d calls, want no lease and no further call", claimed, s.get(id).Webhook, len(s.hook.got()))
		}
	})
}

// An endingContext looks whether it has to end whenever it is asked.
type endingContext struct {
	context.Context
	look func()
}

func (c endingContext) Err() error {
	c.look()
	return c.Context.Err()
}

// A commit whose answer was lost is found when it is tried again, and what it
// leased for the e-mail is free.
func TestLostCommitAnswer(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		a, err := s.store(context.Background(), submission("k"), payload("k", request()))
		if err != nil {
			t.Fatal(err)
		}
		r := result{ok: true, attempts: []Attempt{{Status: 200}}}
		for range 2 {
			if _, err := s.record(context.Background(), *a.Claim, r, "mail"); err != nil {
				t.Fatal(err)
			}
		}
		s.work()
		s.want(a.ID, Delivered, Delivered, 0, 1)
		if n := len(s.get(a.ID).Webhook.Attempts); n != 1 {
			t.Errorf("%d attempts are remembered, want 1", n)
		}
	})
}

// A commit that fails at the last moment begins no e-mail and keeps no slot of
// one.
func TestFailedCommit(t *testing.T) {
	s := newStand(t, postgresURL(t), nil)
	for _, statement := range []string{
		`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`,
		`CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON deliveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`,
	} {
		if _, err := s.journal.write.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	go func() { s.log.await("journal cannot be written"); s.giveUp() }()
	id := s.submit(submission("k"), true)
	s.underWay.Wait()
	s.want(id, Queued, Waiting, 1, 0)
	if n := len(s.mails); n != 0 {
		t.Errorf("%d slots for e-mails are taken, want none", n)
	}
}
