package content

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// Kind is the kind of a page; pages of one kind are built in the same way. It is empty for pages without a route.
type Kind string

// The kinds of page.
const (
	KindHome      Kind = "home"
	KindGetQuote  Kind = "get-quote"
	KindBlog      Kind = "blog"
	KindBlogPage  Kind = "blog-page" // continues the list of articles
	KindArticle   Kind = "article"
	KindCategory  Kind = "category"
	KindService   Kind = "service"
	KindCity      Kind = "city"
	KindServices  Kind = "services"
	KindLocations Kind = "locations"
	KindEstimate  Kind = "estimate"
	KindPrices    Kind = "prices"
	KindAbout     Kind = "about"
	KindLegal     Kind = "legal" // the privacy policy, the terms of service and the accessibility statement
	KindPage      Kind = "page"
)

// Section is the list of llms.txt that names a page.
type Section int

// The sections of llms.txt, in their order.
const (
	SectionStart    Section = iota
	SectionServices         // each category with its services
	SectionCities
	SectionArticles
	SectionLegal
)

// SectionHeadings are the headings of sections, apart from those of services and cities, which are words of the site.
var SectionHeadings = [...]string{SectionStart: "Start here", SectionArticles: "Articles", SectionLegal: "Legal"}

// PageKind is what pages of a kind have in common.
type PageKind struct {
	kind Kind
	// Component renders the pages: components/pages/<Component>/<Component>.tsx.
	Component string
	// path is the path of a page, file its content file; "*" stands for the slug.
	path, file string
	// slugs returns pointers to the decoded slugs of the pages; nil for a kind with a single page.
	slugs func(*Site) []*string
	// source returns the value that the file of the page with a slug is decoded into.
	source func(s *Site, slug string) pageSource
	// anchors are the ids that links from other pages may lead to.
	anchors []string
	// Schema is the type of https://schema.org that the structured data of each page has, apart from those that follow
	// from what the page shows: breadcrumbs and the company. It is empty for none.
	Schema string
	Section
	// part switches the pages off, see company.Parts; it is empty for pages that every site has.
	part string
	List Listing
}

// A Listing locates the entries of a kind's pages: the list with a key in a file, or neither.
type Listing struct{ File, Key string }

// Services are listed in their categories.
var (
	cityList     = Listing{"locations.yaml", "cities"}
	servicesList = Listing{"services.yaml", "categories"}
)

// pageSource is the decoded file of one page. Every kind has a type with all of these methods.
type pageSource interface {
	meta() *metaSource
	// card is the page's h1, its lead if a description can be made of that, and the picture of its social card.
	card(s *Site, slug string) (heading, lead string, scene SceneName)
	props(s *Site, info BuildInfo, r Route) any
}

// kinds are all kinds of pages, in the order of [Site.Routes]. A row with a missing column does not compile.
var kinds = []PageKind{
	// kind, component, path, file, slugs, source, anchors, schema, section, part, list
	{KindHome, "Home", "/", "home.yaml", nil, func(s *Site, _ string) pageSource { return &s.home },
		[]string{"services", "locations", "faq", "contact"}, "WebSite", SectionStart, "", Listing{}},
	{KindGetQuote, "GetQuote", QuotePath, "get-quote.yaml", nil, newSource[quotePage],
		[]string{"contact", quoteHeroForm, quoteBottomForm}, "", SectionStart, "", Listing{}},
	{KindBlog, "BlogIndex", "/blog", "blog.yaml", nil, newBlogPage,
		contactOnly, "", SectionStart, company.PartBlog, Listing{}},
	{KindBlogPage, "BlogIndex", "/blog/page/*", "blog.yaml", (*Site).blogPageSlugs, newBlogPage,
		contactOnly, "", SectionArticles, company.PartBlog, Listing{}},
	{KindServices, "AllServices", servicesPath, "all-services.yaml", nil, newSource[servicesPage],
		contactOnly, "ItemList", SectionStart, "", Listing{}},
	{KindLocations, "AllLocations", locationsPath, "all-locations.yaml", nil, newSource[locationsPage],
		contactOnly, "ItemList", SectionStart, "", Listing{}},
	{KindEstimate, "Estimate", EstimatePath, "estimate.yaml", nil, func(s *Site, _ string) pageSource {
		return &s.estimatePage
	}, contactOnly, "", SectionStart, company.PartEstimate, Listing{}},
	{KindPrices, "Prices", "/prices", "price-list.yaml", nil, newSource[pricesPage],
		contactOnly, "", SectionStart, company.PartPrices, Listing{}},
	{KindAbout, "About", aboutPath, "about.yaml", nil, newSource[aboutPage],
		contactOnly, "", SectionStart, "", Listing{}},
	{KindLegal, "Legal", "/*", "pages/*.md", (*Site).legalSlugs, newSource[textPage],
		contactOnly, "", SectionLegal, "", Listing{}},
	{KindPage, "Own", "/*", "pages/*.md", (*Site).pageSlugs, newSource[textPage],
		contactOnly, "", SectionStart, "", Listing{}},
	{KindArticle, "Article", "/blog/*", "articles/*.md", (*Site).articleSlugs, newArticle,
		contactOnly, "BlogPosting", SectionArticles, company.PartBlog, Listing{}},
	{KindCategory, "Category", servicesPath + "/*", "categories/*.yaml", (*Site).categorySlugs, newSource[categoryPage],
		contactOnly, "", SectionServices, "", servicesList},
	{KindService, "Service", servicesPath + "/*", "services/*.yaml", (*Site).serviceSlugs, newSource[servicePage],
		contactOnly, "Service", SectionServices, "", servicesList},
	{KindCity, "City", locationsPath + "/*", "cities/*.yaml", (*Site).citySlugs, newSource[cityPage],
		contactOnly, "", SectionCities, "", cityList},
}

