package lead

import (
	"context"
	"slices"
	"testing"
	"time"
)

// A visitor whose request outlasts the worker is served to the end; the e-mail is left to the next process, due and
// without a lease.
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
