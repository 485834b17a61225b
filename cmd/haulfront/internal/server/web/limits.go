package web

import (
	"math"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// limitWindow is the period of a rate limit.
	limitWindow = time.Minute
	// maxAddresses bounds the addresses in a rateLimiter, at some 200 bytes each. The least recently used one is
	// dropped and starts anew: a client with more addresses than this gains nothing by it.
	maxAddresses = 1 << 15
)

// rateLimiter counts the requests of each network in fixed windows. Unlike Fiber's limiter, it bounds the networks it
// keeps, and takes the same time for any number of them.
type rateLimiter struct {
	mu      sync.Mutex
	windows *simplelru.LRU[netip.Prefix, *window]
}

// window counts the requests of one network until it ends.
type window struct {
	ends  time.Time
	taken int
}

func newRateLimiter(addresses int) *rateLimiter {
	windows, _ := simplelru.NewLRU[netip.Prefix, *window](addresses, nil) // fails for no size but 0
	return &rateLimiter{windows: windows}
}

// take counts a request, and returns how many the address's network has sent in its window and when the window ends.
// The requests of an IPv6 /48 within the limits of its networks count too, a tenth each.
func (l *rateLimiter) take(addr netip.Addr, limit int, now time.Time) (taken int, ends time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	network, wide := networkOf(addr), wideNetworkOf(addr)
	w := l.count(network, now)
	if wide == network || w.taken > limit {
		return w.taken, w.ends
	}
	const share = 10
	all := l.count(wide, now)
	if tenth := (all.taken + share - 1) / share; tenth > max(w.taken, limit) {
		return tenth, all.ends
	}
	return w.taken, w.ends
}

// count counts a request of a network. l.mu is held.
func (l *rateLimiter) count(network netip.Prefix, now time.Time) window {
	w, ok := l.windows.Get(network)
	if !ok || !now.Before(w.ends) {
		w = &window{ends: now.Add(limitWindow)}
		l.windows.Add(network, w)
	}
	w.taken++
	return *w
}

// slots bound what is in progress at a time, in all and for each key.
type slots[K comparable] struct {
	most, mostEach int
	mu             sync.Mutex // guards the fields below
	all            int
	each           map[K]int
}

// take reserves a slot, if one is left; free releases it.
func (s *slots[K]) take(key K) (free func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= s.most || s.each[key] >= s.mostEach {
		return func() {}, false
	}
	if s.each == nil {
		s.each = map[K]int{}
	}
	s.all++
	s.each[key]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		if s.each[key]--; s.each[key] == 0 {
			delete(s.each, key)
		}
	}, true
}

// limitPosts lets an address post QUOTE_RATE_LIMIT quotes a minute. The responses to as many more keep the visitor's
// input; all others are a cached page, which bounds the cost of one address.
func (s *Server) limitPosts(c fiber.Ctx) error {
	limit, now := s.cfg.QuoteRateLimit, s.cfg.Now()
	taken, ends := s.postLimiter.take(s.byNetwork(c), limit, now)
	reset := strconv.Itoa(int(math.Ceil(ends.Sub(now).Seconds())))
	if taken > limit {
		c.Set(fiber.HeaderRetryAfter, reset)
		return s.tooMany(c, taken > 2*limit)
	}
	c.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	c.Set("X-RateLimit-Remaining", strconv.Itoa(limit-taken))
	c.Set("X-RateLimit-Reset", reset)
	return c.Next()
}

// limitViews silently drops page views from an address that reports too many.
func (s *Server) limitViews(c fiber.Ctx) error {
	taken, _ := s.viewLimiter.take(s.clientAddress(c), pageviewRateLimit, s.cfg.Now())
	if taken > pageviewRateLimit {
		return c.SendStatus(fiber.StatusNoContent)
	}
	return c.Next()
}
