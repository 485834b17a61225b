// Package server is the running program: what is served, what is delivered, and what is watched, put together.
//
// [Open] makes everything ready, [Server.Run] serves until its context ends and then finishes what was accepted. A Server is run once.
package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/alert"
	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/develop"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/selftest"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/sources"
	"haulfront/cmd/haulfront/internal/web"
	"haulfront/render"
)

// shutdownTimeout is above the webhook's time limit, so that an accepted request is answered before the program ends.
const shutdownTimeout = 15 * time.Second

// closeTimeout, on top of it, keeps the end of the program within twenty seconds of being told.
const closeTimeout = 4 * time.Second

// firstAnswers is how long after the start nothing is done but to answer: whoever waited for the program comes first, and what is
// made for later requests, and collecting what the start has left, would keep both processors of a small machine busy.
const firstAnswers = 100 * time.Millisecond

// handOver is the time between the accept of a connection and its request, on the machine of who develops.
const handOver = 50 * time.Millisecond

// GCPercent is the garbage collector's target, see [debug.SetGCPercent]. JavaScript leaves much garbage: rendering a page takes
// 14% less processor time than with Go's default of 100, for 15 MB more memory.
const GCPercent = 150

// SetGCPercent sets the garbage collector's target unless GOGC does.
func SetGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// Config says what is served, and in which process.
type Config struct {
	Settings config.Settings
	// Stderr is where the log is written.
	Stderr io.Writer
	// Log is Stderr where the log is queued, nil otherwise.
	Log *logging.Writer
	Now func() time.Time
	// Lazy keeps the server from making pages and pictures ahead of requests, for tests of single pages.
	Lazy bool
	// NewEngine makes the engine that renders pages, for tests that share one bundle; nil is render.New.
	NewEngine func(render.Config) (*render.Engine, error)
	// Supervisor is what has started a program that is being developed, nil otherwise.
	Supervisor *develop.Link
}

// Serve serves until ctx ends.
func Serve(ctx context.Context, cfg Config) error {
	s, err := Open(ctx, cfg)
	if err != nil {
		if cfg.Supervisor != nil {
			cfg.Supervisor.Fail(cfg.Settings, err)
		}
		return err
	}
	return s.Run(ctx)
}

// Server is the program while it serves.
type Server struct {
	log *slog.Logger
	// logLines is nil where the log is not queued.
	logLines *logging.Writer
	leads    *lead.Service
	// views is nil where page views are not reported.
	views      *analytics.Relay
	deliveries *deliveryTimes
	renders    *renderTimes
	content    *reloader
	mails      *mails // nil where none are sent
	selfTest   *selftest.Tester
	daily      *selftest.Daily // nil without one
	// alerts is nil where the owner is not told of troubles.
	alerts   *alert.Monitor
	web      *web.Server
	listener net.Listener
	admin    *http.Server
	// adminListener is where admin is served.
	adminListener net.Listener
	// redirectListener, redirect and certificates are nil where the site is served without encryption.
	redirectListener net.Listener
	redirect         *http.Server
	certificates     *certificates
	warm             chan struct{} // closed by warmed when every page is made
	warmed           sync.Once
	lazy             bool // makes pages and files only when they are asked for
	// developer takes up changes of the checkout, nil where it is not developed.
	developer  *develop.Developer
	supervisor *develop.Link // nil likewise
}

// Addr and AdminAddr are where the server listens.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// AdminAddr is where probes are answered.
func (s *Server) AdminAddr() net.Addr { return s.adminListener.Addr() }

// Current implements [develop.Server].
func (s *Server) Current() *site.Site { return s.content.current.Load() }

// Replace implements [develop.Server].
func (s *Server) Replace(next *site.Site) {
	s.content.current.Store(next)
	s.content.replace(next)
}

