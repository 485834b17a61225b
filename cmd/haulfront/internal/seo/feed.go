package seo

import (
	"encoding/xml"
	"errors"
	"fmt"
	"time"

	"haulfront/content"
)

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

// Feed lists the articles among the pages as Atom (RFC 4287), in the order of the pages. Atom wants times where
// articles have days: midnight in zone, which is the company's. The company, by its name, is title and author. A feed
// without an article is an error.
func Feed(base, name string, pages []content.PageSummary, zone *time.Location) ([]byte, error) {
	const htmlType, feedType = "text/html", "application/atom+xml"
	feed := atomFeed{
		Language: "en-US", ID: base + FeedPath, Title: name, Author: name,
		Links: []atomLink{{"self", feedType, base + FeedPath}, {"alternate", htmlType, base + "/blog"}},
	}
	var newest time.Time
	for _, p := range pages {
		if !isArticle(p) {
			continue
		}
		published, err := time.ParseInLocation(time.DateOnly, p.Published, zone)
		if err != nil {
			return nil, fmt.Errorf("feed: the article %s: %w", p.Path, err)
		}
		at := published.Format(time.RFC3339)
		feed.Entries = append(feed.Entries, atomEntry{
			ID: base + p.Path, Title: p.Heading, Link: atomLink{"alternate", htmlType, base + p.Path},
			Published: at, Updated: at, Summary: p.Description,
		})
		if published.After(newest) {
			newest = published
		}
	}
	if len(feed.Entries) == 0 {
		return nil, errors.New("feed: there is no article")
	}
	feed.Updated = newest.Format(time.RFC3339)
	return encodeXML(feed), nil
}

func isArticle(p content.PageSummary) bool { return p.Kind == content.KindArticle }
