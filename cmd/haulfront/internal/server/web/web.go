// Package web is the HTTP server: routes, middleware, handlers, and the statuses of errors.
//
// It turns a request into a call of another package, and the result into a response: package site makes pages and
// files, quote checks quote requests, outbox stores and delivers them, office works with them, analytics relays page
// views, and connection limits the open connections.
//
// # Quotes
//
// GET /quote leads to the form. POST /quote accepts a form (multipart/form-data, which a browser without JavaScript
// sends, or application/x-www-form-urlencoded) or JSON. The response is JSON for clients that accept it, otherwise a
// redirect or a page. The lead is in the journal before the webhook is called, see package outbox.
//
//	303 / 200  received: the customer's page; the JSON has the toast, and "received" with the lead's reference, when
//	           to expect an answer, and the path of that page
//	400        JSON or a form that cannot be parsed
//	403        sent from another site
//	413        fields over 64 KB
//	415        neither a form nor JSON, or compressed
//	422        an empty required field, a value over its limit, or an implausible answer that is not confirmed by its
//	           field's name in the field asked; nothing was stored or sent
//	429        over QUOTE_RATE_LIMIT posts a minute from one address or IPv6 /64, ten times that from one /48; over
//	           twice that, the input is not sent back
//	502        stored, but the webhook failed
//	503        not stored
//
// A photo that cannot be kept costs no lead: the lead's message, the customer's page, and the JSON in "errors" name it.
//
// # Photos
//
// GET /photos/{id}?expires&signature serves a photo of a lead to anyone with the link from its message: 404 for an
// invalid signature, 410 if the link has expired or the photo was removed.
//
// # The office
//
// /office and everything below it is for signed-in users, see package office; anybody else gets the page to sign in,
// with 401 except at /office itself. POST /office/sign-in answers everybody alike and mails a link to users; GET
// /office/in/{token} is a button, and its POST begins a session (303); both are 410 if the link is used or too old, and
// 403 over plain HTTP. POST /office/sessions ends a session, POST /office/calendar renews the calendar's address.
// POST /office/site changes the site: 422 has the reason of the content's loader. Responses are never stored.
//
// # Customers
//
// GET /q/{token} is the page of one request for its customer, and GET /q/{token}/calendar.ics the booked job: 404 for
// an unknown token, 410 sixty days after the last change. The first view has the toast of a success. Where the office
// is on, POST /q/{token} takes an action of the customer, see package office: an answer, an address, a correction, a
// note with photos, or stop; then it redirects (303) to the page. 409 means that the offer has changed or the slot is
// taken, 422 that no slot was chosen or photos are invalid. GET /office/calendar.ics?key has the booked jobs; each user
// has a key. Tokens and keys are never logged.
//
// # Page views
//
// POST /pageview accepts {"path", "query"} of a page that was shown. The response is 204, before the view is relayed.
//
// # Errors
//
// Handlers return errors. One table (statuses) maps them to statuses and pages, and one error handler logs them and
// responds. A post of the office or of a customer that was not saved is 503 with a button that sends it again.
//
// All routes are in routes.go.
package web

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/office/edits"
	"haulfront/cmd/haulfront/internal/server/analytics"
	"haulfront/cmd/haulfront/internal/server/connection"
	"haulfront/cmd/haulfront/internal/site"
)

// Limits of the HTTP server.
const (
	// MaxBody is the size of the largest quote request in bytes. A message of 5,000 non-ASCII characters has up to
	// 60,000 bytes when it is URL-encoded.
	MaxBody = 64 << 10
	// maxReadBody is the size of the largest body that is read: one over MaxBody is rejected, but sent back to the
	// visitor.
	maxReadBody = 2 * MaxBody
	// maxSmallBody is the same for all other requests. Memory for a body is allocated when its length is known.
	maxSmallBody = 4 << 10
	// ReadTimeout bounds the time in which a request must arrive in full.
	ReadTimeout = 10 * time.Second
	// WriteTimeout exceeds the webhook's time limit, which the response to a quote waits for.
	WriteTimeout = 30 * time.Second
	// shutdownGrace is how long a shutdown waits for requests on their way. A first request follows its connection
	// within a round trip or two. While a service manager holds the socket, new connections wait for the next process,
	// and wait this much longer.
	shutdownGrace = 500 * time.Millisecond
	// IdleTimeout closes idle connections.
	IdleTimeout = 30 * time.Second
)

// Config is what a Server needs.
type Config struct {
	// Site is served until [Server.Replace].
	Site *site.Site
	// Leads stores quote requests and sends them on.
	Leads *outbox.Service
	// Office has the customers' pages, also where it is off; then its Editor of the site is nil.
	Office *office.Office
	Editor *edits.Editor
	// Session enables anonymous sessions with the backend; nil disables them.
	Session *Session
	// Analytics receives page views; nil drops them.
	Analytics *analytics.Relay
	Log       *slog.Logger
	Now       func() time.Time
	// MapsEmbedURL is the address of the interactive map, which pages may frame; nil is OpenStreetMap's.
	MapsEmbedURL *url.URL
	// TrustedProxies are the networks whose X-Forwarded-For is trusted.
	TrustedProxies []netip.Prefix
	// QuoteRateLimit is how many posts to /quote an address may send a minute.
	QuoteRateLimit int
	// Wrap, if set, wraps the handler of all requests.
	Wrap func(fasthttp.RequestHandler) fasthttp.RequestHandler
}

