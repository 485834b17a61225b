package upload

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// decoder is the queue of all photographs: decoding takes up to maxDecoded bytes.
var decoder = queue{spent: firstPace, done: 1}

// firstPace is the time for a unit of work before any is measured.
const firstPace = 5 * time.Nanosecond

// queue lets one photograph be decoded at a time. Networks that wait share the decoder equally, whatever each of them
// sends (start-time fair queuing: Goyal, Vin, Cheng, SIGCOMM 1996); the photographs of one network are served in FIFO
// order.
type queue struct {
	mu      sync.Mutex
	current *turn
	waiting []*turn                  // by start
	ends    map[netip.Prefix]float64 // where the next turn of a network starts, if that is later than the current one
	// A moving average of the pace: done units of work took spent.
	spent time.Duration
	done  float64
}

// turn is one photograph's in the queue.
type turn struct {
	network     netip.Prefix
	start, work float64       // in units of work; start counts what the network had decoded before
	begun       chan struct{} // closed when it is the current turn
}

// join adds the photographs of a request. It returns ErrNoRoom if they would probably not all be decoded before the
// deadline of ctx because of others before them.
func (q *queue) join(ctx context.Context, network netip.Prefix, works []float64) ([]*turn, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	start, ahead, own := q.ends[network], 0.0, 0.0
	if q.current != nil {
		start, ahead = max(start, q.current.start), q.current.work
	}
	var turns []*turn
	for _, work := range works {
		turns = append(turns, &turn{network: network, start: start + own, work: work, begun: make(chan struct{})})
		own += work
	}
	for _, other := range q.waiting {
		if other.start <= turns[len(turns)-1].start {
			ahead += other.work
		}
	}
	deadline, bounded := ctx.Deadline()
	expected := time.Duration((ahead + own) * float64(q.spent) / q.done)
	if ahead > 0 && bounded && expected > time.Until(deadline) {
		return nil, fmt.Errorf("%w: decoding would take %v", ErrNoRoom, expected.Round(time.Second))
	}
	if q.ends == nil {
		q.ends = map[netip.Prefix]float64{}
	}
	q.ends[network] = start + own
	q.waiting = append(q.waiting, turns...)
	slices.SortStableFunc(q.waiting, func(a, b *turn) int { return cmp.Compare(a.start, b.start) })
	q.next()
	return turns, nil
}

// leave removes turns, also the current one. Took is how long the current one was used for its photograph; 0 if it was
// not finished.
func (q *queue) leave(took time.Duration, turns ...*turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = slices.DeleteFunc(q.waiting, func(t *turn) bool { return slices.Contains(turns, t) })
	if !slices.Contains(turns, q.current) {
		return
	}
	if took > 0 {
		const decay = 0.9
		q.spent, q.done = time.Duration(decay*float64(q.spent))+took, decay*q.done+q.current.work
	}
	q.current = nil
	q.next()
}

// next begins the first turn if none is in progress. q.mu is held.
func (q *queue) next() {
	if q.current != nil {
		return
	}
	if len(q.waiting) == 0 {
		clear(q.ends)
		return
	}
	q.current, q.waiting = q.waiting[0], q.waiting[1:]
	maps.DeleteFunc(q.ends, func(_ netip.Prefix, end float64) bool { return end <= q.current.start })
	close(q.current.begun)
}
