// Package web is the site's HTTP side: it answers every path of the site, takes quote requests, and turns errors into
// statuses.
//
// # Pages
//
// A page is rendered once for each edition (a content version in one year of the footer) and kept in memory with its
// compressed forms; a plain GET is answered from there with a strong ETag. A request with a state of its own, such as a
// rejected form, is filled into HTML that was rendered before, and only a state of a new kind is rendered; where no runtime
// is free, a simpler one keeps what was typed. With the memo off, every request renders everything; the bytes
// are the same. An unknown path is answered with one page that is the same for all of them, so that no visitor can make
// the memory grow.
//
// # Quotes
//
// POST /quote takes a form (application/x-www-form-urlencoded, what a browser sends with JavaScript off) or JSON. The
// answer is JSON for "Accept: application/json", a page or a redirect otherwise. The lead is in the journal before the
// webhook is called, see package lead.
//
//	303 / 200  received
//	400        not the JSON of a quote request
//	413        body over 64 KB
//	415        neither a form nor JSON, or compressed
//	403        sent from another site
//	405        not a POST
//	422        a required field is empty, a text is beyond its field's bound, or an e-mail cannot be an address and
//	           nobody was asked about it yet (the form's emailAsked says so); nothing was stored or sent
//	429        more posts from this address than QUOTE_RATE_LIMIT a minute
//	           (of an address over twice that, nothing is kept)
//	502        stored, but the webhook did not take it
//	503        could not be stored
//
// # Page views
//
// POST /pageview takes {"path", "query"} of a page that was shown and answers 204 at once, whatever becomes of it; see
// package analytics.
//
// # Errors
//
// Handlers return errors. One handler logs them, finds their status and answers with a page that was rendered at start.
package web

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	recoverer "github.com/gofiber/fiber/v3/middleware/recover"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/scene"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
	"haulfront/render"
)

// Bounds of the HTTP server.
const (
	// MaxBody is the size of the largest quote request in bytes. A message of 5,000 characters outside of ASCII has up to
	// 60,000 bytes when it is URL-encoded.
	MaxBody = 64 << 10
	// maxReadBody is the size of the largest body that is read at all: what is over MaxBody is refused, and comes back to
	// whoever typed it.
	maxReadBody = 2 * MaxBody
	// maxSmallBody is the same for everything that is no quote. Memory for a body is reserved when its length is announced.
	maxSmallBody = 4 << 10
	// ReadTimeout bounds the time in which a request must have arrived in full.
	ReadTimeout = 10 * time.Second
	// WriteTimeout is above the webhook's time limit, which a quote's answer waits for.
	WriteTimeout = 30 * time.Second
	// IdleTimeout closes a kept connection that nothing comes on.
	IdleTimeout = 30 * time.Second
)

// Config is what a Server needs.
type Config struct {
	Site   *content.Site
	Engine *render.Engine
	Leads  *lead.Service
	// Session lets visitors have an anonymous session with the backend; nil is without.
	Session *Session
	// Analytics takes page views; nil drops them.
	Analytics *analytics.Relay
	Log       *slog.Logger
	// Now is the clock; the footer's year and nothing else depends on it.
	Now func() time.Time
	// BaseURL is the site's own address, without a path.
	BaseURL *url.URL
	// MapsEmbedURL is the address of the interactive map.
	MapsEmbedURL *url.URL
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	// QuoteRateLimit is how many posts to /quote an address may send a minute.
	QuoteRateLimit int
	// Secret signs the redirect after a success. Instances that share visitors share it.
	Secret []byte
	// LastMod is when pages last changed, for the sitemap.
	LastMod seo.LastMod
	// Scenes are the drawn pictures.
	Scenes *scene.Set
	// Photos are the photographs that take the place of scenes; nil is none.
	Photos fs.FS
	// Export makes pages for another web server; nil makes those that this one serves.
	Export *Export
	// Gallery serves a page with every piece of the site in all its states.
	Gallery bool
	// NoMemo answers every request with freshly rendered, uncompressed pages.
	NoMemo bool
}

// Server answers HTTP requests.
type Server struct {
	cfg    Config
	app    *fiber.App
	assets content.Assets
	// cards are the social cards by the path of their page.
	cards map[string]content.CardImage
	// icons are the paths at the root that browsers and phones ask for, which are among the files.
	icons []string
	files map[string]*document
	// crawlerPaths are the paths of the documents for crawlers, which are among the files.
	crawlerPaths []string
	book         *book
	headers      [][2]string
	metrics      *metrics
	proxies      proxies
	// posts and views are the addresses that have sent quotes and page views of late.
	posts, views *limiter
	redirects    redirects
	// The log's lines about unknown paths, refused requests, posts from other sites, and simpler pages than asked for.
	unknown, refused, foreign, simpler *sampler
	// life ends when Shutdown begins: nobody waits for a drawing any more.
	life context.Context
	end  context.CancelFunc
	// connections are the open ones.
	connections *connTable
	// malformed counts requests that are not HTTP, or too large a head of it.
	malformed atomic.Uint64
	// listener is set by Serve.
	listener atomic.Pointer[listener]
}

