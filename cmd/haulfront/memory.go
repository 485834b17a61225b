package main

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Memory that the Go runtime works with, unless GOGC and GOMEMLIMIT say otherwise. Its soft limit is
//
//	memoryBase + memoryPerConnection × open connections (+ up to memoryWork while much is rendered)
//
// JavaScript leaves much garbage and little that lives: collecting a quarter as often nearly halves the time of a render.
// A limit near what lives would make the collector run all the time, so the limit follows the connections, each of which
// needs memory of its own, and rises as long as collecting takes more than a tenth of the processors. When there is less
// to do it falls again, and what is free goes back to the system. The program's own pages, some 45 MB, come on top.
//
// Requests of which a part is still to come hold up to 146 KB each, the head and a body of the announced length. There are
// at most 512 of them, 73 MB, so that half-sent requests alone fit into memoryWork.
const (
	gcPercent           = 400
	memoryBase          = 72 << 20
	memoryPerConnection = 16 << 10
	memoryWork          = 96 << 20
	memoryStep          = 16 << 20

	// memoryInterval is short, because a thousand connections may come within a second.
	memoryInterval = 250 * time.Millisecond
	// collectorBusy and collectorRests are parts of all processors' time.
	collectorBusy  = 0.1
	collectorRests = 0.02
)

// collect sets the collector up for a program that serves nobody yet.
func collect() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryBase)
	}
}

// keepMemory lets the memory limit follow the open connections and the collector's work until ctx ends.
func keepMemory(ctx context.Context, connections func() int) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	tick := time.NewTicker(memoryInterval)
	defer tick.Stop()
	var m memory
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
		limit, settled := m.next(connections(), load)
		if limit != debug.SetMemoryLimit(-1) {
			debug.SetMemoryLimit(limit)
		}
		if settled {
			debug.FreeOSMemory()
			before = collectorTime() // its own collection is no work of the program
		}
	}
}

// memory decides on the limit.
type memory struct{ work, connections int64 }

// next returns the limit for so many open connections and the collector's part of the processors' time, and whether the
// limit has come down to where it stays.
func (m *memory) next(connections int, load float64) (limit int64, settled bool) {
	before := m.work + m.connections
	switch {
	case load > collectorBusy:
		m.work = min(m.work+memoryStep, memoryWork)
	case load < collectorRests:
		m.work = max(m.work-memoryStep, 0)
	}
	m.connections = int64(connections) * memoryPerConnection
	// Connections come and go all the time; what they give back is freed with the next larger change.
	return memoryBase + m.work + m.connections, m.work == 0 && before-m.connections >= memoryStep
}

// collectorTime is how many seconds of the processors the collector has taken since the start.
func collectorTime() float64 {
	sample := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"}}
	metrics.Read(sample)
	for _, s := range sample {
		if s.Value.Kind() != metrics.KindFloat64 {
			return math.NaN() // another runtime; no comparison with it holds
		}
	}
	// What it does while the processors have nothing else to do costs nothing.
	return sample[0].Value.Float64() - sample[1].Value.Float64()
}
