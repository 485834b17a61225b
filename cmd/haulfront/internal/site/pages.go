package site

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
	"haulfront/render"
)

// pageSet is all pages with one year in their footers. Nothing else in a page depends on the time.
type pageSet struct {
	year     int
	pages    map[string]*page
	notFound *page
	failures map[content.ErrorKind]*page
	// received tells of a success where the page that should cannot be rendered.
	received *page
}

// page is a page: how it is rendered, and the resource of its default state.
type page struct {
	resource
	engine *render.Engine
	noMemo bool
	// name and props say what the engine renders.
	name  string
	props any

	rendering sync.Mutex
	rendered  atomic.Pointer[render.Page]
	// received are the pages with a success, by the id of its form, and plans those with a chosen plan, by its key.
	received, plans sync.Map
}

// notFoundFile is the name under which most web servers look for the page of unknown paths.
const notFoundFile = "/404.html"

// NotFound returns the page of every unknown path. It is the same for all of them, so that no visitor can make the memory
// grow.
func (s *Site) NotFound(ctx context.Context, accepted Encodings) (Response, error) {
	return s.currentPages(ctx).notFound.response(ctx, accepted)
}

// Failure returns the page that says why a request failed: the general one, which was rendered by Build, where the one for
// fault cannot be.
func (s *Site) Failure(ctx context.Context, fault content.ErrorKind, accepted Encodings) (Response, error) {
	failures := s.pages.Load().failures
	if response, err := failures[fault].response(ctx, accepted); err == nil {
		return response, nil
	}
	return failures[content.ErrorInternal].response(ctx, accepted)
}

// FailureToast says what the page of a failure says.
func (s *Site) FailureToast(fault content.ErrorKind) content.Toast {
	shown := s.pages.Load().failures[fault].props.(content.ErrorPage)
	return content.Toast{Kind: content.ToastDestructive, Title: shown.Title, Description: shown.Text}
}

// Styleguide returns the page with every piece of the site in all its states, as they are now: it is for developers.
func (s *Site) Styleguide(ctx context.Context) (Response, error) {
	p := s.page("Styleguide", s.cfg.Content.Styleguide(s.buildInfo(s.year())))
	p.noMemo = true
	return p.inState(ctx, nil, Encodings{})
}

// currentPages returns this year's pages, new ones after midnight of New Year's Eve. Where those cannot be made yet, last
// year's will do.
func (s *Site) currentPages(ctx context.Context) *pageSet {
	set := s.pages.Load()
	if set.year == s.year() {
		return set
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if set := s.pages.Load(); set.year == s.year() {
		return set
	}
	if err := s.makePages(ctx); err != nil {
		s.cfg.Log.Error("the new year's pages were not made", "error", err)
	}
	return s.pages.Load()
}

func (s *Site) year() int { return s.cfg.Now().In(s.zone).Year() }

// makePages makes the current year's pages and renders what must be ready before it is needed: the page that is shown when
// rendering fails.
func (s *Site) makePages(ctx context.Context) error {
	year := s.year()
	info, words := s.buildInfo(year), s.cfg.Content
	set := &pageSet{
		year:     year,
		pages:    map[string]*page{},
		notFound: s.page("NotFound", words.NotFound(info)),
		failures: map[content.ErrorKind]*page{},
		received: s.page("Failure", words.Notice(info, words.QuoteMessages().Received)),
	}
	for _, route := range words.Routes() {
		set.pages[route.Path] = s.routePage(route, info)
	}
	for _, fault := range content.ErrorKinds() {
		set.failures[fault] = s.page("Failure", words.Failure(info, fault))
	}
	if _, err := set.failures[content.ErrorInternal].content(ctx); err != nil {
		return err
	}
	s.pages.Store(set)
	return nil
}

// buildInfo is what every page's props are made with.
func (s *Site) buildInfo(year int) content.BuildInfo {
	info := content.BuildInfo{
		BaseURL: s.cfg.BaseURL.String(), MapsEmbedURL: s.cfg.MapsEmbedURL.String(), Assets: s.assets, Cards: s.cards, Year: year,
		QuoteFields: quote.FormFields(), Views: s.cfg.Views, Sessions: s.cfg.Sessions,
	}
	s.cfg.Export.apply(&info)
	return info
}

// routePage is the page of a route.
func (s *Site) routePage(route content.Route, info content.BuildInfo) *page {
	words := s.cfg.Content
	switch route.Kind {
	case content.KindHome:
		return s.page("Home", words.Home(info))
	case content.KindService:
		return s.page("Service", words.Service(info, route.Slug))
	case content.KindCategory:
		return s.page("Category", words.Category(info, route.Slug))
	case content.KindCity:
		return s.page("City", words.City(info, route.Slug))
	case content.KindGetQuote:
		return s.page("GetQuote", words.GetQuote(info))
	case content.KindBlog:
		return s.page("BlogIndex", words.Blog(info))
	case content.KindArticle:
		return s.page("Article", words.Article(info, route.Slug))
	case content.KindServices:
		return s.page("AllServices", words.Services(info))
	case content.KindLocations:
		return s.page("AllLocations", words.Locations(info))
	}
	panic("site: there is no page for the kind " + string(route.Kind))
}

func (s *Site) page(name string, props any) *page {
	p := &page{engine: s.cfg.Engine, noMemo: s.cfg.NoMemo, name: name, props: props}
	p.resource = resource{mediaType: htmlType, cache: cacheChecked, make: func(ctx context.Context) ([]byte, error) {
		return p.html(ctx, nil)
	}}
	return p
}

// render returns the rendered page, rendering it if nobody has yet.
func (p *page) render(ctx context.Context) (*render.Page, error) {
	if rendered := p.rendered.Load(); rendered != nil {
		return rendered, nil
	}
	p.rendering.Lock()
	defer p.rendering.Unlock()
	if rendered := p.rendered.Load(); rendered != nil {
		return rendered, nil
	}
	rendered, err := p.engine.Page(ctx, p.name, p.props)
	if err != nil {
		return nil, err
	}
	p.rendered.Store(rendered)
	return rendered, nil
}

// state returns the page with some islands in a state of their own. overrides are as in [render.Page.With].
func (p *page) state(ctx context.Context, overrides map[string]any) (*render.State, error) {
	rendered, err := p.render(ctx)
	if err != nil {
		return nil, err
	}
	return rendered.With(overrides)
}

// html returns the HTML of a state.
func (p *page) html(ctx context.Context, overrides map[string]any) ([]byte, error) {
	state, err := p.state(ctx, overrides)
	if err != nil {
		return nil, err
	}
	return state.HTML(ctx)
}

// routes are the pages in the order of the route table, and after them the page of unknown paths, which has no kind.
func (s *Site) routes() iter.Seq2[content.Route, *page] {
	set := s.pages.Load()
	return func(yield func(content.Route, *page) bool) {
		for _, route := range s.cfg.Content.Routes() {
			if !yield(route, set.pages[route.Path]) {
				return
			}
		}
		yield(content.Route{Path: notFoundFile}, set.notFound)
	}
}

// eachPage calls f for the resources of all current pages.
func (s *Site) eachPage(ctx context.Context, f func(*resource, context.Context) error) error {
	set := s.pages.Load()
	all := slices.Concat(
		slices.Collect(maps.Values(set.pages)), slices.Collect(maps.Values(set.failures)), []*page{set.notFound, set.received},
	)
	for _, p := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(&p.resource, ctx); err != nil {
			return fmt.Errorf("make the page %s: %w", p.name, err)
		}
	}
	return nil
}
