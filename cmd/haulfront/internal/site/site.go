// Package site makes everything that is served: pages, built files, pictures, social cards, icons, and documents for crawlers.
// [Build] makes a site from content and a render engine, for the commands serve, export and check alike. The package does not
// depend on an HTTP server: it returns each [Response] as bytes with the headers that belong to them.
//
// # Pages
//
// A page is rendered once for each content and each year in the footer, and kept in memory with its compressed forms; beyond
// [Config.PageCache] pages, those that were used last are kept, and the others rendered when they are asked for. For a page in another
// [State], such as a rejected form, the islands that differ are rendered for the request. If no runtime becomes free for that
// in time, a simpler page answers, and [Response.Fallbacks] says so. With [Config.NoMemo] every page is rendered for every
// request; the bytes are the same.
//
// # Files
//
// The addresses of built files, pictures, cards and icons contain a hash of what they are made from. A file is made when it is
// first asked for; [Site.Warm] and [Site.Precompress] make ahead of time what most visitors need.
//
// # Content
//
// A Site never changes what it says. When the content has changed, [Site.Rebuild] makes another one, which takes over what is
// the same: files, runtimes, and the pages that the change does not touch. Whoever serves it replaces one by the other at once,
// and requests that have begun finish with the former one.
//
// A Site is safe for concurrent use.
package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/site/photo"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/content"
	"haulfront/render"
)

// QuotePath takes the posts of quote forms.
const QuotePath = "/quote"

// ErrNotFound is returned for a path at which the site has nothing.
var ErrNotFound = errors.New("not found")

// Source is what of a site may change while it is served.
type Source struct {
	Content *content.Site
	// Photos are the photographs that take the place of scenes; nil is none. Its type is comparable: they are read again only
	// when Photos is another value.
	Photos fs.FS
	// LastMod is since when pages said what they said, as it was last noted, for the sitemap.
	LastMod seo.LastMod
	// Modified is when the files of Content were last changed: pages that do not say what was noted are dated then. Where it is
	// zero, what was noted counts.
	Modified time.Time
}

// Config is what a site is built from.
type Config struct {
	Source
	Engine *render.Engine
	// Scenes are the drawn pictures.
	Scenes *scene.Set
	// CardFont is the font of social cards (see card.NewRenderer).
	CardFont []byte
	// BaseURL is the site's own address, without a path; nil is the one of the content, as it was when the site was built first.
	BaseURL *url.URL
	// MapsEmbedURL is the address of the interactive map.
	MapsEmbedURL *url.URL
	// Views makes pages report that they were viewed, and Sessions makes forms ask for a session with the backend.
	Views, Sessions bool
	// Export makes pages for another web server; nil makes those that the program serves.
	Export *Export
	// HomeFirst renders the home page before Build returns, at the same time as the error page: it is what is asked for first.
	HomeFirst bool
	// NoMemo renders every page for every request, uncompressed.
	NoMemo bool
	// Components is the folder of the components, while they are developed; nil otherwise.
	Components fs.FS
	// Development makes only what is asked for, so that a change is served sooner: nothing is compressed, and the page that is shown
	// when rendering fails is rendered when that happens.
	Development bool
	// PageCache is how many finished pages are kept in memory, besides the home page and the error pages, and how many social
	// cards and photographs; 0 keeps all.
	PageCache int
	Log       *slog.Logger
	// Now is the clock; the footer's year and nothing else depends on it.
	Now func() time.Time
}

// Site is all pages and files that are served.
type Site struct {
	cfg     Config
	baseURL *url.URL
	zone    *time.Location
	assets  content.Assets
	// stylesheets are the addresses of the pages' stylesheets, by the name of the page's component.
	stylesheets map[string]string
	album       *photo.Album
	// cards are the social cards by the path of their page.
	cards map[string]content.CardImage
	// files are all resources but pages, by path: built files, pictures, icons, documents for crawlers.
	files map[string]*resource
	// retired are files that pages of earlier content name, by path; a browser may still show one of those.
	retired map[string]*resource
	// icons and documents are the paths of the files that have no hash in them.
	icons, documents []string
	// pictures bounds the cards and photographs in memory, together with those of earlier content.
	pictures *cache
	lastMod  func() seo.LastMod

	// ctx bounds what is made for all visitors, which may take longer than the request that first needs it. Close cancels it.
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex // held while a new year's pages are made
	pages atomic.Pointer[pageSet]
}

