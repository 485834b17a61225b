package connection

import (
	"container/list"
	"errors"
	"io"
	"net"
	"net/netip"
	"syscall"
	"time"
)

const (
	// acceptRetry is the time until the next accept after one that failed.
	acceptRetry = 10 * time.Millisecond
	// rescueTime is how long an evicted connection has whose client has just sent something.
	rescueTime = 10 * time.Second
	refusal    = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 1\r\n" +
		"Content-Length: 45\r\nConnection: close\r\n\r\nToo many connections. Try again in a second.\n"
)

// Listener accepts connections into a [Set].
type Listener struct {
	net.Listener
	Set *Set
	// Failed is called when an accept has failed because the system is out of files or memory.
	Failed func(error)
}

// Accept waits for a connection for which there is room.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err == nil {
			c := &Conn{Conn: accepted, set: l.Set}
			if tcp, ok := accepted.RemoteAddr().(*net.TCPAddr); ok {
				c.network = l.Set.cfg.Network(tcp.AddrPort().Addr().Unmap().WithZone(""))
			}
			if l.Set.add(c) {
				return c, nil
			}
			_, _ = io.WriteString(accepted, refusal) // an empty send buffer takes it at once
			_ = accepted.Close()
			continue
		}
		if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) &&
			!errors.Is(err, syscall.ENOBUFS) && !errors.Is(err, syscall.ENOMEM) {
			return nil, err
		}
		l.Failed(err)
		l.Set.mu.Lock()
		l.Set.evict(&l.Set.all, Idle, Receiving)
		l.Set.mu.Unlock()
		time.Sleep(acceptRetry)
	}
}

// Conn is a connection of a [Set]. It waits for its client in Read only.
type Conn struct {
	net.Conn
	// Active is whether a request has begun and is not answered yet. It belongs to the goroutine that serves the connection.
	Active  bool
	set     *Set
	network netip.Prefix
	groups  []*group // nil once the connection is closed; this and what follows is guarded by set.mu
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
		_ = c.Conn.SetReadDeadline(time.Now().Add(rescueTime))
		s.closed.Signal()
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
