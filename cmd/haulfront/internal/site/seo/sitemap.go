package seo

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"haulfront/content"
)

// MaxURLs is the number of pages in one file of a sitemap, by https://www.sitemaps.org/protocol.html. Its other limit,
// 50 MB, would take a kilobyte for each.
const MaxURLs = 50_000

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

// Sitemaps lists the pages by https://www.sitemaps.org/protocol.html: at SitemapPath, or, if they are more than limit,
// in several files with an index at SitemapPath. A page without a revision in lastMod has no date; a file has the
// latest date of its pages. There are no priorities and frequencies, because search engines ignore them
// (https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap).
//
// lastMod is called for the first body: splitting the pages does not depend on it.
func Sitemaps(base string, pages []content.PageSummary, lastMod func() LastMod, limit int) []Document {
	if len(pages) <= limit {
		return []Document{{SitemapPath, xmlType, func() []byte { return sitemap(base, pages, lastMod()) }}}
	}
	parts := slices.Collect(slices.Chunk(pages, limit))
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
