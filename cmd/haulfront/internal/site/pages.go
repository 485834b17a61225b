package site

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

// pageSet is all pages, with one year in their footers. Nothing else in a page depends on the time.
type pageSet struct {
	year       int
	pages      map[string]*page
	notFound   *page
	errorPages map[content.ErrorKind]*page
	// received reports a success if the page that should cannot be rendered.
	received *page
}

// notFoundFile is the name under which most web servers look for the page of unknown paths.
const notFoundFile = "/404.html"

// Page returns the page at path in a state, or [ErrNotFound]. If it cannot be rendered, a simpler one takes its place, see
// [Response.Fallbacks]: a form that comes back keeps what was typed as long as any page can show it.
func (s *Site) Page(ctx context.Context, path string, state State, accepted Encodings) (Response, error) {
	set := s.currentPages(ctx)
	if set.pages[path] == nil {
		return Response{}, ErrNotFound
	}
	var fallbacks []Fallback
	attempts := set.attempts(path, state)
	for i, try := range attempts {
		response, err := try.page.respond(ctx, try.state, accepted)
		if err == nil || i == len(attempts)-1 {
			response.Fallbacks = fallbacks
			return response, err
		}
		fallbacks = append(fallbacks, Fallback{try.page.path, err})
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
		plain := *state.Form
		plain.Errors = nil
		return []attempt{
			{p, state}, {p, State{Form: &plain}}, {set.pages["/"], State{Form: &plain}},
			{set.errorPages[content.ErrorBusy], State{}}, {set.errorPages[content.ErrorInternal], State{}},
		}
	case state.Received != "":
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

// ErrorToast says the same as the error page for kind.
func (s *Site) ErrorToast(kind content.ErrorKind) content.Toast {
	shown := s.pages.Load().errorPages[kind].props.(content.ErrorPage)
	return content.Toast{Kind: content.ToastDestructive, Title: shown.Title, Description: shown.Text}
}

// Styleguide returns the page with every piece of the site in all its states, as they are now: it is for developers.
func (s *Site) Styleguide(ctx context.Context) (Response, error) {
	p := s.newPage("Styleguide", s.cfg.Content.Styleguide(s.buildInfo(s.year())))
	p.noMemo = true
	return p.respond(ctx, State{}, Encodings{})
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
		year:       year,
		pages:      map[string]*page{},
		notFound:   s.newPage("NotFound", words.NotFound(info)),
		errorPages: map[content.ErrorKind]*page{},
		received:   s.newPage("Failure", words.Notice(info, words.QuoteMessages().Received)),
	}
	for _, route := range words.Routes() {
		set.pages[route.Path] = s.routePage(route, info)
	}
	for _, kind := range content.ErrorKinds() {
		set.errorPages[kind] = s.newPage("Failure", words.Failure(info, kind))
	}
	if _, err := set.errorPages[content.ErrorInternal].content(ctx); err != nil {
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
	name, props := routeProps(s.cfg.Content, route, info)
	p := s.newPage(name, props)
	p.path, p.noMemo = route.Path, s.cfg.NoMemo
	return p
}

// routeProps returns the name of the component of a route's page, and its props.
func routeProps(words *content.Site, route content.Route, info content.BuildInfo) (name string, props any) {
	switch route.Kind {
	case content.KindHome:
		return "Home", words.Home(info)
	case content.KindService:
		return "Service", words.Service(info, route.Slug)
	case content.KindCategory:
		return "Category", words.Category(info, route.Slug)
	case content.KindCity:
		return "City", words.City(info, route.Slug)
	case content.KindGetQuote:
		return "GetQuote", words.GetQuote(info)
	case content.KindBlog:
		return "BlogIndex", words.Blog(info)
	case content.KindArticle:
		return "Article", words.Article(info, route.Slug)
	case content.KindServices:
		return "AllServices", words.Services(info)
	case content.KindLocations:
		return "AllLocations", words.Locations(info)
	}
	panic("site: there is no page for the kind " + string(route.Kind))
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
		slices.Collect(maps.Values(set.pages)), slices.Collect(maps.Values(set.errorPages)), []*page{set.notFound, set.received},
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

// warmForms renders the states in which forms come back. Pages share them, and nothing that visitors send displaces them.
func (s *Site) warmForms(ctx context.Context) error {
	messages := s.cfg.Content.QuoteMessages()
	toasts := append(messages.Toasts(), s.ErrorToast(content.ErrorTooLarge))
	for path, p := range s.pages.Load().pages {
		if err := p.warmForms(ctx, toasts); err != nil {
			return fmt.Errorf("make the states of the page %s: %w", path, err)
		}
	}
	return nil
}
