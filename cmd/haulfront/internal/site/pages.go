package site

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/clock"
	"haulfront/render"
)

// pageSet is all pages of a day, which has its year and the next closed days in their footers. Nothing else in a page
// depends on the time.
type pageSet struct {
	day        time.Time
	pages      map[string]*page
	notFound   *page
	errorPages map[content.ErrorKind]*page
	cache      *cache[*page] // bounds the number of rendered pages
	order      []string      // the paths of pages, in the order of the route table
	// shared are the last responses of the kinds that many visitors ask for anew.
	shared *lru.Cache[string, Response]
}

// notFoundFile is the name under which most web servers look for the page of unknown paths.
const notFoundFile = "/404.html"

// Page returns the page at path in a state, or [ErrNotFound]. If it cannot be rendered, a simpler one replaces it, see
// [Response.Fallbacks]. The home page replaces that of a rejected form, so that the visitor's input is not lost, unless
// all runtimes are busy: then an error page answers, after one wait.
func (s *Site) Page(ctx context.Context, path string, state State, accepted Encodings) (Response, error) {
	set := s.currentPages(ctx)
	if set.pages[path] == nil {
		return Response{}, ErrNotFound
	}
	if e := state.Estimate; e != nil && state == (State{Estimate: e}) {
		key := fmt.Sprintf("%s %s %q %q", path, e.Named, e.Values["zip"], e.Find)
		return set.share(key, accepted, func() (Response, error) {
			return set.pages[path].respond(ctx, state, accepted)
		})
	}
	if state == (State{}) {
		return set.pages[path].respond(ctx, state, accepted)
	}
	var fallbacks []Fallback
	var err error
	for _, a := range set.attempts(path, state) {
		if a.state.Form != nil && errors.Is(err, render.ErrBusy) {
			continue // it would wait for a runtime again
		}
		var response Response
		if response, err = a.page.respond(ctx, a.state, accepted); err == nil {
			response.Fallbacks = fallbacks
			return response, nil
		}
		fallbacks = append(fallbacks, Fallback{a.page.path, err})
	}
	return Response{}, err
}

// maxShared is how many responses are shared, of some twenty kilobytes each.
const maxShared = 128

// share returns the response with the key, which is made unless it is kept.
func (set *pageSet) share(key string, accepted Encodings, make func() (Response, error)) (Response, error) {
	key = fmt.Sprintf("%s %t", key, accepted.Gzip)
	if response, ok := set.shared.Get(key); ok {
		return response, nil
	}
	response, err := make()
	if err == nil {
		set.shared.Add(key, response)
	}
	return response, err
}

// attempt is a page that may answer a request.
type attempt struct {
	page  *page
	state State
}

// attempts are the pages that may answer a request, the best first. The later ones need less rendering.
func (set *pageSet) attempts(path string, state State) []attempt {
	p := set.pages[path]
	switch {
	case state.Form != nil:
		return []attempt{
			{p, state}, {set.pages["/"], state},
			{set.errorPages[content.ErrorBusy], State{}}, {set.errorPages[content.ErrorInternal], State{}},
		}
	case state.Plan != "":
		return []attempt{{p, state}, {p, State{}}}
	}
	return []attempt{{p, state}}
}

// NotFound returns the page of every unknown path. It is the same for all of them, so that no client can make the
// memory grow.
func (s *Site) NotFound(ctx context.Context, accepted Encodings) (Response, error) {
	return s.currentPages(ctx).notFound.respond(ctx, State{}, accepted)
}

// ErrorPage returns the page for a kind of error. If it cannot be rendered, the general one replaces it, which Build
// has rendered.
func (s *Site) ErrorPage(ctx context.Context, kind content.ErrorKind, accepted Encodings) (Response, error) {
	pages := s.pages.Load().errorPages
	if response, err := pages[kind].respond(ctx, State{}, accepted); err == nil {
		return response, nil
	}
	return pages[content.ErrorInternal].respond(ctx, State{}, accepted)
}

// MailHTML renders the props of a mail.
func (s *Site) MailHTML(ctx context.Context, mail any) ([]byte, error) {
	html, err := s.cfg.Engine.Render(ctx, "Mail", mail)
	if err != nil {
		return nil, fmt.Errorf("render a mail: %w", err)
	}
	return html, nil
}

