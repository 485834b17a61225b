package audit

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// checkFirstPicture checks that browsers load the picture beside the h1 at once.
func (c *checker) checkFirstPicture(p *Page) {
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

// fileAttributes are the attributes with files that browsers load, by element.
var fileAttributes = map[string]string{
	"script": "src", "img": "src", "source": "src", "video": "src", "audio": "src", "image": "href",
}

var doubledStop = regexp.MustCompile(`\S+(?:[?!]|[^.]\.)\.(?:\s|$)`)

// checkStops finds sentences that end twice, such as a question in the place of a title that gets a period.
func (c *checker) checkStops(p *Page) {
	if found := doubledStop.FindString(p.mainText); found != "" {
		c.report(p.Path, "one stop", "the page says %q", strings.TrimSpace(found))
	}
}

// checkLinks follows every link of a page, to pages, parts of pages, and files.
func (c *checker) checkLinks(p *Page) {
	for n := range elements(p.root) {
		c.checkFiles(p, n)
		href, ok := lookup(n, "href")
		switch {
		case !ok:
		case n.Data == "a", n.Data == "area", n.Data == "use":
			c.checkLink(p, href)
		case n.Data == "link" && attr(n, "rel") != "canonical":
			c.checkFile(p, "link "+attr(n, "rel"), href)
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
	for _, key := range []string{"srcset", "imagesrcset"} { // a preload of pictures has the second, and no href
		for candidate := range strings.SplitSeq(attr(n, key), ",") {
			if src := strings.Fields(candidate); len(src) > 0 {
				c.checkFile(p, key, src[0])
			}
		}
	}
}

func (c *checker) checkFile(p *Page, name, src string) {
	path := strings.TrimPrefix(src, c.Base)
	if c.byPath[path] == nil && (!strings.HasPrefix(path, "/") || !c.Serves(path)) {
		c.report(p.Path, "a file of the site", "the %s %q is not served", name, src)
	}
}

// checkLink follows a link within the site; package content checks the form of all others.
func (c *checker) checkLink(p *Page, href string) {
	u, err := url.Parse(strings.TrimPrefix(href, c.Base))
	if err != nil || u.Scheme != "" {
		return
	}
	target := p
	if u.Path != "" {
		if target = c.byPath[u.Path]; target == nil || target.Kind == "" {
			if u.Fragment != "" || !c.Serves(u.Path) {
				c.report(p.Path, "a page of the site, or a part of one", "the link %q leads nowhere", href)
			}
			return
		}
	}
	if (u.Fragment == "" && u.Path == "") || (u.Fragment != "" && !target.ids[u.Fragment]) {
		c.report(p.Path, "the id of an element there", "the link %q leads to no part of %s", href, target.Path)
	}
}
