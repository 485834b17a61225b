// Package content holds every word, price, date and town of the site, and turns them into the props of its pages.
//
// Facts live once, in business.yaml, prices.yaml, facts.yaml, locations.yaml and map.yaml. All other files are copy, and
// copy refers to facts. Between braces it may write
//
//	{name} {short_name} {phone} {email} {response} {radius} {towns}
//	{hours} {hours.brief} {hours.long}   Mon–Sat 7am–7pm, Mon–Sat 7–7, Monday to Saturday, 7am to 7pm
//	{price.furniture}                    $99–$399, a price of this company
//	{market.full_truck}                  $600–$800+, a price of the market around Dallas
//	{fact.appliance_recycled}            90%
//	{list.not_accepted}                  wet paint, chemicals, asbestos and fuel
//
// and a reference that begins with a capital, {Response}, begins a sentence. Load refuses amounts, percentages, phone
// numbers, e-mail addresses and the company's name where copy spells them out.
//
// Load reads and checks all files at once and names every problem with its file and line. The Site that it returns never
// changes and is safe for any number of goroutines. Its methods build a page's props from it; what they return is the
// caller's own on the outside, but the lists inside are shared between calls and are not to be written to.
//
// A page is added by a YAML file with its copy, a source type that is bound in Load, and a builder beside Home.
package content

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"
)

// Site is the loaded content.
type Site struct {
	business  business
	prices    priceList
	facts     factSheet
	places    gazetteer
	geography geography
	services  serviceList
	blog      blogSource
	quote     quoteSource
	layout    layoutSource
	errors    errorsSource
	home      homeSource
	routes    []Route
}

// Frame is what the program around the content knows of its pages.
type Frame struct {
	// BaseURL begins every absolute address, "https://www.example.com"; the url of business.yaml where it is empty.
	BaseURL string
	// Assets are the built files.
	Assets Assets
	// MapsEmbedURL is the address of an interactive map of the area; empty where there is none.
	MapsEmbedURL string
	// Year is the current year at the company's office, in the time zone of business.yaml.
	Year int
}

// Load reads the YAML files at the root of fsys. The error joins every problem that was found, each as
// "file:line: what is wrong; what is wanted". Files that are not YAML at all are named before anything else is checked.
func Load(fsys fs.FS) (*Site, error) {
	s := &Site{}
	var ps problems
	b := &binder{fsys: fsys, problems: &ps, places: map[any]place{}}

	facts := []source{
		{"business.yaml", &s.business}, {"prices.yaml", &s.prices}, {"facts.yaml", &s.facts},
		{"locations.yaml", &s.places}, {"map.yaml", &s.geography},
	}
	words := []source{
		{"services.yaml", &s.services}, {"blog.yaml", &s.blog}, {"quote.yaml", &s.quote},
		{"layout.yaml", &s.layout}, {"errors.yaml", &s.errors}, {"home.yaml", &s.home},
	}
	bindFacts, bindCopy := b.parseAll(facts), b.parseAll(words)
	if err := ps.err(); err != nil {
		return nil, err
	}

	bindFacts()
	s.business.check(b)
	s.prices.check(b)
	s.facts.check(b)
	s.geography.check(b)
	s.places.check(b, &s.geography, s.business.RadiusMiles)

	refs := newReferences(&s.business, &s.prices, &s.facts, &s.places)
	b.text = func(at place, written string) string { return refs.resolve(&ps, at, written) }
	bindCopy()
	s.routes = s.makeRoutes(b)
	s.services.check(b, &s.prices)
	s.blog.check(b)
	s.quote.check(b)
	s.home.check(b)
	for _, link := range b.links {
		s.checkLink(b, link)
	}
	if err := ps.err(); err != nil {
		return nil, err
	}
	return s, nil
}

// source is a file and the value that it fills.
type source struct {
	file string
	into any
}

// parseAll parses the files; the function that it returns binds those that parsed.
func (b *binder) parseAll(sources []source) (bind func()) {
	var steps []func()
	for _, src := range sources {
		if node := b.parse(src.file); node != nil {
			steps = append(steps, func() { b.bind(src.file, node, src.into) })
		}
	}
	return func() {
		for _, step := range steps {
			step()
		}
	}
}

// count checks the length of the list behind the pointer.
func count(b *binder, list any, want int, what string) {
	if n := reflect.ValueOf(list).Elem().Len(); n != want {
		b.wrong(list, fmt.Sprintf("wanted exactly %d", want), "there are %d %s", n, what)
	}
}

// base is the beginning of absolute addresses, without a slash at its end.
func (s *Site) base(f Frame) string {
	if f.BaseURL == "" {
		f.BaseURL = s.business.URL
	}
	return strings.TrimRight(f.BaseURL, "/")
}

// BaseURL is the company's own address of the site, where no other is set.
func (s *Site) BaseURL() string { return s.business.URL }

// Timezone is the name of the company's time zone in the IANA database.
func (s *Site) Timezone() string { return s.business.Hours.Timezone }