// maxRetired bounds the files of earlier content that are still served.
const maxRetired = 256

// Build makes a site. It renders only the error page that is shown when rendering fails, and the home page with
// [Config.HomeFirst].
func Build(ctx context.Context, cfg Config) (*Site, error) {
	s := &Site{cfg: cfg, pictures: newPageCache(cfg.PageCache)}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if s.baseURL = cfg.BaseURL; s.baseURL == nil {
		var err error
		if s.baseURL, err = url.Parse(cfg.Content.BaseURL()); err != nil {
			return nil, fmt.Errorf("the site's address: %w", err)
		}
	}
	if err := s.build(ctx, nil); err != nil {
		s.cancel()
		return nil, err
	}
	return s, nil
}

// Rebuild makes the site for changed content. Everything that is the same as in s is shared with it, so that little has to be
// made anew; s can still be used. [Site.Prepare] makes the rest ahead of the first requests.
func (s *Site) Rebuild(ctx context.Context, source Source) (*Site, error) {
	return s.Develop(ctx, source, s.cfg.Engine, s.cfg.Scenes)
}

// Develop is [Site.Rebuild] where the components have changed too: with another engine, and other scenes.
func (s *Site) Develop(ctx context.Context, source Source, engine *render.Engine, scenes *scene.Set) (*Site, error) {
	next := &Site{cfg: s.cfg, baseURL: s.baseURL, pictures: s.pictures, ctx: s.ctx, cancel: s.cancel}
	next.cfg.Source, next.cfg.Engine, next.cfg.Scenes = source, engine, scenes
	if err := next.build(ctx, s); err != nil {
		return nil, err
	}
	return next, nil
}

// build makes everything of s; former is the site for earlier content, nil without one.
func (s *Site) build(ctx context.Context, former *Site) (err error) {
	words := s.cfg.Content
	if err := quote.CheckWords(words); err != nil {
		return err
	}
	if s.zone, err = time.LoadLocation(words.Timezone()); err != nil {
		return fmt.Errorf("the time zone of the footer's year: %w", err)
	}
	if s.assets, err = Assets(words, s.cfg.Engine, s.cfg.Scenes); err != nil {
		return err
	}
	if err := s.checkNames(ctx); err != nil {
		return err
	}
	s.files = map[string]*resource{}
	if former != nil {
		s.retired = former.files // for add, until the files are complete
	}
	s.lastMod = s.dated(former)
	s.stylesheets = stylesheets(s.cfg.Engine)
	s.addFiles()
	s.addColors()
	if err := s.addPictures(former); err != nil {
		return err
	}
	if err := s.addDocuments(); err != nil {
		return err
	}
	s.retired = s.retire(former)
	var pages *pageSet
	if former != nil {
		pages = former.pages.Load()
	}
	if err := s.makePages(ctx, pages); err != nil {
		return fmt.Errorf("render the error pages: %w", err)
	}
	return nil
}

// add adds a file. One whose address has a hash of what it is made from is taken over from the former site.
func (s *Site) add(path string, file *resource) {
	file.uncompressed = s.cfg.Development
	if known := s.retired[path]; known != nil && file.cache == cacheForever {
		file = known
	}
	s.files[path] = file
}

// retire returns the files with hashes that the former site had and s has not.
func (s *Site) retire(former *Site) map[string]*resource {
	if former == nil {
		return nil
	}
	retired := map[string]*resource{}
	for _, files := range []map[string]*resource{former.files, former.retired} {
		for path, file := range files {
			if s.files[path] == nil && file.cache == cacheForever && len(retired) < maxRetired {
				retired[path] = file
			}
		}
	}
	return retired
}

