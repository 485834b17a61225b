package seo

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The lengths that search results show whole, in characters.
const (
	titleMax       = 60
	descriptionMin = 70
	descriptionMax = 160
)

// The size of social cards, in pixels, and as it stands in the head.
const (
	cardWidth, cardHeight = "1200", "630"
)

func (r *report) checkHead(p *Page) {
	wrong := r.on(p.Path)
	if n := utf8.RuneCountInString(p.Title); n == 0 || n > titleMax {
		wrong("1 to 60", "the title %q has %d characters", p.Title, n)
	}
	if attr(first(p.root, "html"), "lang") != "en" {
		wrong(`lang="en"`, "the html element's language is %q", attr(first(p.root, "html"), "lang"))
	}
	if viewport := p.meta("viewport"); !strings.Contains(viewport, "width=device-width") || strings.Contains(viewport, "scal") && !strings.Contains(viewport, "initial-scale=1") {
		wrong("width=device-width, initial-scale=1", "the viewport is %q", viewport)
	}
	noIndex := strings.Contains(p.meta("robots"), "noindex")
	if p.Kind == "" {
		if !noIndex {
			wrong("noindex", "the page says %q to robots", p.meta("robots"))
		}
		if p.Canonical != "" {
			wrong("none on a page that is not to be found", "the page has the canonical address %q", p.Canonical)
		}
		return
	}
	if noIndex {
		wrong("a page that search engines may list", "the page says %q to robots", p.meta("robots"))
	}
	if n := utf8.RuneCountInString(p.Description); n < descriptionMin || n > descriptionMax {
		wrong("70 to 160", "the description %q has %d characters", p.Description, n)
	}
	for _, figure := range amount.FindAllString(p.Description, -1) {
		if !hasFigure(p.bodyText, figure) {
			wrong("a figure that the page shows", "the description says %s", figure)
		}
	}
	if want := r.Base + p.Path; p.Canonical != want {
		wrong(want, "the canonical address is %q", p.Canonical)
	}
	if n := countOf(p, "link", "rel", "canonical"); n != 1 {
		wrong("1", "there are %d canonical addresses", n)
	}
	kind := "website"
	if p.dataOf("BlogPosting") != nil {
		kind = "article"
	}
	for name, want := range map[string]string{
		"og:type": kind, "og:title": p.Title, "og:description": p.Description, "og:url": p.Canonical,
		"twitter:card": "summary_large_image", "twitter:title": p.Title, "twitter:description": p.Description,
	} {
		if got := p.meta(name); got != want {
			wrong(want, "%s is %q", name, got)
		}
	}
	for _, name := range []string{"og:site_name", "og:locale"} {
		if p.meta(name) == "" {
			wrong("it on every page", "%s is missing", name)
		}
	}
	r.checkCard(p)
	if keywords := p.meta("keywords"); keywords != "" && slices.Contains(strings.Split(keywords, ", "), "") {
		wrong("words separated by commas", "the keywords are %q", keywords)
	}
}

// checkCard looks at the page's social card, where it has one.
func (r *report) checkCard(p *Page) {
	wrong := r.on(p.Path)
	image := p.meta("og:image")
	if image == "" {
		return
	}
	path, ours := strings.CutPrefix(image, r.Base)
	if !ours || !r.Serves(path) {
		wrong("the absolute address of a picture that is served", "og:image is %q", image)
	}
	for name, want := range map[string]string{
		"og:image:width": cardWidth, "og:image:height": cardHeight, "twitter:image": image, "twitter:image:alt": p.meta("og:image:alt"),
	} {
		if got := p.meta(name); got != want {
			wrong(want, "%s is %q", name, got)
		}
	}
	if p.meta("og:image:alt") == "" {
		wrong("what the picture shows", "og:image:alt is missing")
	}
}

func countOf(p *Page, name, key, value string) (n int) {
	for e := range elements(p.root, name) {
		if attr(e, key) == value {
			n++
		}
	}
	return n
}
