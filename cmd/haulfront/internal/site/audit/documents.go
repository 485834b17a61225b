package audit

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
)

// checkDocuments compares the documents for crawlers with the pages.
func (c *checker) checkDocuments() {
	c.checkSitemap()
	c.checkRobots()
	articles := c.pages(func(p *Page) bool { return p.Kind == content.KindArticle })
	if len(articles) > 0 {
		c.checkFeed(articles)
	}
	c.checkLLMsTxt()
}

// sitemapFile is a file of https://www.sitemaps.org/protocol.html: a sitemap or an index of sitemaps. All elements are
// decoded in order, unknown ones included.
type sitemapFile struct {
	XMLName xml.Name
	Entries []struct {
		XMLName  xml.Name
		Elements []struct {
			XMLName xml.Name
			Text    string `xml:",chardata"`
		} `xml:",any"`
	} `xml:",any"`
}

func (c *checker) checkSitemap() {
	days := map[string]string{}
	if !c.readSitemap(seo.SitemapPath, days) {
		return
	}
	var changed []string
	for _, p := range c.listed() {
		day, ok := days[p.Canonical]
		if !ok {
			c.report(seo.SitemapPath, "every page", "%s is missing", p.Canonical)
		}
		if len(c.LastMod) > 0 && c.LastMod[p.Path].Digest != c.Digests[p.Path] {
			changed = append(changed, p.Path)
		} else {
			c.checkDay(p, day, ok)
		}
		delete(days, p.Canonical)
	}
	if len(changed) > 0 {
		c.report(seo.LastModFile, `"haulfront check --update"`, "it does not know the present text of %s",
			strings.Join(changed, ", "))
	}
	for location := range days {
		c.report(seo.SitemapPath, "pages only", "%s is no page", location)
	}
	for path := range c.LastMod {
		if c.byPath[path] == nil {
			c.report(path, `a line for it in redirects.yaml, and then "haulfront check --update"`,
				"%s knows a page that does not exist", seo.LastModFile)
		}
	}
}

// readSitemap adds the pages of a file, or of the files of an index, to days, by their addresses; false if the file is
// not a sitemap.
func (c *checker) readSitemap(path string, days map[string]string) bool {
	const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
	var file sitemapFile
	err := xml.Unmarshal(c.Documents[path], &file)
	entry := map[xml.Name]string{
		{Space: namespace, Local: "urlset"}: "url", {Space: namespace, Local: "sitemapindex"}: "sitemap",
	}[file.XMLName]
	if err != nil || entry == "" {
		c.report(path, "a urlset or a sitemapindex of "+namespace, "the root is %v, %v", file.XMLName, err)
		return false
	}
	valid := true
	for _, e := range file.Entries {
		var names []string
		texts := map[string]string{}
		for _, element := range e.Elements {
			names = append(names, element.XMLName.Local)
			texts[element.XMLName.Local] = element.Text
		}
		order := strings.Join(names, " ")
		valid = valid && e.XMLName.Local == entry && (order == "loc" || order == "loc lastmod")
		location := texts["loc"]
		if entry == "sitemap" {
			if part, own := strings.CutPrefix(location, c.Base); own && c.Documents[part] != nil {
				c.readSitemap(part, days)
			} else {
				c.report(path, "a sitemap of this site", "%s is not served", location)
			}
			continue
		}
		if _, again := days[location]; again {
			c.report(path, "it once", "%s is listed twice", location)
		}
		days[location] = texts["lastmod"]
	}
	if !valid {
		c.report(path, "a loc and a lastmod in each "+entry+", and nothing else",
			"the file has other elements, or another order")
	}
	return true
}

// checkDay compares a listed page's day in the sitemap with the noted day of the page's present words. Without any such
// days, the program dates the pages itself.
func (c *checker) checkDay(p *Page, day string, listed bool) {
	if kept := c.LastMod[p.Path]; listed && day != kept.Day && len(c.LastMod) > 0 {
		c.report(seo.SitemapPath, kept.Day, "%s is dated %q", p.Canonical, day)
	}
	if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
		c.report(seo.SitemapPath, "a day such as 2025-10-05", "%s is dated %q", p.Canonical, day)
	}
}

