// Package content holds every word, price, date and town of the site, and turns them into the props of its pages.
//
// Facts live once, in business.yaml, prices.yaml, facts.yaml, locations.yaml and map.yaml. All other files are copy,
// and copy refers to facts. Between braces it may write
//
//	{name} {short_name} {phone} {email} {response} {radius} {towns}
//	{hours} {hours.brief} {hours.long}   Mon–Sat 7am–7pm, Mon–Sat 7–7, Monday to Saturday, 7am to 7pm
//	{hours.ends} {hours.starts}          Saturday at 7pm, Monday at 7am
//	{price.furniture}                    $99–$399, a price of this company
//	{market.full_truck}                  $600–$800+, a price of the market around Dallas
//	{fact.appliance_recycled}            90%
//	{list.not_accepted}                  wet paint, chemicals, asbestos, and fuel
//	{any.not_accepted}                   wet paint, chemicals, asbestos, or fuel
//
// and a reference that begins with a capital, {Response}, begins a sentence. Load refuses amounts, percentages,
// durations, times of day, phone numbers, e-mail addresses and the company's name where copy spells them out.
//
// Load reads and checks all files at once and reports every error with its file and line. The Site that it returns
// never changes and is safe for any number of goroutines. Its methods build a page's props from it; what they return
// is the caller's own on the outside, but the lists inside are shared between calls and are not to be written to.
//
// The home page's copy is in home.yaml. Every other page has a file of its own, found by its kind and slug:
//
//	services/<slug>.yaml  categories/<slug>.yaml  cities/<slug>.yaml  articles/<slug>.md  get-quote.yaml
//	all-services.yaml  all-locations.yaml  estimate.yaml  legal/<slug>.md
//
// The slugs are in services.yaml, locations.yaml and blog.yaml, which also has the copy of /blog. A slug without its
// file, and a file without its slug, are errors. Each kind has one source type, with its check, and one builder:
// Service, Category, City, Article, GetQuote, Services, Locations, EstimatePage, Legal.
//
// Two contradictions of the specification are kept as it has them. A quarter load costs {price.quarter_load} and a
// half load {price.half_load} with this company, while the cost guide gives {market.quarter_truck} and
// {market.half_truck}: the guide's figures are ranges of the market, are called so wherever they appear, and are kept
// apart in prices.yaml. And an article's card shows another date than the article itself: blog.yaml has both, as
// teaser and article.
package content

import (
	"embed"
	"errors"
	"io/fs"
	"reflect"
	"strings"
)

// FS holds the content files, so that a built program carries them. In development, Load reads the folder instead: an
// edit shows without a build.
//
//go:embed *.yaml zips.csv articles/*.md legal/*.md categories/*.yaml cities/*.yaml services/*.yaml
var FS embed.FS

// Site is the loaded content.
type Site struct {
	business  business
	prices    priceList
	facts     factList
	area      serviceArea
	geography geography
	zips      map[string]zipPoint
	services  serviceList
	blog      blogSource
	quote     quoteSource
	layout    layoutSource
	errors    errorsSource
	home      homeSource
	shared    sharedSource
	mail      mailSource
	routes    []Route
	// pages are the sources of all pages, by path.
	pages map[string]pageSource
	// names are the scenes and icons that files name.
	names []usedName
	// colors are the color tokens that the content changes.
	colors map[string]string
	// unused are the facts that no page shows.
	unused diagnostics
}

// BuildInfo is what the program adds to the content of its pages: addresses, built files, settings.
type BuildInfo struct {
	// BaseURL begins every absolute address, "https://www.example.com"; the url of business.yaml where it is empty.
	BaseURL string
	// Assets are the built files.
	Assets Assets
	// Cards are the images of social cards by the path of their page; a page without one names none. Their URLs are
	// paths.
	Cards map[string]CardImage
	// MapsEmbedURL is the address of an interactive map of the area; empty where there is none.
	MapsEmbedURL string
	// Year is the current year at the company's office, in the time zone of business.yaml.
	Year int
	// QuoteFields is the table of package quote.
	QuoteFields []QuoteField
	// Views turns the report of page views on, Sessions the visitors' sessions with the backend.
	Views, Sessions bool
	// FormsServer is the address of the program that takes the forms of exported pages; NoForms says that none does.
	FormsServer string
	NoForms     bool
}

// Load reads all files of fsys. The error joins every diagnostic, each as
// "file:line: what is wrong; what is wanted". Files that are not YAML are reported before
// anything else is checked, and the pages' own files, whose names come from the others, are checked last.
func Load(fsys fs.FS) (*Site, error) {
	s := &Site{}
	var ds diagnostics
	d := &decoder{fsys: fsys, diagnostics: &ds, positions: map[any]position{}, keys: map[reflect.Type]keys{}}

	if err := errors.Join(d.reportPlaceholders(), ds.err()); err != nil {
		return nil, err // other diagnostics would only repeat what is left to be written
	}
	facts := []source{
		{"business.yaml", &s.business}, {"prices.yaml", &s.prices}, {"facts.yaml", &s.facts},
		{"locations.yaml", &s.area}, {"map.yaml", &s.geography},
	}
	words := []source{
		{"services.yaml", &s.services}, {"blog.yaml", &s.blog}, {"quote.yaml", &s.quote},
		{"layout.yaml", &s.layout}, {"errors.yaml", &s.errors}, {"home.yaml", &s.home},
		{"pages.yaml", &s.shared}, {"mail.yaml", &s.mail},
	}
	decodeFacts, decodeCopy := d.parseAll(facts), d.parseAll(words)
	if err := ds.err(); err != nil {
		return nil, err
	}

	decodeFacts()
	s.business.check(d)
	s.colors = s.business.Colors.check(d)
	s.prices.check(d)
	s.facts.check(d)
	s.geography.check(d)
	s.geography.unitsPerMile = mapRing / float64(max(1, s.business.RadiusMiles))
	s.area.check(d, &s.geography, s.business.RadiusMiles)
	s.zips = d.loadZIPs()

	d.references = newReferences(&s.business, &s.prices, &s.facts, &s.area)
	decodeCopy()
	d.serviceTypes = s.quote.ServiceTypes
	s.routes = s.makeRoutes(d)
	s.services.check(d, &s.prices)
	s.quote.check(d)
	s.checkLinks(d)
	if err := ds.err(); err != nil {
		return nil, err
	}

	d.brokenLink = s.brokenLink
	s.loadPages(d)
	s.checkLinks(d)
	if err := ds.err(); err != nil {
		return nil, err
	}
	s.names, s.unused = d.names, s.unusedFacts(d)
	s.chooseSkylines()
	return s, nil
}

// source is a file and the value that it fills.
type source struct {
	file string
	into any
}

// parseAll parses the files; the function that it returns decodes those that parsed.
func (d *decoder) parseAll(sources []source) (decode func()) {
	var steps []func()
	for _, src := range sources {
		if node := d.parse(src.file); node != nil {
			steps = append(steps, func() { d.decode(src.file, node, src.into) })
		}
	}
	return func() {
		for _, step := range steps {
			step()
		}
	}
}

// base is the beginning of absolute addresses, without a slash at its end.
func (s *Site) base(info BuildInfo) string {
	if info.BaseURL == "" {
		info.BaseURL = s.business.URL
	}
	return strings.TrimRight(info.BaseURL, "/")
}

// BaseURL is the company's own address of the site, where no other is set.
func (s *Site) BaseURL() string { return s.business.URL }

// Timezone is the name of the company's time zone in the IANA database.
func (s *Site) Timezone() string { return s.business.Hours.Timezone }
