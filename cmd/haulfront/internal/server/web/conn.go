package web

import (
	"net"
	"net/netip"

	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/server/connection"
)

// tooManyConnections is the response on a connection that is refused.
const tooManyConnections = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n" +
	"Retry-After: 1\r\nContent-Length: 45\r\nConnection: close\r\n\r\nToo many connections. Try again in a second.\n"

// newConnections returns the set of the server's connections.
func (s *Server) newConnections() *connection.Set {
	all, perNetwork := connection.UsualLimits(s.cfg.Log)
	s.metrics.limit.Set(float64(all.Open))
	all.OnEvict = s.metrics.evictions.WithLabelValues("all").Inc
	perNetwork.OnEvict = s.metrics.evictions.WithLabelValues("network").Inc
	return connection.NewSet(all, perNetwork, func(addr netip.Addr) netip.Prefix {
		if s.proxies.contains(addr) {
			return netip.Prefix{} // it connects for many clients
		}
		return networkOf(addr)
	})
}

// listen returns a listener of the server's connections.
func (s *Server) listen(ln net.Listener) *connection.Listener {
	m := s.metrics
	return &connection.Listener{Listener: ln, Set: s.connections, Log: s.cfg.Log, Refusal: tooManyConnections,
		OnAccept: m.accepted.Inc, OnRefuse: m.refused.Inc, OnError: m.acceptErrors.Inc}
}

// connOf returns the connection that a server's connection is or wraps.
func connOf(client net.Conn) (*connection.Conn, bool) {
	if upload, ok := client.(*replayConn); ok {
		client = upload.Conn
	}
	if hijacked, ok := client.(interface{ UnsafeConn() net.Conn }); ok {
		client = hijacked.UnsafeConn()
	}
	if encrypted, ok := client.(interface{ NetConn() net.Conn }); ok { // as *tls.Conn
		client = encrypted.NetConn()
	}
	c, ok := client.(*connection.Conn)
	return c, ok
}

// closeAfterResponse closes the connection after this response.
func closeAfterResponse(ctx *fasthttp.RequestCtx) {
	ctx.SetConnectionClose()
	if c, ok := connOf(ctx.Conn()); ok {
		c.Linger = true
	}
}
