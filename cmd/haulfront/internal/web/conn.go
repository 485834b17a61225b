package web

import (
	"io"
	"net"
	"time"
)

// readAhead is how much a connection reads when the server asks for the first byte of a request: the size of a usual
// request, so that it takes one system call. The server itself gives its buffers back while a connection is idle; this
// is all that is kept instead.
const readAhead = 1 << 10

// After an answer that refuses a request, what the client still sends is read and dropped, within these bounds: closing a
// connection with unread bytes resets it, and the client may lose the answer (RFC 9112, section 9.6).
const (
	lingerTime  = time.Second
	lingerBytes = 256 << 10
)

// conn is a client's connection. It tells its table when it waits for the client, so that the table knows which
// connections may be closed without losing a request.
type conn struct {
	net.Conn
	table *connTable
	// peer counts the connections of the client's network; nil for a trusted proxy, which has as many as it wants.
	peer *peer

	// The following belong to the goroutine that serves the connection.

	buf    [readAhead]byte
	ahead  []byte // bytes of buf that have been read and not yet been asked for
	asked  bool   // a request has begun and is not answered yet; the server says so
	linger bool   // the client may still be sending; see lingerTime

	// The following are guarded by table.mu.

	state connState
	links [2]link // in the table's list and in the peer's
}

// Read reads from the client. Only in here and in Write does a connection wait for it.
func (c *conn) Read(p []byte) (int, error) {
	if len(c.ahead) > 0 {
		n := copy(p, c.ahead)
		c.ahead = c.ahead[n:]
		return n, nil
	}
	into := p
	if len(p) < len(c.buf) {
		into = c.buf[:]
	}
	state := connIdle
	if c.asked {
		state = connReceiving
	}
	if !c.table.wait(c, state) {
		return 0, io.EOF
	}
	n, err := c.Conn.Read(into)
	if interrupted := c.table.resume(c); interrupted {
		if n == 0 {
			return 0, io.EOF // as if the client had gone: the server says nothing to that
		}
		// Too late: what has come is answered.
		_ = c.Conn.SetDeadline(time.Now().Add(ReadTimeout))
	}
	if len(p) < len(c.buf) {
		c.ahead = c.buf[:n]
		n = copy(p, c.ahead)
		c.ahead = c.ahead[n:]
	}
	return n, err
}

// Write writes an answer, or a part of it. A client that does not take it is waited for.
func (c *conn) Write(p []byte) (int, error) {
	if !c.table.wait(c, connSending) {
		return 0, net.ErrClosed
	}
	n, err := c.Conn.Write(p)
	if interrupted := c.table.resume(c); interrupted && err == nil {
		// Too late: the client takes its answer.
		_ = c.Conn.SetDeadline(time.Now().Add(WriteTimeout))
	}
	return n, err
}

// Close closes the connection. The goroutine that serves it calls it, and the server's shutdown for one that is idle.
func (c *conn) Close() error {
	if c.linger {
		c.drop()
	}
	err := c.Conn.Close()
	c.table.remove(c)
	return err
}

// drop ends the server's side and drops what the client still sends until it ends its own.
func (c *conn) drop() {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil || c.Conn.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	if c.table.wait(c, connReceiving) {
		_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
		c.table.resume(c)
	}
}
