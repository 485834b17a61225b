package server

import (
	"context"
	"time"
)

const (
	// busyRate is how many requests a second let work for later wait: beside it, each of them takes up to 20 ms longer,
	// the time that Go leaves a processor to a goroutine, and then the system to a thread.
	busyRate = 200
	// paceInterval is the time between two looks at the rate, paceLimit how long a piece of work waits at most.
	paceInterval, paceLimit = 100 * time.Millisecond, 10 * time.Second
)

// pace delays work for later while many requests arrive. It is one goroutine's.
type pace struct {
	requests func() int64 // since the start
	before   int64
	at       time.Time
}

// wait returns once fewer requests have arrived since the last look than busyRate, after paceLimit, or when ctx ends.
func (p *pace) wait(ctx context.Context) {
	for limit := time.Now().Add(paceLimit); ; {
		now, arrived := time.Now(), p.requests()
		idle := float64(arrived-p.before) <= busyRate*now.Sub(p.at).Seconds()
		if p.before, p.at = arrived, now; idle || now.After(limit) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(paceInterval):
		}
	}
}
