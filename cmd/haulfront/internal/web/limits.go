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
	// limitWindow is the time in which an address may send as many requests as a limit says.
	limitWindow = time.Minute
	// maxAddresses bounds the addresses that a limiter remembers, at some 200 bytes each. When it is full, the address that
	// has been silent for longest is forgotten and may begin again: who has more addresses than this needs no second turn.
	maxAddresses = 1 << 15
)

// limiter counts the requests of each address in windows of time. What it costs does not depend on how many addresses
// there are.
type limiter struct {
	mu      sync.Mutex
	windows *simplelru.LRU[netip.Prefix, *window]
}

// window is the requests of one address until a moment.
type window struct {
	ends  time.Time
	taken int
}

func newLimiter(addresses int) *limiter {
	windows, _ := simplelru.NewLRU[netip.Prefix, *window](addresses, nil) // fails for no size but 0
	return &limiter{windows: windows}
}

// take counts one more request from an address, and returns how many it has sent in its window and when that ends.
func (l *limiter) take(addr netip.Addr, now time.Time) (taken int, ends time.Time) {
	key := network(addr)
	l.mu.Lock()
	defer l.mu.Unlock()
	w, ok := l.windows.Get(key)
	if !ok || !now.Before(w.ends) {
		w = &window{ends: now.Add(limitWindow)}
		l.windows.Add(key, w)
	}
	w.taken++
	return w.taken, w.ends
}

// limitPosts lets an address send QUOTE_RATE_LIMIT quotes a minute. As many more are answered with what was typed, and the
// rest with a finished page: that is all that an address can cost.
func (s *Server) limitPosts(c fiber.Ctx) error {
	limit, now := s.cfg.QuoteRateLimit, s.cfg.Now()
	taken, ends := s.posts.take(s.clientAddress(c), now)
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

// limitViews drops reports of page views from an address that sends too many, and says nothing.
func (s *Server) limitViews(c fiber.Ctx) error {
	if taken, _ := s.views.take(s.clientAddress(c), s.cfg.Now()); taken > pageviewRateLimit {
		return c.SendStatus(fiber.StatusNoContent)
	}
	return c.Next()
}
