package lead

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

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
			return s.submit(submission("k"), false)
		}, 2 * time.Hour},
		"queued by an operator": {func(s *testService) string {
			id := s.failed("k")
			s.replay(id)
			return id
		}, 6 * time.Second}, // at once, which fails once more
		"never attempted, leased by a dead process": {func(s *testService) string { return s.stored("k").ID },
			leaseDuration},
	}
	onEachDatabase(t, func(t *testing.T, url string) {
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
						must(t, err)
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
							test.wait, s.get(id).Webhook.Due)
					}
					if !restarted && !strings.Contains(s.log.String(), "the clock went back") {
						t.Errorf("the log does not report it:\n%s", s.log)
					}
				})
			}
		}
	})
}
