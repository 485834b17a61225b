// Package queue shares what few can use at a time, such as the decoder of photographs or the JavaScript runtimes,
// fairly among the networks that wait for it.
//
// Waiting networks get equal shares, whatever each of them sends (start-time fair queuing: Goyal, Vin, Cheng, SIGCOMM
// 1996); the turns of one network are served in FIFO order. A network that has been quiet may use some turns ahead of
// the others. A Queue is safe for concurrent use.
package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// ErrFull is returned for turns that would not come in time.
var ErrFull = errors.New("too much is waiting")

// Queue orders turns.
type Queue struct {
	slots  int     // turns in progress at a time
	credit float64 // work that a quiet network may have done ahead of the others

	mu      sync.Mutex
	current []*Turn
	waiting []*Turn                  // by start
	at      float64                  // the start of the turn that began last
	ends    map[netip.Prefix]float64 // where the next turn of a network starts, unless its credit allows an earlier one
	// A moving average of the pace: done units of work took spent.
	spent time.Duration
	done  float64
}

// New returns a queue for some turns at a time, which needs pace for a unit of work before any is measured. A network
// that has been quiet may have credit units of work done ahead of the others.
func New(slots int, credit float64, pace time.Duration) *Queue {
	return &Queue{slots: slots, credit: credit, ends: map[netip.Prefix]float64{}, spent: pace, done: 1}
}

// Turn is a place in a queue.
type Turn struct {
	// Begun is closed when it is this turn.
	Begun       chan struct{}
	network     netip.Prefix
	start, work float64 // in units of work; start counts what the network had done before
}

// Join adds turns of some work each. It returns ErrFull if they would probably not all end before the deadline of ctx
// because of others before them. The caller must call Leave.
func (q *Queue) Join(ctx context.Context, network netip.Prefix, works ...float64) ([]*Turn, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	start, ahead, own := q.ends[network], 0.0, 0.0
	for _, turn := range q.current {
		start, ahead = max(start, q.at-q.credit), ahead+turn.work
	}
	var turns []*Turn
	for _, work := range works {
		turns = append(turns, &Turn{make(chan struct{}), network, start + own, work})
		own += work
	}
	for _, other := range q.waiting {
		if other.start <= turns[len(turns)-1].start {
			ahead += other.work
		}
	}
	deadline, bounded := ctx.Deadline()
	expected := time.Duration((ahead + own) / float64(q.slots) * float64(q.spent) / q.done)
	if ahead > 0 && bounded && expected > time.Until(deadline) {
		return nil, fmt.Errorf("%w: it would take %v", ErrFull, expected.Round(time.Second))
	}
	q.ends[network] = start + own
	q.waiting = append(q.waiting, turns...)
	slices.SortStableFunc(q.waiting, func(a, b *Turn) int { return cmp.Compare(a.start, b.start) })
	q.next()
	return turns, nil
}

// Leave removes turns, also those in progress. Took is how long one in progress took; 0 if it was not finished.
func (q *Queue) Leave(took time.Duration, turns ...*Turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	left := func(t *Turn) bool { return slices.Contains(turns, t) }
	q.waiting = slices.DeleteFunc(q.waiting, left)
	for _, turn := range q.current {
		if left(turn) && took > 0 {
			const decay = 0.9
			q.spent, q.done = time.Duration(decay*float64(q.spent))+took, decay*q.done+turn.work
		}
	}
	q.current = slices.DeleteFunc(q.current, left)
	q.next()
}

// next begins the first turns if slots are free. q.mu is held.
func (q *Queue) next() {
	for len(q.current) < q.slots && len(q.waiting) > 0 {
		turn := q.waiting[0]
		q.current, q.waiting, q.at = append(q.current, turn), q.waiting[1:], max(q.at, turn.start)
		maps.DeleteFunc(q.ends, func(_ netip.Prefix, end float64) bool { return end <= q.at-q.credit })
		close(turn.Begun)
	}
	if len(q.current) == 0 {
		clear(q.ends)
		q.at = 0
	}
}

type networkKey struct{}

// WithNetwork returns a context with the network that work is for.
func WithNetwork(ctx context.Context, network netip.Prefix) context.Context {
	return context.WithValue(ctx, networkKey{}, network)
}

// Admit waits for a turn of the network of ctx, at most until ctx ends, and returns its end.
func (q *Queue) Admit(ctx context.Context) (leave func(), err error) {
	network, _ := ctx.Value(networkKey{}).(netip.Prefix)
	turns, err := q.Join(context.WithoutCancel(ctx), network, 1)
	if err != nil {
		return nil, err
	}
	leave = func() { q.Leave(0, turns...) }
	select {
	case <-turns[0].Begun:
		return leave, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}