// New renders the error pages and makes a Server; the pages themselves are rendered when they are first asked for, or by
// Warm.
func New(ctx context.Context, cfg Config) (_ *Server, err error) {
	if err := quote.CheckWords(cfg.Site.QuoteLabels(), cfg.Site.QuoteMessages()); err != nil {
		return nil, err
	}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{
		cfg: cfg, life: life, end: end, headers: securityHeaders(cfg.BaseURL, cfg.MapsEmbedURL, cfg.Session),
		metrics: newMetrics(), posts: newLimiter(maxAddresses), views: newLimiter(maxAddresses),
		redirects: redirects{cfg.Secret, cfg.Now},
		unknown:   &sampler{log: cfg.Log, kind: "unknown paths"}, refused: &sampler{log: cfg.Log, kind: "refused requests"},
		foreign: &sampler{log: cfg.Log, kind: "posts from other sites"}, simpler: &sampler{log: cfg.Log, kind: "simpler pages"},
	}
	s.proxies.networks = cfg.TrustedProxies
	if s.assets, err = Assets(cfg.Engine, cfg.Scenes); err != nil {
		return nil, err
	}
	s.addFiles()
	if err := s.addPictures(); err != nil {
		return nil, err
	}
	if s.book, err = newBook(cfg, s.frame); err != nil {
		return nil, err
	}
	if err := s.book.open(ctx); err != nil {
		return nil, fmt.Errorf("render the error pages: %w", err)
	}
	if err := s.addDocuments(); err != nil {
		return nil, err
	}
	s.app = fiber.New(fiber.Config{
		AppName:       "haulfront",
		Immutable:     true,
		StrictRouting: true,
		CaseSensitive: true,
		BodyLimit:     maxReadBody,
		ReadTimeout:   ReadTimeout,
		WriteTimeout:  WriteTimeout,
		IdleTimeout:   IdleTimeout,
		// The buffers, with which a page leaves in one write, are shared: an idle connection has none.
		ReduceMemoryUsage: true,
		ReadBufferSize:    maxHead,
		WriteBufferSize:   64 << 10,
		// What is no form is refused by its type, not by what it fails to parse as.
		DisablePreParseMultipartForm: true,
		// For X-Forwarded-Host; X-Forwarded-For is read by clientAddress.
		TrustProxy:       true,
		TrustProxyConfig: fiber.TrustProxyConfig{Proxies: s.proxies.names()},
		ErrorHandler:     s.fail,
	})
	limit, peerLimit := connLimits(raiseFileLimit(cfg.Log))
	s.connections = newConnTable(limit, peerLimit, &s.proxies)
	s.guard(s.app.Server())
	s.route()
	s.metrics.measure(s.app.Server())
	return s, nil
}

func (s *Server) route() {
	s.app.Use(s.secure, recoverer.New())
	for _, r := range s.cfg.Site.Routes() {
		if s.book.has(r.Path) {
			s.app.Get(r.Path, speculate, s.page)
		}
	}
	for _, path := range slices.Concat(s.crawlerPaths, s.icons) {
		s.app.Get(path, s.file)
	}
	if s.cfg.Gallery {
		s.app.Get(galleryPath, s.gallery)
	}
	s.app.Get(assetsPath+"*", s.file)
	s.app.Post(quotePath, s.shared, s.sameSite, plainBody, s.limitPosts, s.quote)
	s.app.Get(sessionPath, s.shared, s.session)
	s.app.Post(pageviewPath, s.shared, s.sameSite, s.limitViews, s.pageview)
}

// Serve answers on ln until Shutdown, also one that was called before.
func (s *Server) Serve(ln net.Listener) error {
	l := newListener(ln, s.connections, s.cfg.Log)
	s.listener.Store(l)
	if s.connections.draining.Load() {
		return l.Close() // Shutdown came first, and did not see the listener
	}
	return s.app.Listener(l, fiber.ListenConfig{DisableStartupMessage: true})
}

// Shutdown stops taking connections, ends the idle ones and waits for the requests under way, at most until ctx ends.
// The server itself is shut down when nothing is left: it would close connections whose next request it has read.
func (s *Server) Shutdown(ctx context.Context) error {
	s.end()
	s.connections.drain() // before the listener is loaded: Serve stores it and then looks whether the table drains
	if l := s.listener.Load(); l != nil {
		_ = l.Close()
	}
	select {
	case <-s.connections.drained:
	case <-ctx.Done():
	}
	return s.app.ShutdownWithContext(ctx)
}

// Warm renders every page, and the states that a form can come back in when nothing is wrong with its fields, so that the
// first visitors do not wait and whoever finds every runtime busy still keeps what was typed.
func (s *Server) Warm(ctx context.Context) error {
	if err := s.book.each(ctx, made); err != nil {
		return err
	}
	return s.warmStates(ctx)
}

// Finish draws every scene and compresses everything as well as can be. It takes some seconds of one processor, and
// nobody waits for it: what is asked for in the meantime is made then.
func (s *Server) Finish(ctx context.Context) error {
	if err := s.book.each(ctx, (*document).finish); err != nil {
		return err
	}
	for path, d := range s.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.onDemand {
			continue
		}
		if err := d.finish(ctx); err != nil {
			return fmt.Errorf("make %s: %w", path, err)
		}
	}
	return nil
}

// made is content without its result.
func made(d *document, ctx context.Context) error {
	_, err := d.content(ctx)
	return err
}
