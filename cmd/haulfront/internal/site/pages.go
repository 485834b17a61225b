package site

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
	"haulfront/render"
)

// pageSet is all pages, with one year in their footers. Nothing else in a page depends on the time.
type pageSet struct {
	year       int
	pages      map[string]*page
	notFound   *page
	errorPages map[content.ErrorKind]*page
	// cache bounds how many of pages are kept.
	cache *cache
	// order is the paths of pages, in the order of the route table.
	order []string
	// received reports a success if the page that should cannot be rendered.
	received *page
}

// notFoundFile is the name under which most web servers look for the page of unknown paths.
const notFoundFile = "/404.html"

// Page returns the page at path in a state, or [ErrNotFound]. If it cannot be rendered, a simpler one takes its place, see
// [Response.Fallbacks]. A rejected form waits for a runtime as long as the engine lets it, once on its own page and once on
// the home page, so that what was typed comes back; if neither can be rendered, an error page answers.
func (s *Site) Page(ctx context.Context, path string, state State, accepted Encodings) (Response, error) {
	set := s.currentPages(ctx)
	if set.pages[path] == nil {
		return Response{}, ErrNotFound
	}
	var fallbacks []Fallback
	attempts := set.attempts(path, state)
	for i, a := range attempts {
		response, err := a.page.respond(ctx, a.state, accepted)
		if err == nil || i == len(attempts)-1 {
			response.Fallbacks = fallbacks
			return response, err
		}
		fallbacks = append(fallbacks, Fallback{a.page.path, err})
	}
	panic("site: there is no page to attempt")
}

// attempt is a page that may answer a request.
type attempt struct {
	page  *page
	state State
}

// attempts are the pages that may answer a request, the best first. The later ones need less to be rendered.
func (set *pageSet) attempts(path string, state State) []attempt {
	p := set.pages[path]
	switch {
	case state.Form != nil:
		return []attempt{
			{p, state}, {set.pages["/"], state},
			{set.errorPages[content.ErrorBusy], State{}}, {set.errorPages[content.ErrorInternal], State{}},
		}
	case state.Received != nil:
		return []attempt{{p, state}, {set.received, State{}}} // not even an error may look as if the request had failed
	case state.Plan != "":
		return []attempt{{p, state}, {p, State{}}}
	}
	return []attempt{{p, state}}
}

// FormID returns the id of the quote form that a post from the page at path belongs to: id if the page has such a form, else
// that of its first form, "" if it has none.
func (s *Site) FormID(ctx context.Context, path, id string) string {
	return s.pages.Load().pages[path].formID(ctx, id)
}

// NotFound returns the page of every unknown path. It is the same for all of them, so that no visitor can make the memory
// grow.
func (s *Site) NotFound(ctx context.Context, accepted Encodings) (Response, error) {
	return s.currentPages(ctx).notFound.response(ctx, accepted)
}

// ErrorPage returns the page that says why a request failed: the general one, which was rendered by Build, where the one for
// kind cannot be.
func (s *Site) ErrorPage(ctx context.Context, kind content.ErrorKind, accepted Encodings) (Response, error) {
	pages := s.pages.Load().errorPages
	if response, err := pages[kind].response(ctx, accepted); err == nil {
		return response, nil
	}
	return pages[content.ErrorInternal].response(ctx, accepted)
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
	if err := s.makePages(ctx, s.pages.Load()); err != nil {
		s.cfg.Log.Error("the new year's pages were not made", "error", err)
	}
	return s.pages.Load()
}

func (s *Site) year() int { return s.cfg.Now().In(s.zone).Year() }

