package web

import (
	"net"
	"sync"
)

// silentListener knows the connections on which nothing has come yet. Browsers open some ahead of time, and while it
// shuts down the server would wait for their first request until its read timeout. (The server's own ConnState hook calls
// a connection active before it has read from it.)
type silentListener struct {
	net.Listener
	once   sync.Once
	mu     sync.Mutex
	silent map[*conn]struct{}
}

// conn is a connection that says when it is heard from.
type conn struct {
	net.Conn
	listener *silentListener
	heard    bool // of use to the one goroutine that reads
}

func newSilentListener(ln net.Listener) *silentListener {
	return &silentListener{Listener: ln, silent: map[*conn]struct{}{}}
}

// Close stops listening. The server closes its listener too, and an error only because it came second says nothing.
func (l *silentListener) Close() (err error) {
	l.once.Do(func() { err = l.Listener.Close() })
	return err
}

// Accept waits for the next connection.
func (l *silentListener) Accept() (net.Conn, error) {
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

// Read reads, and after the first bytes the connection is silent no more.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.heard && (n > 0 || err != nil) {
		c.heard = true
		c.listener.forget(c)
	}
	return n, err
}

func (l *silentListener) forget(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.silent, c)
}

// closeSilent closes the connections that nothing has come on.
func (l *silentListener) closeSilent() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.silent {
		_ = c.Conn.Close() // nobody has asked for anything on it
	}
}
