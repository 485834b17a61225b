// Package server puts the running program together: the site, the journal of leads, the HTTP servers, alerts and
// reloads. What comes in are settings and connections; what goes out are responses, mails and alerts. The handlers of
// the site are package web's, those of the admin address are here; how a page is drawn or what the office may do does
// not belong here.
//
// [Open] prepares everything, and [Server.Run] serves until its context ends, then finishes accepted requests. A Server
// runs once.
package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/office/edits"
	"haulfront/cmd/haulfront/internal/server/alert"
	"haulfront/cmd/haulfront/internal/server/analytics"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/develop"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/server/web"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/render"
)

const (
	// shutdownTimeout is above the webhook's time limit, so that accepted requests are answered.
	shutdownTimeout = 15 * time.Second
	// closeTimeout, in addition to it, ends the program within twenty seconds.
	closeTimeout = 4 * time.Second
	// addressInterval is how often the stored address of the site is checked: the journal may be out of reach at first.
	addressInterval = time.Minute
	// firstResponses delays work for later requests after the start: it would compete with the first requests for the
	// processors of a small machine.
	firstResponses = 100 * time.Millisecond
)

// GCPercent is the garbage collector's target, see [debug.SetGCPercent]. JavaScript leaves much garbage: rendering a
// page takes 14% less processor time than with Go's default of 100, for 15 MB more memory.
const GCPercent = 150

// warmGCPercent is the target until every page is rendered: no more memory than bundling took, and a third of the
// collections, which fall on the first requests.
const warmGCPercent = 600

// SetGCPercent sets the garbage collector's target unless GOGC does.
func SetGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// Config configures a [Server].
type Config struct {
	Settings config.Settings
	// Stderr receives the log.
	Stderr io.Writer
	// LogQueue is Stderr if the log is queued, nil otherwise.
	LogQueue *logging.Writer
	Now      func() time.Time
	// Lazy renders pages and pictures on request only, for tests of single pages.
	Lazy bool
	// NewEngine and Load are those of [sources.Options], for tests.
	NewEngine func(render.Config) (*render.Engine, error)
	Load      func(*sources.Content) (site.Source, error)
	// Dev serves all changes of a checkout, with problems shown over the pages.
	Dev bool
}

// Serve serves until ctx ends. During development, a problem that prevents the start is shown until a file changes.
func Serve(ctx context.Context, cfg Config) error {
	s, err := Open(ctx, cfg)
	for ; err != nil && cfg.Dev && ctx.Err() == nil; s, err = Open(ctx, cfg) {
		if err := develop.AwaitChange(ctx, cfg.Settings, err, cfg.Stderr); err != nil {
			return ignore(context.Canceled, err)
		}
	}
	if err != nil {
		return err
	}
	return s.Run(ctx)
}

// Server is the running program. Parts that the settings turn off are nil.
type Server struct {
	Config
	log        *slog.Logger
	leads      *outbox.Service
	office     *office.Office
	received   chan func(context.Context) // notifications of the office
	mails      *mails
	views      *analytics.Relay
	deliveries *prometheus.HistogramVec
	renders    *renderTimes
	content    *reloader
	alerts     *alert.Monitor
	developer  *develop.Developer // during development only

	web              *web.Server
	admin, redirect  *http.Server
	listener         net.Listener
	adminListener    net.Listener
	redirectListener net.Listener // with TLS
	certificates     *certificates
	warm             chan struct{} // closed by warmed once every page is rendered
	warmed           sync.Once
}

// Addr is the address of the site's listener.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// AdminAddr is the address of the admin listener.
func (s *Server) AdminAddr() net.Addr { return s.adminListener.Addr() }

// Current implements [develop.Server].
func (s *Server) Current() *site.Site { return s.content.current.Load() }

// Replace implements [develop.Server].
func (s *Server) Replace(next *site.Site) {
	s.content.current.Store(next)
	s.content.replace(next)
}

