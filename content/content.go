// Package content loads every word, price, date and town of the site, and makes the props of its pages from them.
//
// README.md describes the files, facts and layers. The kinds of pages are one table (kind.go): each kind is a row, a
// type for its file, and a component. Package wording has the words of the form, mails and the office; package scaffold
// makes new files.
//
// Load reads and checks all files at once and reports every error with its file and line. The Site that it returns
// never changes and is safe for concurrent use. Its methods make a page's props; their results share lists with each
// other and must not be modified.
package content

import (
	"cmp"
	"embed"
	"io/fs"
	"slices"
	"strings"
	"time"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/spelling"
	"haulfront/content/wording"

	"github.com/goccy/go-yaml/ast"
)

// FS holds the content files, so that a built program carries them. In development, Load reads the folder instead: an
// edit shows without a build.
//
//go:embed *.yaml articles/*.md pages/*.md categories/*.yaml cities/*.yaml services/*.yaml
var FS embed.FS

// Site is the loaded content.
type Site struct {
	company.Company
	services serviceList
	blog     blogSource
	articles []*articlePage // newest first
	quote    wording.Quote
	layout   layoutSource
	errors   errorsSource
	home     homeSource
	// estimatePage is loaded even without the estimator.
	estimatePage estimatePage
	shared       wording.Shared
	noForms      bool // see Options
	mail         wording.Mail
	office       wording.Office
	routes       []Route
	pages        map[string]pageSource
	names        []load.UsedName
	// translations are the sites with words in each language, by Lang, the language of the words (BCP 47).
	translations map[string]*Site
	Lang         string
	// pricedAt are the pages of services by the keys of their prices.
	pricedAt map[string]string
	drafts   map[string]Draft // by path
	samples  []load.Position
	Mark     Mark
	ownPages []string
	// Defaults are the positions of the program's prices, facts and promises that pages show because the folder states
	// none, by the references to them, such as "price.hot_tub".
	Defaults map[string]load.Position
	used     map[string]bool // see Shows
	// redirects are the targets of addresses that have moved, see Redirect.
	redirects map[string]string
	// Covered are the prices that the folder states and the office has changed, by their keys.
	Covered map[string]company.Price

	unusedFacts, unconfirmed, warnings, fictional load.Diagnostics
}

// BuildInfo is the program's part of the props: addresses, built files, settings.
type BuildInfo struct {
	// BaseURL begins every absolute address, "https://www.example.com"; the default is the url of business.yaml.
	BaseURL string
	Assets  Assets
	// Cards are the images of social cards by the path of their page. Their URLs are paths.
	Cards map[string]CardImage
	// MapsEmbedURL is the address of an interactive map of the area; empty: OpenStreetMap's.
	MapsEmbedURL string
	// Year is the current year at the company's office, in the time zone of business.yaml.
	Year        int
	Today       time.Time // there
	QuoteFields []QuoteField
	// Views turns reports of page views on, Sessions the visitors' sessions with the backend.
	Views, Sessions bool
	// RetentionDays is the age at which requests are deleted, in days; 0: never.
	RetentionDays int
	// Office says that somebody can take a time that a customer picks.
	Office bool
	// FormsServer is the address of the program that takes the forms of exported pages, see Options.NoForms.
	FormsServer string
}

// owned are the files, folders and keys of other files that are the company's alone: the program's never fill them in.
func owned() map[string][]string {
	files := map[string][]string{"services.yaml": {"services", "whole"}, "prices.yaml": {}, "facts.yaml": {}}
	for _, row := range kinds {
		files[row.List.File] = append(files[row.List.File], row.List.Key)
	}
	for _, whole := range []string{"business.yaml", "locations.yaml", "map.yaml", "cities", "articles"} {
		files[whole] = nil
	}
	return files
}

// Options say for whom content is loaded.
type Options struct {
	// Drafts shows drafts, for a developer.
	Drafts bool
	// NoForms is for pages that no program takes forms from: no sentence leads to one, and the phone is in their place.
	NoForms bool
	// Office are files that the owner has changed in the office, over those of the folder; it may be nil.
	Office fs.FS
}

// Load reads a folder over the program's content. The error joins all diagnostics, as "file:line: wrong; wanted".
func Load(folder fs.FS) (*Site, error) { return Options{}.Load(folder) }

