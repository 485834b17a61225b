package web

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// sampleWindow and sampleLines are how many lines of one kind the log gets: what one client can cause without limit must
	// not bury everything else. The metrics count all of it.
	sampleWindow = time.Minute
	sampleLines  = 100
)

// logSampler writes lines of one kind, up to sampleLines in each sampleWindow, and then how many more there were.
type logSampler struct {
	log  *slog.Logger
	kind string

	mu    sync.Mutex
	lines int
}

// Log writes a line of a request, or counts it.
func (s *logSampler) Log(ctx context.Context, level slog.Level, message string, attributes ...any) {
	s.mu.Lock()
	if s.lines++; s.lines == 1 {
		time.AfterFunc(sampleWindow, s.flush)
	}
	lines := s.lines
	s.mu.Unlock()
	if lines <= sampleLines {
		s.log.Log(ctx, level, message, attributes...)
	}
}

// flush reports the lines that were left out, and begins a new window.
func (s *logSampler) flush() {
	s.mu.Lock()
	more := s.lines - sampleLines
	s.lines = 0
	s.mu.Unlock()
	if more > 0 {
		s.log.Warn("lines were left out of the log", "kind", s.kind, "lines", more, "in", sampleWindow)
	}
}