func (c *checker) checkRobots() {
	line := "Sitemap: " + c.Base + seo.SitemapPath
	if !slices.Contains(strings.Split(string(c.Documents[seo.RobotsPath]), "\n"), line) {
		c.report(seo.RobotsPath, line, "the sitemap's absolute address is missing")
	}
}

func (c *checker) checkFeed(articles []*Page) {
	var feed seo.AtomFeed
	if err := xml.Unmarshal(c.Documents[seo.FeedPath], &feed); err != nil {
		c.report(seo.FeedPath, "the elements of http://www.w3.org/2005/Atom", "%v", err)
		return
	}
	entries := map[string]seo.AtomEntry{}
	newest := ""
	for _, e := range feed.Entries {
		entries[e.ID] = e
		newest = max(newest, e.Updated)
	}
	if feed.ID == "" || feed.Title == "" || feed.Author == "" || feed.Updated != newest {
		c.report(seo.FeedPath, "an id, a title, an author, and the day of its newest entry",
			"the feed has %q, %q, %q and %q", feed.ID, feed.Title, feed.Author, feed.Updated)
	}
	if len(entries) != len(articles) {
		c.report(seo.FeedPath, "each article once", "there are %d entries for %d articles", len(entries), len(articles))
	}
	for _, p := range articles {
		e := entries[p.Canonical]
		if e.Link.Href != p.Canonical || e.Title != p.Heading || e.Summary != p.Description {
			c.report(seo.FeedPath, fmt.Sprintf("%q and %q", p.Heading, p.Description),
				"%s is %q and %q", p.Canonical, e.Title, e.Summary)
		}
		day := text(p.dataOf(typeArticle)["datePublished"])
		if _, err := time.Parse(time.RFC3339, e.Published); err != nil {
			c.report(seo.FeedPath, "a time of RFC 3339", "%s was published %q", p.Canonical, e.Published)
		} else if !strings.HasPrefix(e.Published, day[:min(10, len(day))]) {
			c.report(seo.FeedPath, day, "%s was published %s", p.Canonical, e.Published)
		}
	}
}

// pageLine is the line of a page in llms.txt: its name, its address, and its description.
var pageLine = regexp.MustCompile(`(?m)^- \[([^\]]+)\]\(([^)]+)\): (.+)$`)

// checkLLMsTxt checks that every page is listed once, with facts that it shows.
func (c *checker) checkLLMsTxt() {
	document := string(c.Documents[seo.LLMsTxtPath])
	if !strings.HasPrefix(document, "# ") {
		c.report(seo.LLMsTxtPath, "the company's name as a heading", "the document does not begin with one")
	}
	lines := map[string]int{}
	for _, match := range pageLine.FindAllStringSubmatch(document, -1) {
		address, words := match[2], match[3]
		lines[address]++
		p := c.byPath[strings.TrimPrefix(address, c.Base)]
		if p == nil || p.Canonical != address {
			c.report(seo.LLMsTxtPath, "a page", "the link %s leads to none", address)
			continue
		}
		price, ok := strings.CutSuffix(words, p.Description)
		if !ok {
			c.report(seo.LLMsTxtPath, p.Description, "%s is described as %q", address, words)
		}
		for _, figure := range amount.FindAllString(price, -1) {
			if !hasFigure(p.bodyText, figure) {
				c.report(seo.LLMsTxtPath, "a figure that the page shows", "%s is said to cost %s", address, figure)
			}
		}
	}
	for _, p := range c.listed() {
		if n := lines[p.Canonical]; n != 1 {
			c.report(seo.LLMsTxtPath, "once", "%s is listed %d times", p.Canonical, n)
		}
	}
	home := c.byPath["/"]
	for _, figure := range amount.FindAllString(pageLine.ReplaceAllString(document, ""), -1) {
		if home != nil && !hasFigure(home.bodyText, figure) {
			c.report(seo.LLMsTxtPath, "a figure that the home page shows", "the document says %s", figure)
		}
	}
}
