package audit

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// fileAttributes are the attributes that name files which browsers load, by element.
var fileAttributes = map[string]string{
	"script": "src", "img": "src", "source": "src", "video": "src", "audio": "src", "image": "href",
}

// idAttributes are the attributes that name elements of the same page, separated by spaces.
var idAttributes = []string{
	"for", "form", "list", "popovertarget", "headers",
	"aria-controls", "aria-labelledby", "aria-describedby", "aria-owns", "aria-errormessage",
}

// checkLinks follows every link of a page, to pages, parts of pages, and files.
func (c *checker) checkLinks(p *Page) {
	report := c.at(p.Path)
	for n := range elements(p.root) {
		c.checkIDs(p, n)
		c.checkFiles(p, n)
		switch n.Data {
		case "a", "area":
			if href, ok := lookup(n, "href"); ok {
				c.checkLink(p, href)
			}
		case "form":
			if action, _, _ := strings.Cut(attr(n, "action"), "#"); !slices.Contains(c.Forms, action) {
				report("one of "+strings.Join(c.Forms, ", "), "a form leads to %q", action)
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

// checkIDs checks that the elements that an element names are there.
func (c *checker) checkIDs(p *Page, n *html.Node) {
	for _, key := range idAttributes {
		for _, id := range strings.Fields(attr(n, key)) {
			if p.ids[id] == 0 {
				c.at(p.Path)("the id of an element of the page", "a %s has the %s %q", n.Data, key, id)
			}
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

// checkFile checks that a file is served.
func (c *checker) checkFile(p *Page, what, src string) {
	path := strings.TrimPrefix(src, c.Base)
	if c.byPath[path] == nil && (!strings.HasPrefix(path, "/") || !c.Serves(path)) {
		c.at(p.Path)("a file of the site", "the %s %q is not served", what, src)
	}
}

// checkLink follows one link.
func (c *checker) checkLink(p *Page, href string) {
	const wanted = "a page of the site, a part of one, or an https, tel, sms or mailto address"
	report := c.at(p.Path)
	u, err := url.Parse(strings.TrimPrefix(href, c.Base))
	if err != nil {
		report(wanted, "the link %q is malformed", href)
		return
	}
	switch u.Scheme {
	case "https", "mailto":
		return
	case "tel", "sms":
		if strings.Trim(u.Opaque, "0123456789") != "" || u.Opaque == "" {
			report("digits alone", "the link is %q", href)
		}
		return
	case "":
	default:
		report(wanted, "the link is %q", href)
		return
	}
	target := p
	if u.Path != "" {
		if target = c.byPath[u.Path]; target == nil || target.Kind == "" {
			if u.Fragment != "" || !c.Serves(u.Path) {
				report(wanted, "the link %q leads nowhere", href)
			}
			return
		}
	}
	if (u.Fragment == "" && u.Path == "") || (u.Fragment != "" && target.ids[u.Fragment] == 0) {
		report("the id of an element there", "the link %q leads to no part of %s", href, target.Path)
	}
}
