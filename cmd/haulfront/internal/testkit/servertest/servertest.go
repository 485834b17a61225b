// Package servertest serves the site in the process of a test, with receivers in place of the servers of the outside
// world.
package servertest

import (
	"context"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// Start serves a site of its own, with its usual settings and the given ones, NAME=value, until the test ends.
func Start(t testing.TB, settings ...string) *program.Site {
	t.Helper()
	s := program.NewSite(t)
	Serve(t, s, program.Settings(t, append(s.Settings(), settings...)...), time.Now)
	return s
}

// own is the program's own content once it is loaded: that takes half of the time in which a site starts.
var own struct {
	sync.Once
	source site.Source
	err    error
}

func load(files *sources.Content) (site.Source, error) {
	if files.Dir != "" {
		return files.Load()
	}
	own.Do(func() { own.source, own.err = files.Load() })
	return own.source, own.err
}

// Serve serves s until the test ends or the function that it returns is called, which waits for the server's end. Pages
// and pictures are made only when they are asked for.
func Serve(t testing.TB, s *program.Site, set config.Settings, now func() time.Time) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	running, err := server.Open(ctx, server.Config{
		Settings: set, Stderr: s.Log, Now: now, Lazy: true, NewEngine: program.SharedBundle, Load: load,
	})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	s.URL, s.Admin = "http://"+running.Addr().String(), "http://"+running.AdminAddr().String()
	ended := make(chan error, 1)
	go func() { ended <- running.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
	})
	t.Cleanup(func() {
		stop()
		if t.Failed() {
			t.Logf("the program's log:\n%s", s.Log)
		}
	})
	return stop
}
