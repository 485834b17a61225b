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

	"github.com/dop251/goja"
)

// Go counts the memory of the whole program. Its heap profile has samples of what is in use, with the stacks that
// allocated them: lanes make the stacks of runtimes differ. A stack in the profile has its 128 innermost frames, so
// that each call of a component goes through a lane again.

// lanes call a function, each from another line: the profile distinguishes as many runtimes.
var lanes = [...]func(f goja.Callable, args []goja.Value) (goja.Value, error){
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
	func(f goja.Callable, args []goja.Value) (goja.Value, error) { return f(goja.Undefined(), args...) },
}

var runtimes atomic.Int64 // made so far

// meter measures what a runtime has in use.
type meter struct {
	lane int
	// frame is the end of the lane's lines in the profile.
	frame string
}

func newMeter() (m meter) {
	m.lane = int(runtimes.Add(1)) % len(lanes)
	_, _ = m.call(func(goja.Value, ...goja.Value) (goja.Value, error) {
		_, file, line, _ := runtime.Caller(1)
		m.frame = fmt.Sprintf("%s:%d\n", file, line)
		return nil, nil
	})
	return m
}

// call calls f so that the meter counts what it allocates.
func (m meter) call(f goja.Callable, args ...goja.Value) (goja.Value, error) {
	return lanes[m.lane](f, args)
}

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
