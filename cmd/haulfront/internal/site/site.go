// Package site makes everything that is served: pages, built files, pictures, social cards, icons, and documents for
// crawlers. [Build] makes a site from content and a render engine, for the commands serve, export and check alike. The
// package does not depend on an HTTP server: it returns each [Response] as bytes with the headers that belong to them.
// Of leads it knows the quote form alone, and nothing of what the company does with them.
//
// # Pages
//
// A page is rendered once for each content and each year in the footer, and kept in memory with its compressed forms;
// beyond [Config.PageCache] pages, the least recently used ones are dropped and rendered again on demand. For a page
// in another [State], such as a rejected form, the islands that the state changes are rendered for each request. If no
// runtime is free in time, a simpler page replaces it, and [Response.Fallbacks] says so. With [Config.NoMemo] every
// page is rendered for every request; the bytes are the same.
//
// # Files
//
// The addresses of built files, pictures, cards and icons contain a hash of their sources. A file is made on first
// demand; [Site.Warm] and [Site.Precompress] make most files ahead of time.
//
// # Content
//
// The content of a Site never changes. For changed content, [Site.Rebuild] makes another Site, which takes over
// everything that is the same: files, runtimes, and the pages that the change does not touch. The server replaces one
// with the other atomically, and requests that have begun finish with the former one.
//
// A Site is safe for concurrent use.
package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"haulfront/cmd/haulfront/internal/leads/photo"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
	"haulfront/render"
)

// QuotePath takes the posts of quote forms.
const QuotePath = "/quote"

// ErrNotFound is returned for a path at which the site has nothing.
var ErrNotFound = errors.New("not found")

// Source is the part of a site's configuration that may change while it is served.
type Source struct {
	Content *content.Site
	// Photos are the photographs that replace scenes; it may be nil. Its type is comparable: the photographs are read
	// again only when Photos is another value.
	Photos fs.FS
	// OfficePhotos are those of the office, over the others; they are like Photos.
	OfficePhotos fs.FS
	// Public are files to serve as they are, at the paths that they have in it; it may be nil.
	Public fs.FS
	// LastMod is the noted days of the pages' last changes, for the sitemap.
	LastMod seo.LastMod
	// Modified is the time of the last change of the content files: pages that differ from LastMod get its day. If it
	// is zero, LastMod counts.
	Modified time.Time
}

// Config is everything that a site is built from.
type Config struct {
	Source
	Engine   *render.Engine
	Scenes   *scene.Set // the drawn pictures
	CardFont []byte     // the font of social cards, see card.NewRenderer
	// BaseURL is the site's own address, without a path; nil is that of the first content.
	BaseURL      *url.URL
	MapsEmbedURL *url.URL // the address of the interactive map; nil is OpenStreetMap's
	// Views makes pages report that they were viewed, and Sessions makes forms request a session with the backend.
	Views, Sessions bool
	RetentionDays   int // the age at which requests are deleted; 0: never
	// Office says that somebody can take a time that a customer picks.
	Office bool
	// Export makes pages for another web server; it is nil if this program serves them.
	Export *Export
	// HomeFirst renders the home page, which is requested first, before Build returns.
	HomeFirst bool
	// NoMemo renders every page for every request, uncompressed.
	NoMemo bool
	// Development serves a change sooner: nothing is compressed, and no error page is rendered ahead of time.
	Development bool
	// PageCache is the number of rendered pages in memory, besides the home page and the error pages, and of social
	// cards and photographs; 0 keeps all.
	PageCache int
	Log       *slog.Logger
	Now       func() time.Time // the clock; only the footer's year depends on it
}

// Site is all pages and files that are served.
type Site struct {
	cfg         Config
	assets      content.Assets
	manifest    manifest          // of the icons; pages set the rest
	stylesheets map[string]string // the addresses of the pages' stylesheets, by component
	late        map[string]string // those of their late ones
	styles      map[string]style  // the stylesheets in public pages, by component; none in development
	mark        mark
	album       *photo.Album
	warnings    []error                      // of files that are not shown
	cards       map[string]content.CardImage // by the path of their page
	// files are all resources but pages, by path: built files, pictures, icons, documents for crawlers.
	files map[string]*resource
	// retired are files of earlier content, by path; open pages may still refer to them.
	retired   map[string]*resource
	documents []string // the paths of the documents for crawlers
	// pictures bounds the cards and photographs in memory, including those of earlier content.
	pictures *cache[*resource]
	lastMod  func() seo.LastMod
	// estimates has answers for this content.
	estimates *estimates

	// ctx bounds work for all visitors, which may take longer than the request that starts it. Close cancels it.
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex // held while a new day's pages are made
	pages atomic.Pointer[pageSet]
}

// maxRetired bounds the number of files of earlier content that are still served.
const maxRetired = 256

// Build makes a site. It renders only the general error page, and with [Config.HomeFirst] the home page.
func Build(ctx context.Context, cfg Config) (*Site, error) {
	s := &Site{cfg: cfg, pictures: newCache[*resource](cfg.PageCache)}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if cfg.BaseURL == nil {
		var err error
		if s.cfg.BaseURL, err = url.Parse(cfg.Content.Business.URL); err != nil {
			return nil, fmt.Errorf("the site's address: %w", err)
		}
	}
	if err := s.build(ctx, nil); err != nil {
		s.cancel()
		return nil, err
	}
	return s, nil
}

