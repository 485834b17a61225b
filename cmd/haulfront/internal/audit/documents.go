package audit

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/seo"
)

// checkDocuments compares the documents for crawlers with the pages.
func (c *checker) checkDocuments() {
	c.checkSitemap()
	c.checkRobots()
	if len(c.articles()) > 0 {
		c.checkFeed()
	}
	c.checkLLMsTxt()
}

// sitemap is https://www.sitemaps.org/protocol.html, with the elements as they come, so that no unknown one is lost.
type sitemap struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapURL `xml:"url"`
	Others  []element    `xml:",any"`
}

// sitemapIndex lists the files of a sitemap that is too large for one.
type sitemapIndex struct {
	XMLName  xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []sitemapURL `xml:"sitemap"`
	Others   []element    `xml:",any"`
}

type sitemapURL struct {
	Elements []element `xml:",any"`
}

type element struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
}

// read returns the texts of a url's elements; ok is false where they are not a loc and at most a lastmod after it.
func (u sitemapURL) read() (location, modified string, ok bool) {
	for _, e := range u.Elements {
		switch {
		case e.XMLName.Local == "loc" && location == "":
			location = e.Text
		case e.XMLName.Local == "lastmod" && location != "" && modified == "":
			modified = e.Text
		default:
			return location, modified, false
		}
	}
	return location, modified, true
}

func (c *checker) checkSitemap() {
	report := c.at(seo.SitemapPath)
	days := map[string]string{}
	var index sitemapIndex
	if xml.Unmarshal(c.Documents[seo.SitemapPath], &index) == nil {
		known := len(index.Others) == 0
		for _, file := range index.Sitemaps {
			location, _, ok := file.read()
			known = known && ok
			path, own := strings.CutPrefix(location, c.Base)
			if !own || c.Documents[path] == nil {
				report("a sitemap of this site", "%s is not served", location)
				continue
			}
			c.readSitemap(path, days)
		}
		if !known {
			report("a loc and a lastmod in each sitemap, and nothing else", "the index has other elements, or another order")
		}
	} else if !c.readSitemap(seo.SitemapPath, days) {
		return
	}
	for _, p := range c.listed() {
		day, ok := days[p.Canonical]
		if !ok {
			report("every page", "%s is missing", p.Canonical)
		}
		c.checkLastMod(p, day, ok)
		delete(days, p.Canonical)
	}
	for location := range days {
		report("pages only", "%s is no page", location)
	}
	for path := range c.LastMod {
		if c.byPath[path] == nil {
			c.at(path)(`"haulfront check --update"`, "%s knows a page that does not exist", seo.LastModFile)
		}
	}
}

// readSitemap adds the pages of one file to days, by their addresses; false where it is no sitemap.
func (c *checker) readSitemap(path string, days map[string]string) bool {
	report := c.at(path)
	var list sitemap
	if err := xml.Unmarshal(c.Documents[path], &list); err != nil {
		report("the elements of https://www.sitemaps.org/schemas/sitemap/0.9", "%v", err)
		return false
	}
	known := len(list.Others) == 0
	for _, u := range list.URLs {
		location, modified, ok := u.read()
		known = known && ok
		if _, again := days[location]; again {
			report("it once", "%s is listed twice", location)
		}
		days[location] = modified
	}
	if !known {
		report("a loc and a lastmod in each url, and nothing else", "the sitemap has other elements, or another order")
	}
	return true
}

// checkLastMod compares the day that the sitemap gives a page, if it lists the page, with the day that is kept for the
// text that the page has now.
func (c *checker) checkLastMod(p *Page, day string, listed bool) {
	report := c.at(seo.SitemapPath)
	kept := c.LastMod[p.Path]
	switch {
	case kept.Digest != c.Digests[p.Path]:
		c.at(p.Path)(`"haulfront check --update"`, "%s does not know the page's present text", seo.LastModFile)
	case listed && day != kept.Day:
		report(kept.Day, "%s is dated %q", p.Canonical, day)
	}
	if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
		report("a day such as 2025-10-05", "%s is dated %q", p.Canonical, day)
	}
}