// Content implements [develop.Server].
func (s *Server) Content(ctx context.Context) (_ *sources.Content, changed bool) {
	changed = s.content.officeChanged(ctx)
	return s.content.content, changed
}

// Open prepares a server. The slow parts run concurrently.
func Open(ctx context.Context, cfg Config) (_ *Server, err error) {
	cfg.Lazy = cfg.Lazy || cfg.Dev
	set := cfg.Settings
	s := &Server{
		Config: cfg, log: logging.New(cfg.Stderr, set.LogFormat), warm: make(chan struct{}),
		received:   make(chan func(context.Context), maxReceived),
		deliveries: newDeliveryTimes(), renders: newRenderTimes(),
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	cfg.LogQueue.Report(func(lines int64) { s.log.Warn("log lines dropped", "lines", lines) })
	s.log.Info("starting", "settings", set)
	for name, setting := range config.Misspelled() {
		s.log.Warn("unknown environment variable; a setting has a similar name", "variable", name, "setting", setting)
	}
	// Nine tenths of the memory that the control group or else the machine allows, unless GOMEMLIMIT is set: without
	// it, garbage of a load that has passed would end the program in a small container. It logs its own failure.
	_, _ = memlimit.Set(memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)),
		memlimit.WithLogger(s.log))

	src, err := sources.Open(set, s.Dev)
	if err != nil {
		return nil, err
	}
	files, err := src.Content(set, s.Dev)
	if err != nil {
		return nil, err
	}
	// Bundling allocates some 160 MB, nearly all of it garbage a second later: collecting meanwhile takes a fifth of
	// the start.
	SetGCPercent(-1)
	defer SetGCPercent(warmGCPercent)
	parts, partsCtx := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		s.leads, err = s.openLeads(partsCtx)
		return err
	})
	parts.Go(func() error {
		var problem error
		built, err := s.build(partsCtx, src, files, func(err error) { problem = err })
		if err != nil {
			return err
		}
		s.content = newReloader(files, built, s.log, cfg.Now)
		s.content.kept = s.keptContent(files)
		if problem != nil {
			s.content.refuse(problem)
		}
		return nil
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	s.alerts = s.newMonitor()
	if nobody := s.reachesNobody(); nobody != "" {
		s.log.Warn(nobody)
	}
	if err := s.newWeb(ctx); err != nil {
		return nil, err
	}
	if err := s.listen(); err != nil {
		return nil, err
	}
	if s.redirectListener != nil {
		s.certificates = newCertificates(set, s.Addr(), s.redirectListener.Addr(), s.log)
		s.redirect = s.certificates.redirectServer(s.Current().BaseURL())
	}
	s.admin = &http.Server{Handler: s.adminHandler(), ReadHeaderTimeout: web.ReadTimeout}
	return s, nil
}

// keptContent is the file with the last good content, beside a journal on this machine, otherwise in the folder var;
// empty if the content cannot change.
func (s *Server) keptContent(files *sources.Content) string {
	if files.Dir == "" || s.Dev {
		return ""
	}
	journal := "var/haulfront"
	if file, local := strings.CutPrefix(s.Settings.DatabaseURL, "sqlite:"); local {
		journal = strings.TrimSuffix(file, filepath.Ext(file))
	}
	return journal + "-content.zip"
}

// build builds the first site. If the content is invalid, that is the last good one, and refuse receives the problem.
func (s *Server) build(ctx context.Context, src sources.Sources, files *sources.Content, refuse func(error)) (
	*site.Site, error) {
	options := sources.Options{
		Settings: s.Settings, Dev: s.Dev, HomeFirst: !s.Lazy, NewEngine: s.NewEngine, Load: s.Load,
		Observe: s.renders.observe, Kept: s.keptContent(files), Refuse: refuse, Log: s.log, Now: s.Now,
	}
	if s.Dev {
		s.developer = develop.NewDeveloper(src, files, s.Settings, s, s.Stderr, s.log, s.Now)
		options.NewEngine = s.developer.NewEngine
	}
	return sources.Build(ctx, src, files, options)
}

// newWeb creates the HTTP server of the site.
func (s *Server) newWeb(ctx context.Context) (err error) {
	set, base := s.Settings, s.Current().BaseURL()
	var wrap func(fasthttp.RequestHandler) fasthttp.RequestHandler
	if s.Dev {
		wrap = s.developer.Wrap
		s.developer.Served(true)
	}
	if s.views, err = s.relay(base); err != nil {
		return err
	}
	var editor *edits.Editor
	s.office = s.newOffice()
	changes := &edits.Editor{Office: s.office, Check: s.content.check}
	// What the office has changed counts even if nobody may change it now.
	s.content.office = changes.Layer
	s.content.start(ctx)
	if s.office.On() {
		if err := s.office.EndFormer(ctx); err != nil {
			s.log.Error("sessions of former users were not ended", "error", err)
		}
		editor = changes
	}
	var session *web.Session // where the browser signs visitors in
	if set.SupabaseAnonymousSession {
		session = &web.Session{URL: set.SupabaseURL, Key: set.SupabaseAnonKey}
	}
	s.web = web.New(web.Config{
		Site: s.Current(), Leads: s.leads, Office: s.office, Editor: editor, Session: session,
		Analytics: s.views, Log: s.log, Now: s.Now,
		MapsEmbedURL: set.MapsEmbedURL, TrustedProxies: set.TrustedProxies,
		QuoteRateLimit: set.QuoteRateLimit, Wrap: wrap,
	})
	s.content.replace, s.content.prepare = s.web.Replace, s.prepare
	return nil
}

// Run serves until ctx ends, then finishes accepted requests.
func (s *Server) Run(ctx context.Context) error {
	defer s.close()
	if s.certificates != nil {
		if err := s.certificates.manage(ctx); err != nil {
			return err
		}
	}
	s.log.Info("serving", "address", s.Addr().String(), "admin", s.AdminAddr().String())
	s.welcome(ctx)
	s.notify(daemon.SdNotifyReady)
	// Page views are relayed until the last connection is closed.
	connected, disconnected := context.WithCancel(context.WithoutCancel(ctx))
	defer disconnected()

	group, groupCtx := errgroup.WithContext(ctx)
	if s.certificates == nil {
		group.Go(func() error { return s.web.Serve(s.listener, nil) })
	} else {
		group.Go(func() error { return s.web.Serve(s.listener, s.certificates.tlsConfig()) })
		group.Go(func() error { return ignore(http.ErrServerClosed, s.redirect.Serve(s.redirectListener)) })
	}
	group.Go(func() error { return ignore(http.ErrServerClosed, s.admin.Serve(s.adminListener)) })
	group.Go(func() error { return s.leads.Run(groupCtx) })
	if s.alerts != nil {
		group.Go(func() error { return every(groupCtx, alert.Interval, s.alerts.Check) })
	}
	if s.mails != nil {
		group.Go(func() error { return every(groupCtx, summaryPoll, s.trySummary) })
	}
	group.Go(func() error { return every(groupCtx, addressInterval, s.storeAddress) })
	if s.office.On() {
		group.Go(func() error { s.runNotifications(groupCtx); return nil })
	}
	if s.views != nil {
		group.Go(func() error { return s.views.Run(connected) })
	}
	group.Go(func() error { return s.follow(groupCtx) })
	group.Go(func() error {
		<-groupCtx.Done()
		deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		return s.shutDown(deadline, disconnected)
	})
	return ignore(context.Canceled, group.Wait())
}

// welcome logs the addresses of a site on this machine and of its office: a link that signs the first user in. The
// package has no link: its log is kept, and others may read it.
func (s *Server) welcome(ctx context.Context) {
	base := s.Current().BaseURL()
	if !localHost.MatchString(base.Hostname()) {
		return
	}
	s.log.Info("the site", "url", base.String())
	if !s.office.On() {
		return
	}
	if sources.Packed() {
		s.log.Info("the office, after haulfront office link", "url", base.JoinPath("office").String())
		return
	}
	token, err := s.office.MakeLink(ctx, s.office.Users[0].Email, false)
	if err != nil {
		s.log.Warn("there is no link to the office", "error", err)
		return
	}
	s.log.Info("the office, once within an hour", "url", base.JoinPath(web.SignInPath, token).String())
}

// localHost matches the host of a site that only this machine has.
var localHost = regexp.MustCompile(`^(localhost|127(\.\d+){3}|::1)$`)

// storeAddress stores the address of the site for commands, which print links.
func (s *Server) storeAddress(ctx context.Context) {
	if err := s.leads.StoreSiteURL(ctx, s.Current().BaseURL().String()); err != nil && ctx.Err() == nil {
		s.log.Warn("address of the site was not stored for commands", "error", err)
	}
}

// every calls f at once and after every interval until ctx ends, and returns nil.
func every(ctx context.Context, interval time.Duration, f func(context.Context)) error {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for ctx.Err() == nil {
		f(ctx)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	return nil
}

// follow serves changes of the content, or of the checkout, until ctx ends.
func (s *Server) follow(ctx context.Context) error {
	if s.Dev {
		SetGCPercent(GCPercent)
		s.warmed.Do(func() { close(s.warm) }) // pages are rendered on request
		return s.developer.Run(ctx)
	}
	if !s.Lazy {
		select {
		case <-ctx.Done():
		case <-time.After(firstResponses):
		}
	}
	s.content.run(ctx)
	return nil
}

// shutDown closes all servers after their requests are answered, or at the deadline.
func (s *Server) shutDown(deadline context.Context, disconnected func()) error {
	s.log.Info("stopping")
	s.notify(daemon.SdNotifyStopping)
	s.Current().Close()
	if s.Dev {
		s.developer.Close()
	}
	err := s.web.Shutdown(deadline)
	disconnected()
	if s.redirect != nil {
		err = errors.Join(err, s.redirect.Shutdown(deadline))
	}
	return errors.Join(err, s.admin.Shutdown(deadline))
}

// prepare renders pages and pictures before they are requested, until ctx ends. Failures are only logged: each request
// tries again.
func (s *Server) prepare(ctx context.Context, built *site.Site) {
	if !s.Lazy {
		if err := built.Warm(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("pages were not rendered", "error", err)
		}
	}
	SetGCPercent(GCPercent)
	s.warmed.Do(func() { close(s.warm) })
	// Before the next change: pages that did not change keep the dates of the previous site.
	built.LastMod()
	if !s.Lazy {
		slow := pace{requests: s.web.Requests, before: s.web.Requests(), at: time.Now()}
		if err := built.Precompress(ctx, slow.wait); err != nil && ctx.Err() == nil {
			s.log.Error("not everything was compressed", "error", err)
		}
		// Drawing and compressing takes several times the memory that serving needs.
		debug.FreeOSMemory()
	}
}

// ignore returns err, or nil if it is the expected one.
func ignore(expected, err error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// closeLeads waits for pending submissions and emails. Those that take too long keep their lease in the journal, and
// another process retries them when it expires.
func (s *Server) closeLeads() {
	closed := make(chan error, 1)
	go func() { closed <- s.leads.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			s.log.Error("close the journal", "error", err)
		}
	case <-time.After(closeTimeout):
		s.log.Error("the journal was left with pending deliveries")
	}
}

// close releases everything that Open acquired, also after a failed Open.
func (s *Server) close() {
	if s.leads != nil {
		s.closeLeads()
	}
	if s.certificates != nil {
		s.certificates.cache.Stop()
	}
	for _, l := range []net.Listener{s.listener, s.redirectListener, s.adminListener} {
		if l != nil {
			_ = l.Close() // a regular shutdown has closed it
		}
	}
}
