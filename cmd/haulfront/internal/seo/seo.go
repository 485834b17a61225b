// Package seo writes the documents that crawlers read: sitemap.xml, robots.txt, the Atom feed of the articles, llms.txt, and
// speculation rules.
//
// All of them are made from the typed content (package content), which pages are made from too; no page is rendered or parsed
// for them. That they and the finished pages agree is what package audit checks. The structured data of https://schema.org,
// which stands inside pages, comes with the pages' props from package content.
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
	SitemapPath          = "/sitemap.xml"
	RobotsPath           = "/robots.txt"
	FeedPath             = "/blog/feed.xml"
	LLMsTxtPath          = "/llms.txt"
	SpeculationRulesPath = "/speculation-rules.json"
)

// Document is one document for crawlers.
type Document struct {
	// Path is where it is served, MediaType the Content-Type that it is served with.
	Path, MediaType string
	Body            []byte
}

// Documents writes all documents of the site at base, "https://www.example.com". A site without articles has no feed.
func Documents(base string, site *content.Site, lastMod LastMod) ([]Document, error) {
	const textType, xmlType = "text/plain; charset=utf-8", "application/xml; charset=utf-8"
	pages := site.Summaries()
	documents := []Document{
		{SitemapPath, xmlType, Sitemap(base, pages, lastMod)},
		{LLMsTxtPath, textType, LLMsTxt(base, site.Home(content.BuildInfo{BaseURL: base}), pages)},
		{RobotsPath, textType, Robots(base)},
		{SpeculationRulesPath, speculationRulesType, SpeculationRules()},
	}
	if slices.ContainsFunc(pages, isArticle) {
		zone, err := time.LoadLocation(site.Timezone())
		if err != nil {
			return nil, fmt.Errorf("feed: %w", err)
		}
		feed, err := Feed(base, site.Brand().Name, pages, zone)
		if err != nil {
			return nil, err
		}
		documents = append(documents, Document{FeedPath, "application/atom+xml; charset=utf-8", feed})
	}
	return documents, nil
}

// Robots lets every crawler read every page and names the sitemap (RFC 9309).
func Robots(base string) []byte {
	return []byte("User-agent: *\nDisallow:\n\nSitemap: " + base + SitemapPath + "\n")
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
