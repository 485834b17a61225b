package testkit

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// Log is a buffer whose writes can be waited for. The zero value is ready to use.
type Log struct {
	changes
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.announce()
	return l.buf.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// Take removes and returns the log, so that frequent calls stay cheap.
func (l *Log) Take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.buf.Reset()
	return l.buf.String()
}

// Has waits for text, and reports whether it appeared within WaitLimit.
func (l *Log) Has(text string) bool {
	return Await(l.Next, func() bool { return strings.Contains(l.String(), text) })
}

// Wait waits for text, and fails the test if it does not appear.
func (l *Log) Wait(t testing.TB, text string) {
	t.Helper()
	if !l.Has(text) {
		t.Fatalf("the log has no %q", text)
	}
}