// Server serves the site over HTTP.
type Server struct {
	cfg Config
	// site is served now. Each request loads it once.
	site atomic.Pointer[site.Site]
	app  *fiber.App
	// fileHeaders are those of built files, headers those of all other responses.
	headers, fileHeaders [][2]string
	// privateHeaders replace some of headers in the office.
	privateHeaders [][2]string
	metrics        *metrics
	proxies        trustedProxies
	// postLimiter, viewLimiter and signInLimiter limit quotes, page views and links to sign in.
	postLimiter, viewLimiter, signInLimiter *rateLimiter
	// background are the mails that no request waits for.
	background sync.WaitGroup
	// Sampled logs of unknown paths, rejected requests, cross-site posts, and fallbacks to simpler pages.
	notFoundLog, refusedLog, crossOriginLog, fallbackLog *logging.Sampler
	// uploads are in progress, on disk.
	uploads slots[netip.Prefix]
	// streams are those of the office's events, which go on until ended is done.
	streams     slots[string]
	ended       context.Context
	end         context.CancelFunc
	connections *connection.Set
	// draining is set by Shutdown: each response closes its connection.
	draining atomic.Bool
	requests atomic.Int64 // see Requests
	// drainGrace is shutdownGrace; tests change it.
	drainGrace time.Duration
	// listener is set by Serve.
	listener atomic.Pointer[connection.Listener]
}

// New makes a Server.
func New(cfg Config) *Server {
	base := cfg.Site.BaseURL()
	s := &Server{
		cfg:            cfg,
		headers:        securityHeaders(base, cfg.MapsEmbedURL, cfg.Session),
		fileHeaders:    fileHeaders(base),
		privateHeaders: privateHeaders(base),
		signInLimiter:  newRateLimiter(maxAddresses),
		metrics:        newMetrics(),
		postLimiter:    newRateLimiter(maxAddresses),
		viewLimiter:    newRateLimiter(maxAddresses),
		notFoundLog:    &logging.Sampler{To: cfg.Log, Kind: "unknown paths"},
		refusedLog:     &logging.Sampler{To: cfg.Log, Kind: "refused requests"},
		crossOriginLog: &logging.Sampler{To: cfg.Log, Kind: "posts from other sites"},
		fallbackLog:    &logging.Sampler{To: cfg.Log, Kind: "simpler pages"},
		uploads:        slots[netip.Prefix]{most: maxUploads, mostEach: maxPeerUploads},
		streams:        slots[string]{most: maxStreams, mostEach: maxUserStreams},
		drainGrace:     shutdownGrace,
	}
	s.site.Store(cfg.Site)
	s.proxies.networks = cfg.TrustedProxies
	var proxies []string
	for _, network := range cfg.TrustedProxies {
		proxies = append(proxies, network.String())
	}
	s.ended, s.end = context.WithCancel(context.Background())
	s.app = fiber.New(fiber.Config{
		AppName: "haulfront", Immutable: true, StrictRouting: true, CaseSensitive: true, BodyLimit: maxReadBody,
		ReadTimeout: ReadTimeout, WriteTimeout: WriteTimeout, IdleTimeout: IdleTimeout,
		// Buffers are large enough for a page in one write, and pooled: idle connections have none.
		ReduceMemoryUsage: true, ReadBufferSize: maxHead, WriteBufferSize: 64 << 10,
		// Other media types are rejected by requireFormOrJSON, not by a parser.
		DisablePreParseMultipartForm: true,
		// For X-Forwarded-Host; X-Forwarded-For is read by clientAddress.
		TrustProxy: true, TrustProxyConfig: fiber.TrustProxyConfig{Proxies: proxies},
		ErrorHandler: s.handleError,
	})
	s.connections = s.newConnections()
	if cfg.Wrap != nil {
		s.app.Server().Handler = cfg.Wrap(s.app.Server().Handler)
	}
	s.wrap(s.app.Server())
	s.route()
	s.metrics.instrument(s.app.Server())
	s.streamUploads(s.app.Server())
	return s
}

// Requests is the number of requests since the start.
func (s *Server) Requests() int64 { return s.requests.Load() }

// Replace makes the server serve another site. Requests in progress finish with the former one.
func (s *Server) Replace(next *site.Site) { s.site.Store(next) }

// Serve serves ln until [Server.Shutdown] is called, which may have happened before. With a config, connections are
// encrypted.
func (s *Server) Serve(ln net.Listener, config *tls.Config) error {
	l := s.listen(ln)
	s.listener.Store(l)
	if s.draining.Load() {
		return l.Close() // Shutdown may not have seen the listener
	}
	if config != nil {
		// Outside of ours, so that connections count from before their handshake.
		return s.app.Listener(connection.Encrypt(l, config), fiber.ListenConfig{DisableStartupMessage: true})
	}
	return s.app.Listener(l, fiber.ListenConfig{DisableStartupMessage: true})
}

// Shutdown stops accepting connections, waits for requests in progress, at most until ctx ends, and closes idle
// connections. Since a request may be on its way, they stay open for s.drainGrace. The fasthttp server is shut down
// last: it would close connections whose next request it has already read.
func (s *Server) Shutdown(ctx context.Context) error {
	s.end()
	s.draining.Store(true) // before the listener is loaded: Serve stores it, and then loads this
	if l := s.listener.Load(); l != nil {
		_ = l.Close()
	}
	grace, cancel := context.WithTimeout(ctx, s.drainGrace)
	defer cancel()
	s.awaitClosed(grace)
	s.connections.CloseIdle()
	s.awaitClosed(ctx)
	err := s.app.ShutdownWithContext(ctx)
	s.background.Wait()
	return err
}

// awaitClosed waits until all connections are closed and no more are accepted, or ctx ends.
func (s *Server) awaitClosed(ctx context.Context) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	// fasthttp subtracts one for its accept loop, so its count is negative once that has ended too. It lacks the
	// connections of uploads.
	for s.app.Server().GetOpenConnectionsCount() >= 0 || s.connections.Counts() != (connection.Counts{}) {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
