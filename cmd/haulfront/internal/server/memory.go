package server

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Settings of the Go runtime's garbage collector, unless GOGC and GOMEMLIMIT say otherwise. The soft memory limit is
//
//	memoryBase + memoryPerConnection × open connections + memoryPerPage × finished pages beyond basePages
//	+ memoryPerRoute × all pages (+ up to memoryWork while much is rendered)
//
// and memoryStart until the first page is made.
//
// JavaScript produces much garbage and a small live heap: collecting a quarter as often nearly halves the time of a render.
// A limit close to the live heap would make the collector run all the time, so the limit follows the connections, each of
// which needs memory, and rises while collecting takes more than a tenth of the processors. When the load drops it falls
// again, and free memory goes back to the system. The program's own pages, some 45 MB, come on top.
//
// What is free inside half-used pieces of the heap counts against the limit, and no collection returns it: it was 34 MB of 79
// after one start in which content was loaded twice, and the collector took a quarter of a processor for good. So a limit at
// which the collector has work as soon as it comes down is not tried again for a minute.
//
// Requests of which a part is still to come hold up to 146 KB each, the head and a body of the announced length. There are
// at most 512 of them, 73 MB, so that half-sent requests alone fit into memoryWork.
const (
	gcPercent           = 400
	memoryBase          = 72 << 20
	memoryPerConnection = 16 << 10
	// A finished page has some 130 KB: its HTML as it is sent and cut at its islands, and twice compressed. What the content
	// keeps of a page is some 8 KB.
	memoryPerPage  = 160 << 10
	memoryPerRoute = 12 << 10
	basePages      = 64
	memoryWork     = 96 << 20
	memoryStep     = 16 << 20
	// A start allocates some 160 MB, and has less than 200 with the program itself.
	memoryStart = 224 << 20

	// memoryInterval is short, because a thousand connections may come within a second.
	memoryInterval = 250 * time.Millisecond
	// collectorBusy and collectorIdle are fractions of all processors' time.
	collectorBusy = 0.1
	collectorIdle = 0.02
	// memoryRetry is how many intervals at rest pass before a limit that was too low is tried again.
	memoryRetry = 240
	// memoryPatience is how many intervals the collector may be neither busy nor at rest before the limit rises.
	memoryPatience = 40
)

// TuneCollector sets the collector up for a program without connections.
func TuneCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryBase)
	}
}

// restCollector keeps the collector from running until the first answer is made: it would take a seventh of the start, for memory
// that is nearly all free a second later. Where much content is loaded, it runs at memoryStart.
// [TuneCollector] ends that.
func restCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(-1)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryStart)
	}
}

// usage is what the memory limit follows.
type usage struct {
	// connections are open, pages are finished and kept, and routes are all pages.
	connections, pages, routes int
}

// adjustMemoryLimit makes the memory limit follow what is in use and the collector's load until ctx ends.
func adjustMemoryLimit(ctx context.Context, inUse func() usage) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	tick := time.NewTicker(memoryInterval)
	defer tick.Stop()
	var m memoryLimit
	before := collectorTime()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := collectorTime()
		load := (now - before) / (memoryInterval.Seconds() * float64(runtime.GOMAXPROCS(0)))
		before = now
		limit, settled := m.next(inUse(), load)
		if limit != debug.SetMemoryLimit(-1) {
			debug.SetMemoryLimit(limit)
		}
		if settled {
			debug.FreeOSMemory()
			before = collectorTime() // not counting the collection that this caused
		}
	}
}

// memoryLimit decides on the limit.
type memoryLimit struct {
	// work and used are its parts above memoryBase.
	work, used int64
	// floor is how far work comes down.
	floor int64
	// atRest and between count the intervals in which the collector was at rest at the floor, and neither at rest nor busy.
	atRest, between int
	// sinceLowered counts the intervals since work came down.
	sinceLowered int
}

// next returns the limit for what is in use and the collector's fraction of the processors' time, and whether it has come down
// to where it stays.
func (m *memoryLimit) next(u usage, load float64) (limit int64, settled bool) {
	before := m.work + m.used
	m.sinceLowered++
	tooLow := m.sinceLowered == 2 && load >= collectorIdle
	if m.between++; load < collectorIdle {
		m.between = 0
	} else {
		m.atRest = 0
	}
	switch {
	case m.sinceLowered == 1: // a lower limit causes a collection
	case load > collectorBusy, tooLow, m.between == memoryPatience:
		m.between = 0
		m.work = min(m.work+memoryStep, memoryWork)
		if tooLow {
			m.floor = m.work
		}
	case load >= collectorIdle:
	case m.work > m.floor:
		m.work, m.sinceLowered = max(m.work-memoryStep, m.floor), 0
	case m.floor > 0:
		if m.atRest++; m.atRest == memoryRetry {
			m.atRest, m.floor = 0, m.floor-memoryStep
		}
	}
	m.used = int64(u.connections)*memoryPerConnection + int64(max(0, u.pages-basePages))*memoryPerPage + int64(max(0, u.routes-basePages))*memoryPerRoute
	// Connections come and go all the time; what they give back is freed with the next larger change.
	return memoryBase + m.work + m.used, m.work == m.floor && before-m.work-m.used >= memoryStep
}

// collectorTime is how many seconds of the processors the collector has taken since the start.
func collectorTime() float64 {
	sample := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"}}
	metrics.Read(sample)
	for _, s := range sample {
		if s.Value.Kind() != metrics.KindFloat64 {
			return math.NaN() // another runtime; every comparison with NaN is false
		}
	}
	// What it does on idle processors costs nothing.
	return sample[0].Value.Float64() - sample[1].Value.Float64()
}
