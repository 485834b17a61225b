package audit

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// checkBody checks headings, ids and pictures, and finds what the content security policy would refuse.
func (c *checker) checkBody(p *Page) {
	report := c.at(p.Path)
	if n := len(slices.Collect(elements(p.root, "h1"))); n != 1 {
		report("exactly one", "there are %d h1", n)
	}
	level := 0
	for h := range elements(p.root, headings...) {
		next := int(h.Data[1] - '0')
		if next > level+1 {
			report("a level of at most "+strconv.Itoa(level+1), "the heading %q is an %s", textOf(h), h.Data)
		}
		if textOf(h) == "" {
			report("text in it", "an %s is empty", h.Data)
		}
		level = next
	}
	for id, n := range p.ids {
		if n > 1 || strings.ContainsAny(id, " \t\n") {
			report("one element with it, and no space in it", "%d elements have the id %q", n, id)
		}
	}
	c.checkPictures(p)
	for n := range elements(p.root) {
		c.checkPolicy(p, n)
	}
}

// checkPictures checks that pictures have texts and sizes, and that the first one does not load late.
func (c *checker) checkPictures(p *Page) {
	report := c.at(p.Path)
	for img := range elements(p.root, "img") {
		src := attr(img, "src")
		if _, ok := lookup(img, "alt"); !ok {
			report("one, empty where the picture only decorates", "the picture %s has no alt", src)
		}
		for _, side := range []string{"width", "height"} {
			if n, err := strconv.Atoi(attr(img, side)); err != nil || n < 1 {
				report("its pixels", "the picture %s has the %s %q", src, side, attr(img, side))
			}
		}
	}
	if screen := p.firstScreen(); screen != nil {
		if img := first(screen, "img"); img != nil && attr(img, "loading") == "lazy" {
			report("no loading attribute on it", "the picture %s stands beside the h1 and is lazy", attr(img, "src"))
		}
	}
}

// firstScreen is the part of main that has the h1 in it: what is on the screen at first.
func (p *Page) firstScreen() *html.Node {
	for n := first(p.main, "h1"); n != nil; n = n.Parent {
		if n.Parent == p.main {
			return n
		}
	}
	return nil
}

// checkPolicy finds what runs or styles from within the page, and what comes from elsewhere.
func (c *checker) checkPolicy(p *Page, n *html.Node) {
	report := c.at(p.Path)
	for _, a := range n.Attr {
		switch {
		case a.Key == "style":
			report("a class", "a %s has the style %q", n.Data, a.Val)
		case strings.HasPrefix(a.Key, "on"):
			report("a listener in a script", "a %s has the handler %s", n.Data, a.Key)
		case strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:"):
			report("an address", "a %s has the %s %q", n.Data, a.Key, a.Val)
		}
	}
	switch n.Data {
	case "style":
		report("the stylesheet alone", "the page has a style element")
	case "script":
		kind := attr(n, "type")
		if _, external := lookup(n, "src"); !external && kind != "application/json" && kind != "application/ld+json" {
			report("a file", "a script of type %q stands in the page", kind)
		}
	case "iframe", "object", "embed":
		report("none before a visitor acts", "the page has an %s", n.Data)
	}
}
