package seo

import (
	"encoding/xml"

	"haulfront/content"
)

type sitemapURL struct {
	Location string `xml:"loc"`
	// Modified is a day; empty where it is not known.
	Modified string `xml:"lastmod,omitempty"`
}

type sitemap struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapURL `xml:"url"`
}

// Sitemap lists the pages by https://www.sitemaps.org/protocol.html. A page that lastMod does not know has no date. There are
// no priorities and frequencies, because search engines ignore them
// (https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap).
func Sitemap(base string, pages []content.PageSummary, lastMod LastMod) []byte {
	list := sitemap{URLs: make([]sitemapURL, len(pages))}
	for i, p := range pages {
		list.URLs[i] = sitemapURL{base + p.Path, lastMod[p.Path].Day}
	}
	return encodeXML(list)
}
