// Package logging writes a log without ever blocking the program.
//
// A log usually goes to a pipe, whose reader may be slow, stall or exit. A plain write would then block, and with it
// every request that logs. A [Writer] puts lines into a bounded queue, which one goroutine writes out, and drops and
// counts lines that do not fit. [New] returns a logger of bounded, escaped lines, and a [Sampler] bounds how many of
// one kind there are.
//
// Writers and Samplers are safe for concurrent use.
package logging

import (
	"io"
	"sync"
	"time"
)

// QueueSize is the capacity of the queue in bytes: several thousand lines, or minutes of a busy site.
const QueueSize = 1 << 20

// A Writer is an io.Writer for log lines that never blocks.
type Writer struct {
	out io.Writer

	mu         sync.Mutex
	queue      []byte
	lines      int64 // in the queue
	dropped    int64
	unreported int64 // dropped lines that were not passed to report yet
	report     func(lines int64)
	closed     bool
	notify     chan struct{} // of capacity one: the queue may not be empty
	done       chan struct{} // closed when the goroutine has written everything
}

// NewWriter returns a Writer and starts the goroutine that writes to out. Close ends it.
func NewWriter(out io.Writer) *Writer {
	w := &Writer{out: out, notify: make(chan struct{}, 1), done: make(chan struct{})}
	go w.run()
	return w
}

// Report sets the function that is called with the number of dropped lines once lines can be written again. It may
// write to the Writer. A nil Writer never calls it.
func (w *Writer) Report(report func(lines int64)) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.report = report
}

// Dropped returns the number of lines dropped since the start; 0 for a nil Writer.
func (w *Writer) Dropped() int64 {
	if w == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dropped
}

// Write queues a copy of one line. It never blocks and never returns an error.
func (w *Writer) Write(line []byte) (int, error) {
	w.mu.Lock()
	if w.closed || len(w.queue)+len(line) > QueueSize {
		w.drop(1)
	} else {
		w.queue = append(w.queue, line...)
		w.lines++
	}
	w.mu.Unlock()
	w.wake()
	return len(line), nil
}

func (w *Writer) drop(lines int64) {
	w.dropped += lines
	w.unreported += lines
}

func (w *Writer) wake() {
	select {
	case w.notify <- struct{}{}:
	default: // already notified
	}
}

// run writes the queue out until the Writer is closed and the queue is empty.
func (w *Writer) run() {
	defer close(w.done)
	var spare []byte
	writable := true // the last batch was written
	for range w.notify {
		for {
			batch, lines, closed := w.take(spare)
			spare = batch // the queue reuses it once it is written
			if writable && !closed {
				w.reportDropped()
			}
			if len(batch) == 0 {
				if closed {
					return
				}
				break
			}
			_, err := w.out.Write(batch)
			if writable = err == nil; !writable {
				w.mu.Lock()
				w.drop(lines)
				w.mu.Unlock()
			}
		}
	}
}

// take empties the queue, which then reuses the memory of a former batch.
func (w *Writer) take(spare []byte) (batch []byte, lines int64, closed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	batch, lines = w.queue, w.lines
	w.queue, w.lines = spare[:0], 0
	return batch, lines, w.closed
}

// reportDropped reports the lines dropped since the last report. It is called right after the queue was emptied, so
// that the report fits into it, and appears where the lines are missing.
func (w *Writer) reportDropped() {
	w.mu.Lock()
	dropped, report := w.unreported, w.report
	if report != nil {
		w.unreported = 0
	}
	w.mu.Unlock()
	if dropped > 0 && report != nil {
		report(dropped)
	}
}

// Close waits until all lines are written, up to a limit, and reports whether they were. Later lines are dropped.
func (w *Writer) Close(limit time.Duration) bool {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.wake()
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	select {
	case <-w.done:
		return true
	case <-timeout.C:
		return false
	}
}
