// Package logging writes a program's log without letting the log hold the program up.
//
// A log usually goes to a pipe. Whoever reads it may be slow, may stop reading, or may be gone: a plain write then blocks
// for as long as it likes, and every request that has something to log with it. A [Writer] puts lines into a queue of
// bounded size, which one goroutine writes out; a line for which there is no room is dropped and counted. Close waits for
// the queue to empty, but not for long.
//
// A Writer may be used by several goroutines.
package logging

import (
	"io"
	"sync"
	"time"
)

// QueueSize is how many bytes may wait to be written: some thousand lines, or minutes of a busy site.
const QueueSize = 1 << 20

// Writer is a log's destination that never blocks.
type Writer struct {
	out io.Writer

	mu      sync.Mutex
	queue   []byte
	lines   int64 // in the queue
	dropped int64
	// unreported is how many of the dropped lines nobody has been told of.
	unreported int64
	report     func(lines int64)
	closed     bool
	more       chan struct{} // holds a value when the queue may have something in it
	done       chan struct{} // closed when the goroutine has written everything
}

// NewWriter starts the goroutine that writes to out. Close ends it.
func NewWriter(out io.Writer) *Writer {
	w := &Writer{out: out, more: make(chan struct{}, 1), done: make(chan struct{})}
	go w.run()
	return w
}

// Report sets the function that is called with a number of dropped lines once lines can be written again; it may write to
// the Writer. A nil Writer never calls it.
func (w *Writer) Report(report func(lines int64)) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.report = report
}

// Dropped is how many lines were lost since the start. A nil Writer has lost none.
func (w *Writer) Dropped() int64 {
	if w == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dropped
}

// Write takes one line, as the handlers of log/slog write them. It does not wait for the line to be written, keeps a copy
// of it, and never fails: there is nobody to tell.
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
	case w.more <- struct{}{}:
	default: // it is awake
	}
}

// run writes what is in the queue until the Writer is closed and the queue empty.
func (w *Writer) run() {
	defer close(w.done)
	var spare []byte
	flowing := true // the last batch could be written
	for range w.more {
		for {
			batch, lines, closed := w.take(spare)
			spare = batch // the old one is the queue now, and this one is free when it is written
			if flowing && !closed {
				w.reportDropped()
			}
			if len(batch) == 0 {
				if closed {
					return
				}
				break
			}
			_, err := w.out.Write(batch)
			if flowing = err == nil; !flowing {
				w.mu.Lock()
				w.drop(lines)
				w.mu.Unlock()
			}
		}
	}
}

// take empties the queue, which goes on with the memory of an earlier batch.
func (w *Writer) take(spare []byte) (batch []byte, lines int64, closed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	batch, lines = w.queue, w.lines
	w.queue, w.lines = spare[:0], 0
	return batch, lines, w.closed
}

// reportDropped reports what was dropped since the last time. It is called when the queue has just been emptied, so that
// there is room for the report, and it stands where the lines are missing.
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

// Close waits until everything is written, at most as long as the limit, and reports whether it was. Later lines are
// dropped.
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