func (c *checker) checkRobots() {
	line := "Sitemap: " + c.Base + seo.SitemapPath
	if !slices.Contains(strings.Split(string(c.Documents[seo.RobotsPath]), "\n"), line) {
		c.at(seo.RobotsPath)(line, "the sitemap's absolute address is missing")
	}
}

// atomFeed is a feed of RFC 4287.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID    string `xml:"id"`
	Title string `xml:"title"`
	Link  struct {
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Published string `xml:"published"`
	Updated   string `xml:"updated"`
	Summary   string `xml:"summary"`
}

func (c *checker) checkFeed() {
	report := c.at(seo.FeedPath)
	var feed atomFeed
	if err := xml.Unmarshal(c.Documents[seo.FeedPath], &feed); err != nil {
		report("the elements of http://www.w3.org/2005/Atom", "%v", err)
		return
	}
	entries := map[string]atomEntry{}
	newest := ""
	for _, e := range feed.Entries {
		entries[e.ID] = e
		newest = max(newest, e.Updated)
	}
	if feed.ID == "" || feed.Title == "" || feed.Author == "" || feed.Updated != newest {
		report("an id, a title, an author, and the day of its newest entry", "the feed has %q, %q, %q and %q", feed.ID, feed.Title, feed.Author, feed.Updated)
	}
	articles := c.articles()
	if len(entries) != len(articles) {
		report("each article once", "there are %d entries for %d articles", len(entries), len(articles))
	}
	for _, p := range articles {
		e := entries[p.Canonical]
		if e.Link.Href != p.Canonical || e.Title != p.Heading || e.Summary != p.Description {
			report(fmt.Sprintf("%q and %q", p.Heading, p.Description), "%s is %q and %q", p.Canonical, e.Title, e.Summary)
		}
		if _, err := time.Parse(time.RFC3339, e.Published); err != nil {
			report("a time of RFC 3339", "%s was published %q", p.Canonical, e.Published)
		} else if day := text(p.dataOf(typeArticle)["datePublished"]); !strings.HasPrefix(e.Published, day[:min(10, len(day))]) {
			report(day, "%s was published %s", p.Canonical, e.Published)
		}
	}
}

// pageLine is the line of a page in llms.txt: its name, its address, and what is said of it.
var pageLine = regexp.MustCompile(`(?m)^- \[([^\]]+)\]\(([^)]+)\): (.+)$`)

// checkLLMsTxt wants every page once, with facts that stand on it.
func (c *checker) checkLLMsTxt() {
	report := c.at(seo.LLMsTxtPath)
	document := string(c.Documents[seo.LLMsTxtPath])
	if !strings.HasPrefix(document, "# ") {
		report("the company's name as a heading", "the document does not begin with one")
	}
	lines := map[string]int{}
	for _, match := range pageLine.FindAllStringSubmatch(document, -1) {
		address, words := match[2], match[3]
		lines[address]++
		p := c.byPath[strings.TrimPrefix(address, c.Base)]
		if p == nil || p.Canonical != address {
			report("a page", "the link %s leads to none", address)
			continue
		}
		price, ok := strings.CutSuffix(words, p.Description)
		if !ok {
			report(p.Description, "%s is described as %q", address, words)
		}
		for _, figure := range amount.FindAllString(price, -1) {
			if !hasFigure(p.bodyText, figure) {
				report("a figure that the page shows", "%s is said to cost %s", address, figure)
			}
		}
	}
	for _, p := range c.listed() {
		if n := lines[p.Canonical]; n != 1 {
			report("once", "%s is listed %d times", p.Canonical, n)
		}
	}
	home := c.byPath["/"]
	for _, figure := range amount.FindAllString(pageLine.ReplaceAllString(document, ""), -1) {
		if home != nil && !hasFigure(home.bodyText, figure) {
			report("a figure that the home page shows", "the document says %s", figure)
		}
	}
}
