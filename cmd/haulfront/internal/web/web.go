// Package web is the HTTP server: routes, handlers, the statuses of errors, and the bounds of connections. Package site makes
// what it serves; packages quote, lead and analytics take what visitors send.
//
// # Quotes
//
// POST /quote takes a form (multipart/form-data, what a browser sends with JavaScript off, or application/x-www-form-urlencoded)
// or JSON. The
// answer is JSON for "Accept: application/json", a page or a redirect otherwise. The lead is in the journal before the
// webhook is called, see package lead.
//
//	303 / 200  received; the JSON has, besides the toast, "received" with the lead's reference and who answers by when
//	400        not the JSON of a quote request
//	413        fields over 64 KB, or photographs over 25 MB
//	415        neither a form nor JSON, or compressed
//	403        sent from another site
//	405        not a POST
//	422        something is wrong with a photograph, a required field is empty, a text is longer than its field allows, or an e-mail cannot be an address
//	           and the visitor was not yet asked about it (see the form's emailAsked); nothing was stored or sent
//	429        more posts from this address than QUOTE_RATE_LIMIT a minute
//	           (beyond twice that, what was typed is not sent back)
//	502        stored, but the webhook did not take it
//	503        could not be stored, or too many send photographs
//
// # Photographs
//
// GET /photos/{id}?expires&signature answers with a photograph of a lead, to who has the link from its message; 404 where the
// signature is wrong, 410 where the link has ended or the photograph was removed.
//
// # Page views
//
// POST /pageview takes {"path", "query"} of a page that was shown and answers 204 at once, whatever becomes of it; see
// package analytics.
//
// # Errors
//
// Handlers return errors. One error handler logs them and answers with the status and the page for them.
package web

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	recoverer "github.com/gofiber/fiber/v3/middleware/recover"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/connection"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/site"
)

// Bounds of the HTTP server.
const (
	// MaxBody is the size of the largest quote request in bytes. A message of 5,000 characters outside of ASCII has up to
	// 60,000 bytes when it is URL-encoded.
	MaxBody = 64 << 10
	// maxReadBody is the size of the largest body that is read at all: what is over MaxBody is rejected, but sent back to the
	// visitor who typed it.
	maxReadBody = 2 * MaxBody
	// maxSmallBody is the same for all other requests. Memory for a body is reserved when its length is announced.
	maxSmallBody = 4 << 10
	// ReadTimeout bounds the time in which a request must have arrived in full.
	ReadTimeout = 10 * time.Second
	// WriteTimeout is above the webhook's time limit, which a quote's answer waits for.
	WriteTimeout = 30 * time.Second
	// shutdownGrace is how long a shutdown waits for requests that are on their way. A visitor's first request follows the
	// connection within a round trip or two; while a service manager holds the socket, new connections wait for the next
	// process, so that this is also how much longer they wait.
	shutdownGrace = 500 * time.Millisecond
	// IdleTimeout closes a kept connection that nothing comes on.
	IdleTimeout = 30 * time.Second
)

// Config is what a Server needs.
type Config struct {
	// Site is what is served, until [Server.Replace].
	Site *site.Site
	// Leads stores quote requests and sends them on.
	Leads *lead.Service
	// Session lets visitors have an anonymous session with the backend; nil is without.
	Session *Session
	// Analytics takes page views; nil drops them.
	Analytics *analytics.Relay
	Log       *slog.Logger
	Now       func() time.Time
	// MapsEmbedURL is the address of the interactive map, which pages may frame.
	MapsEmbedURL *url.URL
	// TrustedProxies are the networks whose X-Forwarded-For counts.
	TrustedProxies []netip.Prefix
	// QuoteRateLimit is how many posts to /quote an address may send a minute.
	QuoteRateLimit int
	// Secret signs the redirect after a success. Instances that share visitors share it.
	Secret []byte
	// SelfTest reports whether a request with this mark in the header [lead.SelfTestHeader] is one of a self-test: it does not
	// count anywhere, and its quote is removed afterwards. Nil: none is.
	SelfTest func(mark []byte) bool
	// Wrap, if set, stands before everything else that handles requests.
	Wrap func(fasthttp.RequestHandler) fasthttp.RequestHandler
	// Styleguide serves a page with every piece of the site in all its states.
	Styleguide bool
}

// Server answers HTTP requests.
type Server struct {
	cfg Config
	// site is what is served now. Whoever answers a request loads it once.
	site atomic.Pointer[site.Site]
	app  *fiber.App
	// headers are those of every answer but built files.
	headers, fileHeaders [][2]string
	metrics              *metrics
	proxies              trustedProxies
	// postLimiter and viewLimiter know the addresses that have sent quotes and page views of late.
	postLimiter, viewLimiter *rateLimiter
	redirects                redirectSigner
	// Sampled log lines about unknown paths, rejected requests, cross-site posts, and fallbacks to simpler pages.
	notFoundLog, refusedLog, crossOriginLog, fallbackLog *logSampler
	// uploads are those that are kept on disk.
	uploads     uploadSlots
	connections *connection.Set
	// draining is whether Shutdown was called: each response is then the last on its connection.
	draining atomic.Bool
	// drainGrace is shutdownGrace, which tests change.
	drainGrace time.Duration
	// listener is set by Serve.
	listener atomic.Pointer[listener]
}

