package logging

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// The log receives at most sampleLines lines of one kind per sampleWindow, because one client can cause any number
	// of them. The metrics count them all.
	sampleWindow = time.Minute
	sampleLines  = 100
)

// Sampler writes lines of one kind, up to sampleLines per sampleWindow, and then the number of further ones.
type Sampler struct {
	To   *slog.Logger
	Kind string // of the lines, for the log

	mu    sync.Mutex
	lines int
}

// Log writes or counts a line.
func (s *Sampler) Log(ctx context.Context, level slog.Level, message string, attributes ...any) {
	s.mu.Lock()
	if s.lines++; s.lines == 1 {
		time.AfterFunc(sampleWindow, s.flush)
	}
	lines := s.lines
	s.mu.Unlock()
	if lines <= sampleLines {
		s.To.Log(ctx, level, message, attributes...)
	}
}

// flush reports the number of omitted lines, and begins a new window.
func (s *Sampler) flush() {
	s.mu.Lock()
	omitted := s.lines - sampleLines
	s.lines = 0
	s.mu.Unlock()
	if omitted > 0 {
		s.To.Warn("lines were left out of the log", "kind", s.Kind, "lines", omitted, "in", sampleWindow)
	}
}