// Open makes everything ready to serve. The slow parts are made at the same time.
func Open(ctx context.Context, cfg Config) (_ *Server, err error) {
	set, dev := cfg.Settings, cfg.Supervisor != nil
	s := &Server{
		supervisor: cfg.Supervisor,
		log:        logging.New(cfg.Stderr, set.LogFormat),
		logLines:   cfg.Log,
		deliveries: newDeliveryTimes(),
		renders:    newRenderTimes(),
		warm:       make(chan struct{}),
		lazy:       cfg.Lazy || dev,
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	s.logLines.Report(func(lines int64) { s.log.Warn("log lines dropped", "lines", lines) })
	s.log.Info("starting", "settings", set)

	src, err := sources.Open(set, dev)
	if err != nil {
		return nil, err
	}
	files, err := src.Content(set, dev)
	if err != nil {
		return nil, err
	}
	// Bundling allocates some 160 MB, nearly all of it garbage a second later: collecting meanwhile takes a fifth of the start.
	SetGCPercent(-1)
	defer SetGCPercent(GCPercent)
	parts, partsCtx := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		s.leads, err = s.openLeads(partsCtx, cfg)
		return err
	})
	parts.Go(func() (err error) {
		options := sources.Options{
			Settings: set, Dev: dev, HomeFirst: !s.lazy, NewEngine: cfg.NewEngine, Observe: s.renders.observe, Log: s.log, Now: cfg.Now,
		}
		if dev {
			s.developer = develop.NewDeveloper(src, files, set.EditorURL, s, cfg.Stderr, s.log, cfg.Now)
			options.NewEngine = s.developer.NewEngine
			options.Observe = func(use render.Use) {
				s.renders.observe(use)
				s.developer.Observe(use)
			}
		}
		built, err := sources.Build(partsCtx, src, files, options)
		if err == nil {
			s.content = newReloader(files, built, s.log, cfg.Now)
		}
		return err
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	s.selfTest, s.daily = s.newSelfTest(cfg), set.SelfTest
	s.alerts = s.newMonitor(cfg)
	if err := s.newWeb(cfg); err != nil {
		return nil, err
	}
	if err := s.listen(set); err != nil {
		return nil, err
	}
	if s.redirectListener != nil {
		s.certificates = newCertificates(set, s.listener.Addr(), s.redirectListener.Addr(), s.log)
		s.redirect = s.certificates.redirectServer(s.content.current.Load().BaseURL())
	}
	s.admin = &http.Server{Handler: s.adminHandler(), ReadHeaderTimeout: web.ReadTimeout}
	return s, nil
}

// newWeb makes the HTTP server for the site.
func (s *Server) newWeb(cfg Config) (err error) {
	set, dev := cfg.Settings, cfg.Supervisor != nil
	first := s.content.current.Load()
	base := first.BaseURL()
	var wrap func(fasthttp.RequestHandler) fasthttp.RequestHandler
	if dev {
		wrap = s.developer.Hub().Wrap
		s.developer.Hub().Served(true)
	}
	if s.views, err = relay(set, base, s.log, cfg.Now); err != nil {
		return err
	}
	session, err := session(set)
	if err != nil {
		return err
	}
	s.web = web.New(web.Config{
		Site: first, Leads: s.leads, Session: session, Analytics: s.views, Log: s.log, Now: cfg.Now, MapsEmbedURL: set.MapsEmbedURL,
		TrustedProxies: set.TrustedProxies, QuoteRateLimit: set.QuoteRateLimit, Secret: sharedSecret(set, base), Styleguide: dev, Wrap: wrap,
		SelfTest: s.selfTest.IsMark,
	})
	s.content.replace, s.content.prepare = s.web.Replace, s.prepare
	return nil
}

// Run serves until ctx ends, then finishes what was accepted.
func (s *Server) Run(ctx context.Context) error {
	defer s.close()
	if s.supervisor != nil {
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		go func() {
			defer stop()
			s.supervisor.Follow(s.developer.Hub())
		}()
	}
	if s.certificates != nil {
		if err := s.certificates.manage(ctx); err != nil {
			return err
		}
	}
	s.log.Info("serving", "address", s.listener.Addr().String(), "admin", s.adminListener.Addr().String())
	s.notify(daemon.SdNotifyReady)
	// Page views are relayed until the last connection is closed.
	connected, disconnected := context.WithCancel(context.WithoutCancel(ctx))
	defer disconnected()

	group, groupCtx := errgroup.WithContext(ctx)
	if s.certificates == nil {
		group.Go(func() error { return s.web.Serve(s.listener) })
	} else {
		group.Go(func() error { return s.web.ServeTLS(s.listener, s.certificates.tlsConfig()) })
		group.Go(func() error { return ignoreClosed(s.redirect.Serve(s.redirectListener)) })
	}
	group.Go(func() error { return ignoreClosed(s.admin.Serve(s.adminListener)) })
	group.Go(func() error { return s.leads.Run(groupCtx) })
	if s.alerts != nil {
		group.Go(func() error { s.alerts.Run(groupCtx); return nil })
	}
	if s.daily != nil {
		group.Go(func() error { s.selfTest.RunDaily(groupCtx, *s.daily, s.zone); return nil })
	}
	if s.views != nil {
		group.Go(func() error { return s.views.Run(connected) })
	}
	group.Go(func() error {
		if s.developer != nil {
			s.warmed.Do(func() { close(s.warm) }) // no page is made before it is asked for
			return s.developer.Run(groupCtx)
		}
		s.answerFirst(groupCtx)
		s.content.run(groupCtx)
		return nil
	})
	group.Go(func() error {
		<-groupCtx.Done()
		s.log.Info("stopping")
		s.notify(daemon.SdNotifyStopping)
		deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		s.selfTest.Stop()
		s.content.current.Load().Close()
		if s.developer != nil {
			s.developer.Hub().Close()
			// The supervisor has the listener too: who comes from now on waits for the next server, and the requests of those who
			// came just now arrive.
			_ = s.listener.Close()
			<-time.After(handOver)
		}
		err := s.web.Shutdown(deadline)
		disconnected()
		if s.redirect != nil {
			err = errors.Join(err, s.redirect.Shutdown(deadline))
		}
		return errors.Join(err, s.admin.Shutdown(deadline))
	})
	return ignoreCanceled(group.Wait())
}

// answerFirst waits until firstAnswers has passed or ctx ends.
func (s *Server) answerFirst(ctx context.Context) {
	if s.lazy {
		return // nothing is made ahead of requests
	}
	timer := time.NewTimer(firstAnswers)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// prepare makes the site's pages and pictures ahead of the first requests for them, until ctx ends. What cannot be made is only
// logged: it is tried again when it is asked for.
func (s *Server) prepare(ctx context.Context, made *site.Site) {
	if !s.lazy {
		if err := made.Warm(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("pages were not made", "error", err)
		}
	}
	s.warmed.Do(func() { close(s.warm) })
	// Before the next change: the days are those of the site before, except for what has changed since.
	made.LastMod()
	if !s.lazy {
		if err := made.Precompress(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("not everything was made", "error", err)
		}
		// Drawing and compressing takes several times the memory that serving needs.
		debug.FreeOSMemory()
	}
}

func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func ignoreCanceled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// closeLeads waits for submissions and e-mails that are still under way. What takes too long keeps its lease in the journal,
// and another process tries it again when that expires.
func (s *Server) closeLeads() {
	closed := make(chan error, 1)
	go func() { closed <- s.leads.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			s.log.Error("close the journal", "error", err)
		}
	case <-time.After(closeTimeout):
		s.log.Error("the journal was left with deliveries under way")
	}
}

// close releases what open took; open calls it itself when it fails halfway.
func (s *Server) close() {
	if s.leads != nil {
		s.closeLeads()
	}
	if s.certificates != nil {
		s.certificates.close()
	}
	for _, l := range []net.Listener{s.listener, s.redirectListener, s.adminListener} {
		if l != nil {
			_ = l.Close() // closed already after a regular end
		}
	}
}
