package server

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Work for later waits while many requests arrive, but not for good.
func TestPace(t *testing.T) {
	for _, test := range []struct {
		rate   int           // requests a second
		lasts  time.Duration // and for how long
		waited time.Duration
	}{
		{0, time.Hour, 0},
		{busyRate / 2, time.Hour, 0},
		{10 * busyRate, 2 * time.Second, 2 * time.Second},
		{10 * busyRate, time.Hour, paceLimit},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			p := pace{at: began, requests: func() int64 {
				return int64(float64(test.rate) * min(test.lasts, time.Since(began)).Seconds())
			}}
			<-time.After(paceInterval)
			p.wait(t.Context())
			waited := time.Since(began) - paceInterval
			if waited < test.waited-2*paceInterval || waited > test.waited+2*paceInterval {
				t.Errorf("beside %d requests a second for %v it waited %v, want %v", test.rate, test.lasts, waited,
					test.waited)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ended, end := context.WithCancel(t.Context())
		end()
		began := time.Now()
		p := pace{at: began, requests: func() int64 { return 1 }}
		if p.wait(ended); time.Since(began) > 0 {
			t.Errorf("at the end it waited %v", time.Since(began))
		}
	})
}
