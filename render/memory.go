package render

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"strings"
	"sync/atomic"
)

// Go counts the memory of the whole program. Its heap profile has samples of what is in use, with the stacks that
// allocated them: lane makes the stacks of runtimes differ. A stack in the profile has its 128 innermost frames, so
// that each call of a component begins a new one of lane.

// lanes is the number of runtimes that the profile tells apart.
const lanes = 8

// lane calls f, for each number from another line.
//
//go:noinline
func lane(number int, f func()) {
	switch number {
	case 0:
		f()
	case 1:
		f()
	case 2:
		f()
	case 3:
		f()
	case 4:
		f()
	case 5:
		f()
	case 6:
		f()
	default:
		f()
	}
}

var runtimes atomic.Int64 // made so far

// meter measures what a runtime has in use.
type meter struct {
	lane int
	// frame is the end of the lane's lines in the profile.
	frame string
}

func newMeter() (m meter) {
	m.lane = int(runtimes.Add(1)) % lanes
	lane(m.lane, func() {
		_, file, line, _ := runtime.Caller(1)
		m.frame = fmt.Sprintf("%s:%d\n", file, line)
	})
	return m
}

// call calls f so that the meter counts what it allocates.
func (m meter) call(f func()) { lane(m.lane, f) }

// inUse collects garbage, and returns the bytes that the runtime, and others of its lane, have in use.
func (m meter) inUse() (total float64) {
	runtime.GC()
	var profile bytes.Buffer
	_ = pprof.Lookup("heap").WriteTo(&profile, 1) // a buffer does not fail
	var sampled float64
	for line := range strings.Lines(profile.String()) {
		if strings.HasPrefix(line, "#") {
			if strings.HasSuffix(line, m.frame) {
				total += sampled
				sampled = 0
			}
			continue
		}
		var objects, size float64
		if _, err := fmt.Sscanf(line, "%f: %f [", &objects, &size); err == nil && objects > 0 {
			// See https://pkg.go.dev/runtime/pprof: small objects stand for others that were not sampled.
			sampled = size / (1 - math.Exp(-size/objects/float64(runtime.MemProfileRate)))
		}
	}
	return total
}

// liveHeap returns the bytes that the last garbage collection found in use in the whole program.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
