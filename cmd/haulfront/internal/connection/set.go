// Package connection bounds the open connections of an HTTP server, and closes idle ones without losing requests.
//
// A [Set] has limits for all connections and for those of one network. A new connection beyond a limit evicts the one that has
// been idle longest, or else the one that has waited longest for the rest of a request. No connection is evicted while its
// request is handled: if all are busy, the new one is refused.
package connection

import (
	"container/list"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// State is what a connection waits for.
type State int

// The states of a connection.
const (
	Busy      State = iota // its request to be handled and answered
	Idle                   // a request
	Receiving              // the rest of a request
	Evicted                // to be closed by the goroutine that serves it
)

// Counts are numbers of connections by [State].
type Counts [Evicted + 1]int

// Limits bound connections, all of them or those of one network.
type Limits struct {
	Open      int
	Receiving int                // connections that have sent part of a request, which takes memory
	Evictions prometheus.Counter // counts connections evicted for these limits
}

// Config is what a [Set] needs.
type Config struct {
	All, PerNetwork Limits
	// Network returns the network that an address counts for; the zero Prefix has no limits.
	Network           func(netip.Addr) netip.Prefix
	Accepted, Refused prometheus.Counter
}

// group is connections with common limits.
type group struct {
	Limits
	counts Counts
}

func (g *group) open() int {
	return g.counts[Busy] + g.counts[Idle] + g.counts[Receiving] + g.counts[Evicted]
}

// Set is the open connections of a server.
type Set struct {
	cfg      Config
	mu       sync.Mutex
	conns    list.List // of *Conn, the one that has been in its state longest first
	all      group
	networks map[netip.Prefix]*group
	closed   sync.Cond // signals that an evicted connection was closed, or is served after all
	closing  bool      // connections do not stay idle
}

// NewSet returns an empty set.
func NewSet(cfg Config) *Set {
	s := &Set{cfg: cfg, all: group{Limits: cfg.All}, networks: map[netip.Prefix]*group{}}
	s.closed.L = &s.mu
	return s
}

// Counts returns how many connections are open.
func (s *Set) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.counts
}

// CloseIdle closes the idle connections, and from now on those that become idle.
func (s *Set) CloseIdle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.closing = true; s.evict(&s.all, Idle); {
	}
}

// add adds a connection, evicting others where it is one too many, and reports whether there is room for it.
func (s *Set) add(c *Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cfg.Accepted.Inc()
	if c.network.IsValid() {
		if s.networks[c.network] == nil {
			s.networks[c.network] = &group{Limits: s.cfg.PerNetwork}
		}
		c.groups = append(c.groups, s.networks[c.network])
	}
	c.groups = append(c.groups, &s.all)
	for _, g := range c.groups {
		g.counts[Busy]++
	}
	c.element = s.conns.PushBack(c)
	for _, g := range c.groups {
		for g.open() > g.Open {
			if g.counts[Evicted] == 0 && !s.evict(g, Idle, Receiving) {
				s.remove(c)
				s.cfg.Refused.Inc()
				return false
			}
			s.closed.Wait() // an evicted connection holds a file until it is closed
		}
	}
	c.become(Idle)
	return true
}

// evict interrupts the longest wait of a group's connections in the first of the states that one of them is in. The goroutine
// that serves it closes it, unless its client has just sent something.
func (s *Set) evict(g *group, states ...State) bool {
	for _, state := range states {
		for e := s.conns.Front(); e != nil && g.counts[state] > 0; e = e.Next() {
			if c := e.Value.(*Conn); c.state == state && slices.Contains(c.groups, g) {
				c.become(Evicted)
				_ = c.Conn.SetReadDeadline(time.Unix(1, 0)) // an error means that it is closed
				g.Evictions.Inc()
				return true
			}
		}
	}
	return false
}

// remove removes a connection. The caller holds mu.
func (s *Set) remove(c *Conn) {
	for _, g := range c.groups {
		g.counts[c.state]--
		if g != &s.all && g.open() == 0 {
			delete(s.networks, c.network)
		}
	}
	c.groups = nil
	s.conns.Remove(c.element)
	s.closed.Signal()
}
