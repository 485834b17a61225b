package seo

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// checkBody looks at headings, pictures, ids, and at what the content security policy would refuse.
func (r *report) checkBody(p *Page) {
	wrong := r.on(p.Path)
	if n := len(slices.Collect(elements(p.root, "h1"))); n != 1 {
		wrong("exactly one", "there are %d h1", n)
	}
	level := 0
	for h := range elements(p.root, "h1", "h2", "h3", "h4", "h5", "h6") {
		next := int(h.Data[1] - '0')
		if next > level+1 {
			wrong("a level of at most "+strconv.Itoa(level+1), "the heading %q is an %s", textOf(h), h.Data)
		}
		if textOf(h) == "" {
			wrong("text in it", "an %s is empty", h.Data)
		}
		level = next
	}
	for id, n := range p.ids {
		if n > 1 || strings.ContainsAny(id, " \t\n") {
			wrong("one element with it, and no space in it", "%d elements have the id %q", n, id)
		}
	}
	r.checkPictures(p)
	for n := range elements(p.root) {
		r.checkPolicy(p, n)
	}
}

func (r *report) checkPictures(p *Page) {
	wrong := r.on(p.Path)
	for img := range elements(p.root, "img") {
		src := attr(img, "src")
		if _, ok := lookup(img, "alt"); !ok {
			wrong("one, empty where the picture only decorates", "the picture %s has no alt", src)
		}
		for _, side := range []string{"width", "height"} {
			if n, err := strconv.Atoi(attr(img, side)); err != nil || n < 1 {
				wrong("its pixels", "the picture %s has the %s %q", src, side, attr(img, side))
			}
		}
	}
	if opening := p.opening(); opening != nil {
		if img := first(opening, "img"); img != nil && attr(img, "loading") == "lazy" {
			wrong("no loading attribute on it", "the picture %s stands beside the h1 and is lazy", attr(img, "src"))
		}
	}
}

// opening is the part of main that has the h1 in it: what is on the screen at first.
func (p *Page) opening() *html.Node {
	for n := first(p.main, "h1"); n != nil; n = n.Parent {
		if n.Parent == p.main {
			return n
		}
	}
	return nil
}

// checkPolicy finds what runs or styles from within the page, and what comes from elsewhere.
func (r *report) checkPolicy(p *Page, n *html.Node) {
	wrong := r.on(p.Path)
	for _, a := range n.Attr {
		switch {
		case a.Key == "style":
			wrong("a class", "a %s has the style %q", n.Data, a.Val)
		case strings.HasPrefix(a.Key, "on"):
			wrong("a listener in a script", "a %s has the handler %s", n.Data, a.Key)
		case strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:"):
			wrong("an address", "a %s has the %s %q", n.Data, a.Key, a.Val)
		}
	}
	switch n.Data {
	case "style":
		wrong("the stylesheet alone", "the page has a style element")
	case "script":
		kind := attr(n, "type")
		if _, external := lookup(n, "src"); !external && kind != "application/json" && kind != "application/ld+json" {
			wrong("a file", "a script of type %q stands in the page", kind)
		}
	case "iframe", "object", "embed":
		wrong("none before a visitor acts", "the page has an %s", n.Data)
	}
}

// fileAttributes are where elements name files that the browser loads.
var fileAttributes = map[string]string{"script": "src", "img": "src", "source": "src", "video": "src", "audio": "src", "image": "href"}

// idAttributes are where elements name others of their page, separated by spaces.
var idAttributes = []string{"for", "form", "list", "popovertarget", "aria-controls", "aria-labelledby", "aria-describedby", "aria-owns", "aria-errormessage", "headers"}

// checkLinks follows everything that a page names.
func (r *report) checkLinks(p *Page) {
	wrong := r.on(p.Path)
	for n := range elements(p.root) {
		for _, key := range idAttributes {
			for _, id := range strings.Fields(attr(n, key)) {
				if p.ids[id] == 0 {
					wrong("the id of an element of the page", "a %s has the %s %q", n.Data, key, id)
				}
			}
		}
		switch n.Data {
		case "a", "area":
			if href, ok := lookup(n, "href"); ok {
				r.checkLink(p, href)
			}
		case "form":
			if action := attr(n, "action"); !slices.Contains(r.Forms, action) {
				wrong("one of "+strings.Join(r.Forms, ", "), "a form posts to %q", action)
			}
		case "link":
			if rel := attr(n, "rel"); rel != "canonical" {
				r.checkFile(p, "link "+rel, attr(n, "href"))
			}
		case "use":
			r.checkLink(p, attr(n, "href"))
		}
		if key := fileAttributes[n.Data]; key != "" {
			if src, ok := lookup(n, key); ok {
				r.checkFile(p, n.Data, src)
			}
		}
		for candidate := range strings.SplitSeq(attr(n, "srcset"), ",") {
			if src := strings.Fields(candidate); len(src) > 0 {
				r.checkFile(p, "srcset", src[0])
			}
		}
	}
}

func (r *report) checkFile(p *Page, what, src string) {
	path := strings.TrimPrefix(src, r.Base)
	if r.byPath[path] == nil && (!strings.HasPrefix(path, "/") || !r.Serves(path)) {
		r.on(p.Path)("a file of the site", "the %s %q is not served", what, src)
	}
}

// checkLink follows one link.
func (r *report) checkLink(p *Page, href string) {
	const wanted = "a page of the site, a part of one, or an https, tel, sms or mailto address"
	wrong := r.on(p.Path)
	u, err := url.Parse(strings.TrimPrefix(href, r.Base))
	if err != nil {
		wrong(wanted, "the link %q is malformed", href)
		return
	}
	switch u.Scheme {
	case "https", "mailto":
		return
	case "tel", "sms":
		if strings.Trim(u.Opaque, "0123456789") != "" || u.Opaque == "" {
			wrong("digits alone", "the link is %q", href)
		}
		return
	case "":
	default:
		wrong(wanted, "the link is %q", href)
		return
	}
	target := p
	if u.Path != "" {
		if target = r.byPath[u.Path]; target == nil || target.Kind == "" {
			if u.Fragment != "" || !r.Serves(u.Path) {
				wrong(wanted, "the link %q leads nowhere", href)
			}
			return
		}
	}
	if (u.Fragment == "" && u.Path == "") || (u.Fragment != "" && target.ids[u.Fragment] == 0) {
		wrong("the id of an element there", "the link %q leads to no part of %s", href, target.Path)
	}
}
