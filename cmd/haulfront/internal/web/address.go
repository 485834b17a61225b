package web

import (
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// untrustedWarnInterval is the time between two warnings about X-Forwarded-For from an address that is not trusted.
const untrustedWarnInterval = time.Hour

// trustedProxies are the networks whose X-Forwarded-For counts.
type trustedProxies struct {
	networks []netip.Prefix
	// warnAt is when the next untrusted header is worth a warning, in Unix nanoseconds.
	warnAt atomic.Int64
}

// strings returns the networks as text, such as 10.0.0.0/8.
func (p *trustedProxies) strings() (list []string) {
	for _, network := range p.networks {
		list = append(list, network.String())
	}
	return list
}

func (p *trustedProxies) contains(addr netip.Addr) bool {
	for _, network := range p.networks {
		if network.Contains(addr) {
			return true
		}
	}
	return false
}

// peerAddress returns the address at the other end of a request's connection.
func peerAddress(ctx *fasthttp.RequestCtx) netip.Addr {
	addr, _ := netip.AddrFromSlice(ctx.RemoteIP())
	return addr.Unmap()
}

// fromTrustedProxy reports whether a request's connection comes from a trusted proxy.
func (s *Server) fromTrustedProxy(ctx *fasthttp.RequestCtx) bool {
	return s.proxies.contains(peerAddress(ctx))
}

// clientAddress returns the address that a request comes from: the connection's, or, where that is a trusted proxy's, the
// last one in X-Forwarded-For that is not. Proxies append to that header, so only what trusted ones wrote counts: an entry
// that is not an address ends the search, and everything to its left is ignored.
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
	for i := len(lines) - 1; i >= 0; i-- {
		entries := strings.Split(string(lines[i]), ",")
		for j := len(entries) - 1; j >= 0; j-- {
			entry, ok := forwardedAddress(entries[j])
			if !ok {
				return addr
			}
			if addr = entry; !s.proxies.contains(addr) {
				return addr
			}
		}
	}
	return addr
}

// forwardedAddress reads an entry of X-Forwarded-For. Some proxies add the port (1.2.3.4:5678, [2001:db8::1]:80), and some
// write brackets without one.
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

// warnUntrustedProxy warns once an hour that a proxy's header is ignored: its visitors then share one rate limit.
func (s *Server) warnUntrustedProxy(c fiber.Ctx, addr netip.Addr) {
	s.metrics.untrusted.Inc()
	now, due := s.cfg.Now(), s.proxies.warnAt.Load()
	if now.UnixNano() < due || !s.proxies.warnAt.CompareAndSwap(due, now.Add(untrustedWarnInterval).UnixNano()) {
		return
	}
	s.cfg.Log.WarnContext(requestContext(c), "X-Forwarded-For comes from an address that is not trusted, so all visitors behind it share one rate limit; "+
		"if it is a proxy of yours, name it in TRUSTED_PROXIES", "address", addr.String())
}

// networkOf returns what limits count by: an IPv4 address, or the /64 that an IPv6 user has to themselves.
func networkOf(addr netip.Addr) netip.Prefix {
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	prefix, _ := addr.Prefix(bits) // the zero Prefix for the zero Addr
	return prefix
}