// officeLayer is the folder, in diagnostics, of what the office has changed.
const officeLayer = "office"

// Load is [Load] with options.
func (o Options) Load(folder fs.FS) (*Site, error) {
	s := &Site{Lang: english}
	facts := []source{
		{"business.yaml", &s.Business}, {"prices.yaml", &s.PriceList}, {"facts.yaml", &s.Facts},
		{"locations.yaml", &s.Towns}, {"map.yaml", &s.Geography},
	}
	lists := []source{{"services.yaml", &s.services}}
	words := s.words()
	d := load.NewDecoder(folder, FS)
	if o.Office != nil {
		d = load.NewDecoder(folder, FS, load.Layer{Name: officeLayer, Files: o.Office})
	}
	var own, other struct{ Name string }
	_ = load.Decode(FS, "business.yaml", &own)       // the program's tests have it
	_ = load.Decode(folder, "business.yaml", &other) // decoding has the diagnostics
	d.Owned, d.Other = owned(), own != other
	nodes := map[string]ast.Node{}
	for _, src := range slices.Concat(facts, lists, words) {
		nodes[src.file] = d.Parse(src.file)
	}
	if err := d.Diagnostics.Err(); err != nil {
		return nil, err
	}
	s.removeDrafts(d, nodes, o.Drafts)
	s.findPages(d)
	for _, slug := range KindArticle.foundSlugs(d) {
		if _, draft := s.drafts[KindArticle.path(slug)]; !draft || o.Drafts {
			s.articles = append(s.articles, &articlePage{slug: slug})
		}
	}
	decode := func(sources []source) {
		for _, src := range sources {
			d.Decode(src.file, nodes[src.file], src.into)
		}
	}

	d.Strict = true // a misspelled key of a fact would silently drop it
	decode(facts)
	s.findCovered(d)
	checkDate(d, &s.Business.LegalSince)
	d.Strict = false
	s.Company.Finish(d)
	s.readMark(d)
	d.References = s.Company.References()
	if s.noForms = o.NoForms; o.NoForms {
		delete(d.References.Texts, "form")
		d.References.Texts["call_text_form"] = d.References.Texts["call_or_text"]
	}
	for _, entry := range ast.Filter(ast.MappingType, nodes["services.yaml"]) {
		if load.Child[ast.Node](entry, "whole") != nil || load.Child[ast.Node](entry, "services") == nil {
			d.References.Texts["service."+load.Slug(entry)] = "offered" // for needs
		}
	}
	d.BrokenLink = func(href string) (wrong, _ string) { // there are no routes yet
		if slug := strings.TrimPrefix(href, KindService.path("")); d.References.Texts["service."+slug] == "" {
			wrong = "there is no such service"
		}
		return wrong, ""
	}
	decode(lists)
	s.routes = s.makeRoutes(d, o.Drafts)
	d.BrokenLink, d.Off = s.brokenLink, s.isOff
	decode(words)
	if list := s.services.Categories; len(list) == 1 && list[0].at != "" && len(s.serviceSlugs()) > 1 {
		s.services.Categories[0].Name = s.Business.Descriptor // not that of a service in it
	}
	if about := &s.layout.Nav.About.Href; d.BuiltIn(about) { // the built-in company's is the home page, as specified
		if *about = aboutPath; s.lacks(KindAbout.Row()) {
			*about = ""
		}
	}
	ads := s.AdsWords()
	d.References.Texts["ads"], d.References.Texts["scripts"] = ads.Privacy, ads.Scripts
	s.checkLinks(d)
	if err := d.Diagnostics.Err(); err != nil {
		return nil, err
	}

	s.readLanguages(d)
	s.loadPages(d)
	labels, prices := &s.estimatePage.Labels, s.quote.Prices
	labels.About, labels.From = prices[wording.About], prices[wording.From]
	if len(s.Business.Trackers) > 0 && !d.References.Used["scripts"] {
		d.Warnings.Add(load.Position{File: KindLegal.File("privacy"), Line: 1},
			"the page does not say whose scripts pages load", "wanted {scripts} in it, for trackers in business.yaml")
	}
	s.readRedirects(d)
	s.translate(d)
	if s.Business.SendsNoTexts() {
		for _, words := range s.translations {
			words.quote.RemoveTexts()
		}
	}
	s.checkLinks(d)
	if err := d.Diagnostics.Err(); err != nil {
		return nil, err
	}
	s.fictional = s.Business.Fictional(d)
	s.sortArticles()
	warnUnread(d, folder)
	s.names, s.unusedFacts, s.samples = d.Names, s.Company.UnusedFacts(d), d.Samples
	s.unconfirmed = append(s.Company.Unconfirmed(d), s.unconfirmedLegal()...)
	for name := range d.References.Used {
		key, ok := strings.CutPrefix(name, "practice.")
		if ok && s.Facts.Practices[key] == nil && !strings.Contains("\n"+practiceLines(), "\n  "+key+": ") {
			d.Warnings.Add(load.Position{File: "facts.yaml"}, "copy needs the practice "+key+", which nothing answers",
				"wanted "+key+": yes or no under practices, or another name in needs")
		}
	}
	s.warnings = d.Warnings
	s.Defaults, s.used = s.Company.Unstated(d), d.References.Used
	if lines := s.Unanswered(); lines != "" {
		s.unconfirmed.Add(load.Position{File: "facts.yaml"}, "pages say these practices only if they are yours",
			"wanted each with yes or no:\npractices:\n"+strings.TrimSuffix(lines, "\n"))
	}
	s.chooseSkylines()
	return s, nil
}

