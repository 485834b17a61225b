package content

import "haulfront/content/load"

// legalSlugs are the pages at the root of the site.
var legalSlugs = []string{"privacy", "terms", "accessibility"}

// legalPage is a file of the folder legal: Markdown after a front matter in YAML.
type legalPage struct {
	Front struct {
		metaSource
		Heading, Lead string
		// Updated is the day since which the text is in force, "2026-11-22".
		Updated string
	}
	text load.Document
}

// LegalPage is the props of "/privacy", "/terms" and "/accessibility".
type LegalPage struct {
	Layout      Layout      `json:"layout"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs"`
	Title       string      `json:"title"`
	Lead        string      `json:"lead"`
	// Scene is the page's picture, which has its slug as its name.
	Scene string `json:"scene,omitempty"`
	// Updated is the day since which the text is in force, "November 22, 2026", UpdatedISO the same in ISO 8601.
	UpdatedLabel  string   `json:"updatedLabel"`
	Updated       string   `json:"updated"`
	UpdatedISO    string   `json:"updatedIso"`
	ContentsLabel string   `json:"contentsLabel"`
	Contents      []Link   `json:"contents"`
	HTML          string   `json:"html"`
	QuoteBox      QuoteBox `json:"quoteBox"`
}

func (s *Site) legalSlugs() []*string { return load.Texts(legalSlugs) }

func (p *legalPage) meta() *metaSource { return &p.Front.metaSource }
func (p *legalPage) card(_ *Site, slug string) (string, SceneName) {
	return p.Front.Heading, SceneName(slug)
}

func (p *legalPage) read(d *load.Decoder, file string) (ok bool) {
	const keys = "title, description, heading, lead and updated"
	p.text, ok = d.Document(file, keys, &p.Front, quoteBoxMarker, 0)
	checkDate(d, &p.Front.Updated)
	return ok
}

func (p *legalPage) props(s *Site, info BuildInfo, r Route) any {
	front := &p.Front
	page := LegalPage{
		Breadcrumbs: s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, front.Heading),
		Title:       front.Heading, Lead: front.Lead, Scene: info.drawn(r.Slug),
		UpdatedLabel: s.shared.UpdatedLabel, Updated: longDate(front.Updated), UpdatedISO: front.Updated,
		ContentsLabel: s.shared.OnThisPage, Contents: contents(p.text), HTML: p.text.Parts[0], QuoteBox: s.quoteBox(),
	}
	page.Layout = s.routeLayout(info, r.Path, QuoteContact, p.meta(), s.breadcrumbData(info, r.Path, page.Breadcrumbs))
	return page
}
