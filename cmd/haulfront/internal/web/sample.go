package web

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// sampleWindow and sampleLines are how many lines of one kind the log gets: what one client can cause without limit must
	// not bury everything else. All of it is counted, see metrics.
	sampleWindow = time.Minute
	sampleLines  = 100
)

// sampler writes lines of one kind, up to sampleLines in each sampleWindow, and then how many more there were.
type sampler struct {
	log  *slog.Logger
	kind string

	mu    sync.Mutex
	lines int
}

// Log writes a line, or counts it.
func (s *sampler) Log(level slog.Level, message string, attributes ...any) {
	s.mu.Lock()
	if s.lines++; s.lines == 1 {
		time.AfterFunc(sampleWindow, s.end)
	}
	lines := s.lines
	s.mu.Unlock()
	if lines <= sampleLines {
		s.log.Log(context.Background(), level, message, attributes...)
	}
}

// end begins a new window.
func (s *sampler) end() {
	s.mu.Lock()
	more := s.lines - sampleLines
	s.lines = 0
	s.mu.Unlock()
	if more > 0 {
		s.log.Warn("lines were left out of the log", "kind", s.kind, "lines", more, "in", sampleWindow)
	}
}
