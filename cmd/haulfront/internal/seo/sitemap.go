package seo

import (
	"encoding/xml"
	"fmt"
	"strings"

	"haulfront/content"
)

// SitemapLimits bound one file of a sitemap.
type SitemapLimits struct {
	URLs, Bytes int // the number of pages, and the size of the file uncompressed
}

// ProtocolLimits are those of https://www.sitemaps.org/protocol.html: 50,000 URLs and 50 MB (52,428,800 bytes). They
// hold for an index of sitemaps too.
var ProtocolLimits = SitemapLimits{URLs: 50_000, Bytes: 50 << 20}

const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// sitemapEntry is a page of a sitemap, or a sitemap of an index.
type sitemapEntry struct {
	Location string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"` // a day; empty if it is unknown
}

type urlset struct {
	XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapEntry `xml:"url"`
}

type sitemapIndex struct {
	XMLName  xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []sitemapEntry `xml:"sitemap"`
}

// Sitemaps lists the pages by https://www.sitemaps.org/protocol.html: at SitemapPath, or, beyond the limits of one
// file, in several files with an index at SitemapPath. A page without a revision in lastMod has no date; a file has
// the latest date of its pages. There are no priorities and frequencies, because search engines ignore them
// (https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap).
//
// lastMod is called for the first body: splitting the pages does not depend on it.
func Sitemaps(base string, pages []content.PageSummary, lastMod func() LastMod, limits SitemapLimits) []Document {
	parts := split(base, pages, limits)
	if len(parts) == 1 {
		return []Document{{SitemapPath, xmlType, func() []byte { return sitemap(base, pages, lastMod()) }}}
	}
	documents := []Document{{SitemapPath, xmlType, func() []byte {
		index, days := sitemapIndex{}, lastMod()
		for i, part := range parts {
			latest := ""
			for _, p := range part {
				latest = max(latest, days[p.Path].Day)
			}
			index.Sitemaps = append(index.Sitemaps, sitemapEntry{base + partPath(i), latest})
		}
		return encodeXML(index)
	}}}
	for i, part := range parts {
		body := func() []byte { return sitemap(base, part, lastMod()) }
		documents = append(documents, Document{partPath(i), xmlType, body})
	}
	return documents
}

// partPath is the path of file i of a split sitemap, "/sitemap-1.xml" for the first.
func partPath(i int) string { return strings.Replace(SitemapPath, ".", fmt.Sprintf("-%d.", i+1), 1) }

func sitemap(base string, pages []content.PageSummary, lastMod LastMod) []byte {
	list := urlset{URLs: make([]sitemapEntry, len(pages))}
	for i, p := range pages {
		list.URLs[i] = sitemapEntry{base + p.Path, lastMod[p.Path].Day}
	}
	return encodeXML(list)
}

// split cuts the pages into runs, at least one, that each fit into one file.
func split(base string, pages []content.PageSummary, limits SitemapLimits) (parts [][]content.PageSummary) {
	// The markup around the addresses, as encodeXML writes it.
	const entry = len("  <url>\n    <loc></loc>\n    <lastmod>2006-01-02</lastmod>\n  </url>\n")
	const frame = len(xml.Header + `<urlset xmlns="` + sitemapNamespace + `">` + "\n</urlset>\n")
	first, size := 0, frame
	for i, p := range pages {
		// An "&" in an address is written with five characters.
		own := entry + len(base) + len(p.Path) + 4*strings.Count(base+p.Path, "&")
		if i > first && (i-first == limits.URLs || size+own > limits.Bytes) {
			parts = append(parts, pages[first:i])
			first, size = i, frame
		}
		size += own
	}
	return append(parts, pages[first:])
}