// currentPages returns the day's pages, made anew after midnight. If that fails, those of the day before are served.
func (s *Site) currentPages(ctx context.Context) *pageSet {
	set := s.pages.Load()
	if set.day.Equal(s.today()) {
		return set
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if set := s.pages.Load(); set.day.Equal(s.today()) {
		return set
	}
	if err := s.makePages(ctx, s.pages.Load()); err != nil {
		s.cfg.Log.Error("the day's pages were not made", "error", err)
	}
	return s.pages.Load()
}

// today is the midnight that begins the day at the office.
func (s *Site) today() time.Time {
	return clock.On(s.cfg.Now().In(s.cfg.Content.Location()), "00:00")
}

// makePages makes the day's pages and renders the general error page, which must exist before it is needed. It
// does not render pages again that are the same in former, which may be nil.
func (s *Site) makePages(ctx context.Context, former *pageSet) error {
	day := s.today()
	info, words := s.buildInfo(day), s.cfg.Content
	failure := s.infoFor("Failure", info)
	shared, _ := lru.New[string, Response](maxShared) // fails for sizes below 1
	set := &pageSet{
		shared:     shared,
		day:        day,
		pages:      map[string]*page{},
		cache:      newCache[*page](s.cfg.PageCache),
		notFound:   s.newPage("NotFound", func() any { return words.NotFound(s.infoFor("NotFound", info)) }),
		errorPages: map[content.ErrorKind]*page{},
	}
	for _, route := range words.Routes() {
		component := route.Kind.Row().Component
		p := s.newPage(component, func() any { return words.PageProps(s.infoFor(component, info), route) })
		p.path, p.words, p.noMemo = route.Path, words.For(route.Path), s.cfg.NoMemo
		if route.Kind != content.KindHome {
			p.cache = set.cache // the home page is a fallback for others
		}
		set.pages[route.Path] = p
		set.order = append(set.order, route.Path)
	}
	for kind := range content.ErrorKinds {
		set.errorPages[kind] = s.newPage("Failure", func() any {
			return words.Failure(failure, content.QuoteContact, words.ErrorToast(kind))
		})
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
	rendered := make(chan error, 1)
	go func() { rendered <- set.errorPages[content.ErrorInternal].warm(ctx) }()
	if s.cfg.HomeFirst && former == nil {
		if err := set.pages["/"].warm(ctx); err != nil {
			s.cfg.Log.Error("the home page was not rendered", "error", err) // the first request tries again
		}
	}
	// The former page will do while all runtimes are busy.
	if err := <-rendered; err != nil && (former == nil || !errors.Is(err, render.ErrBusy)) {
		return err
	}
	s.pages.Store(set)
	return nil
}

// adopt takes the former pages' renderings over, the most recently used ones last, so that the cache drops them last.
func (set *pageSet) adopt(former *pageSet) error {
	err := errors.Join(set.notFound.adopt(former.notFound), set.pages["/"].adopt(former.pages["/"]))
	for kind, p := range set.errorPages {
		err = errors.Join(err, p.adopt(former.errorPages[kind]))
	}
	for _, before := range former.cache.kept.Keys() {
		if p := set.pages[before.path]; p != nil {
			err = errors.Join(err, p.adopt(before))
		}
	}
	return err
}

// all lists every page: first those of the route table, in its order.
func (set *pageSet) all() []*page {
	var list []*page
	for _, path := range set.order {
		list = append(list, set.pages[path])
	}
	list = slices.AppendSeq(list, maps.Values(set.errorPages))
	return append(list, set.notFound)
}

// buildInfo is the information that the props of all pages are made with.
func (s *Site) buildInfo(day time.Time) content.BuildInfo {
	info := content.BuildInfo{
		BaseURL: s.cfg.BaseURL.String(), Assets: s.assets, Cards: s.cards,
		Year: day.Year(), Today: day, QuoteFields: quote.FormFields(), Views: s.cfg.Views, Sessions: s.cfg.Sessions,
		Office: s.cfg.Office, RetentionDays: s.cfg.RetentionDays,
	}
	if s.cfg.MapsEmbedURL != nil {
		info.MapsEmbedURL = s.cfg.MapsEmbedURL.String()
	}
	s.cfg.Export.apply(&info)
	return info
}

// infoFor is info with the component's own styles.
func (s *Site) infoFor(component string, info content.BuildInfo) content.BuildInfo {
	info.Assets.Stylesheet, info.Assets.LateStylesheet = s.stylesheets[component], s.late[component]
	if style, ok := s.styles[component]; ok {
		info.Assets.Stylesheet, info.Assets.Style = "", style.text
	}
	return info
}
