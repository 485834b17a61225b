package testkit

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
)

// Suite is a testing.TB for what several tests share, such as a running site. What it cleans up lasts until TestMain calls
// Close. Tests that run at the same time may share it.
type Suite struct {
	testing.TB // nil: what is not below is for a single test

	mu       sync.Mutex
	cleanups []func()
}

// Run runs all tests, and closes the suite.
func (s *Suite) Run(m *testing.M) int {
	defer s.Close()
	return m.Run()
}

// Close cleans up, the last first.
func (s *Suite) Close() {
	for _, cleanup := range slices.Backward(s.cleanups) {
		cleanup()
	}
	s.cleanups = nil
}

// Cleanup registers what Close calls.
func (s *Suite) Cleanup(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cleanups = append(s.cleanups, f)
}

// Context returns a context that does not end with any one test.
func (s *Suite) Context() context.Context { return context.Background() }

// TempDir returns a new folder that Close removes.
func (s *Suite) TempDir() string {
	dir, err := os.MkdirTemp("", "haulfront")
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Helper does nothing: no single test fails.
func (s *Suite) Helper() {}

// Failed returns false, because it cannot say which test a failure belongs to.
func (s *Suite) Failed() bool { return false }

// Fatal ends the test binary: a shared part that fails would fail every test that follows.
func (s *Suite) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// Fatalf is Fatal with a format.
func (s *Suite) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Errorf is Fatalf: the test that it belongs to may have ended.
func (s *Suite) Errorf(format string, args ...any) { s.Fatalf(format, args...) }
