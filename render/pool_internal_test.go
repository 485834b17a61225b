package render

import (
	"runtime"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// The goroutine of a runtime ends when nothing uses the runtime any more.
func TestGoroutineEnds(t *testing.T) {
	program := goja.MustCompile("entry.js", "globalThis.__haulfront = {}", false)
	w, err := newWorker([]*goja.Program{program}, Config{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	calls := w.calls
	for begun, open := time.Now(), true; open; {
		runtime.GC()
		select {
		case _, open = <-calls:
		default:
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("the goroutine of a runtime that is garbage goes on")
		}
	}
}
