package web

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/base/queue"
)

const (
	// maxRequestID bounds the length of a request ID from a proxy, in bytes. Our own have 16.
	maxRequestID = 64
	// untrustedWarnInterval is the time between two warnings about X-Forwarded-For from an untrusted address.
	untrustedWarnInterval = time.Hour
)

// setRequestID sets the request's ID for the response and the log. A trusted proxy may have set one, so that its log
// can be matched with ours; from any other client, it could impersonate another request.
func (s *Server) setRequestID(ctx *fasthttp.RequestCtx) {
	id := ctx.Request.Header.Peek(fiber.HeaderXRequestID)
	if len(id) == 0 || !s.proxies.contains(peerAddress(ctx)) || !validRequestID(string(id)) {
		var number [8]byte
		var text [2 * len(number)]byte
		// IDs are not secret, and crypto/rand takes three times as long.
		binary.BigEndian.PutUint64(number[:], rand.Uint64())
		hex.Encode(text[:], number[:])
		id = text[:]
	}
	ctx.Response.Header.SetBytesV(fiber.HeaderXRequestID, id)
}

// requestContext returns the request's context with its ID, for log lines. It allocates, so call it only to log.
func requestContext(c fiber.Ctx) context.Context {
	return logging.WithRequestID(c.Context(), c.GetRespHeader(fiber.HeaderXRequestID))
}

// validRequestID reports whether an ID can stand unescaped in a header and a log.
func validRequestID(id string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:=/+"
	return len(id) <= maxRequestID && strings.Trim(id, allowed) == ""
}

// trustedProxies are the networks whose X-Forwarded-For is trusted.
type trustedProxies struct {
	networks []netip.Prefix
	// warnAt is when the next untrusted header is logged, in Unix nanoseconds.
	warnAt atomic.Int64
}

func (p *trustedProxies) contains(addr netip.Addr) bool {
	return slices.ContainsFunc(p.networks, func(network netip.Prefix) bool { return network.Contains(addr) })
}

// peerAddress returns the remote address of a request's connection.
func peerAddress(ctx *fasthttp.RequestCtx) netip.Addr {
	addr, _ := netip.AddrFromSlice(ctx.RemoteIP())
	return addr.Unmap()
}

// clientAddress returns the client's address: the connection's, or, if that is a trusted proxy's, the last untrusted
// one in X-Forwarded-For. Proxies append to that header, so only entries from trusted ones count: an invalid entry ends
// the search.
func (s *Server) clientAddress(c fiber.Ctx) netip.Addr {
	addr := peerAddress(c.RequestCtx())
	lines := c.RequestCtx().Request.Header.PeekAll(fiber.HeaderXForwardedFor)
	if len(lines) == 0 {
		return addr
	}
	if !s.proxies.contains(addr) {
		s.warnUntrustedProxy(c, addr)
		return addr
	}
	for _, text := range slices.Backward(strings.Split(string(bytes.Join(lines, []byte(","))), ",")) {
		entry, ok := forwardedAddress(text)
		if !ok {
			return addr
		}
		if addr = entry; !s.proxies.contains(addr) {
			return addr
		}
	}
	return addr
}

// forwardedAddress parses an entry of X-Forwarded-For. Some proxies add the port (1.2.3.4:5678, [2001:db8::1]:80), and
// some write brackets without one.
func forwardedAddress(entry string) (netip.Addr, bool) {
	entry = strings.TrimSpace(entry)
	if withPort, err := netip.ParseAddrPort(entry); err == nil {
		return withPort.Addr().Unmap().WithZone(""), true
	}
	if inside, ok := strings.CutPrefix(entry, "["); ok {
		entry = strings.TrimSuffix(inside, "]")
	}
	addr, err := netip.ParseAddr(entry)
	return addr.Unmap().WithZone(""), err == nil
}

// byNetwork makes the renders for a request wait in turn with those for other networks, and returns its address.
func (s *Server) byNetwork(c fiber.Ctx) netip.Addr {
	addr := s.clientAddress(c)
	c.SetContext(queue.WithNetwork(c.Context(), wideNetworkOf(addr)))
	return addr
}

// warnUntrustedProxy warns once an hour that a proxy's header is ignored: its visitors then share one rate limit.
func (s *Server) warnUntrustedProxy(c fiber.Ctx, addr netip.Addr) {
	s.metrics.untrusted.Inc()
	now, due := s.cfg.Now(), s.proxies.warnAt.Load()
	if now.UnixNano() < due || !s.proxies.warnAt.CompareAndSwap(due, now.Add(untrustedWarnInterval).UnixNano()) {
		return
	}
	s.cfg.Log.WarnContext(requestContext(c), "X-Forwarded-For comes from an address that is not trusted, "+
		"so all visitors behind it share one rate limit; if it is a proxy of yours, name it in TRUSTED_PROXIES",
		"address", addr.String())
}

// networkOf returns the network that limits apply to: an IPv4 address, or the /64 of an IPv6 user.
func networkOf(addr netip.Addr) netip.Prefix { return prefixOf(addr, 64) }

// wideNetworkOf returns the network that one person may have: an IPv4 address, or an IPv6 /48, which sites get, and
// anyone from a tunnel broker (RFC 6177).
func wideNetworkOf(addr netip.Addr) netip.Prefix { return prefixOf(addr, 48) }

func prefixOf(addr netip.Addr, bits int) netip.Prefix {
	if addr.Is4() {
		bits = addr.BitLen()
	}
	prefix, _ := addr.Prefix(bits) // the zero Prefix for the zero Addr
	return prefix
}
