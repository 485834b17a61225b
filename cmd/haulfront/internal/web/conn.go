package web

import (
	"crypto/tls"
	"io"
	"net"
	"time"
)

// readAhead is how much a connection reads when the server asks for the first byte of a request: a typical request, so that
// one system call is enough. The server returns its buffers to a pool while a connection is idle; this one stays.
const readAhead = 1 << 10

// After a response that rejects a request, what the client still sends is read and discarded, within these bounds: closing
// a connection with unread bytes resets it, and the client may lose the response (RFC 9112, section 9.6).
const (
	lingerTime  = time.Second
	lingerBytes = 256 << 10
)

// conn is a client's connection. It reports to its table when it waits for the client, so that the table knows which
// connections can be closed without losing a request.
type conn struct {
	net.Conn
	table *connTable
	// peer counts the connections of the client's network; nil for a trusted proxy, which has no limit.
	peer *peer

	// The following belong to the goroutine that serves the connection.

	buf       [readAhead]byte
	buffered  []byte // the part of buf that Read has not yet returned
	inRequest bool   // a request has begun and is not answered yet, as the server reports
	linger    bool   // the client may still be sending; see lingerTime

	// The following are guarded by table.mu.

	state connState
	links [2]link // in the table's list and in the peer's
}

// connOf returns the connection of ours that is, or is under, the server's.
func connOf(client net.Conn) (*conn, bool) {
	if upload, ok := client.(*replayConn); ok {
		client = upload.Conn
	}
	if hijacked, ok := client.(interface{ UnsafeConn() net.Conn }); ok {
		client = hijacked.UnsafeConn()
	}
	if encrypted, ok := client.(*tls.Conn); ok {
		client = encrypted.NetConn()
	}
	c, ok := client.(*conn)
	return c, ok
}

// Read reads from the client. Only here and in Write does a connection wait for it.
func (c *conn) Read(p []byte) (int, error) {
	if len(c.buffered) > 0 {
		n := copy(p, c.buffered)
		c.buffered = c.buffered[n:]
		return n, nil
	}
	into := p
	if len(p) < len(c.buf) {
		into = c.buf[:]
	}
	state := connIdle
	if c.inRequest {
		state = connReceiving
	}
	if !c.table.wait(c, state) {
		return 0, io.EOF
	}
	n, err := c.Conn.Read(into)
	if interrupted := c.table.resume(c, n == 0); interrupted {
		if n == 0 {
			return 0, io.EOF // as if the client had left: the server sends nothing then
		}
		// Bytes came in first: the request is answered.
		_ = c.Conn.SetDeadline(time.Now().Add(ReadTimeout))
	}
	if len(p) < len(c.buf) {
		c.buffered = c.buf[:n]
		n = copy(p, c.buffered)
		c.buffered = c.buffered[n:]
	}
	return n, err
}

// Write writes a response, or a part of it, and waits for a client that does not read.
func (c *conn) Write(p []byte) (int, error) {
	if !c.table.wait(c, connSending) {
		return 0, net.ErrClosed
	}
	n, err := c.Conn.Write(p)
	if interrupted := c.table.resume(c, err != nil); interrupted && err == nil {
		// The client read first: it gets the rest.
		_ = c.Conn.SetDeadline(time.Now().Add(WriteTimeout))
	}
	return n, err
}

// Close closes the connection. The goroutine that serves it calls it, and the server's shutdown for one that is idle.
func (c *conn) Close() error {
	if c.linger {
		c.discardInput()
	}
	err := c.Conn.Close()
	c.table.remove(c)
	return err
}

// discardInput closes the server's side and discards what the client still sends until it closes its own.
func (c *conn) discardInput() {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil || c.Conn.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	if c.table.wait(c, connReceiving) {
		_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
		c.table.resume(c, true)
	}
}
