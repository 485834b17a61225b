// Package connection limits the open connections of an HTTP server, and closes idle ones without losing requests.
//
// A [Set] has limits for all connections and for those of one network. A new connection over a limit evicts the one
// that has been idle longest, or else the one that has waited longest for the rest of a request. No connection is
// evicted while its request is handled: if all are busy, the new one is refused. A [Listener] accepts connections
// into a Set, and [Encrypt] encrypts those of a listener.
package connection

import (
	"container/list"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// State is what a connection waits for.
type State int

const (
	Busy      State = iota // its request to be handled, and the response to be sent
	Idle                   // a request
	Receiving              // the rest of a request
	Evicted                // the goroutine that serves it to close it
)

// Counts are numbers of connections by [State].
type Counts [Evicted + 1]int

// group is connections with common limits.
type group struct {
	Limits
	open   int
	counts Counts
}

// Set is the open connections of a server. Its methods may be called concurrently, except for Add.
type Set struct {
	perNetwork Limits
	networkOf  func(netip.Addr) netip.Prefix
	mu         sync.Mutex // for everything below
	conns      list.List  // of *Conn, in the order of their last change of state
	all        group
	networks   map[netip.Prefix]*group
	changed    sync.Cond // signals that an evicted connection was closed, or has become busy
	closing    bool      // CloseIdle was called
}

// NewSet returns an empty set. networkOf returns the network that an address counts for; the zero Prefix is unlimited.
func NewSet(all, perNetwork Limits, networkOf func(netip.Addr) netip.Prefix) *Set {
	s := &Set{perNetwork: perNetwork, networkOf: networkOf, all: group{Limits: all}}
	s.networks, s.changed.L = map[netip.Prefix]*group{}, &s.mu
	return s
}

// Counts returns how many connections are open.
func (s *Set) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.counts
}

// Add adds an accepted connection, waiting until evicted ones are closed: they hold files. It returns nil if the
// connection is refused.
func (s *Set) Add(accepted net.Conn) *Conn {
	c := &Conn{Conn: accepted, set: s, groups: []*group{&s.all}}
	s.mu.Lock()
	defer s.mu.Unlock()
	if tcp, ok := accepted.RemoteAddr().(*net.TCPAddr); ok {
		c.network = s.networkOf(tcp.AddrPort().Addr().Unmap().WithZone(""))
	}
	if c.network.IsValid() {
		if s.networks[c.network] == nil {
			s.networks[c.network] = &group{Limits: s.perNetwork}
		}
		c.groups = []*group{s.networks[c.network], &s.all}
	}
	c.element = s.conns.PushBack(c)
	for _, g := range c.groups {
		g.open++
		g.counts[Busy]++
	}
	for _, g := range c.groups {
		for g.open > g.Open {
			if g.counts[Evicted] == 0 && !s.evict(g, Idle) && !s.evict(g, Receiving) {
				s.remove(c)
				return nil
			}
			s.changed.Wait()
		}
	}
	c.become(Idle)
	return c
}

// MakeRoom evicts a connection, if one is waiting.
func (s *Set) MakeRoom() {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.evict(&s.all, Idle) || s.evict(&s.all, Receiving)
}

// CloseIdle closes the idle connections, and from now on those that become idle.
func (s *Set) CloseIdle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = true
	for s.evict(&s.all, Idle) {
	}
}

// evict interrupts the longest wait of a group in a state. The goroutine that serves the connection closes it, unless
// input has just arrived.
func (s *Set) evict(g *group, state State) bool {
	for e := s.conns.Front(); e != nil && g.counts[state] > 0; e = e.Next() {
		if c := e.Value.(*Conn); c.state == state && slices.Contains(c.groups, g) {
			c.become(Evicted)
			_ = c.Conn.SetReadDeadline(time.Unix(1, 0)) // an error means that it is closed
			g.OnEvict()
			return true
		}
	}
	return false
}

// remove removes a connection. The caller holds mu.
func (s *Set) remove(c *Conn) {
	for _, g := range c.groups {
		g.open--
		g.counts[c.state]--
	}
	if c.groups[0].open == 0 {
		delete(s.networks, c.network)
	}
	c.groups = nil
	s.conns.Remove(c.element)
	s.changed.Signal()
}