// makePages makes the current year's pages and renders what must be ready before it is needed: the page that is shown when
// rendering fails. What is the same in the former pages, which may be nil, is not rendered again.
func (s *Site) makePages(ctx context.Context, former *pageSet) error {
	year := s.year()
	info, words := s.buildInfo(year), s.cfg.Content
	set := &pageSet{
		year:       year,
		pages:      map[string]*page{},
		cache:      newPageCache(s.cfg.PageCache),
		notFound:   s.newPage("NotFound", func() any { return words.NotFound(s.infoFor("NotFound", info)) }),
		errorPages: map[content.ErrorKind]*page{},
		received:   s.newPage("Failure", func() any { return words.Notice(s.infoFor("Failure", info), words.QuoteMessages().Received) }),
	}
	for _, route := range words.Routes() {
		p := s.routePage(route, info)
		if route.Kind != content.KindHome {
			p.cache = set.cache // the home page stands in for others
		}
		set.pages[route.Path] = p
		set.order = append(set.order, route.Path)
	}
	for _, kind := range content.ErrorKinds() {
		set.errorPages[kind] = s.newPage("Failure", func() any { return words.Failure(s.infoFor("Failure", info), kind) })
	}
	if former != nil {
		if err := set.adopt(former); err != nil {
			return err
		}
	}
	if s.cfg.Development {
		s.pages.Store(set)
		return nil
	}
	failure := make(chan error, 1)
	go func() { failure <- set.errorPages[content.ErrorInternal].warm(ctx) }()
	if s.cfg.HomeFirst && former == nil {
		if err := set.pages["/"].warm(ctx); err != nil {
			s.cfg.Log.Error("the home page was not made", "error", err) // it is tried again when it is asked for
		}
	}
	// Where all runtimes are busy, the former page will do.
	if err := <-failure; err != nil && (former == nil || !errors.Is(err, render.ErrBusy)) {
		return err
	}
	s.pages.Store(set)
	return nil
}

// adopt takes over what was rendered of the former pages, the last used ones last, so that they are the last to be dropped.
func (set *pageSet) adopt(former *pageSet) error {
	type pair struct{ page, former *page }
	pairs := []pair{{set.notFound, former.notFound}, {set.received, former.received}}
	for path, p := range set.pages {
		if before := former.pages[path]; before != nil {
			pairs = append(pairs, pair{p, before})
		}
	}
	for kind, p := range set.errorPages {
		pairs = append(pairs, pair{p, former.errorPages[kind]})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.former.used.Load(), b.former.used.Load()) })
	for _, each := range pairs {
		if err := each.page.adopt(each.former); err != nil {
			return err
		}
	}
	return nil
}

// all yields every page: first those of the route table, in its order.
func (set *pageSet) all() iter.Seq[*page] {
	return func(yield func(*page) bool) {
		for _, path := range set.order {
			if !yield(set.pages[path]) {
				return
			}
		}
		for _, p := range slices.Concat(slices.Collect(maps.Values(set.errorPages)), []*page{set.notFound, set.received}) {
			if !yield(p) {
				return
			}
		}
	}
}

// buildInfo is what every page's props are made with.
func (s *Site) buildInfo(year int) content.BuildInfo {
	info := content.BuildInfo{
		BaseURL: s.baseURL.String(), MapsEmbedURL: s.cfg.MapsEmbedURL.String(), Assets: s.assets, Cards: s.cards, Year: year,
		QuoteFields: quote.FormFields(), Views: s.cfg.Views, Sessions: s.cfg.Sessions,
	}
	s.cfg.Export.apply(&info)
	return info
}

// infoFor is what the props of a component's pages are made with: they have a stylesheet of their own.
func (s *Site) infoFor(component string, info content.BuildInfo) content.BuildInfo {
	info.Assets.Stylesheet = s.stylesheets[component]
	return info
}

// routePage is the page of a route.
func (s *Site) routePage(route content.Route, info content.BuildInfo) *page {
	words := s.cfg.Content
	component := route.Kind.Component()
	p := s.newPage(component, func() any { return words.PageProps(s.infoFor(component, info), route) })
	p.path, p.noMemo = route.Path, s.cfg.NoMemo
	return p
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
