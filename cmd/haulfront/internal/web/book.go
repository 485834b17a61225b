package web

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"haulfront/content"
	"haulfront/render"
)

// book is all pages of the site, in the edition of the current year.
type book struct {
	cfg   Config
	zone  *time.Location
	frame func(year int) content.BuildInfo

	mu      sync.Mutex // held while a new edition is opened
	current atomic.Pointer[edition]
}

// edition is the pages with one year in their footers. Nothing else in a page depends on the time.
type edition struct {
	year     int
	pages    map[string]*sheet
	notFound *sheet
	failures map[content.ErrorKind]*sheet
	// received tells of a success where the page that should cannot be rendered.
	received *sheet
}

// sheet is one page: how it is rendered, and the finished document of its default state.
type sheet struct {
	document
	engine *render.Engine
	// name and props say what the engine renders.
	name  string
	props any

	once sync.Mutex
	page atomic.Pointer[render.Page]
	// successes are the pages with a success, by the id of its form, and plans those with a chosen plan, by its key.
	successes, plans sync.Map
}

func newBook(cfg Config, frame func(year int) content.BuildInfo) (*book, error) {
	zone, err := time.LoadLocation(cfg.Site.Timezone())
	if err != nil {
		return nil, fmt.Errorf("the time zone of the footer's year: %w", err)
	}
	return &book{cfg: cfg, zone: zone, frame: frame}, nil
}

// has reports whether the site has a page of its own at path.
func (b *book) has(path string) bool { return b.current.Load().pages[path] != nil }

// open makes the current year's edition and renders what must be ready before it is needed: the page that is shown
// when rendering fails.
func (b *book) open(ctx context.Context) error {
	e, err := b.edition(b.year())
	if err != nil {
		return err
	}
	if _, err := e.failures[content.ErrorInternal].content(ctx); err != nil {
		return err
	}
	b.current.Store(e)
	return nil
}

// now returns the current edition, a new one after midnight of New Year's Eve. Where that cannot be made yet, last year's
// will do.
func (b *book) now(ctx context.Context) *edition {
	e := b.current.Load()
	if e.year == b.year() {
		return e
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.current.Load(); e.year == b.year() {
		return e
	}
	if err := b.open(ctx); err != nil {
		b.cfg.Log.Error("the new year's pages were not made", "error", err)
	}
	return b.current.Load()
}

func (b *book) year() int { return b.cfg.Now().In(b.zone).Year() }

func (b *book) edition(year int) (*edition, error) {
	frame, site := b.frame(year), b.cfg.Site
	e := &edition{
		year:     year,
		pages:    map[string]*sheet{},
		notFound: b.sheet("NotFound", site.NotFound(frame)),
		failures: map[content.ErrorKind]*sheet{},
		received: b.sheet("Failure", site.Notice(frame, site.QuoteMessages().Received)),
	}
	for _, r := range site.Routes() {
		name, props := b.pageOf(r, frame)
		e.pages[r.Path] = b.sheet(name, props)
	}
	for _, f := range content.ErrorKinds() {
		e.failures[f] = b.sheet("Failure", site.Failure(frame, f))
	}
	return e, nil
}

// toast says what the page of a failure says.
func (e *edition) toast(f content.ErrorKind) content.Toast {
	shown := e.failures[f].props.(content.ErrorPage)
	return content.Toast{Kind: content.ToastDestructive, Title: shown.Title, Description: shown.Text}
}

// pageOf returns the component of a route's page and its props.
func (b *book) pageOf(r content.Route, frame content.BuildInfo) (name string, props any) {
	site := b.cfg.Site
	switch r.Kind {
	case content.KindHome:
		return "Home", site.Home(frame)
	case content.KindService:
		return "Service", site.Service(frame, r.Slug)
	case content.KindCategory:
		return "Category", site.Category(frame, r.Slug)
	case content.KindCity:
		return "City", site.City(frame, r.Slug)
	case content.KindGetQuote:
		return "GetQuote", site.GetQuote(frame)
	case content.KindBlog:
		return "BlogIndex", site.Blog(frame)
	case content.KindArticle:
		return "Article", site.Article(frame, r.Slug)
	case content.KindServices:
		return "AllServices", site.Services(frame)
	case content.KindLocations:
		return "AllLocations", site.Locations(frame)
	}
	panic("web: no page is made for the kind " + string(r.Kind))
}

func (b *book) sheet(name string, props any) *sheet {
	s := &sheet{engine: b.cfg.Engine, name: name, props: props}
	s.document = document{mediaType: htmlType, cache: cacheChecked, make: func(ctx context.Context) ([]byte, error) {
		return s.html(ctx, nil)
	}}
	return s
}

// template returns the rendered page, rendering it if nobody has yet.
func (s *sheet) template(ctx context.Context) (*render.Page, error) {
	if p := s.page.Load(); p != nil {
		return p, nil
	}
	s.once.Lock()
	defer s.once.Unlock()
	if p := s.page.Load(); p != nil {
		return p, nil
	}
	p, err := s.engine.Page(ctx, s.name, s.props)
	if err != nil {
		return nil, err
	}
	s.page.Store(p)
	return p, nil
}

// state returns the page with some islands in a state of their own.
func (s *sheet) state(ctx context.Context, overrides map[string]any) (*render.State, error) {
	p, err := s.template(ctx)
	if err != nil {
		return nil, err
	}
	return p.With(overrides)
}

// html returns the HTML of a state.
func (s *sheet) html(ctx context.Context, overrides map[string]any) ([]byte, error) {
	state, err := s.state(ctx, overrides)
	if err != nil {
		return nil, err
	}
	return state.HTML(ctx)
}

// each calls f for the documents of all pages of the current edition.
func (b *book) each(ctx context.Context, f func(*document, context.Context) error) error {
	e := b.current.Load()
	sheets := slices.Concat(slices.Collect(maps.Values(e.pages)), slices.Collect(maps.Values(e.failures)), []*sheet{e.notFound, e.received})
	for _, s := range sheets {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(&s.document, ctx); err != nil {
			return fmt.Errorf("make the page %s: %w", s.name, err)
		}
	}
	return nil
}
