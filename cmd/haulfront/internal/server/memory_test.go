package server

import (
	"runtime/debug"
	"testing"
)

// The memory limit follows the connections, rises while the collector is busy, and comes down when it rests.
func TestMemoryLimit(t *testing.T) {
	const base, conn, step = int64(memoryBase), int64(memoryPerConnection), int64(memoryStep)
	var m memoryLimit
	for i, tick := range []struct {
		connections int
		load        float64
		limit       int64
		settled     bool
	}{
		{0, 0, base, false},
		{1000, 0, base + 1000*conn, false},
		{1000, 0.5, base + step + 1000*conn, false},
		{1000, 0.05, base + step + 1000*conn, false}, // neither busy nor at rest
		{1000, 0.5, base + 2*step + 1000*conn, false},
		{1000, 0, base + step + 1000*conn, false},
		{1000, 0.5, base + step + 1000*conn, false}, // the collection that a lower limit causes
		{1000, 0, base + 1000*conn, true},
		{1000, 0, base + 1000*conn, false},
		{2000, 0, base + 2000*conn, false},
		{0, 0, base, true},
	} {
		if limit, settled := m.next(usage{connections: tick.connections}, tick.load); limit != tick.limit || settled != tick.settled {
			t.Errorf("tick %d: %d, %v, want %d, %v", i, limit, settled, tick.limit, tick.settled)
		}
	}
	for range 100 {
		m.next(usage{}, 1)
	}
	var pages memoryLimit
	if limit, _ := pages.next(usage{pages: basePages + 100, routes: basePages + 1000}, 0); limit != base+100*memoryPerPage+1000*memoryPerRoute {
		t.Errorf("with many pages the limit is %d", limit)
	}
	if limit, _ := m.next(usage{}, 1); limit != base+memoryWork {
		t.Errorf("at the most the limit is %d, want %d", limit, base+memoryWork)
	}
}

// A limit that is too low for what the heap holds is tried once a minute, and the collector rests in between.
func TestMemoryLimitRests(t *testing.T) {
	const minute = memoryRetry
	needed := int64(memoryBase + 2*memoryStep)
	var m memoryLimit
	limit, busy := int64(memoryBase), 0
	for range 10 * minute {
		load := 0.0
		if limit < needed {
			load = 0.05
			busy++
		}
		if limit == memoryBase && busy == 1 {
			load = 0.5 // the start
		}
		limit, _ = m.next(usage{}, load)
	}
	if busy > 2*memoryPatience+25 {
		t.Errorf("the collector was busy in %d of %d intervals, want one or so a minute", busy, 10*minute)
	}
	// Once less is needed, the limit comes down.
	for range 3 * minute {
		limit, _ = m.next(usage{}, 0)
	}
	if limit != memoryBase {
		t.Errorf("after three minutes at rest the limit is %d, want %d", limit, memoryBase)
	}
}

// The collector rests until the program serves, below a limit, and keeps to what the environment says.
func TestCollectorAtStart(t *testing.T) {
	percent, limit := debug.SetGCPercent(gcPercent), debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	settings := func() (int, int64) {
		percent := debug.SetGCPercent(gcPercent)
		debug.SetGCPercent(percent)
		return percent, debug.SetMemoryLimit(-1)
	}
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	restCollector()
	if percent, limit := settings(); percent != -1 || limit != memoryStart {
		t.Errorf("at the start: %d percent and a limit of %d, want none and %d", percent, limit, memoryStart)
	}
	TuneCollector()
	if percent, limit := settings(); percent != gcPercent || limit != memoryBase {
		t.Errorf("while it serves: %d percent and a limit of %d, want %d and %d", percent, limit, gcPercent, memoryBase)
	}
	t.Setenv("GOGC", "400")
	t.Setenv("GOMEMLIMIT", "1GiB")
	restCollector()
	if percent, limit := settings(); percent != gcPercent || limit != memoryBase {
		t.Errorf("with GOGC and GOMEMLIMIT the start changes them to %d percent and %d", percent, limit)
	}
}
