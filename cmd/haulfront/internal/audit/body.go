package audit

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// checkBody checks headings, ids and pictures, and finds violations of the content security policy.
func (c *checker) checkBody(p *Page) {
	if n := len(slices.Collect(elements(p.root, "h1"))); n != 1 {
		c.report(p.Path, "exactly one", "there are %d h1", n)
	}
	level := 0
	for h := range elements(p.root, headings...) {
		next := int(h.Data[1] - '0')
		if next > level+1 {
			c.report(p.Path, "a level of at most "+strconv.Itoa(level+1), "the heading %q is an %s", textOf(h), h.Data)
		}
		if textOf(h) == "" {
			c.report(p.Path, "text in it", "an %s is empty", h.Data)
		}
		level = next
	}
	for id, n := range p.ids {
		if n > 1 || strings.ContainsAny(id, " \t\n") {
			c.report(p.Path, "one element with it, and no space in it", "%d elements have the id %q", n, id)
		}
	}
	c.checkPictures(p)
	for n := range elements(p.root) {
		c.checkPolicy(p, n)
	}
}

// checkPictures checks that pictures have texts and sizes, and that the first one is not lazy.
func (c *checker) checkPictures(p *Page) {
	for img := range elements(p.root, "img") {
		src := attr(img, "src")
		if _, ok := lookup(img, "alt"); !ok {
			c.report(p.Path, "one, empty where the picture only decorates", "the picture %s has no alt", src)
		}
		for _, side := range []string{"width", "height"} {
			if n, err := strconv.Atoi(attr(img, side)); err != nil || n < 1 {
				c.report(p.Path, "its pixels", "the picture %s has the %s %q", src, side, attr(img, side))
			}
		}
	}
	if screen := p.firstScreen(); screen != nil {
		if img := first(screen, "img"); img != nil && attr(img, "loading") == "lazy" {
			src := attr(img, "src")
			c.report(p.Path, "no loading attribute on it", "the picture %s stands beside the h1 and is lazy", src)
		}
	}
}

// firstScreen is the part of main that contains the h1.
func (p *Page) firstScreen() *html.Node {
	for n := first(p.main, "h1"); n != nil; n = n.Parent {
		if n.Parent == p.main {
			return n
		}
	}
	return nil
}

// checkPolicy finds inline scripts and styles, and embedded content.
func (c *checker) checkPolicy(p *Page, n *html.Node) {
	for _, a := range n.Attr {
		switch {
		case a.Key == "style":
			c.report(p.Path, "a class", "a %s has the style %q", n.Data, a.Val)
		case strings.HasPrefix(a.Key, "on"):
			c.report(p.Path, "a listener in a script", "a %s has the handler %s", n.Data, a.Key)
		case strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:"):
			c.report(p.Path, "an address", "a %s has the %s %q", n.Data, a.Key, a.Val)
		}
	}
	switch n.Data {
	case "style":
		c.report(p.Path, "the stylesheet alone", "the page has a style element")
	case "script":
		kind := attr(n, "type")
		if _, external := lookup(n, "src"); !external && kind != "application/json" && kind != "application/ld+json" {
			c.report(p.Path, "a file", "a script of type %q stands in the page", kind)
		}
	case "iframe", "object", "embed":
		c.report(p.Path, "none before a visitor acts", "the page has an %s", n.Data)
	}
}

// fileAttributes are the attributes with files that browsers load, by element.
var fileAttributes = map[string]string{
	"script": "src", "img": "src", "source": "src", "video": "src", "audio": "src", "image": "href",
}

// idAttributes are the attributes with ids of elements of the same page, separated by spaces.
var idAttributes = []string{
	"for", "form", "list", "popovertarget", "headers",
	"aria-controls", "aria-labelledby", "aria-describedby", "aria-owns", "aria-errormessage",
}

// checkLinks follows every link of a page, to pages, parts of pages, and files.
func (c *checker) checkLinks(p *Page) {
	for n := range elements(p.root) {
		for _, key := range idAttributes {
			for _, id := range strings.Fields(attr(n, key)) {
				if p.ids[id] == 0 {
					c.report(p.Path, "the id of an element of the page", "a %s has the %s %q", n.Data, key, id)
				}
			}
		}
		c.checkFiles(p, n)
		switch n.Data {
		case "a", "area":
			if href, ok := lookup(n, "href"); ok {
				c.checkLink(p, href)
			}
		case "form":
			if action, _, _ := strings.Cut(attr(n, "action"), "#"); !slices.Contains(c.Forms, action) {
				c.report(p.Path, "one of "+strings.Join(c.Forms, ", "), "a form leads to %q", action)
			}
		case "link":
			if rel := attr(n, "rel"); rel != "canonical" {
				c.checkFile(p, "link "+rel, attr(n, "href"))
			}
		case "use":
			c.checkLink(p, attr(n, "href"))
		}
	}
}

// checkFiles checks that the files that an element loads are served.
func (c *checker) checkFiles(p *Page, n *html.Node) {
	if key := fileAttributes[n.Data]; key != "" {
		if src, ok := lookup(n, key); ok {
			c.checkFile(p, n.Data, src)
		}
	}
	for candidate := range strings.SplitSeq(attr(n, "srcset"), ",") {
		if src := strings.Fields(candidate); len(src) > 0 {
			c.checkFile(p, "srcset", src[0])
		}
	}
}

func (c *checker) checkFile(p *Page, name, src string) {
	path := strings.TrimPrefix(src, c.Base)
	if c.byPath[path] == nil && (!strings.HasPrefix(path, "/") || !c.Serves(path)) {
		c.report(p.Path, "a file of the site", "the %s %q is not served", name, src)
	}
}

func (c *checker) checkLink(p *Page, href string) {
	const wanted = "a page of the site, a part of one, or an https, tel, sms or mailto address"
	u, err := url.Parse(strings.TrimPrefix(href, c.Base))
	if err != nil {
		c.report(p.Path, wanted, "the link %q is malformed", href)
		return
	}
	switch u.Scheme {
	case "https", "mailto":
		return
	case "tel", "sms":
		if strings.Trim(u.Opaque, "0123456789") != "" || u.Opaque == "" {
			c.report(p.Path, "digits alone", "the link is %q", href)
		}
		return
	case "":
	default:
		c.report(p.Path, wanted, "the link is %q", href)
		return
	}
	target := p
	if u.Path != "" {
		if target = c.byPath[u.Path]; target == nil || target.Kind == "" {
			if u.Fragment != "" || !c.Serves(u.Path) {
				c.report(p.Path, wanted, "the link %q leads nowhere", href)
			}
			return
		}
	}
	if (u.Fragment == "" && u.Path == "") || (u.Fragment != "" && target.ids[u.Fragment] == 0) {
		c.report(p.Path, "the id of an element there", "the link %q leads to no part of %s", href, target.Path)
	}
}
