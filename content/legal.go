package content

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"haulfront/content/load"
)

// legalSlugs are the pages that every site has, the program's own where the folder has none.
var legalSlugs = []string{"privacy", "terms", "accessibility"}

// textPage is a file of the folder pages: Markdown after a front matter in YAML.
type textPage struct {
	Front struct {
		metaSource
		Draft   bool   `yaml:",omitempty"` // see Draft
		Heading string `yaml:",omitempty"` // without it, the text begins with a heading of the first level
		Lead    string
		// Updated is the day since which the text is in force, "2026-11-22"; legal pages have one.
		Updated string `yaml:",omitempty"`
		// Lang is the language of the text (BCP 47), by default "en", Sister the path of the same page in another one.
		Lang   string `yaml:",omitempty"`
		Sister string `yaml:",omitempty"`
		// Words are what the program writes in English otherwise: the box that leads to the form, the contents' label.
		Words *struct{ Title, Text, Button, Contents string } `yaml:",omitempty"`
		// Menu and Footer link the page from there, with Label, by default the heading.
		Menu, Footer bool   `yaml:",omitempty"`
		Label        string `yaml:",omitempty"`
	}
	text    load.Document
	builtIn bool // it is the program's text
}

// LegalPage is the props of "/privacy", "/terms" and "/accessibility", and of a company's own pages.
type LegalPage struct {
	Layout      Layout      `json:"layout"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs"`
	Title       string      `json:"title"`
	Lead        string      `json:"lead"`
	Scene       string      `json:"scene,omitempty"`
	// Updated is the day since which the text is in force, "November 22, 2026", UpdatedISO in ISO 8601; "" for none.
	UpdatedLabel  string   `json:"updatedLabel"`
	Updated       string   `json:"updated,omitempty"`
	UpdatedISO    string   `json:"updatedIso,omitempty"`
	ContentsLabel string   `json:"contentsLabel"`
	Contents      []Link   `json:"contents"`
	HTML          string   `json:"html"`
	QuoteBox      QuoteBox `json:"quoteBox"`
	// Contact takes the place of QuoteBox if the form is in the language of the page; nil otherwise.
	Contact *ContactSection `json:"contact,omitempty"`
}

// Alternate is a page in another language, at an absolute address.
type Alternate struct {
	Lang string `json:"lang"`
	Href string `json:"href"`
}

func (s *Site) legalSlugs() []*string { return load.Items(legalSlugs) }

func (s *Site) pageSlugs() []*string { return load.Items(s.ownPages) }

func (s *Site) findPages(d *load.Decoder) {
	for _, slug := range KindPage.foundSlugs(d) {
		switch i := slices.IndexFunc(kinds, func(row PageKind) bool { return row.path == "/"+slug }); {
		case slices.Contains(legalSlugs, slug):
		case i >= 0:
			d.Diagnostics.Add(load.Position{File: KindPage.File(slug), Line: 1}, "the program has a page /"+slug,
				"wanted another name of the file, or its words in "+kinds[i].file)
		default:
			s.ownPages = append(s.ownPages, slug)
		}
	}
}

func (p *textPage) meta() *metaSource { return &p.Front.metaSource }
func (p *textPage) card(_ *Site, slug string) (heading, lead string, scene SceneName) {
	if scene = anyScene; slices.Contains(legalSlugs, slug) {
		scene = SceneName(slug)
	}
	return p.Front.Heading, p.Front.Lead, scene
}

// labelMax is the length of the longest link in the header, in characters.
const labelMax = 24