// New makes a Server.
func New(cfg Config) *Server {
	s := &Server{
		cfg: cfg, headers: securityHeaders(cfg.Site.BaseURL(), cfg.MapsEmbedURL, cfg.Session), fileHeaders: fileHeaders(cfg.Site.BaseURL()),
		drainGrace: shutdownGrace, metrics: newMetrics(), postLimiter: newRateLimiter(maxAddresses), viewLimiter: newRateLimiter(maxAddresses),
		redirects:   redirectSigner{cfg.Secret, cfg.Now},
		notFoundLog: &logSampler{log: cfg.Log, kind: "unknown paths"}, refusedLog: &logSampler{log: cfg.Log, kind: "refused requests"},
		crossOriginLog: &logSampler{log: cfg.Log, kind: "posts from other sites"}, fallbackLog: &logSampler{log: cfg.Log, kind: "simpler pages"},
	}
	s.site.Store(cfg.Site)
	s.proxies.networks = cfg.TrustedProxies
	s.app = fiber.New(fiber.Config{
		AppName:       "haulfront",
		Immutable:     true,
		StrictRouting: true,
		CaseSensitive: true,
		BodyLimit:     maxReadBody,
		ReadTimeout:   ReadTimeout,
		WriteTimeout:  WriteTimeout,
		IdleTimeout:   IdleTimeout,
		// Buffers, which let a page leave in one write, are pooled: an idle connection has none.
		ReduceMemoryUsage: true,
		ReadBufferSize:    maxHead,
		WriteBufferSize:   64 << 10,
		// Other media types are rejected by requireFormOrJSON, not by a parser.
		DisablePreParseMultipartForm: true,
		// For X-Forwarded-Host; X-Forwarded-For is read by clientAddress.
		TrustProxy:       true,
		TrustProxyConfig: fiber.TrustProxyConfig{Proxies: s.proxies.strings()},
		ErrorHandler:     s.handleError,
	})
	s.connections = s.newConnections()
	if cfg.Wrap != nil {
		s.app.Server().Handler = cfg.Wrap(s.app.Server().Handler)
	}
	s.wrap(s.app.Server())
	s.route()
	s.metrics.instrument(s.app.Server(), s.isSelfTest)
	s.streamUploads(s.app.Server())
	return s
}

// Replace serves another site from now on. Requests that have begun finish with the one before.
func (s *Server) Replace(next *site.Site) { s.site.Store(next) }

func (s *Server) route() {
	s.app.Use(s.identify, s.setSecurityHeaders, recoverer.New(), s.resource)
	if s.cfg.Styleguide {
		s.app.Get(site.StyleguidePath, s.styleguide)
		s.app.Get(site.StyleguidePath+"/*", s.styleguide)
	}
	s.app.Get(site.AssetsPath+"*", func(fiber.Ctx) error { return site.ErrNotFound }) // what is there is a resource
	s.app.Post(site.QuotePath, s.allowExportedPages, s.rejectCrossSite, requireFormOrJSON, s.limitPosts, s.quote)
	s.app.Get(seo.PhotosPath+":id", s.photo)
	s.app.Get(sessionPath, s.allowExportedPages, s.session)
	s.app.Post(pageviewPath, s.allowExportedPages, s.rejectCrossSite, s.limitViews, s.pageview)
}

// Serve answers on ln until Shutdown, also one that was called before.
func (s *Server) Serve(ln net.Listener) error { return s.serve(ln, nil) }

// ServeTLS is Serve for encrypted connections.
func (s *Server) ServeTLS(ln net.Listener, config *tls.Config) error { return s.serve(ln, config) }

func (s *Server) serve(ln net.Listener, config *tls.Config) error {
	l := s.newListener(ln)
	s.listener.Store(&l)
	if s.draining.Load() {
		return l.Close() // Shutdown came first, and may not have seen the listener
	}
	if config != nil {
		// Around ours, which counts the connections whose handshake is still to come.
		return s.app.Listener(tls.NewListener(l, config), fiber.ListenConfig{DisableStartupMessage: true})
	}
	return s.app.Listener(l, fiber.ListenConfig{DisableStartupMessage: true})
}

// Shutdown stops accepting connections, closes idle ones and waits for requests that are being handled, at most until ctx ends.
// On a new or an idle connection, a request may be on its way: it is answered if it comes within s.drainGrace. The server itself
// is shut down when nothing is left: it would close connections whose next request it has read.
func (s *Server) Shutdown(ctx context.Context) error {
	s.draining.Store(true) // before the listener is loaded: serve stores it, and then loads this
	if l := s.listener.Load(); l != nil {
		_ = l.Close()
	}
	grace, cancel := context.WithTimeout(ctx, s.drainGrace)
	defer cancel()
	s.awaitClosed(grace)
	s.connections.CloseIdle()
	s.awaitClosed(ctx)
	return s.app.ShutdownWithContext(ctx)
}

// awaitClosed waits until no connection is open or accepted, or ctx ends.
func (s *Server) awaitClosed(ctx context.Context) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	// The server's own count lacks those handed to the one for uploads. It is one less than it should be, and so negative once
	// the loop that accepts has ended as well.
	for s.app.Server().GetOpenConnectionsCount() >= 0 || s.connections.Counts() != (connection.Counts{}) {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
