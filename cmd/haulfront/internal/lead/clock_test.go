package lead

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A clock that goes back does not hold deliveries: each waits as long as was
// meant when its last attempt failed.
func TestClockGoesBack(t *testing.T) {
	const day = 24 * time.Hour
	// prepare leaves a delivery that waits at most the given time.
	tests := map[string]struct {
		prepare func(s *stand) (id string)
		wait    time.Duration
	}{
		"failed": {func(s *stand) string {
			s.hook.set(status(500))
			return s.submit(submission("k"), false)
		}, 6 * time.Second},
		"asked to wait": {func(s *stand) string {
			s.hook.set(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "7200")
				w.WriteHeader(503)
			})
			return s.submit(submission("k"), false)
		}, 2 * time.Hour},
		"queued by an operator": {func(s *stand) string {
			s.hook.set(status(500))
			id := s.submit(submission("k"), false)
			if err := s.journal.Replay(context.Background(), id, false, s.clock.now()); err != nil {
				s.t.Fatal(err)
			}
			return id
		}, 6 * time.Second}, // as soon as the worker looks; that fails once more
		"never attempted, under the lease of a dead process": {func(s *stand) string {
			a, err := s.store(context.Background(), submission("k"), payload("k", request()))
			if err != nil {
				s.t.Fatal(err)
			}
			return a.ID
		}, leaseTime},
	}
	onBoth(t, func(t *testing.T, url string) {
		for name, test := range tests {
			for _, restarted := range []bool{false, true} {
				t.Run(name+map[bool]string{false: "", true: ", then a restart"}[restarted], func(t *testing.T) {
					s := newStand(t, url, nil)
					wipe(t, s)
					s.work() // has seen the clock
					id := test.prepare(s)
					calls := len(s.hook.got())
					s.clock.add(-day)
					if restarted {
						s.Service.Close()
						var err error
						if s.Service, err = Open(context.Background(), Config{DatabaseURL: url, WebhookURL: s.hook.URL, Log: s.Service.log,
							Now: s.clock.now, visitor: time.Minute, store: time.Minute}); err != nil {
							t.Fatal(err)
						}
					}
					s.work() // sees that it went back
					s.hook.set(nil)
					if test.wait > 2*time.Minute {
						s.clock.add(test.wait - time.Minute)
						s.work()
						if n := len(s.hook.got()); n != calls {
							t.Errorf("%d calls before the wait was over, want %d", n, calls)
						}
						s.clock.add(time.Minute)
					}
					s.clock.add(min(test.wait, 2*time.Minute) + time.Second)
					s.work()
					if got := s.get(id).Status(); got != Delivered {
						t.Errorf("the webhook is %s %v after the clock went back, want it delivered; due %v", got, test.wait, s.get(id).Webhook.Due)
					}
					if !restarted && !strings.Contains(s.log.String(), "the clock went back") {
						t.Errorf("the log does not say so:\n%s", s.log)
					}
				})
			}
		}
	})
}