var contactOnly = []string{"contact"}

func newSource[T any, P interface {
	*T
	pageSource
}](*Site, string) pageSource {
	return P(new(T))
}

// Row is the kind's row of the table, an empty one if it has none.
func (k Kind) Row() (row PageKind) {
	if i := slices.IndexFunc(kinds, func(row PageKind) bool { return row.kind == k }); i >= 0 {
		row = kinds[i]
	}
	return row
}

func (k Kind) path(slug string) string { return strings.Replace(k.Row().path, "*", slug, 1) }

// File is the content file of the kind's page with a slug.
func (k Kind) File(slug string) string { return strings.Replace(k.Row().file, "*", slug, 1) }

// Components lists the components of all pages, those without a route included.
func Components() []string {
	return append(load.Each(kinds, func(row *PageKind) string { return row.Component }), "NotFound", "Failure")
}

// The lengths of titles and descriptions that search results show completely, in characters.
const (
	titleMax       = 60
	descriptionMin = 70
	descriptionMax = 160
)

// PlanParameter is the query parameter that names a plan; the page's form then begins its message with it.
const PlanParameter = "plan"

// Route is one page of the site.
type Route struct {
	// Path is canonical: lower case, no slash at its end, "/" for the home page.
	Path string
	Kind Kind
	// Slug is the last part of the path; empty for a kind with a single page.
	Slug string
	// DescribesBusiness reports whether the page has the company's structured data.
	DescribesBusiness bool
}

// Routes lists every page, the home page first.
func (s *Site) Routes() []Route { return slices.Clone(s.routes) }

// PageProps returns the props of a route's page.
func (s *Site) PageProps(info BuildInfo, r Route) any { return s.pages[r.Path].props(s, info, r) }

// Home returns the props of the home page.
func (s *Site) Home(info BuildInfo) HomePage { return PageOf[HomePage](s, info, "/") }

// PageOf returns the props of the page at a path, which must be that of a page with props of this type.
func PageOf[T any](s *Site, info BuildInfo, path string) T {
	i := slices.IndexFunc(s.routes, func(r Route) bool { return r.Path == path })
	return s.PageProps(info, s.routes[i]).(T)
}

// foundSlugs returns the names of the files of a kind whose pages no list names; it reports malformed ones.
func (k Kind) foundSlugs(d *load.Decoder) (slugs []string) {
	files, _ := fs.Glob(d.Fsys, k.File("*")) // the pattern is valid
	for _, file := range files {
		if slug := slugOf(file); slugForm.MatchString(slug) {
			slugs = append(slugs, slug)
		} else {
			d.Diagnostics.Add(load.Position{File: file, Line: 1}, "the name is no slug",
				"wanted lower-case words joined by hyphens")
		}
	}
	return slugs
}

