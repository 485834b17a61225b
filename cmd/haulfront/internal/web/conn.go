package web

import (
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/connection"
)

const (
	// maxConnections bounds the memory of connections to 256 MB at the 16 KB that an idle one takes.
	maxConnections = 16 << 10
	// minNetworkConnections is the least limit of a network: enough for forty browsers behind one address, which keep
	// six connections each.
	minNetworkConnections = 256
	// maxReceiving and maxNetworkReceiving bound the connections that have sent part of a request, in all and of one
	// network: each may hold the memory of a head and a whole body, 146 KB.
	maxReceiving        = 512
	maxNetworkReceiving = 64
	// acceptRetry is the time until the next attempt to accept a connection. A failure is logged if there was none for
	// acceptErrorInterval.
	acceptRetry, acceptErrorInterval = 10 * time.Millisecond, 10 * time.Second
	// readAhead is how much is read when the server asks for the first byte of a request: a typical request, so that
	// one system call is enough. Idle connections keep no other buffer.
	readAhead = 1 << 10
	// lingerTime and lingerBytes bound the input that is discarded before a connection closes.
	lingerTime, lingerBytes = time.Second, 256 << 10
)

// tooManyConnections is the response on a connection that is refused.
const tooManyConnections = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n" +
	"Retry-After: 1\r\nContent-Length: 45\r\nConnection: close\r\n\r\nToo many connections. Try again in a second.\n"

// newConnections returns the set of the server's connections.
func (s *Server) newConnections() *connection.Set {
	open, perNetwork := connLimits(fileLimit(s.cfg.Log))
	s.metrics.limit.Set(float64(open))
	evictions := s.metrics.evictions.WithLabelValues
	all := connection.Limits{Open: open, Receiving: maxReceiving, OnEvict: evictions("all").Inc}
	network := connection.Limits{Open: perNetwork, Receiving: maxNetworkReceiving, OnEvict: evictions("network").Inc}
	return connection.NewSet(all, network, func(addr netip.Addr) netip.Prefix {
		if s.proxies.contains(addr) {
			return netip.Prefix{} // it connects for many clients
		}
		return networkOf(addr)
	})
}

// connLimits returns how many connections may be open, in all and of one network, given the limit of open files. An
// eighth of it is left for the journal, outgoing calls and the admin address.
func connLimits(files int) (all, perNetwork int) {
	all = max(1, min(maxConnections, files-files/8))
	return all, min(max(all/8, minNetworkConnections), (all+1)/2)
}

// fileLimit returns the limit of open files. Go's runtime has raised the soft limit to the hard one.
func fileLimit(log *slog.Logger) int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		log.Error("the limit of open files is unknown", "error", err)
		return 1024 // the usual soft limit
	}
	return int(min(limit.Cur, 1<<30))
}

// listener accepts connections into the server's set, as *conn. While the process or the system is out of files or
// memory, it evicts connections and tries again.
type listener struct {
	net.Listener
	server   *Server
	failedAt time.Time
}

// Accept implements [net.Listener].
func (l *listener) Accept() (net.Conn, error) {
	metrics, connections := l.server.metrics, l.server.connections
	for {
		accepted, err := l.Listener.Accept()
		switch {
		case err == nil:
			metrics.accepted.Inc()
			if c := connections.Add(accepted); c != nil {
				return &conn{Conn: c}, nil
			}
			metrics.refused.Inc()
			_, _ = io.WriteString(accepted, tooManyConnections) // an empty send buffer takes it at once
			_ = accepted.Close()
		case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE), // accept(2)
			errors.Is(err, syscall.ENOBUFS), errors.Is(err, syscall.ENOMEM):
			metrics.acceptErrors.Inc()
			if time.Since(l.failedAt) > acceptErrorInterval {
				l.server.cfg.Log.Error("connections cannot be accepted; trying again", "error", err)
			}
			l.failedAt = time.Now()
			connections.MakeRoom()
			time.Sleep(acceptRetry)
		default:
			return nil, err
		}
	}
}

// Close implements [net.Listener]. Shutdown calls it, and then the server again.
func (l *listener) Close() error {
	if err := l.Listener.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// conn is a client's connection. It belongs to the goroutine that serves it.
type conn struct {
	*connection.Conn
	buf      [readAhead]byte
	buffered []byte // the part of buf that Read has not returned
	linger   bool   // see closeAfterResponse
}

// connOf returns the conn that a server's connection is or wraps.
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

// Read implements [net.Conn].
func (c *conn) Read(p []byte) (int, error) {
	if len(c.buffered) == 0 {
		if len(p) >= readAhead {
			return c.Conn.Read(p)
		}
		n, err := c.Conn.Read(c.buf[:])
		if n == 0 {
			return 0, err
		}
		c.buffered = c.buf[:n]
	}
	n := copy(p, c.buffered)
	c.buffered = c.buffered[n:]
	return n, nil
}

// Close implements [net.Conn].
func (c *conn) Close() error {
	half, ok := c.Conn.Conn.(interface{ CloseWrite() error })
	if c.linger && ok && half.CloseWrite() == nil && c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
	}
	return c.Conn.Close()
}

// closeAfterResponse closes the connection after this response. Until then, input is discarded for a second: closing a
// connection with unread input resets it, and the client may lose the response (RFC 9112, section 9.6).
func closeAfterResponse(ctx *fasthttp.RequestCtx) {
	ctx.SetConnectionClose()
	if c, ok := connOf(ctx.Conn()); ok {
		c.linger = true
	}
}
