package seo

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"time"

	"haulfront/content"
)

// Where the documents for machines are served.
const (
	SitemapPath = "/sitemap.xml"
	RobotsPath  = "/robots.txt"
	FeedPath    = "/blog/feed.xml"
	GuidePath   = "/llms.txt"
	RulesPath   = "/speculation-rules.json"
)

// RulesHeader is the value of the header Speculation-Rules that goes with every page.
const RulesHeader = `"` + RulesPath + `"`

type sitemapURL struct {
	Location string `xml:"loc"`
	// Modified is a day; empty where it is not known.
	Modified string `xml:"lastmod,omitempty"`
}

type sitemap struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapURL `xml:"url"`
}

// Sitemap lists the pages by https://www.sitemaps.org/protocol.html. A page whose words are not those that days knows
// goes without a date: a wrong one would be worse. There are no priorities and frequencies, because search engines
// ignore them (https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap).
func Sitemap(pages []*Page, days Days) []byte {
	list := sitemap{}
	for _, p := range pages {
		if p.Kind != "" {
			list.URLs = append(list.URLs, sitemapURL{p.Canonical, days.of(p)})
		}
	}
	return encodeXML(list)
}

// Robots lets every robot see every page and names the sitemap (RFC 9309).
func Robots(base string) []byte {
	return []byte("User-agent: *\nDisallow:\n\nSitemap: " + base + SitemapPath + "\n")
}

type atomLink struct {
	Relation string `xml:"rel,attr"`
	Type     string `xml:"type,attr"`
	Href     string `xml:"href,attr"`
}

type atomEntry struct {
	ID        string   `xml:"id"`
	Title     string   `xml:"title"`
	Link      atomLink `xml:"link"`
	Published string   `xml:"published"`
	Updated   string   `xml:"updated"`
	Summary   string   `xml:"summary"`
}

type atomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Language string      `xml:"xml:lang,attr"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Updated  string      `xml:"updated"`
	Links    []atomLink  `xml:"link"`
	Author   string      `xml:"author>name"`
	Entries  []atomEntry `xml:"entry"`
}

// Feed lists the articles as Atom (RFC 4287), the newest first where the pages are so. Their dates are the ones that the
// articles show, at midnight in zone, because Atom wants a time. A site without an article has no feed: that is an error.
func Feed(base string, pages []*Page, zone *time.Location) ([]byte, error) {
	const htmlType, feedType = "text/html", "application/atom+xml"
	feed := atomFeed{
		Language: "en-US", ID: base + FeedPath,
		Links: []atomLink{{"self", feedType, base + FeedPath}, {"alternate", htmlType, base + "/blog"}},
	}
	var newest time.Time
	for _, p := range pages {
		if p.Kind != content.KindArticle {
			continue
		}
		published, updated, err := p.dates(zone)
		if err != nil {
			return nil, err
		}
		feed.Entries = append(feed.Entries, atomEntry{
			ID: p.Canonical, Title: p.Heading, Link: atomLink{"alternate", htmlType, p.Canonical},
			Published: published.Format(time.RFC3339), Updated: updated.Format(time.RFC3339), Summary: p.Description,
		})
		if updated.After(newest) {
			newest = updated
		}
		feed.Title, feed.Author = p.SiteName, p.SiteName
	}
	if len(feed.Entries) == 0 {
		return nil, errors.New("the feed: there is no article")
	}
	feed.Updated = newest.Format(time.RFC3339)
	return encodeXML(feed), nil
}

// dates are when an article appeared and when it last changed, as its structured data says.
func (p *Page) dates(zone *time.Location) (published, updated time.Time, err error) {
	data := p.dataOf("BlogPosting")
	if published, err = parseDay(data["datePublished"], zone); err != nil {
		return published, updated, fmt.Errorf("the article %s: datePublished: %w", p.Path, err)
	}
	if data["dateModified"] == nil {
		return published, published, nil
	}
	if updated, err = parseDay(data["dateModified"], zone); err != nil {
		return published, updated, fmt.Errorf("the article %s: dateModified: %w", p.Path, err)
	}
	return published, updated, nil
}

// parseDay reads a day, or a time of which only the day counts.
func parseDay(value any, zone *time.Location) (time.Time, error) {
	text, _ := value.(string)
	day, _, _ := strings.Cut(text, "T")
	return time.ParseInLocation(time.DateOnly, day, zone)
}

// rule is one rule of https://wicg.github.io/nav-speculation/speculation-rules.html.
type rule struct {
	Source    string    `json:"source"`
	Where     predicate `json:"where"`
	Eagerness string    `json:"eagerness"`
}

type predicate struct {
	And      []predicate `json:"and,omitempty"`
	Not      *predicate  `json:"not,omitempty"`
	Href     any         `json:"href_matches,omitempty"`
	Selector string      `json:"selector_matches,omitempty"`
}

// Rules lets browsers render a page of the site in advance when a visitor seems about to go there: a pointer rests on a
// link for a moment, or presses it. Only pages are: no address that takes posts, no file, nothing with a query, and no
// jump within the page.
func Rules() []byte {
	document, err := json.Marshal(map[string][]rule{"prerender": {{
		Source: "document",
		Where: predicate{And: []predicate{
			{Href: "/*"},
			{Not: &predicate{Href: []string{"/quote", "/pageview", "/assets/*", "/*.xml", "/*.txt", "/*.json", `/*\?(.+)`}}},
			{Not: &predicate{Selector: `[href^="#"], [download], [target]`}},
		}},
		Eagerness: "moderate",
	}}})
	if err != nil {
		panic("seo: speculation rules: " + err.Error())
	}
	return document
}

func encodeXML(document any) []byte {
	var out bytes.Buffer
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(&out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		panic("seo: " + err.Error())
	}
	out.WriteByte('\n')
	return out.Bytes()
}
