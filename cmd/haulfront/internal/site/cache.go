package site

import (
	"math"
	"sync"
	"sync/atomic"
)

// cache bounds how many finished pages, or pictures, are in memory: beyond its limit, the one that was last used longest ago
// is dropped, and made again when it is asked for. A nil cache keeps everything.
//
// A use takes no lock. The clock of uses advances with each addition only, so that reading a page writes memory that
// processors share at most once in between.
type cache struct {
	limit int
	clock atomic.Uint64

	mu   sync.Mutex
	kept map[cached]struct{}
}

// cached is something that a cache can drop.
type cached interface {
	lastUse() *atomic.Uint64
	// drop frees what was made. Whoever uses it at the moment goes on using it.
	drop()
}

func newCache(limit int) *cache { return &cache{limit: limit, kept: map[cached]struct{}{}} }

// use notes that an entry is used.
func (c *cache) use(entry cached) {
	if c == nil {
		return
	}
	if now := c.clock.Load(); entry.lastUse().Load() != now {
		entry.lastUse().Store(now)
	}
}

// add keeps an entry that was made, and drops another one if there are too many.
func (c *cache) add(entry cached) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	entry.lastUse().Store(c.clock.Add(1))
	c.kept[entry] = struct{}{}
	for len(c.kept) > c.limit {
		// The limit is some hundreds, and what was just made took a thousand times as long as this search.
		var oldest cached
		least := uint64(math.MaxUint64)
		for other := range c.kept {
			if at := other.lastUse().Load(); other != entry && at < least {
				oldest, least = other, at
			}
		}
		delete(c.kept, oldest)
		oldest.drop()
	}
}

// full reports whether another entry would displace one.
func (c *cache) full() bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.kept) >= c.limit
}

// size is how many entries are kept.
func (c *cache) size() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.kept)
}
