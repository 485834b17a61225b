// Package seo writes the documents that crawlers read: sitemap.xml, robots.txt, the Atom feed of the articles, and
// llms.txt.
//
// All of them are made from the typed content (package content), which pages are made from too; no page is rendered or
// parsed for them, and each is written when it is first asked for. That they and the finished pages agree is what
// package audit checks. The structured data of https://schema.org, which stands inside pages, comes with the pages'
// props from package content.
//
// Every function may be called by several goroutines.
package seo

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"time"

	"haulfront/content"
)

// Where the documents are served.
const (
	SitemapPath = "/sitemap.xml"
	RobotsPath  = "/robots.txt"
	FeedPath    = "/blog/feed.xml"
	LLMsTxtPath = "/llms.txt"
)

// PhotosPath is the beginning of the addresses of leads' photographs, which no crawler may ask for.
const PhotosPath = "/photos/"

// Document is one document for crawlers.
type Document struct {
	// Path is where it is served, MediaType the Content-Type that it is served with.
	Path, MediaType string
	// Body writes it.
	Body func() []byte
}

const (
	textType = "text/plain; charset=utf-8"
	xmlType  = "application/xml; charset=utf-8"
)

// Documents returns all documents of the site at base, "https://www.example.com". A site without articles has no feed.
func Documents(base string, site *content.Site, lastMod func() LastMod) ([]Document, error) {
	pages := site.Summaries()
	documents := append(Sitemaps(base, pages, lastMod, ProtocolLimits),
		Document{LLMsTxtPath, textType, func() []byte {
			return LLMsTxt(base, site.Home(content.BuildInfo{BaseURL: base}), site.EstimateExample(base), pages)
		}},
		Document{RobotsPath, textType, func() []byte { return Robots(base) }},
	)
	if slices.ContainsFunc(pages, isArticle) {
		zone, err := time.LoadLocation(site.Timezone())
		if err != nil {
			return nil, fmt.Errorf("feed: %w", err)
		}
		feed, err := Feed(base, site.Brand().Name, pages, zone)
		if err != nil {
			return nil, err
		}
		documents = append(documents, Document{FeedPath, "application/atom+xml; charset=utf-8", func() []byte { return feed }})
	}
	return documents, nil
}

// Robots lets every crawler read every page, but no photograph of a lead, and names the sitemap (RFC 9309).
func Robots(base string) []byte {
	return []byte("User-agent: *\nDisallow: " + PhotosPath + "\n\nSitemap: " + base + SitemapPath + "\n")
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
