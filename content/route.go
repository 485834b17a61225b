package content

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Kind is the kind of a page; pages of a kind are built in the same way.
type Kind string

// The kinds of page.
const (
	KindHome     Kind = "home"
	KindGetQuote Kind = "get-quote"
	KindBlog     Kind = "blog"
	KindArticle  Kind = "article"
	KindCategory Kind = "category"
	KindService  Kind = "service"
	KindCity     Kind = "city"
	// The two pages above all others in breadcrumbs and menus: every service, and every city.
	KindServices  Kind = "services"
	KindLocations Kind = "locations"
	// KindEstimate is the estimator.
	KindEstimate Kind = "estimate"
	// KindLegal is the pages that the law asks for.
	KindLegal Kind = "legal"
)

// Where contact links lead: to the page's own form, and from pages without one to the page of the form.
const (
	contactAnchor = "#contact"
	quotePath     = "/get-quote"
	// quoteContact is where contact links lead from pages without a form.
	quoteContact = quotePath + contactAnchor
)

// Route is one page of the site.
type Route struct {
	// Path is canonical: lower case, no slash at its end, "/" for the home page.
	Path string
	Kind Kind
	// Slug is the last part of the path of articles, categories, services, cities and legal pages; empty for the others.
	Slug string
	// DescribesBusiness says that the page has the company's structured data: the home page, and the cities whose files say so.
	DescribesBusiness bool
}

// Routes lists every page, the home page first, so that links can be checked against all of them.
func (s *Site) Routes() []Route { return slices.Clone(s.routes) }

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// makeRoutes lists the pages; it reports slugs that are malformed, or that make a path twice.
func (s *Site) makeRoutes(d *decoder) []Route {
	routes := []Route{
		{Path: "/", Kind: KindHome, DescribesBusiness: true},
		{Path: quotePath, Kind: KindGetQuote},
		{Path: "/blog", Kind: KindBlog},
		{Path: servicesPath, Kind: KindServices},
		{Path: locationsPath, Kind: KindLocations},
		{Path: EstimatePath, Kind: KindEstimate},
	}
	for _, slug := range legalSlugs {
		routes = append(routes, Route{Path: "/" + slug, Kind: KindLegal, Slug: slug})
	}
	seen := map[string]*string{}
	add := func(kind Kind, folder string, slug *string) {
		path := folder + *slug
		switch first, again := seen[path]; {
		case *slug == "":
		case !slugForm.MatchString(*slug):
			d.report(slug, "wanted lower-case words joined by hyphens", "%q is not a slug", *slug)
		case again:
			d.report(slug, fmt.Sprintf("wanted a slug of its own: %s has this one", d.positions[first]), "duplicate slug %q", *slug)
		default:
			seen[path] = slug
			routes = append(routes, Route{Path: path, Kind: kind, Slug: *slug})
		}
	}
	for i := range s.blog.Articles {
		add(KindArticle, "/blog/", &s.blog.Articles[i].Slug)
	}
	for i := range s.services.Categories {
		add(KindCategory, "/services/", &s.services.Categories[i].Slug)
	}
	for i := range s.services.Categories {
		for j := range s.services.Categories[i].Services {
			add(KindService, "/services/", &s.services.Categories[i].Services[j].Slug)
		}
	}
	for i := range s.area.Cities {
		add(KindCity, "/locations/", &s.area.Cities[i].Slug)
	}
	return routes
}

// fragments are the ids that other pages and menus may lead to, by kind of page. The pages' components carry them.
var fragments = map[Kind][]string{
	KindHome:      {"services", "locations", "faq", "contact"},
	KindGetQuote:  {"contact", quoteHeroForm, quoteBottomForm},
	KindBlog:      {"contact"},
	KindArticle:   {"contact"},
	KindCategory:  {"contact"},
	KindService:   {"contact"},
	KindCity:      {"contact"},
	KindServices:  {"contact"},
	KindLocations: {"contact"},
	KindEstimate:  {"contact"},
	KindLegal:     {"contact"},
}

// checkLinks reports the links that lead nowhere, of those that were decoded since it was last called.
func (s *Site) checkLinks(d *decoder) {
	for _, href := range d.links {
		if wrong, wanted := s.brokenLink(*href); wrong != "" {
			d.report(href, wanted, "%s", wrong)
		}
	}
	d.links = nil
}

// brokenLink returns what is wrong with an address that leads nowhere, and what is wanted; empty texts if it leads somewhere.
func (s *Site) brokenLink(href string) (wrong, wanted string) {
	if href == "" || strings.HasPrefix(href, "https://") || href == "mailto:"+s.business.Email {
		return "", ""
	}
	path, fragment, hasFragment := strings.Cut(href, "#")
	i := slices.IndexFunc(s.routes, func(r Route) bool { return r.Path == path })
	if i < 0 {
		return fmt.Sprintf("the link %q leads to no page", href), "wanted a path of the site, or an https address"
	}
	if ids := fragments[s.routes[i].Kind]; hasFragment && !slices.Contains(ids, fragment) {
		return fmt.Sprintf("the link %q leads to no part of the page %s", href, path), "wanted one of #" + strings.Join(ids, ", #")
	}
	return "", ""
}
