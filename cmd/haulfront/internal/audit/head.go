package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/content"
)

// checkHead checks the metadata for search engines and social networks.
func (c *checker) checkHead(p *Page) {
	report := c.at(p.Path)
	if n := utf8.RuneCountInString(p.Title); n == 0 || n > content.TitleMax {
		report(fmt.Sprintf("1 to %d", content.TitleMax), "the title %q has %d characters", p.Title, n)
	}
	if lang := attr(first(p.root, "html"), "lang"); lang != "en" {
		report(`lang="en"`, "the html element's language is %q", lang)
	}
	viewport := p.meta("viewport")
	zoomable := !strings.Contains(viewport, "scal") || strings.Contains(viewport, "initial-scale=1")
	if !strings.Contains(viewport, "width=device-width") || !zoomable {
		report("width=device-width, initial-scale=1", "the viewport is %q", viewport)
	}
	noIndex := strings.Contains(p.meta("robots"), "noindex")
	if p.Kind == "" {
		if !noIndex {
			report("noindex", "the page says %q to robots", p.meta("robots"))
		}
		if p.Canonical != "" {
			report("none on a page that is not to be found", "the page has the canonical address %q", p.Canonical)
		}
		return
	}
	if noIndex {
		report("a page that search engines may list", "the page says %q to robots", p.meta("robots"))
	}
	c.checkDescription(p)
	if want := c.Base + p.Path; p.Canonical != want {
		report(want, "the canonical address is %q", p.Canonical)
	}
	if n := countOf(p, "link", "rel", "canonical"); n != 1 {
		report("1", "there are %d canonical addresses", n)
	}
	c.checkSocialMeta(p)
	c.checkSocialCard(p)
	if keywords := p.meta("keywords"); keywords != "" && slices.Contains(strings.Split(keywords, ", "), "") {
		report("words separated by commas", "the keywords are %q", keywords)
	}
}

// checkDescription checks the description's length, and that the page shows its figures.
func (c *checker) checkDescription(p *Page) {
	report := c.at(p.Path)
	if n := utf8.RuneCountInString(p.Description); n < content.DescriptionMin || n > content.DescriptionMax {
		report(fmt.Sprintf("%d to %d", content.DescriptionMin, content.DescriptionMax),
			"the description %q has %d characters", p.Description, n)
	}
	for _, figure := range amount.FindAllString(p.Description, -1) {
		if !hasFigure(p.bodyText, figure) {
			report("a figure that the page shows", "the description says %s", figure)
		}
	}
}

// checkSocialMeta checks the meta elements of Open Graph and of Twitter cards.
func (c *checker) checkSocialMeta(p *Page) {
	report := c.at(p.Path)
	kind := "website"
	if p.dataOf(typeArticle) != nil {
		kind = "article"
	}
	for name, want := range map[string]string{
		"og:type": kind, "og:title": p.Title, "og:description": p.Description, "og:url": p.Canonical,
		"twitter:card": "summary_large_image", "twitter:title": p.Title, "twitter:description": p.Description,
	} {
		if got := p.meta(name); got != want {
			report(want, "%s is %q", name, got)
		}
	}
	for _, name := range []string{"og:site_name", "og:locale"} {
		if p.meta(name) == "" {
			report("it on every page", "%s is missing", name)
		}
	}
}

// checkSocialCard checks the page's social card, if it has one.
func (c *checker) checkSocialCard(p *Page) {
	report := c.at(p.Path)
	image := p.meta("og:image")
	if image == "" {
		return
	}
	path, ours := strings.CutPrefix(image, c.Base)
	if !ours || !c.Serves(path) {
		report("the absolute address of a picture that is served", "og:image is %q", image)
	}
	for name, want := range map[string]string{
		"og:image:width": strconv.Itoa(card.Width), "og:image:height": strconv.Itoa(card.Height),
		"twitter:image": image, "twitter:image:alt": p.meta("og:image:alt"),
	} {
		if got := p.meta(name); got != want {
			report(want, "%s is %q", name, got)
		}
	}
	if p.meta("og:image:alt") == "" {
		report("what the picture shows", "og:image:alt is missing")
	}
}

// countOf is the number of elements with the name and the value of an attribute.
func countOf(p *Page, name, key, value string) (n int) {
	for e := range elements(p.root, name) {
		if attr(e, key) == value {
			n++
		}
	}
	return n
}
