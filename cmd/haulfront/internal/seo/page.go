// Package seo is what machines find on the site: the documents that are written for them, and the check that these, the
// pages, and the structured data on the pages all say the same.
//
// # Model
//
// Everything here starts from the pages as they are served. [Read] takes one page's HTML apart the way a search engine
// does, and what it finds is the only source of the sitemap, the feed and the guide for language models: none of them
// can name a page that is not there, or give it another title or date than it shows. The guide adds the prices and
// contacts that the home page shows, from the same props.
//
// [Check] compares all of it. The program's check command runs it over the pages in memory, its tests over what the
// running program answers.
//
// Pages never change once they are read and may be shared between goroutines; every function may be called at any time.
package seo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"haulfront/content"
)

// Page is what a machine finds on one page.
type Page struct {
	// Path is where the page is served; Kind is empty for a page that search engines are to leave out.
	Path string
	Kind content.Kind
	// Title, Description and Canonical are the head's, SiteName the company's name as the head gives it.
	Title, Description, Canonical, SiteName string
	// Heading is the text of the first h1.
	Heading string
	// Words is a hash of what the page says: its title, its description, and the text, links and pictures' texts of
	// its main part. Forms are left out, because all pages share them, and so is everything that changes with the
	// build, with the year in the footer, or with BASE_URL.
	Words string

	root, main *html.Node
	// bodyText and mainText are the visible texts, with single spaces.
	bodyText, mainText string
	ids                map[string]int
	data               []map[string]any
	malformed          []string
}

// Read takes the HTML of the page at path apart. A page without a main part is an error; everything else that may be
// wrong with it is for Check to say.
func Read(path string, kind content.Kind, page []byte) (*Page, error) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil, fmt.Errorf("read the page %s: %w", path, err)
	}
	p := &Page{Path: path, Kind: kind, root: root, main: first(root, "main"), ids: map[string]int{}}
	if p.main == nil {
		return nil, fmt.Errorf("read the page %s: it has no main element", path)
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
	p.readData()
	p.Words = p.hash()
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

func (p *Page) readData() {
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
		p.data = append(p.data, data)
	}
}

// dataOf returns the structured data of a schema.org type, nil where the page has none.
func (p *Page) dataOf(kind string) map[string]any {
	for _, data := range p.data {
		if data["@type"] == kind {
			return data
		}
	}
	return nil
}

func (p *Page) hash() string {
	sum := sha256.New()
	say := func(parts ...string) { fmt.Fprintf(sum, "%q\n", parts) }
	say("page", p.Title, p.Description)
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			if text := squeeze(n.Data); text != "" {
				say("text", text)
			}
		case n.Type != html.ElementNode:
		case n.Data == "form" || n.Data == "script":
			return
		case n.Data == "a":
			say("link", attr(n, "href"))
		case n.Data == "img":
			say("picture", attr(n, "alt"))
		case len(n.Data) == 2 && n.Data[0] == 'h':
			say("heading", n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(p.main)
	// Sixteen digits tell any two versions of a page apart.
	return hex.EncodeToString(sum.Sum(nil))[:16]
}
