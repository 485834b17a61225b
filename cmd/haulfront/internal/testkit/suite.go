package testkit

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
)

// Suite is a testing.TB for resources that tests share, such as a running site. They last until TestMain calls Close.
// It is safe for concurrent use.
type Suite struct {
	testing.TB // nil: all other methods are for a single test

	mu       sync.Mutex
	cleanups []func()
}

// Run runs all tests, and closes the suite.
func (s *Suite) Run(m *testing.M) int {
	defer s.Close()
	return m.Run()
}

// Close calls the cleanup functions, the last one first.
func (s *Suite) Close() {
	for _, cleanup := range slices.Backward(s.cleanups) {
		cleanup()
	}
	s.cleanups = nil
}

// Cleanup registers a function that Close calls.
func (s *Suite) Cleanup(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cleanups = append(s.cleanups, f)
}

// Context returns a context that outlives each test.
func (s *Suite) Context() context.Context { return context.Background() }

// TempDir returns a new folder that Close removes.
func (s *Suite) TempDir() string {
	dir, err := os.MkdirTemp("", "haulfront")
	Must(s, err)
	s.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Helper does nothing.
func (s *Suite) Helper() {}

// Failed returns false, because a failure belongs to one test.
func (s *Suite) Failed() bool { return false }

// Fatal ends the test binary: without a shared resource, every test would fail.
func (s *Suite) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// Fatalf is Fatal with a format.
func (s *Suite) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Errorf is Fatalf: the test that it belongs to may have ended.
func (s *Suite) Errorf(format string, args ...any) { s.Fatalf(format, args...) }