func slugOf(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// makeRoutes lists the pages; it reports malformed slugs, and those that repeat a path.
func (s *Site) makeRoutes(d *load.Decoder, drafts bool) (routes []Route) {
	seen := map[string]*string{}
	for _, row := range kinds {
		if s.lacks(row) {
			continue
		}
		if row.slugs == nil {
			routes = append(routes, Route{Path: row.path, Kind: row.kind, DescribesBusiness: row.kind == KindHome})
			continue
		}
		for _, slug := range row.slugs(s) {
			path := row.kind.path(*slug)
			_, draft := s.drafts[path]
			switch first, again := seen[path]; {
			case *slug == "", draft && !drafts:
			case !slugForm.MatchString(*slug):
				d.Report(slug, "wanted lower-case words joined by hyphens", "%q is not a slug", *slug)
			case again:
				d.Report(slug, fmt.Sprintf("wanted a slug of its own: %s has this one", d.Positions[first]),
					"duplicate slug %q", *slug)
			default:
				seen[path] = slug
				routes = append(routes, Route{Path: path, Kind: row.kind, Slug: *slug})
			}
		}
	}
	return routes
}

func (s *Site) lacks(row PageKind) bool {
	return s.Business.IsOff(row.part) || row.kind == KindAbout && !s.Business.Given() ||
		row.part == company.PartBlog && len(s.articles) == 0
}

func (s *Site) isOff(href string) bool {
	path, _, _ := strings.Cut(href, "#")
	return slices.ContainsFunc(kinds, func(row PageKind) bool {
		return s.lacks(row) && (row.path == path || row.slugs != nil && strings.HasPrefix(path, row.kind.path("")))
	})
}

// loadPages reads and checks the pages' files, except those that Load has decoded already. Page titles are unique.
func (s *Site) loadPages(d *load.Decoder) {
	s.pages = map[string]pageSource{}
	titles, descriptions := map[string]*string{}, map[string]*string{}
	for i, r := range s.routes {
		page := r.Kind.Row().source(s, r.Slug)
		if r.Kind == KindCity {
			maps.Copy(d.References.Texts, s.HoursIn(s.Towns.Name(r.Slug)).Texts())
		}
		_, decoded := d.Positions[page]
		isRead := decoded || loadPage(d, r.Kind.File(r.Slug), page)
		maps.Copy(d.References.Texts, s.Business.Hours.Texts())
		if !isRead {
			continue
		}
		meta := page.meta()
		heading, lead, _ := page.card(s, r.Slug)
		meta.complete(d, heading, lead, &s.Business)
		meta.checkLengths(d)
		if first, again := titles[meta.Title]; again && meta.Title != "" {
			d.Report(&meta.Title, fmt.Sprintf("wanted a title of its own: %s has this one", d.Positions[first]),
				"duplicate title %q", meta.Title)
		}
		titles[meta.Title] = &meta.Title
		if first, again := descriptions[meta.Description]; again && meta.Description != "" {
			d.Warn(&meta.Description, fmt.Sprintf("wanted one of its own: %s has this one", d.Positions[first]),
				"duplicate description")
		}
		descriptions[meta.Description] = &meta.Description
		s.pages[r.Path] = page
		if city, ok := page.(*cityPage); ok {
			s.routes[i].DescribesBusiness = city.DescribesBusiness
		}
	}
	if s.Business.IsOff(company.PartEstimate) {
		// Forms and the office have its words about ZIP codes; nobody sees its prices.
		shown := maps.Clone(d.References.Used)
		loadPage(d, KindEstimate.File(""), &s.estimatePage)
		d.References.Used = shown
	}
	s.priceServices()
	s.pricedAt = s.priceHrefs()
	s.offerServices(d)
	s.checkReview(d)
	s.checkEstimates(d)
	s.reportUnusedFiles(d)
}

func loadPage(d *load.Decoder, file string, page pageSource) bool {
	if document, ok := page.(interface {
		read(*load.Decoder, string) bool
	}); ok {
		return document.read(d, file) // Markdown
	}
	node := d.Parse(file)
	if node != nil {
		d.Decode(file, node, page)
	}
	return node != nil
}

func (s *Site) reportUnusedFiles(d *load.Decoder) {
	used := map[string]bool{}
	for _, r := range s.routes {
		used[r.Kind.File(r.Slug)] = true
	}
	for _, draft := range s.drafts {
		used[draft.File] = true
	}
	for _, row := range kinds {
		folder := path.Dir(row.file)
		if folder == "." || s.lacks(row) {
			continue
		}
		entries, _ := fs.ReadDir(d.Fsys, folder) // each missing file has its diagnostic
		for _, entry := range entries {
			if file := path.Join(folder, entry.Name()); !used[file] {
				at := load.Position{File: file, Line: 1}
				d.Diagnostics.Add(at, "no page reads this file", "wanted the slug of a page as its name")
			}
		}
	}
}

func (s *Site) checkLinks(d *load.Decoder) {
	for _, href := range d.Links {
		if wrong, wanted := s.brokenLink(*href); wrong != "" && !s.isOff(*href) && s.services.inPlace[*href] == "" {
			d.Report(href, wanted, "%s", wrong)
		}
	}
	d.Links = nil
}

// brokenLink returns what is wrong with an address and what is wanted; both are empty for a valid link.
func (s *Site) brokenLink(href string) (wrong, wanted string) {
	if u, err := url.Parse(href); err != nil || u.Scheme == "https" && u.Host == "" {
		return fmt.Sprintf("the link %q is malformed", href), "wanted a path of the site, or an https address"
	}
	if href == "" || strings.HasPrefix(href, "https://") || href == "mailto:"+s.Business.Email {
		return "", ""
	}
	path, fragment, hasFragment := strings.Cut(href, "#")
	i := slices.IndexFunc(s.routes, func(r Route) bool { return r.Path == path })
	if draft, ok := s.drafts[path]; i < 0 && ok {
		return fmt.Sprintf("the link %q leads to a draft", href), "wanted " + draft.File + " finished first"
	}
	if i < 0 {
		return fmt.Sprintf("the link %q leads to no page", href), "wanted a path of the site, or an https address"
	}
	ids := s.routes[i].Kind.Row().anchors
	if path == "/" {
		ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
			section := cmp.Or(map[string]string{"locations": "area"}[id], id)
			return id != "contact" && !slices.Contains(s.home.Order, section)
		})
	}
	if hasFragment && !slices.Contains(ids, fragment) {
		return fmt.Sprintf("the link %q leads to no part of the page %s", href, path),
			"wanted one of #" + strings.Join(ids, ", #")
	}
	return "", ""
}