// newPageCache makes the cache for a number of pages or pictures; 0 is no limit.
func newPageCache(limit int) *cache {
	if limit == 0 {
		limit = math.MaxInt
	}
	return newCache(limit)
}

// Close cancels what several requests may be waiting for, such as a drawing. The site can still be used.
func (s *Site) Close() { s.cancel() }

// BaseURL is the site's own address, without a path.
func (s *Site) BaseURL() *url.URL { return s.baseURL }

// Content is what the pages are made from.
func (s *Site) Content() *content.Site { return s.cfg.Content }

// Source is what of the site may change while it is served.
func (s *Site) Source() Source { return s.cfg.Source }

// Engine is what renders the pages.
func (s *Site) Engine() *render.Engine { return s.cfg.Engine }

// Scenes are the drawn pictures.
func (s *Site) Scenes() *scene.Set { return s.cfg.Scenes }

// HasPage reports whether the site has a page at path.
func (s *Site) HasPage(path string) bool { return s.pages.Load().pages[path] != nil }

// Pages is the number of all pages.
func (s *Site) Pages() int { return len(s.pages.Load().order) }

// PagePaths returns the paths of all pages, in the order of the route table.
func (s *Site) PagePaths() (paths []string) {
	for _, route := range s.cfg.Content.Routes() {
		paths = append(paths, route.Path)
	}
	return paths
}

// FilePaths returns the paths of the files that are not below [AssetsPath]: icons, and documents for crawlers.
func (s *Site) FilePaths() []string { return slices.Concat(s.documents, s.icons) }

// DocumentPaths returns the paths of the documents for crawlers.
func (s *Site) DocumentPaths() []string { return slices.Clone(s.documents) }

// HasFile reports whether the site has a file at path.
func (s *Site) HasFile(path string) bool { return s.files[path] != nil || s.retired[path] != nil }

// KeptPages is how many finished pages are in memory, besides those that always are.
func (s *Site) KeptPages() int { return s.pages.Load().cache.size() }

// File returns the file at path, or [ErrNotFound].
func (s *Site) File(ctx context.Context, path string, accepted Encodings) (Response, error) {
	file := s.files[path]
	if file == nil {
		file = s.retired[path]
	}
	if file == nil {
		return Response{}, ErrNotFound
	}
	response, err := file.response(ctx, accepted)
	if errors.Is(err, photo.ErrChanged) {
		return Response{}, ErrNotFound
	}
	return response, err
}

// Make renders the page at path if it is one, and if it is not rendered yet.
func (s *Site) Make(ctx context.Context, path string) error {
	if p := s.pages.Load().pages[path]; p != nil {
		return p.warm(ctx)
	}
	return nil
}

// Prepare renders the pages anew that were in memory before the content changed, until all are rendered or ctx ends; then the
// others are rendered when they are asked for. An error says which page cannot be rendered with this content.
func (s *Site) Prepare(ctx context.Context) error {
	for p := range s.pages.Load().all() {
		err := p.prepare(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, render.ErrBusy):
		case err != nil:
			return fmt.Errorf("make the page %s: %w", p.label(), err)
		}
	}
	return nil
}

// Warm renders as many pages as are kept, so that the first visitors do not wait. The error names every page that cannot be
// rendered.
func (s *Site) Warm(ctx context.Context) error {
	var problems []error
	for p := range s.pages.Load().all() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.latest() == nil && p.cache.full() {
			continue
		}
		if err := p.warm(ctx); err != nil {
			problems = append(problems, fmt.Errorf("make the page %s: %w", p.label(), err))
		}
	}
	return errors.Join(problems...)
}

// Precompress draws every scene and compresses everything that is kept at the best level. It takes some seconds of one
// processor. Requests do not wait for it: what they need in the meantime is made at once, at a faster level.
func (s *Site) Precompress(ctx context.Context) error {
	for p := range s.pages.Load().all() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if current := p.current.Load(); current != nil {
			if err := current.precompress(ctx); err != nil {
				return fmt.Errorf("compress the page %s: %w", p.label(), err)
			}
		}
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
