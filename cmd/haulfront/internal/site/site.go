// Package site makes everything that is served: pages, built files, pictures, social cards, icons, and documents for crawlers.
// [Build] makes a site from content and a render engine, for the commands serve, export and check alike. The package does not
// depend on an HTTP server: it returns each [Response] as bytes with the headers that belong to them.
//
// # Pages
//
// A page is rendered once for each year in the footer, and kept in memory with its compressed forms. For a page in another
// [State], such as a rejected form, values are filled into HTML that was rendered before, and only a new kind of state is
// rendered. If no runtime is free for that, a simpler page keeps what was typed, and [Response.Fallbacks] says so. With
// [Config.NoMemo] every page is rendered for every request; the bytes are the same.
//
// # Files
//
// The addresses of built files, pictures, cards and icons contain a hash of what they are made from. A file is made when it is
// first asked for; [Site.Warm] and [Site.Precompress] make ahead of time what most visitors need.
//
// A Site is safe for concurrent use.
package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/scene"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
	"haulfront/render"
)

// QuotePath takes the posts of quote forms.
const QuotePath = "/quote"

// ErrNotFound is returned for a path at which the site has nothing.
var ErrNotFound = errors.New("not found")

// Config is what a site is built from.
type Config struct {
	Content *content.Site
	Engine  *render.Engine
	// Scenes are the drawn pictures.
	Scenes *scene.Set
	// CardFont is the font of social cards (see card.NewRenderer).
	CardFont []byte
	// Photos are the photographs that take the place of scenes; nil is none.
	Photos fs.FS
	// LastMod is when pages last changed, for the sitemap.
	LastMod seo.LastMod
	// BaseURL is the site's own address, without a path; nil is the one of the content.
	BaseURL *url.URL
	// MapsEmbedURL is the address of the interactive map.
	MapsEmbedURL *url.URL
	// Views makes pages report that they were viewed, and Sessions makes forms ask for a session with the backend.
	Views, Sessions bool
	// Export makes pages for another web server; nil makes those that the program serves.
	Export *Export
	// NoMemo renders every page for every request, uncompressed.
	NoMemo bool
	Log    *slog.Logger
	// Now is the clock; the footer's year and nothing else depends on it.
	Now func() time.Time
}

// Site is all pages and files that are served.
type Site struct {
	cfg    Config
	zone   *time.Location
	assets content.Assets
	// cards are the social cards by the path of their page.
	cards map[string]content.CardImage
	// files are all resources but pages, by path: built files, pictures, icons, documents for crawlers.
	files map[string]*resource
	// icons and documents are the paths of the files that have no hash in them.
	icons, documents []string

	// ctx bounds what is made for all visitors, which may take longer than the request that first needs it. Close cancels it.
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex // held while a new year's pages are made
	pages atomic.Pointer[pageSet]
}

// Build makes a site. It renders only the error page that is shown when rendering fails.
func Build(ctx context.Context, cfg Config) (*Site, error) {
	if err := quote.CheckWords(cfg.Content.QuoteLabels(), cfg.Content.QuoteMessages()); err != nil {
		return nil, err
	}
	s := &Site{cfg: cfg, files: map[string]*resource{}}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	var err error
	if cfg.BaseURL == nil {
		if s.cfg.BaseURL, err = url.Parse(cfg.Content.BaseURL()); err != nil {
			return nil, fmt.Errorf("the site's address: %w", err)
		}
	}
	if s.zone, err = time.LoadLocation(cfg.Content.Timezone()); err != nil {
		return nil, fmt.Errorf("the time zone of the footer's year: %w", err)
	}
	if s.assets, err = Assets(cfg.Engine, cfg.Scenes); err != nil {
		return nil, err
	}
	if err := s.checkNames(ctx); err != nil {
		return nil, err
	}
	s.addFiles()
	s.addColors()
	if err := s.addPictures(); err != nil {
		return nil, err
	}
	if err := s.makePages(ctx); err != nil {
		return nil, fmt.Errorf("render the error pages: %w", err)
	}
	if err := s.addDocuments(); err != nil {
		return nil, err
	}
	return s, nil
}

// Close cancels what several requests may be waiting for, such as a drawing. The site can still be used.
func (s *Site) Close() { s.cancel() }

// BaseURL is the site's own address, without a path.
func (s *Site) BaseURL() *url.URL { return s.cfg.BaseURL }

// Content is what the pages are made from.
func (s *Site) Content() *content.Site { return s.cfg.Content }

// LastMod is when pages last changed.
func (s *Site) LastMod() seo.LastMod { return s.cfg.LastMod }

// HasPage reports whether the site has a page at path.
func (s *Site) HasPage(path string) bool { return s.pages.Load().pages[path] != nil }

// PagePaths returns the paths of all pages, in the order of the route table.
func (s *Site) PagePaths() (paths []string) {
	for _, route := range s.cfg.Content.Routes() {
		paths = append(paths, route.Path)
	}
	return paths
}

// FilePaths returns the paths of the files that are not below [AssetsPath]: icons, and documents for crawlers.
func (s *Site) FilePaths() []string { return slices.Concat(s.documents, s.icons) }

// File returns the file at path, or [ErrNotFound].
func (s *Site) File(ctx context.Context, path string, accepted Encodings) (Response, error) {
	file := s.files[path]
	if file == nil {
		return Response{}, ErrNotFound
	}
	return file.response(ctx, accepted)
}

// Warm renders every page, and every state without field errors in which a form can come back: the first visitors do not wait,
// and what was typed can be shown again even while all runtimes are busy.
func (s *Site) Warm(ctx context.Context) error {
	render := func(r *resource, ctx context.Context) error {
		_, err := r.content(ctx)
		return err
	}
	if err := s.eachPage(ctx, render); err != nil {
		return err
	}
	return s.warmForms(ctx)
}

// Precompress draws every scene and compresses everything at the best level. It takes some seconds of one processor. Requests
// do not wait for it: what they need in the meantime is made at once, at a faster level.
func (s *Site) Precompress(ctx context.Context) error {
	if err := s.eachPage(ctx, (*resource).precompress); err != nil {
		return err
	}
	for path, file := range s.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if file.onDemand {
			continue
		}
		if err := file.precompress(ctx); err != nil {
			return fmt.Errorf("make %s: %w", path, err)
		}
	}
	return nil
}