// warnUnread reports files beside business.yaml that nothing reads, apart from words in another language.
func warnUnread(d *load.Decoder, folder fs.FS) {
	names, _ := fs.Glob(folder, "*.y*ml")
	existing, _ := fs.Glob(FS, "*.yaml")
	for _, name := range names {
		if !slices.Contains(existing, name) && strings.Count(name, ".") == 1 {
			d.Warnings.Add(load.Position{File: name}, "nothing reads this file",
				"wanted a name such as "+strings.Join(spelling.Nearest(name, existing, 3), ", "))
		}
	}
}

type source struct {
	file string
	into any
}

// words are the files of copy that are not a page's own, apart from the home page's.
func (s *Site) words() []source {
	return []source{
		{"home.yaml", &s.home}, // first: others lead to its sections
		{"blog.yaml", &s.blog}, {"quote.yaml", &s.quote}, {"layout.yaml", &s.layout}, {"errors.yaml", &s.errors},
		{"pages.yaml", &s.shared}, {"mail.yaml", &s.mail}, {"office.yaml", &s.office},
	}
}

// Office returns the words of the office.
func (s *Site) Office() *wording.Office { return &s.office }

// MailWords returns the words of mails; without Summary, the owner gets none when the office closes.
func (s *Site) MailWords() *wording.Mail { return &s.mail }

// base is the beginning of absolute addresses, without a trailing slash.
func (s *Site) base(info BuildInfo) string {
	return strings.TrimRight(cmp.Or(info.BaseURL, s.Business.URL), "/")
}

// Unpublishable reports samples and fictional contact data, which keep a public host from serving the site.
func (s *Site) Unpublishable() error {
	var ds load.Diagnostics
	for _, at := range s.samples {
		ds.Add(at, "this is a sample", `wanted what is true of your company, without "sample: true", or nothing`)
	}
	return append(ds, s.fictional...).Err()
}

// Unconfirmed reports what the owner has not confirmed, as Unpublishable does.
func (s *Site) Unconfirmed() error { return s.unconfirmed.Err() }

func practiceLines() string {
	facts, _ := fs.ReadFile(FS, "facts.yaml") // it is embedded
	_, practices, _ := strings.Cut(string(facts), "\npractices:\n")
	return practices
}

// Unanswered are the lines of the program's facts.yaml about practices that copy names, without the company's answer.
func (s *Site) Unanswered() (lines string) {
	for line := range strings.Lines(practiceLines()) {
		key, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		if s.used["practice."+key] && s.Facts.Practices[key] == nil {
			lines += line
		}
	}
	return lines
}

// Shows reports whether a page, a form or a mail shows what a reference, such as "price.hot_tub", stands for.
func (s *Site) Shows(reference string) bool { return s.used[reference] }

// Warnings reports values that are valid and probably slips, with a line for each, as Load's errors.
func (s *Site) Warnings() error { return s.warnings.Err() }

// Unused reports prices and facts that no page shows, which Load accepts: a page may be removed before its facts.
func (s *Site) Unused() error { return s.unusedFacts.Err() }
