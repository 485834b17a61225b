package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"haulfront/content"
)

// Page is one parsed page.
type Page struct {
	// Route is the page's route; its Kind is empty for a page that search engines must not index.
	content.Route
	// Title, Description and Canonical are the head's, SiteName the company's name as the head gives it.
	Title, Description, Canonical, SiteName string
	// Heading is the text of the first h1.
	Heading string

	canonicals int // the number of canonical addresses
	root, main *html.Node
	// bodyText and mainText are the visible texts, with single spaces.
	bodyText, mainText string
	ids                map[string]bool
	// structured is the page's structured data, malformed the errors of invalid JSON.
	structured []map[string]any
	malformed  []string
}

// Read parses the HTML of a route's page. A page without a main element is an error; Check reports all others.
func Read(route content.Route, page []byte) (*Page, error) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil, fmt.Errorf("read the page %s: %w", route.Path, err)
	}
	p := &Page{Route: route, root: root, main: first(root, "main"), ids: map[string]bool{}}
	if p.main == nil {
		return nil, fmt.Errorf("read the page %s: it has no main element", route.Path)
	}
	p.Title, p.Heading = textOf(first(root, "title")), textOf(first(root, "h1"))
	p.Description, p.SiteName = p.meta("description"), p.meta("og:site_name")
	for link := range elements(root, "link") {
		if attr(link, "rel") == "canonical" {
			p.Canonical = attr(link, "href")
			p.canonicals++
		}
	}
	for n := range elements(root) {
		if id := attr(n, "id"); id != "" {
			p.ids[id] = true
		}
	}
	p.bodyText, p.mainText = textOf(first(root, "body")), textOf(p.main)
	p.readStructuredData()
	return p, nil
}

// meta is the content of the meta element of that name or property.
func (p *Page) meta(name string) string {
	for n := range elements(p.root, "meta") {
		if attr(n, "name") == name || attr(n, "property") == name {
			return attr(n, "content")
		}
	}
	return ""
}

func (p *Page) readStructuredData() {
	for script := range elements(p.root, "script") {
		if attr(script, "type") != "application/ld+json" || script.FirstChild == nil {
			continue
		}
		decoder := json.NewDecoder(strings.NewReader(script.FirstChild.Data))
		decoder.UseNumber() // 99 must stay 99
		var data map[string]any
		if err := decoder.Decode(&data); err != nil {
			p.malformed = append(p.malformed, err.Error())
			continue
		}
		p.structured = append(p.structured, data)
	}
}

// dataOf returns the structured data of a schema.org type, nil if the page has none.
func (p *Page) dataOf(kind string) map[string]any {
	for _, data := range p.structured {
		if data["@type"] == kind {
			return data
		}
	}
	return nil
}

// breadcrumbs is the navigation that contains the page's name, nil if there is none. Menus mark the current page too,
// but as a link.
func (p *Page) breadcrumbs() *html.Node {
	for nav := range elements(p.root, "nav") {
		for n := range elements(nav) {
			if n.Data != "a" && attr(n, "aria-current") == "page" {
				return nav
			}
		}
	}
	return nil
}

// listedPrice is an amount of a price list; a plus after it leaves the upper end open.
var listedPrice = regexp.MustCompile(`(\$\d{1,3}(?:,\d{3})*)(\+?)`)

// listedPrices are the bounds in the page's description lists: "$1,500–$5,000+" has no highest price.
func (p *Page) listedPrices() (figures []string) {
	for price := range elements(p.main, "dd") {
		for i, match := range listedPrice.FindAllStringSubmatch(textOf(price), -1) {
			if i == 0 || match[2] == "" {
				figures = append(figures, match[1])
			}
		}
	}
	return figures
}

// amount is a figure that has to be visible on the page: dollars or a percentage.
var amount = regexp.MustCompile(`\$\d{1,3}(?:,\d{3})*|\d+%`)

// wholeFigure is any figure: "$1,500" and "$150,000" contain no "$150".
var wholeFigure = regexp.MustCompile(`\$?\d+(?:,\d+)*%?`)

func hasFigure(text, figure string) bool {
	return slices.Contains(wholeFigure.FindAllString(text, -1), figure)
}

// elements yields the elements below n in document order; with names, only those.
func elements(n *html.Node, names ...string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for d := range n.Descendants() {
			if d.Type == html.ElementNode && (len(names) == 0 || slices.Contains(names, d.Data)) && !yield(d) {
				return
			}
		}
	}
}

// first returns the first element of that name below n, nil if there is none.
func first(n *html.Node, name string) *html.Node {
	for e := range elements(n, name) {
		return e
	}
	return nil
}

func attr(n *html.Node, name string) string {
	value, _ := lookup(n, name)
	return value
}

func lookup(n *html.Node, name string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// inline are the elements that do not break the text around them.
var inline = strings.Fields("a abbr b bdi cite code em i mark q s small span strong sub sup time u wbr")

// hidden are the elements whose text is not visible.
var hidden = []string{"script", "style", "template", "noscript"}

// textOf is the visible text of n, with single spaces; "" for nil.
func textOf(n *html.Node) string {
	var text strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
			return
		}
		separator := ""
		if n.Type == html.ElementNode && !slices.Contains(inline, n.Data) {
			separator = " "
		}
		text.WriteString(separator)
		for c := range n.ChildNodes() {
			if c.Type != html.ElementNode || !slices.Contains(hidden, c.Data) {
				walk(c)
			}
		}
		text.WriteString(separator)
	}
	if n != nil {
		walk(n)
	}
	return singleSpaced(text.String())
}

// singleSpaced replaces all white space with single spaces.
func singleSpaced(text string) string { return strings.Join(strings.Fields(text), " ") }
