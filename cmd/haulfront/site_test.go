package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/render"
)

// startSite serves in this process, with a journal and receivers of its own. change may alter the settings before the
// start. Pages and pictures are made only when they are asked for.
func startSite(t testing.TB, change func(*flags)) *program.Site {
	t.Helper()
	s := program.NewSite(t)
	f := defaultFlags(t)
	f.Addr, f.AdminAddr, f.DatabaseURL = "127.0.0.1:0", "127.0.0.1:0", s.Database
	f.LeadWebhookURL, f.SupabaseURL, f.SupabaseAnonKey = s.Webhook.URL+"/leads", s.Function.URL, program.AnonKey
	f.AnalyticsFormat, f.MapsEmbedURL, f.QuoteRateLimit, f.RenderWorkers = "json", s.Maps.URL+"/embed", "1000", "1"
	if change != nil {
		change(&f)
	}
	set, err := f.check()
	if err != nil {
		t.Fatal(err)
	}
	serveHere(t, s, set, time.Now)
	return s
}

// sharedBundle makes an engine, and bundles only if no test has made one of the same sources in the same way: most of the time that
// it takes to start a site here.
func sharedBundle(cfg render.Config) (*render.Engine, error) {
	if cfg.Development || cfg.Sources != nil {
		return render.New(cfg)
	}
	// What a fork has of its own does not matter.
	same := cfg
	same.Workers, same.Timeout, same.Wait, same.Observe = 0, 0, 0, nil
	key := fmt.Sprintf("%+v", same)
	bundled, _ := bundles.LoadOrStore(key, sync.OnceValues(func() (*render.Engine, error) { return render.New(cfg) }))
	first, err := bundled.(func() (*render.Engine, error))()
	if err != nil {
		return nil, err
	}
	return first.Fork(cfg)
}

// bundles are functions that return the first engine of each kind.
var bundles sync.Map

// serveHere serves s in this process until the test ends, or the function that it returns is called.
func serveHere(t testing.TB, s *program.Site, set settings, now func() time.Time) (stop func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	site, err := open(ctx, set, &environment{Stdout: io.Discard, Stderr: s.Log, Now: now, Lazy: true, NewEngine: sharedBundle}, false)
	if err != nil {
		stop()
		t.Fatal(err)
	}
	s.URL, s.Admin = "http://"+site.listener.Addr().String(), "http://"+site.adminListener.Addr().String()
	ended := make(chan error, 1)
	go func() { ended <- site.run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
		if t.Failed() {
			t.Logf("the program's log:\n%s", s.Log)
		}
	})
	return stop
}
