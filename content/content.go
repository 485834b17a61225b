// Package content loads every word, price, date and town of the site, and makes the props of its pages from them.
//
// README.md describes the files: facts, each of which exists once, and copy, which refers to facts between braces. The
// slugs of pages are in services.yaml, locations.yaml and blog.yaml, and each has a file of its name; a slug without
// its file and a file without its slug are errors. Unfinished pages are left out, see [Draft]. The kinds of pages are
// one table (kind.go): each kind is a row, a type for its file, and a component.
//
// Load reads and checks all files at once and reports every error with its file and line. The Site that it returns
// never changes and is safe for concurrent use. Its methods make a page's props; their results share lists with each
// other and must not be modified.
//
// Two contradictions in the specification are intentional here. A quarter load costs {price.quarter_load} and a half
// load {price.half_load} with this company, while the cost guide gives {market.quarter_truck} and {market.half_truck}:
// the guide's figures are ranges of the market, always labelled as such, and separate in prices.yaml. And an article's
// card shows another date than the article: blog.yaml has both, as teaser and article.
package content

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"

	"github.com/goccy/go-yaml/ast"
)

// FS holds the content files, so that a built program carries them. In development, Load reads the folder instead: an
// edit shows without a build.
//
//go:embed *.yaml zips.csv articles/*.md legal/*.md categories/*.yaml cities/*.yaml services/*.yaml
var FS embed.FS

// Site is the loaded content.
type Site struct {
	company.Company
	services serviceList
	blog     blogSource
	quote    quoteSource
	layout   layoutSource
	errors   errorsSource
	home     homeSource
	shared   sharedSource
	mail     MailWords
	office   OfficeWords
	routes   []Route
	// pages are the sources of all pages, by path.
	pages map[string]pageSource
	names []load.UsedName
	// pricedAt are the pages of services by the keys of their prices.
	pricedAt map[string]string
	drafts   map[string]*Draft // by path
	samples  *load.Samples

	unusedFacts, warnings, fictional load.Diagnostics
}

// BuildInfo is the program's part of the props: addresses, built files, settings.
type BuildInfo struct {
	// BaseURL begins every absolute address, "https://www.example.com"; the default is the url of business.yaml.
	BaseURL string
	Assets  Assets
	// Cards are the images of social cards by the path of their page. Their URLs are paths.
	Cards map[string]CardImage
	// MapsEmbedURL is the address of an interactive map of the area; it may be empty.
	MapsEmbedURL string
	// Year is the current year at the company's office, in the time zone of business.yaml.
	Year        int
	QuoteFields []QuoteField
	// Views turns reports of page views on, Sessions the visitors' sessions with the backend.
	Views, Sessions bool
	// FormsServer is the address of the program that takes the forms of exported pages; without one, NoForms is set.
	FormsServer string
	NoForms     bool
}

// Load reads all files of fsys. The error joins all diagnostics, each as "file:line: what is wrong; what is wanted".
// It reports invalid YAML before it checks anything else, and checks the pages' own files last, because their names
// are in the others.
func Load(fsys fs.FS) (*Site, error) { return Options{}.Load(fsys) }

// Load is [Load] with options.
func (o Options) Load(fsys fs.FS) (*Site, error) {
	s := &Site{}
	sources := []source{
		{"business.yaml", &s.Business}, {"prices.yaml", &s.PriceList}, {load.FactsFile, &s.Facts},
		{"locations.yaml", &s.Towns}, {"map.yaml", &s.Geography},
		{"services.yaml", &s.services}, {"blog.yaml", &s.blog}, {"quote.yaml", &s.quote},
		{"layout.yaml", &s.layout}, {"errors.yaml", &s.errors}, {"home.yaml", &s.home},
		{"pages.yaml", &s.shared}, {"mail.yaml", &s.mail}, {officeFile, &s.office},
	}
	optional := []string{officeFile}
	for _, row := range kinds {
		if row.slugs == nil && !slices.ContainsFunc(sources, func(src source) bool { return src.file == row.file }) {
			optional = append(optional, row.file) // content from before the page lacks it
		}
	}
	d := load.NewDecoder(fsys, FS, optional...)
	d.Drafts, d.Lenient = o.Drafts, []string{officeFile}
	s.samples = load.NewSamples(o.isPublic(fsys))
	d.Samples = s.samples
	nodes := map[string]ast.Node{}
	for _, src := range sources {
		nodes[src.file] = d.Parse(src.file)
	}
	if err := d.Diagnostics.Err(); err != nil {
		return nil, err
	}
	d.Complete("quote.yaml", nodes["quote.yaml"])
	d.Complete(officeFile, nodes[officeFile])
	d.Complete("pages.yaml", nodes["pages.yaml"], "compare")
	d.Complete("facts.yaml", nodes["facts.yaml"], "sentences") // words of quote.yaml refer to them
	s.removeDrafts(d, nodes)
	if err := d.Diagnostics.Err(); err != nil {
		return nil, err // other diagnostics would only repeat what is left to be written
	}

	const facts = 5 // The others are copy, which refers to them.
	for _, src := range sources[:facts] {
		d.Decode(src.file, nodes[src.file], src.into)
	}
	s.Company.Finish(d)

	d.References = s.Company.References()
	for _, src := range sources[facts:] {
		d.Decode(src.file, nodes[src.file], src.into)
	}
	d.References.Texts["ads"] = s.adsWords().Privacy
	d.Lists = map[string][]string{serviceTypes: s.quote.ServiceTypes}
	s.routes = s.makeRoutes(d)
	s.checkLinks(d)
	if err := d.Diagnostics.Err(); err != nil {
		return nil, err
	}

	d.BrokenLink = s.brokenLink
	s.loadPages(d)
	s.checkLinks(d)
	if err := d.Diagnostics.Err(); err != nil {
		return nil, err
	}
	s.fictional = s.Business.Fictional(d)
	s.blog.sortArticles() // after all diagnostics, whose positions belong to the addresses of values
	s.names, s.unusedFacts, s.warnings = d.Names, s.Company.UnusedFacts(d), d.Warnings
	s.chooseSkylines()
	return s, nil
}

type source struct {
	file string
	into any
}

// base is the beginning of absolute addresses, without a trailing slash.
func (s *Site) base(info BuildInfo) string {
	if info.BaseURL == "" {
		info.BaseURL = s.Business.URL
	}
	return strings.TrimRight(info.BaseURL, "/")
}

// BaseURL is the site's address in business.yaml, the default.
func (s *Site) BaseURL() string { return s.Business.URL }
