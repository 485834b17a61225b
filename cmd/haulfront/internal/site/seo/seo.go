// Package seo writes the documents that crawlers read: sitemap.xml, robots.txt, the Atom feed of the articles, and
// llms.txt.
//
// All of them are made from the same content as the pages (package content); no page is rendered or parsed for them,
// and each is written on first demand. Package audit checks that they agree with the finished pages. The structured
// data of https://schema.org is inside pages, and part of their props.
//
// Every function may be called by several goroutines.
package seo

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"time"

	"haulfront/content"
)

// The paths of the documents.
const (
	SitemapPath = "/sitemap.xml"
	RobotsPath  = "/robots.txt"
	FeedPath    = content.FeedPath
	LLMsTxtPath = "/llms.txt"
)

// PhotosPath is the beginning of the paths of leads' photographs, which crawlers may not fetch.
const PhotosPath = "/photos/"

// Document is one document for crawlers.
type Document struct {
	Path, MediaType string
	Body            func() []byte
}

const (
	textType = "text/plain; charset=utf-8"
	xmlType  = "application/xml; charset=utf-8"
)

func isArticle(p content.PageSummary) bool { return p.Kind == content.KindArticle }

// Documents returns all documents of the site at base, "https://www.example.com". A site without articles has no feed,
// and a contact card without a mark, a PNG, no picture.
func Documents(base string, site *content.Site, lastMod func() LastMod, mark func() []byte) ([]Document, error) {
	pages := site.Summaries()
	documents := append(Sitemaps(base, pages, lastMod, MaxURLs),
		Document{LLMsTxtPath, textType, func() []byte {
			return LLMsTxt(base, site.Home(content.BuildInfo{BaseURL: base}), site.EstimateExample(base), pages)
		}},
		Document{content.VCardPath, "text/vcard; charset=utf-8", func() []byte {
			return []byte(vCard(&site.Business, base, mark()))
		}},
		Document{RobotsPath, textType, func() []byte { return Robots(base) }},
	)
	if slices.ContainsFunc(pages, isArticle) {
		feed, err := Feed(base, site.Brand().Name, pages, site.Location())
		if err != nil {
			return nil, err
		}
		documents = append(documents, Document{FeedPath, "application/atom+xml; charset=utf-8",
			func() []byte { return feed }})
	}
	return documents, nil
}

// AtomFeed is a feed of RFC 4287.
type AtomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Language string      `xml:"xml:lang,attr"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Updated  string      `xml:"updated"`
	Links    []AtomLink  `xml:"link"`
	Author   string      `xml:"author>name"`
	Entries  []AtomEntry `xml:"entry"`
}

// AtomLink leads to a page or to the feed itself.
type AtomLink struct {
	Relation string `xml:"rel,attr"`
	Type     string `xml:"type,attr"`
	Href     string `xml:"href,attr"`
}

// AtomEntry is an article.
type AtomEntry struct {
	ID        string   `xml:"id"`
	Title     string   `xml:"title"`
	Link      AtomLink `xml:"link"`
	Published string   `xml:"published"`
	Updated   string   `xml:"updated"`
	Summary   string   `xml:"summary"`
}

// Feed lists the articles among the pages as Atom (RFC 4287), in the order of the pages. Atom requires times: an
// article's is midnight in zone, the company's time zone. The company's name is title and author. A feed without an
// article is an error.
func Feed(base, name string, pages []content.PageSummary, zone *time.Location) ([]byte, error) {
	const htmlType, feedType = "text/html", "application/atom+xml"
	feed := AtomFeed{
		Language: "en-US", ID: base + FeedPath, Title: name, Author: name,
		Links: []AtomLink{{"self", feedType, base + FeedPath}, {"alternate", htmlType, base + "/blog"}},
	}
	for _, p := range pages {
		if !isArticle(p) {
			continue
		}
		published, err := time.ParseInLocation(time.DateOnly, p.Published, zone)
		if err != nil {
			return nil, fmt.Errorf("feed: the article %s: %w", p.Path, err)
		}
		at := published.Format(time.RFC3339)
		feed.Entries = append(feed.Entries, AtomEntry{
			ID: base + p.Path, Title: p.Heading, Link: AtomLink{"alternate", htmlType, base + p.Path},
			Published: at, Updated: at, Summary: p.Description,
		})
		feed.Updated = max(feed.Updated, at)
	}
	if len(feed.Entries) == 0 {
		return nil, errors.New("feed: there is no article")
	}
	return encodeXML(feed), nil
}

// Robots allows every crawler to read all pages, but no photograph of a lead, and names the sitemap (RFC 9309).
func Robots(base string) []byte {
	return []byte("User-agent: *\nDisallow: " + PhotosPath + "\n\nSitemap: " + base + SitemapPath + "\n")
}

func encodeXML(document any) []byte {
	data, err := xml.MarshalIndent(document, "", "  ")
	if err != nil {
		panic("seo: " + err.Error())
	}
	return slices.Concat([]byte(xml.Header), data, []byte("\n"))
}
