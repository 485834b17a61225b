package web

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

// Waits after an accept for which the system has no room: the first and the longest.
const (
	acceptRetry    = 5 * time.Millisecond
	maxAcceptRetry = time.Second
)

// acceptErrorInterval is how long accepting must have succeeded before a failure is logged again.
const acceptErrorInterval = 10 * time.Second

// tooManyConnections is the response to a connection for which there is no room.
const tooManyConnections = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 1\r\n" +
	"Content-Length: 45\r\nConnection: close\r\n\r\nToo many connections. Try again in a second.\n"

// listener accepts connections into a table, and keeps accepting after the system had no room for one.
type listener struct {
	net.Listener
	table *connTable
	log   *slog.Logger

	once     sync.Once
	closed   chan struct{}
	ended    chan struct{} // closed when Accept has returned its last connection
	endOnce  sync.Once
	failedAt time.Time // of the last accept that failed; owned by the goroutine that accepts
}

func newListener(ln net.Listener, table *connTable, log *slog.Logger) *listener {
	return &listener{Listener: ln, table: table, log: log, closed: make(chan struct{}), ended: make(chan struct{})}
}

// Close stops listening. The server closes its listener as well; the second call returns nil.
func (l *listener) Close() (err error) {
	l.once.Do(func() {
		close(l.closed)
		err = l.Listener.Close()
	})
	return err
}

// end notes that Accept returns no more connections.
func (l *listener) end() { l.endOnce.Do(func() { close(l.ended) }) }

// Accept waits for the next connection for which there is room. It is called by one goroutine, until it returns an error.
func (l *listener) Accept() (net.Conn, error) {
	accepted, err := l.accept()
	if err != nil {
		l.end()
	}
	return accepted, err
}

func (l *listener) accept() (net.Conn, error) {
	for retry := acceptRetry; ; {
		for l.table.backlogged() {
			select {
			case <-time.After(time.Millisecond):
			case <-l.closed:
				return nil, net.ErrClosed
			}
		}
		accepted, err := l.Listener.Accept()
		if err == nil {
			retry = acceptRetry
			c := &conn{Conn: accepted, table: l.table}
			if l.table.add(c, remoteAddr(accepted)) {
				return c, nil
			}
			_, _ = io.WriteString(accepted, tooManyConnections) // an empty send buffer takes it at once
			_ = accepted.Close()
			continue
		}
		if !exhausted(err) {
			return nil, err
		}
		if time.Since(l.failedAt) > acceptErrorInterval {
			l.log.Error("connections cannot be accepted; trying again", "error", err)
		}
		l.failedAt = time.Now()
		l.table.makeRoom()
		select {
		case <-time.After(retry):
		case <-l.closed:
			return nil, net.ErrClosed
		}
		retry = min(2*retry, maxAcceptRetry)
	}
}

// exhausted reports whether an accept failed because the process or the system has no room for another connection, which is
// temporary (accept(2)).
func exhausted(err error) bool {
	for _, temporary := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM} {
		if errors.Is(err, temporary) {
			return true
		}
	}
	return false
}

// remoteAddr is the client's address, the zero Addr where it has none.
func remoteAddr(c net.Conn) netip.Addr {
	if tcp, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().WithZone("") // no network contains an address with a zone
	}
	return netip.Addr{}
}
