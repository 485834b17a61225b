// Package site is everything that the program serves: pages, built files, pictures, social cards, icons, and documents for
// crawlers. [Build] makes it from content and a render engine; the commands serve, export and check all start there. The
// package knows nothing of HTTP servers: what it hands out is a [Response], the bytes with the headers that depend on them.
//
// # Pages
//
// A page is rendered once for each year of the footer and kept in memory with its compressed forms. A page in a [State] of
// its own, such as a rejected form, is filled into HTML that was rendered before, and only a state of a new kind is
// rendered; where no runtime is free, a simpler state keeps what was typed, and [Response.Fallbacks] says so. With
// [Config.NoMemo] every page is rendered for every request; the bytes are the same.
//
// # Files
//
// Built files, pictures, cards and icons have a hash of what they depend on in their addresses, and are made when they are
// first asked for. [Site.Warm] and [Site.Finish] make ahead of that what nearly everybody asks for.
//
// A Site may be used by any number of goroutines.
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

// ErrNotFound says that the site has nothing at a path.
var ErrNotFound = errors.New("not found")

// Config is what a site is built from.
type Config struct {
	Content *content.Site
	Engine  *render.Engine
	// Scenes are the drawn pictures.
	Scenes *scene.Set
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
	// NoMemo renders every page anew for every request, uncompressed.
	NoMemo bool
	Log    *slog.Logger
	// Now is the clock; the footer's year and nothing else depends on it.
	Now func() time.Time
}

// Site is everything that is served.
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

	// ctx is that of what is made for everybody, which outlasts the request that asked first. It ends with Close.
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex // held while a new year's pages are made
	pages atomic.Pointer[pageSet]
}

// Build makes the site. It renders the error page that is shown when rendering fails, and nothing else yet.
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
	s.addFiles()
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

// Close ends the making of what several requests may wait for, such as a drawing. The site can still be used.
func (s *Site) Close() { s.cancel() }

// BaseURL is the site's own address, without a path.
func (s *Site) BaseURL() *url.URL { return s.cfg.BaseURL }

// Content is what the pages are made from.
func (s *Site) Content() *content.Site { return s.cfg.Content }

// LastMod is when pages last changed.
func (s *Site) LastMod() seo.LastMod { return s.cfg.LastMod }

// HasPage reports whether the site has a page of its own at path.
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

// Warm renders every page, and the states that a form can come back in when nothing is wrong with its fields, so that the
// first visitors do not wait and whoever finds every runtime busy still keeps what was typed.
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

// Finish draws every scene and compresses everything as well as can be. It takes some seconds of one processor, and
// nobody waits for it: what is asked for in the meantime is made then.
func (s *Site) Finish(ctx context.Context) error {
	if err := s.eachPage(ctx, (*resource).finish); err != nil {
		return err
	}
	for path, file := range s.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if file.onDemand {
			continue
		}
		if err := file.finish(ctx); err != nil {
			return fmt.Errorf("make %s: %w", path, err)
		}
	}
	return nil
}
