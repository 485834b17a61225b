package web

import (
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"time"

	"github.com/valyala/fasthttp"
	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/connection"
)

const (
	// maxConnections bounds the memory of connections to 256 MB at the 16 KB that an idle one takes.
	maxConnections = 16 << 10
	// minNetworkConnections is how many connections a network may have however few there may be in all: enough for the forty
	// browsers of an office behind one address, which keep six each.
	minNetworkConnections = 256
	// maxReceiving and maxNetworkReceiving bound the connections that wait for the rest of a request, in all and of one
	// network: each may hold the memory of a head and a whole body, 146 KB.
	maxReceiving        = 512
	maxNetworkReceiving = 64
	// acceptErrorInterval is how long accepting must have succeeded before a failure is logged again.
	acceptErrorInterval = 10 * time.Second
	// readAhead is how much is read when the server asks for the first byte of a request: a typical request, so that one
	// system call is enough. The server returns its buffers to a pool while a connection is idle; this one stays.
	readAhead = 1 << 10
	// lingerTime and lingerBytes bound what is discarded before a connection is closed.
	lingerTime, lingerBytes = time.Second, 256 << 10
)

// newConnections returns the set for the server's connections.
func (s *Server) newConnections() *connection.Set {
	all, perNetwork := connLimits(fileLimit(s.cfg.Log))
	s.metrics.limit.Set(float64(all))
	return connection.NewSet(connection.Config{
		All:        connection.Limits{Open: all, Receiving: maxReceiving, Evictions: s.metrics.evictions.WithLabelValues("all")},
		PerNetwork: connection.Limits{Open: perNetwork, Receiving: maxNetworkReceiving, Evictions: s.metrics.evictions.WithLabelValues("network")},
		Network: func(addr netip.Addr) netip.Prefix {
			if s.proxies.contains(addr) {
				return netip.Prefix{} // many clients
			}
			return networkOf(addr)
		},
		Accepted: s.metrics.accepted, Refused: s.metrics.refused,
	})
}

// connLimits returns how many connections may be open, in all and of one network, in a process that may open so many files. An
// eighth of the files is left for the journal, calls to other servers and the admin address.
func connLimits(files int) (all, perNetwork int) {
	all = max(1, min(maxConnections, files-files/8))
	return all, min(max(all/8, minNetworkConnections), (all+1)/2)
}

// fileLimit returns how many files the process may open. Go has raised the soft limit as far as it may.
func fileLimit(log *slog.Logger) int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		log.Error("the limit of open files is unknown", "error", err)
		return 1024 // the usual soft limit
	}
	return int(min(limit.Cur, 1<<30))
}

// listener accepts connections as *conn.
type listener struct{ *connection.Listener }

func (s *Server) newListener(ln net.Listener) listener {
	var failedAt time.Time
	return listener{&connection.Listener{Listener: ln, Set: s.connections, Failed: func(err error) {
		s.metrics.acceptErrors.Inc()
		if time.Since(failedAt) > acceptErrorInterval {
			s.cfg.Log.Error("connections cannot be accepted; trying again", "error", err)
		}
		failedAt = time.Now()
	}}}
}

// Accept implements [net.Listener].
func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: accepted.(*connection.Conn)}, nil
}

// Close implements [net.Listener]. The server calls it after Shutdown did.
func (l listener) Close() error {
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

// connOf returns the connection that is, or is below, the server's.
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

// closeAfterResponse closes the connection after this response. What the client still sends is discarded for a second: closing a
// connection with unread bytes resets it, and the client may lose the response (RFC 9112, section 9.6).
func closeAfterResponse(ctx *fasthttp.RequestCtx) {
	ctx.SetConnectionClose()
	if c, ok := connOf(ctx.Conn()); ok {
		c.linger = true
	}
}