var langForm = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z]{2})?$`)

func (p *textPage) read(d *load.Decoder, file string) (ok bool) {
	const keys = "heading and lead"
	// Older programs had the legal pages in a folder of their own.
	older := path.Join("legal", path.Base(file))
	_, missing := fs.Stat(d.Fsys, file)
	if _, err := fs.Stat(d.Fsys, older); missing != nil && err == nil {
		file = older
	}
	p.text, ok = d.Document(file, keys, &p.Front, quoteBoxMarker, 0)
	if front := &p.Front; ok {
		p.builtIn = d.BuiltIn(&front.Updated)
		if front.Heading = cmp.Or(front.Heading, p.text.Heading); front.Heading == "" {
			d.Report(front, "wanted it, or a text that begins with # and the heading", `"heading" is missing`)
		}
		checkDate(d, &front.Updated)
		if front.Lang != "" && !langForm.MatchString(front.Lang) {
			d.Report(&front.Lang, "wanted a language tag such as es", "the language is %q", front.Lang)
		}
		if n := utf8.RuneCountInString(front.Label); n > labelMax {
			d.Report(&front.Label, fmt.Sprintf("wanted at most %d", labelMax), "the label has %d characters", n)
		}
		if wrong, wanted := d.BrokenLink(front.Sister); front.Sister != "" && wrong != "" {
			d.Report(&front.Sister, wanted, "%s", wrong)
		}
	}
	return ok
}

func (p *textPage) props(s *Site, info BuildInfo, r Route) any {
	front, quote, translated := &p.Front, QuoteContact, s.For(r.Path) != s
	s = s.For(r.Path)
	updated := front.Updated
	if p.builtIn {
		updated = cmp.Or(s.Business.LegalSince, updated)
	}
	page := LegalPage{
		Breadcrumbs: s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, front.Heading),
		Title:       front.Heading, Lead: front.Lead, Scene: info.drawn(r.Slug),
		UpdatedLabel: s.shared.UpdatedLabel, UpdatedISO: updated,
		ContentsLabel: s.shared.OnThisPage, Contents: contents(p.text), QuoteBox: s.quoteBox(),
		HTML: ofSettings(p.text.Parts[0], info),
	}
	if words := front.Words; words != nil {
		box := &page.QuoteBox
		box.Title, box.Text, box.Quote.Label, page.ContentsLabel = words.Title, words.Text, words.Button, words.Contents
	}
	if updated != "" {
		page.Updated = longDate(updated)
	}
	if translated && r.Kind == KindPage {
		contact := ContactSection{Title: page.QuoteBox.Title, Lead: page.QuoteBox.Text}.complete(s, info, r.Path, "")
		contact.Form.Title = page.QuoteBox.Quote.Label
		page.Contact, quote = &contact, contactAnchor
		info.Assets.Form = nil // it has the English words
	}
	page.Layout = s.routeLayout(info, r.Path, quote, p.meta(), s.breadcrumbData(info, r.Path, page.Breadcrumbs))
	return page
}

// ofSetting matches a paragraph of HTML that begins with a setting in brackets.
var ofSetting = regexp.MustCompile(`<p>\[(views|sessions|retention|no-retention)\] (.*</p>)`)

func ofSettings(html string, info BuildInfo) string {
	is := map[string]bool{"views": info.Views, "sessions": info.Sessions, "retention": info.RetentionDays > 0,
		"no-retention": info.RetentionDays == 0}
	html = ofSetting.ReplaceAllStringFunc(html, func(paragraph string) string {
		if match := ofSetting.FindStringSubmatch(paragraph); is[match[1]] {
			return "<p>" + match[2]
		}
		return ""
	})
	return strings.ReplaceAll(html, "[days]", fmt.Sprint(info.RetentionDays)+" days")
}

func (s *Site) alternates(info BuildInfo, path string) (list []Alternate) {
	for _, slug := range s.ownPages {
		own := KindPage.path(slug)
		page, _ := s.pages[own].(*textPage)
		if page == nil || page.Front.Sister == "" || own != path && page.Front.Sister != path {
			continue
		}
		for _, path := range []string{own, page.Front.Sister} {
			list = append(list, Alternate{s.Language(path), s.base(info) + path})
		}
	}
	slices.SortFunc(list, func(a, b Alternate) int { return cmp.Compare(a.Lang, b.Lang) })
	return slices.Compact(list)
}

func (s *Site) unconfirmedLegal() (ds load.Diagnostics) {
	for _, slug := range legalSlugs {
		page := s.pages[KindLegal.path(slug)].(*textPage)
		if page.builtIn && s.Business.LegalSince == "" {
			ds.Add(load.Position{File: KindLegal.File(slug), Line: 1}, "the page /"+slug+" is the program's, in force "+
				"since "+longDate(page.Front.Updated),
				"wanted legalSince in business.yaml, the day since which you mean it, or this file")
		}
	}
	return ds
}

func (s *Site) pageLinks() (menu, footer []Link) {
	menu = []Link{}
	for _, slug := range s.ownPages {
		page, ok := s.pages[KindPage.path(slug)].(*textPage)
		if !ok {
			continue
		}
		link := Link{cmp.Or(page.Front.Label, page.Front.Heading), KindPage.path(slug)}
		if page.Front.Menu {
			menu = append(menu, link)
		}
		if page.Front.Footer {
			footer = append(footer, link)
		}
	}
	return menu, footer
}
