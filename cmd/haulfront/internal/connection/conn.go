package connection

import (
	"container/list"
	"io"
	"net"
	"net/netip"
	"time"
)

// lateTimeout is the read timeout of a connection that was evicted when input had just arrived.
const lateTimeout = 10 * time.Second

// Conn is a connection of a [Set]. It waits for its client in Read only.
type Conn struct {
	net.Conn
	// Active is whether a request is in progress. It belongs to the goroutine that serves the connection.
	Active bool

	set     *Set
	network netip.Prefix
	groups  []*group // nil if the connection is closed; this and the following are guarded by set.mu
	state   State
	element *list.Element
}

// Read implements [net.Conn]. It returns [io.EOF] if the connection is evicted, as if the client had closed it.
func (c *Conn) Read(p []byte) (int, error) {
	s := c.set
	s.mu.Lock()
	if c.state == Evicted || s.closing && !c.Active {
		s.mu.Unlock()
		return 0, io.EOF
	}
	state := Idle
	if c.Active {
		state = Receiving
		for _, g := range c.groups {
			if g.counts[Receiving] >= g.Receiving {
				s.evict(g, Receiving)
			}
		}
	}
	c.become(state)
	s.mu.Unlock()
	n, err := c.Conn.Read(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.state == Evicted {
		if n == 0 {
			return 0, io.EOF
		}
		_ = c.Conn.SetReadDeadline(time.Now().Add(lateTimeout))
		s.changed.Signal()
	}
	c.become(Busy)
	return n, err
}

// Close implements [net.Conn].
func (c *Conn) Close() error {
	err := c.Conn.Close()
	c.set.mu.Lock()
	defer c.set.mu.Unlock()
	if c.groups != nil {
		c.set.remove(c)
	}
	return err
}

// become changes the connection's state. The caller holds set.mu.
func (c *Conn) become(state State) {
	for _, g := range c.groups {
		g.counts[c.state]--
		g.counts[state]++
	}
	c.state = state
	c.set.conns.MoveToBack(c.element)
}
