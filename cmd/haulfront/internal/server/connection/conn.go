package connection

import (
	"container/list"
	"io"
	"net"
	"net/netip"
	"time"
)

const (
	// readAhead is how much is read when the server asks for the first byte of a request: a typical request, so that
	// one system call is enough. Idle connections keep no other buffer.
	readAhead = 1 << 10
	// lingerTime and lingerBytes bound the input that is discarded before a connection closes.
	lingerTime, lingerBytes = time.Second, 256 << 10
)

// Conn is a connection of a [Set]. It waits for its client in Read only, and belongs to the goroutine that serves it.
type Conn struct {
	net.Conn
	Active bool // a request is in progress
	// Linger makes Close discard the client's input for a second: closing a connection with unread input resets it, and
	// the client may lose the response (RFC 9112, section 9.6).
	Linger   bool
	buf      [readAhead]byte
	buffered []byte // the part of buf that Read has not returned

	set     *Set
	network netip.Prefix
	groups  []*group // nil if the connection is closed; this and the following are guarded by set.mu
	state   State
	element *list.Element
}

// Read implements [net.Conn]. It returns [io.EOF] if the connection is evicted, as if the client had closed it.
func (c *Conn) Read(p []byte) (int, error) {
	if len(c.buffered) == 0 {
		if len(p) >= readAhead {
			return c.receive(p)
		}
		n, err := c.receive(c.buf[:])
		if n == 0 {
			return 0, err
		}
		c.buffered = c.buf[:n]
	}
	n := copy(p, c.buffered)
	c.buffered = c.buffered[n:]
	return n, nil
}

// receive waits for input.
func (c *Conn) receive(p []byte) (int, error) {
	s := c.set
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.state == Evicted || s.closing && !c.Active {
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
	if c.state == Evicted {
		if n == 0 {
			return 0, io.EOF
		}
		_ = c.Conn.SetReadDeadline(time.Now().Add(10 * time.Second)) // input had just arrived
		s.changed.Signal()
	}
	c.become(Busy)
	return n, err
}

// Close implements [net.Conn].
func (c *Conn) Close() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if c.Linger && ok && half.CloseWrite() == nil && c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		_, _ = io.CopyN(io.Discard, c, lingerBytes)
	}
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
