package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"haulfront/content"
)

// Page is one parsed page.
type Page struct {
	// Route is where the page is served; its Kind is empty for a page that search engines must not list.
	content.Route
	// Title, Description and Canonical are the head's, SiteName the company's name as the head gives it.
	Title, Description, Canonical, SiteName string
	// Heading is the text of the first h1.
	Heading string

	root, main *html.Node
	// bodyText and mainText are the visible texts, with single spaces.
	bodyText, mainText string
	ids                map[string]int
	// structured is the page's structured data, malformed the errors of what is not JSON.
	structured []map[string]any
	malformed  []string
}

// Read parses the HTML of the page of a route. A page without a main element is an error; everything else that may be
// wrong with it is for Check to report.
func Read(route content.Route, page []byte) (*Page, error) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil, fmt.Errorf("read the page %s: %w", route.Path, err)
	}
	p := &Page{Route: route, root: root, main: first(root, "main"), ids: map[string]int{}}
	if p.main == nil {
		return nil, fmt.Errorf("read the page %s: it has no main element", route.Path)
	}
	if title := first(root, "title"); title != nil {
		p.Title = textOf(title)
	}
	if h1 := first(root, "h1"); h1 != nil {
		p.Heading = textOf(h1)
	}
	p.Description, p.SiteName = p.meta("description"), p.meta("og:site_name")
	for link := range elements(root, "link") {
		if attr(link, "rel") == "canonical" {
			p.Canonical = attr(link, "href")
		}
	}
	for n := range elements(root) {
		if id := attr(n, "id"); id != "" {
			p.ids[id]++
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

// dataOf returns the structured data of a schema.org type, nil where the page has none.
func (p *Page) dataOf(kind string) map[string]any {
	for _, data := range p.structured {
		if data["@type"] == kind {
			return data
		}
	}
	return nil
}
