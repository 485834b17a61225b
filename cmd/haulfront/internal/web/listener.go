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

// acceptEpisode is how long accepting must have gone well before a failure is reported again.
const acceptEpisode = 10 * time.Second

// full is what a client is told for whom there is no room.
const full = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 1\r\n" +
	"Content-Length: 45\r\nConnection: close\r\n\r\nToo many connections. Try again in a second.\n"

// listener accepts connections into a table, and goes on where the system has no room for them.
type listener struct {
	net.Listener
	table *connTable
	log   *slog.Logger

	once     sync.Once
	closed   chan struct{}
	failedAt time.Time // of the last accept that failed; of use to the one goroutine that accepts
}

func newListener(ln net.Listener, table *connTable, log *slog.Logger) *listener {
	return &listener{Listener: ln, table: table, log: log, closed: make(chan struct{})}
}

// Close stops listening. The server closes its listener too, and an error only because it came second says nothing.
func (l *listener) Close() (err error) {
	l.once.Do(func() {
		close(l.closed)
		err = l.Listener.Close()
	})
	return err
}

// Accept waits for the next connection that there is room for.
func (l *listener) Accept() (net.Conn, error) {
	for retry := acceptRetry; ; {
		for l.table.crowded() {
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
			if l.table.add(c, addressOf(accepted)) {
				return c, nil
			}
			_, _ = io.WriteString(accepted, full) // an empty send buffer takes it at once
			_ = accepted.Close()
			continue
		}
		if !exhausted(err) {
			return nil, err
		}
		if time.Since(l.failedAt) > acceptEpisode {
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

// exhausted reports whether an accept failed because the process or the system has no room for another connection, which
// passes (accept(2)).
func exhausted(err error) bool {
	for _, passing := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// addressOf is the client's address, the zero Addr where it has none.
func addressOf(c net.Conn) netip.Addr {
	if tcp, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().WithZone("") // no network contains an address with a zone
	}
	return netip.Addr{}
}
