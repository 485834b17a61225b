package main

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/supabase"
	"haulfront/cmd/haulfront/internal/web"
)

// shutdownTimeout is above the webhook's time limit, so that an accepted request is answered before the program ends.
const shutdownTimeout = 15 * time.Second

// closeTimeout, on top of it, keeps the end of the program within twenty seconds of being told.
const closeTimeout = 4 * time.Second

// flushTimeout is how long the end of the program waits for the last lines of its log to be written.
const flushTimeout = time.Second

// The entries of the React tree.
const (
	serverEntry  = "components/entry.server.tsx"
	browserEntry = "components/entry.browser.ts"
)

// serveCommand is "haulfront serve".
type serveCommand struct {
	flags
	Dev bool `help:"Restart when a source changes, and build the browser's files with React's checks."`
}

// Run serves until ctx ends.
func (c *serveCommand) Run(ctx context.Context, env *environment) error {
	settings, err := c.check()
	if err != nil {
		return fmt.Errorf("settings:\n%w", err)
	}
	// A log that nobody reads any more must not end the program.
	signal.Ignore(syscall.SIGPIPE)
	log := logging.NewWriter(env.Stderr)
	defer log.Close(flushTimeout)
	served := *env
	served.Stderr, served.Log = log, log
	if c.Dev {
		return serveDev(ctx, settings, &served)
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
	site       *site.Site
	web        *web.Server
	listener   net.Listener
	admin      *http.Server
	// adminListener is where admin is served.
	adminListener net.Listener
	warm          chan struct{} // closed when every page is made
	lazy          bool          // makes pages and files only when they are asked for
}

// open makes everything ready to answer. The parts that take long are made at the same time.
func open(ctx context.Context, set settings, env *environment, dev bool) (_ *server, err error) {
	s := &server{
		log:        logging.New(env.Stderr),
		logLines:   env.Log,
		deliveries: newDeliveryTimes(),
		renders:    newRenderTimes(),
		warm:       make(chan struct{}),
		lazy:       env.Lazy,
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
	parts, partsCtx := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		s.leads, err = openLeads(partsCtx, set, env, s)
		return err
	})
	parts.Go(func() (err error) {
		s.site, err = buildSite(partsCtx, set, src, siteOptions{dev: dev, observe: s.renders.observe}, env, s.log)
		return err
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	if s.views, err = set.relay(s.site.BaseURL(), s.log, env.Now); err != nil {
		return nil, err
	}
	session, err := set.session()
	if err != nil {
		return nil, err
	}
	s.web = web.New(web.Config{
		Site: s.site, Leads: s.leads, Session: session, Analytics: s.views, Log: s.log, Now: env.Now, MapsEmbedURL: set.mapsEmbedURL,
		TrustedProxies: set.trustedProxies, QuoteRateLimit: set.quoteRateLimit, Secret: set.sharedSecret(s.site.BaseURL()), Styleguide: dev,
	})
	if s.listener, err = net.Listen("tcp", set.addr); err != nil {
		return nil, fmt.Errorf("ADDR: %w", err)
	}
	if s.adminListener, err = net.Listen("tcp", set.adminAddr); err != nil {
		return nil, fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	s.admin = &http.Server{Handler: s.adminHandler(), ReadHeaderTimeout: web.ReadTimeout}
	return s, nil
}

// sharedSecret is a key that all instances of the site have and nobody else: it is made of the settings that they share, of
// which a database server's address and the webhook's secret are secret themselves. A database in a file is one instance's,
// and its address is known to all; that one gets a key for as long as it runs, and so does one whose settings have no secret.
func (s settings) sharedSecret(base *url.URL) []byte {
	parts := []string{s.databaseURL, s.webhookSecret, base.String()}
	if strings.HasPrefix(s.databaseURL, "sqlite:") || (s.webhookSecret == "" && !hasPassword(s.databaseURL)) {
		parts = append(parts, rand.Text())
	}
	key, err := hkdf.Key(sha256.New, []byte(strings.Join(parts, "\x00")), nil, "haulfront: redirects", sha256.Size)
	if err != nil {
		panic("haulfront: a key of one hash's length was refused: " + err.Error())
	}
	return key
}

// hasPassword reports whether an address has a password.
func hasPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	password, _ := u.User.Password()
	return password != "" || u.Query().Get("password") != "" // libpq takes it from either
}

// relay is where page views go, nil where they are not reported.
func (s settings) relay(site *url.URL, log *slog.Logger, now func() time.Time) (*analytics.Relay, error) {
	if s.analyticsURL == "" {
		return nil, nil
	}
	return analytics.New(analytics.Config{
		URL: s.analyticsURL, Format: s.analyticsFormat, Secret: s.analyticsSecret, Site: site, Log: log, Now: now,
	})
}

// session is where visitors are signed in, nil where they are not.
func (s settings) session() (*web.Session, error) {
	if !s.supabaseSession {
		return nil, nil
	}
	address, err := url.Parse(s.supabaseURL)
	if err != nil {
		return nil, fmt.Errorf("SUPABASE_URL: %w", err)
	}
	return &web.Session{URL: address, Key: s.supabaseKey}, nil
}

func openLeads(ctx context.Context, set settings, env *environment, s *server) (*lead.Service, error) {
	cfg := lead.Config{
		DatabaseURL: set.databaseURL, WebhookURL: set.webhookURL, WebhookSecret: set.webhookSecret,
		Log: s.log, Now: env.Now, Observe: s.deliveries.observe,
	}
	if set.supabaseURL != "" {
		client, err := supabase.New(set.supabaseURL, set.supabaseKey)
		if err != nil {
			return nil, err
		}
		cfg.Supabase = client
	}
	return lead.Open(ctx, cfg)
}

// run serves until ctx ends, then finishes what was accepted.
func (s *server) run(ctx context.Context) error {
	defer s.close()
	s.log.Info("serving", "address", s.listener.Addr().String(), "admin", s.adminListener.Addr().String())
	// Page views are relayed as long as there are visitors.
	visitors, visitorsGone := context.WithCancel(context.WithoutCancel(ctx))
	defer visitorsGone()

	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.web.Serve(s.listener) })
	group.Go(func() error {
		if err := s.admin.Serve(s.adminListener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error { return s.leads.Run(groupCtx) })
	group.Go(func() error {
		keepMemory(visitors, s.web.Connections)
		return nil
	})
	if s.views != nil {
		group.Go(func() error { return s.views.Run(visitors) })
	}
	group.Go(func() error {
		s.prepare(groupCtx)
		return nil
	})
	group.Go(func() error {
		<-groupCtx.Done()
		s.log.Info("stopping")
		deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		s.site.Close()
		err := s.web.Shutdown(deadline)
		visitorsGone()
		return errors.Join(err, s.admin.Shutdown(deadline))
	})
	return ignoreCancelled(group.Wait())
}

// prepare makes pages and pictures ahead of those who will ask for them. What cannot be made is reported and no more: it
// is tried again when it is asked for, and nothing else suffers.
func (s *server) prepare(ctx context.Context) {
	if !s.lazy {
		if err := s.site.Warm(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("pages were not made", "error", err)
		}
	}
	close(s.warm)
	if !s.lazy {
		if err := s.site.Finish(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("not everything was made", "error", err)
		}
		// Drawing and compressing took several times the memory that serving needs.
		debug.FreeOSMemory()
	}
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// closeLeads waits for submissions and e-mails that the shutdown left under way. What takes longer than there is still has
// its lease in the journal, and is tried again by the next process when that ends.
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

// close gives back what open took; it may be called on a half-open site.
func (s *server) close() {
	if s.leads != nil {
		s.closeLeads()
	}
	for _, l := range []net.Listener{s.listener, s.adminListener} {
		if l != nil {
			_ = l.Close() // closed already after a regular end
		}
	}
}