// Rebuild makes the site for another Source, Engine or Scenes in the configuration; the rest of cfg stays as it was. It
// shares everything that is the same with s, which can still be used. [Site.Prepare] makes the rest ahead of the first
// requests.
func (s *Site) Rebuild(ctx context.Context, cfg Config) (*Site, error) {
	next := &Site{cfg: cfg, pictures: s.pictures, ctx: s.ctx, cancel: s.cancel}
	if err := next.build(ctx, s); err != nil {
		return nil, err
	}
	return next, nil
}

// build makes everything of s; former is the site of the earlier content, nil for the first.
func (s *Site) build(ctx context.Context, former *Site) (err error) {
	words := s.cfg.Content
	if err := quote.CheckWords(words); err != nil {
		return err
	}
	if s.assets, err = Assets(words, s.cfg.Engine, s.cfg.Scenes); err != nil {
		return err
	}
	if err := s.checkNames(ctx); err != nil {
		return err
	}
	if s.estimates, err = newEstimates(s.cfg.Engine, words); err != nil {
		return err
	}
	s.files, s.stylesheets, s.late = map[string]*resource{}, map[string]string{}, map[string]string{}
	for _, name := range content.Components() {
		module := "components/pages/" + name + "/" + name + ".tsx"
		s.stylesheets[name], s.late[name] = s.cfg.Engine.StylesheetOf(module), s.cfg.Engine.LateStylesheetOf(module)
	}
	var formerPages *pageSet
	if former != nil {
		s.retired, formerPages = former.files, former.pages.Load() // retired is for add, until the files are complete
	}
	for _, name := range officeComponents() {
		s.stylesheets[name] = s.cfg.Engine.StylesheetOf("components/office/" + name + "/" + name + ".tsx")
	}
	s.lastMod = s.dated(former)
	if err := s.makeMark(); err != nil {
		return err
	}
	s.addFiles()
	s.addLook()
	s.addMark()
	if err := s.addStyles(ctx); err != nil {
		return err
	}
	if err := s.addPictures(former); err != nil {
		return err
	}
	if err := s.addPropsFiles(); err != nil {
		return err
	}
	if err := s.addDocuments(); err != nil {
		return err
	}
	if err := s.addPublic(); err != nil {
		return err
	}
	s.retired = s.retire(former)
	if err := s.makePages(ctx, formerPages); err != nil {
		return fmt.Errorf("render the error pages: %w", err)
	}
	return nil
}

// add adds a file, or takes it over from the former site if its address contains a hash.
func (s *Site) add(path string, file *resource) {
	file.uncompressed, file.cache = s.cfg.Development, cacheChecked
	file.mediaType = cmp.Or(file.mediaType, mediaTypeOf(path))
	if strings.HasPrefix(path, AssetsPath) {
		file.cache = cacheForever
		file = cmp.Or(s.retired[path], file)
	}
	s.files[path] = file
}

// retire returns the hashed files of the former site that s does not have.
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

// Close cancels shared work such as a drawing. The site can still be used.
func (s *Site) Close() { s.cancel() }

// BaseURL is the site's own address, without a path.
func (s *Site) BaseURL() *url.URL { return s.cfg.BaseURL }

// Content is the content of the pages.
func (s *Site) Content() *content.Site { return s.cfg.Content }

// Config is the configuration, with the present content and components.
func (s *Site) Config() Config { return s.cfg }

// HasPage reports whether the site has a page at path.
func (s *Site) HasPage(path string) bool { return s.pages.Load().pages[path] != nil }

// PagePaths returns the paths of all pages, in the order of the route table.
func (s *Site) PagePaths() []string { return slices.Clone(s.pages.Load().order) }

// DocumentPaths returns the paths of the documents for crawlers.
func (s *Site) DocumentPaths() []string { return slices.Clone(s.documents) }

// HasFile reports whether the site has a file at path.
func (s *Site) HasFile(path string) bool { return s.files[path] != nil || s.retired[path] != nil }

// File returns the file at path, or [ErrNotFound].
func (s *Site) File(ctx context.Context, path string, accepted Encodings) (Response, error) {
	file := cmp.Or(s.files[path], s.retired[path])
	if file == nil {
		return Response{}, ErrNotFound
	}
	response, err := file.response(ctx, accepted)
	if errors.Is(err, photo.ErrChanged) {
		err = ErrNotFound
	}
	return response, err
}

// Make renders the page at path, if there is one, unless it is kept.
func (s *Site) Make(ctx context.Context, path string) error {
	if p := s.pages.Load().pages[path]; p != nil {
		return p.warm(ctx)
	}
	return nil
}

// Prepare renders the pages again that were in memory before the content changed, until all are rendered or ctx ends.
// An error names a page that cannot be rendered with this content.
func (s *Site) Prepare(ctx context.Context) error {
	for _, p := range s.pages.Load().all() {
		if p.former.Load() == nil {
			continue
		}
		err := p.warm(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && !errors.Is(err, render.ErrBusy):
			return fmt.Errorf("make the page %s: %w", p.label(), err)
		}
	}
	return nil
}

// Warm renders as many pages as are kept, so that the first visitors do not wait. The error names every page that
// cannot be rendered.
func (s *Site) Warm(ctx context.Context) error {
	var problems []error
	for _, p := range s.pages.Load().all() {
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

// Precompress draws every scene and compresses everything in memory at the best level, and calls wait before each. It
// takes some seconds of processor time. Requests do not wait for it: until then their files are compressed at a faster
// level.
func (s *Site) Precompress(ctx context.Context, wait func(context.Context)) error {
	for _, p := range s.pages.Load().all() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if current := p.current.Load(); current != nil {
			if err := current.precompress(ctx, wait); err != nil {
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
		if err := file.precompress(ctx, wait); err != nil {
			return fmt.Errorf("make %s: %w", path, err)
		}
	}
	return nil
}
