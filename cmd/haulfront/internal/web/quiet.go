package web

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// quietListener ends the connections on which nobody asks for anything, without losing a request. The server alone does
// neither: while it shuts down it waits for the first request on connections that browsers opened ahead of time, and it
// closes kept connections whose next request it has read but not yet begun to answer.
type quietListener struct {
	net.Listener
	once   sync.Once
	ending atomic.Bool
	mu     sync.Mutex
	silent map[*conn]struct{} // nothing has come on them yet
}

// conn is a connection that knows whether it owes an answer.
type conn struct {
	net.Conn
	listener *quietListener
	heard    bool // of use to the one goroutine that reads

	mu      sync.Mutex
	reading bool // somebody waits for bytes, or has just got some
	asked   bool // bytes have come since the last answer
	spared  bool // a close was refused because of that
	ended   bool // the wait for bytes was broken off
}

func newQuietListener(ln net.Listener) *quietListener {
	return &quietListener{Listener: ln, silent: map[*conn]struct{}{}}
}

// Close stops listening. The server closes its listener too, and an error only because it came second says nothing.
func (l *quietListener) Close() (err error) {
	l.once.Do(func() { err = l.Listener.Close() })
	return err
}

// Accept waits for the next connection.
func (l *quietListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: accepted, listener: l}
	l.mu.Lock()
	l.silent[c] = struct{}{}
	l.mu.Unlock()
	return c, nil
}

// end begins the end: from now on closing a connection waits for its answer, and those that nothing has come on are
// closed.
func (l *quietListener) end() {
	l.ending.Store(true)
	l.mu.Lock()
	silent := make([]*conn, 0, len(l.silent))
	for c := range l.silent {
		silent = append(silent, c)
	}
	l.mu.Unlock()
	for _, c := range silent {
		_ = c.Close() // nobody has asked for anything on it
	}
}

// Read reads, and after the first bytes the connection is silent no more.
func (c *conn) Read(p []byte) (int, error) {
	c.mu.Lock()
	c.reading = true
	c.mu.Unlock()
	n, err := c.Conn.Read(p)
	if !c.heard {
		c.heard = true
		c.listener.forget(c)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading = false
	switch {
	case n == 0 && c.ended:
		err = io.EOF // as if the client had gone: the server says nothing to that
	case n > 0:
		c.asked = true
		if c.ended { // too late: what has come is answered
			c.ended = false
			_ = c.Conn.SetReadDeadline(time.Now().Add(ReadTimeout))
		}
	}
	return n, err
}

// Write writes an answer.
func (c *conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	c.asked = false
	c.mu.Unlock()
	return c.Conn.Write(p)
}

// SetReadDeadline does what it says, but for a wait that was broken off.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return nil
	}
	return c.Conn.SetReadDeadline(t)
}

// Close closes the connection. While the server ends it may be called by another goroutine than the one that serves the
// connection: then it only breaks off the wait for a request, and not even that where one has come. Whoever serves the
// connection closes it in the end.
func (c *conn) Close() error {
	ending := c.listener.ending.Load()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case ending && c.reading:
		c.ended = true
		return c.Conn.SetReadDeadline(time.Unix(1, 0))
	case ending && c.asked && !c.spared:
		c.spared = true
		return nil
	}
	c.listener.forget(c)
	return c.Conn.Close()
}

func (l *quietListener) forget(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.silent, c)
}
