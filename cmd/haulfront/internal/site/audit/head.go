package audit

import (
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/site/card"
)

func (c *checker) checkHead(p *Page) {
	noIndex := strings.Contains(p.meta("robots"), "noindex")
	if p.Kind == "" {
		if !noIndex {
			c.report(p.Path, "noindex", "the page says %q to robots", p.meta("robots"))
		}
		if p.Canonical != "" {
			c.report(p.Path, "none on a page that is not to be found",
				"the page has the canonical address %q", p.Canonical)
		}
		return
	}
	if noIndex {
		c.report(p.Path, "a page that search engines may list", "the page says %q to robots", p.meta("robots"))
	}
	if want := c.Base + p.Path; p.Canonical != want {
		c.report(p.Path, want, "the canonical address is %q", p.Canonical)
	}
	if p.canonicals != 1 {
		c.report(p.Path, "1", "there are %d canonical addresses", p.canonicals)
	}
	c.checkSocialMeta(p)
	c.checkSocialCard(p)
	for _, figure := range amount.FindAllString(p.Description, -1) {
		if !hasFigure(p.bodyText, figure) {
			c.report(p.Path, "a figure that the page shows", "the description says %s", figure)
		}
	}
}

// checkSocialMeta checks the meta elements of Open Graph and of Twitter cards.
func (c *checker) checkSocialMeta(p *Page) {
	kind := "website"
	if p.dataOf(typeArticle) != nil {
		kind = "article"
	}
	c.checkMeta(p, map[string]string{
		"og:type": kind, "og:title": p.Title, "og:description": p.Description, "og:url": p.Canonical,
		"twitter:card": "summary_large_image", "twitter:title": p.Title, "twitter:description": p.Description,
	})
	for _, name := range []string{"og:site_name", "og:locale"} {
		if p.meta(name) == "" {
			c.report(p.Path, "it on every page", "%s is missing", name)
		}
	}
}

func (c *checker) checkMeta(p *Page, wanted map[string]string) {
	for name, want := range wanted {
		if got := p.meta(name); got != want {
			c.report(p.Path, want, "%s is %q", name, got)
		}
	}
}

func (c *checker) checkSocialCard(p *Page) {
	image := p.meta("og:image")
	if image == "" {
		return
	}
	path, ours := strings.CutPrefix(image, c.Base)
	if !ours || !c.Serves(path) {
		c.report(p.Path, "the absolute address of a picture that is served", "og:image is %q", image)
	}
	c.checkMeta(p, map[string]string{
		"og:image:width": strconv.Itoa(card.Width), "og:image:height": strconv.Itoa(card.Height),
		"twitter:image": image, "twitter:image:alt": p.meta("og:image:alt"),
	})
	if p.meta("og:image:alt") == "" {
		c.report(p.Path, "what the picture shows", "og:image:alt is missing")
	}
}
