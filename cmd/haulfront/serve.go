package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/alert"
	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/selftest"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/web"
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

// flushTimeout is how long the end of the program waits for the last lines of its log to be written.
const flushTimeout = time.Second

// devEntry is the server's entry while developing.
const devEntry = "components/entry.dev.tsx"

// serveCommand is "haulfront serve".
type serveCommand struct {
	flags
	Dev bool `help:"Take up every change of the checkout, show problems over the page, and build the browser's files with React's checks."`
	// Lazy is for tests, which ask for few of the pages and start the program often.
	Lazy bool `hidden:"" help:"Make pages and files only when they are asked for."`
	// Supervised is for the program that serve --dev starts, which inherits its listeners.
	Supervised bool `hidden:"" help:"Serve on the listeners of the program that started this one."`
}

// Run serves until ctx ends.
func (c *serveCommand) Run(ctx context.Context, env *environment) error {
	settings, err := c.check()
	if err != nil {
		return fmt.Errorf("settings:\n%w", err)
	}
	// A log whose reader is gone must not end the program.
	signal.Ignore(syscall.SIGPIPE)
	log := logging.NewWriter(env.Stderr)
	defer log.Close(flushTimeout)
	served := *env
	served.Stderr, served.Log, served.Lazy = log, log, c.Lazy
	switch {
	case c.Supervised:
		return serveSupervised(ctx, settings, &served)
	case c.Dev:
		return supervise(ctx, settings, &served)
	}
	return serve(ctx, settings, &served, false)
}

func serve(ctx context.Context, set settings, env *environment, dev bool) error {
	s, err := open(ctx, set, env, dev)
	if err != nil {
		return err
	}
	return s.run(ctx)
}

// server is the program while it serves.
type server struct {
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
	developer *developer
}

// open makes everything ready to serve. The slow parts are made at the same time.
func open(ctx context.Context, set settings, env *environment, dev bool) (_ *server, err error) {
	s := &server{
		log:        logging.New(env.Stderr, set.logFormat),
		logLines:   env.Log,
		deliveries: newDeliveryTimes(),
		renders:    newRenderTimes(),
		warm:       make(chan struct{}),
		lazy:       env.Lazy || dev,
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	s.logLines.Report(func(lines int64) { s.log.Warn("log lines dropped", "lines", lines) })
	s.log.Info("starting", "settings", set)

	src, err := openSources(set, dev)
	if err != nil {
		return nil, err
	}
	files, err := src.content(set, dev)
	if err != nil {
		return nil, err
	}
	// Bundling allocates some 160 MB, nearly all of it garbage a second later: collecting meanwhile takes a fifth of the start.
	setGCPercent(-1)
	defer setGCPercent(gcPercent)
	parts, partsCtx := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		s.leads, err = openLeads(partsCtx, set, env, s)
		return err
	})
	parts.Go(func() (err error) {
		options := siteOptions{dev: dev, homeFirst: !s.lazy, observe: s.renders.observe}
		if dev {
			s.developer = newDeveloper(src, files, set.editorURL, s)
			options.observe, options.newEngine = s.developer.observe, s.developer.newEngine
		}
		built, err := buildSite(partsCtx, set, src, files, options, env, s.log)
		if err == nil {
			s.content = newReloader(files, built, s.log, env.Now)
		}
		return err
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	s.selfTest, s.daily = s.newSelfTest(set, env), set.selfTest
	s.alerts = s.newMonitor(set, env)
	if err := s.newWeb(set, env, dev); err != nil {
		return nil, err
	}
	if err := s.listen(set, env.Supervisor); err != nil {
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
func (s *server) newWeb(set settings, env *environment, dev bool) (err error) {
	first := s.content.current.Load()
	base := first.BaseURL()
	var wrap func(fasthttp.RequestHandler) fasthttp.RequestHandler
	if dev {
		wrap = s.developer.hub.Wrap
		s.developer.hub.Served(true)
	}
	if s.views, err = set.relay(base, s.log, env.Now); err != nil {
		return err
	}
	session, err := set.session()
	if err != nil {
		return err
	}
	s.web = web.New(web.Config{
		Site: first, Leads: s.leads, Session: session, Analytics: s.views, Log: s.log, Now: env.Now, MapsEmbedURL: set.mapsEmbedURL,
		TrustedProxies: set.trustedProxies, QuoteRateLimit: set.quoteRateLimit, Secret: set.sharedSecret(base), Styleguide: dev, Wrap: wrap,
		SelfTest: s.selfTest.IsMark,
	})
	s.content.replace, s.content.prepare = s.web.Replace, s.prepare
	return nil
}

// run serves until ctx ends, then finishes what was accepted.
func (s *server) run(ctx context.Context) error {
	defer s.close()
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
			return s.developer.run(groupCtx, s.content)
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
			s.developer.hub.Close()
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
func (s *server) answerFirst(ctx context.Context) {
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
func (s *server) prepare(ctx context.Context, made *site.Site) {
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
func (s *server) closeLeads() {
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
func (s *server) close() {
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
