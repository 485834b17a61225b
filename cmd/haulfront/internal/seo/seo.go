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
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"time"

	"haulfront/content"
)

// The paths of the documents.
const (
	SitemapPath = "/sitemap.xml"
	RobotsPath  = "/robots.txt"
	FeedPath    = "/blog/feed.xml"
	LLMsTxtPath = "/llms.txt"
)

// PhotosPath is the beginning of the paths of leads' photographs, which crawlers may not fetch.
const PhotosPath = "/photos/"

// Document is one document for crawlers.
type Document struct {
	// Path is its path, MediaType its Content-Type.
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
		documents = append(documents, Document{FeedPath, "application/atom+xml; charset=utf-8",
			func() []byte { return feed }})
	}
	return documents, nil
}

// Robots allows every crawler to read all pages, but no photograph of a lead, and names the sitemap (RFC 9309).
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
