package seo

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// checkDocuments compares what was written for machines with the pages.
func (r *report) checkDocuments() {
	r.checkSitemap()
	r.checkRobots()
	if len(r.kind("article")) > 0 {
		r.checkFeed()
	}
	r.checkGuide()
}

func (r *report) checkSitemap() {
	wrong := r.on(SitemapPath)
	var list sitemap
	if err := xml.Unmarshal(r.Documents[SitemapPath], &list); err != nil {
		wrong("the elements of https://www.sitemaps.org/schemas/sitemap/0.9", "%v", err)
		return
	}
	// What the schema does not have is lost in reading.
	if !bytes.Equal(encodeXML(list), r.Documents[SitemapPath]) {
		wrong("a loc and a lastmod in each url, and nothing else", "the sitemap has other elements, or another order")
	}
	days := map[string]string{}
	for _, u := range list.URLs {
		if _, again := days[u.Location]; again {
			wrong("it once", "%s is listed twice", u.Location)
		}
		days[u.Location] = u.Modified
	}
	for _, p := range r.listed() {
		got, ok := days[p.Canonical]
		delete(days, p.Canonical)
		switch day := r.Days[p.Path]; {
		case !ok:
			wrong("every page", "%s is missing", p.Canonical)
		case day.Words != p.Words:
			r.on(p.Path)(`"haulfront check --update"`, "%s does not know the page's present words", DaysFile)
		case got != day.Day:
			wrong(day.Day, "%s is dated %q", p.Canonical, got)
		}
		if _, err := time.Parse(time.DateOnly, got); got != "" && err != nil {
			wrong("a day such as 2025-10-05", "%s is dated %q", p.Canonical, got)
		}
	}
	for location := range days {
		wrong("pages only", "%s is no page", location)
	}
	for path := range r.Days {
		if r.byPath[path] == nil {
			r.on(path)(`"haulfront check --update"`, "%s knows a page that does not exist", DaysFile)
		}
	}
}

func (r *report) checkRobots() {
	if line := "Sitemap: " + r.Base + SitemapPath; !slices.Contains(strings.Split(string(r.Documents[RobotsPath]), "\n"), line) {
		r.on(RobotsPath)(line, "the sitemap's absolute address is missing")
	}
}

func (r *report) checkFeed() {
	wrong := r.on(FeedPath)
	var feed atomFeed
	if err := xml.Unmarshal(r.Documents[FeedPath], &feed); err != nil {
		wrong("the elements of http://www.w3.org/2005/Atom", "%v", err)
		return
	}
	entries := map[string]atomEntry{}
	newest := ""
	for _, e := range feed.Entries {
		entries[e.ID] = e
		newest = max(newest, e.Updated)
	}
	if feed.ID == "" || feed.Title == "" || feed.Author == "" || feed.Updated != newest {
		wrong("an id, a title, an author, and the day of its newest entry", "the feed has %q, %q, %q and %q", feed.ID, feed.Title, feed.Author, feed.Updated)
	}
	articles := r.kind("article")
	if len(entries) != len(articles) {
		wrong("each article once", "there are %d entries for %d articles", len(entries), len(articles))
	}
	for _, p := range articles {
		e := entries[p.Canonical]
		if e.Link.Href != p.Canonical || e.Title != p.Heading || e.Summary != p.Description {
			wrong(fmt.Sprintf("%q and %q", p.Heading, p.Description), "%s is %q and %q", p.Canonical, e.Title, e.Summary)
		}
		if _, err := time.Parse(time.RFC3339, e.Published); err != nil {
			wrong("a time of RFC 3339", "%s was published %q", p.Canonical, e.Published)
		} else if day, _ := p.dataOf("BlogPosting")["datePublished"].(string); !strings.HasPrefix(e.Published, day[:min(10, len(day))]) {
			wrong(day, "%s was published %s", p.Canonical, e.Published)
		}
	}
}

var (
	guideLink = regexp.MustCompile(`(?m)^- \[([^\]]+)\]\(([^)]+)\): (.+)$`)
	amount    = regexp.MustCompile(`\$\d{1,3}(?:,\d{3})*|\d+%`)
)

// checkGuide wants every page once, with facts that stand on it.
func (r *report) checkGuide() {
	wrong := r.on(GuidePath)
	guide := string(r.Documents[GuidePath])
	if !strings.HasPrefix(guide, "# ") {
		wrong("the company's name as a heading", "the guide does not begin with one")
	}
	met := map[string]int{}
	for _, match := range guideLink.FindAllStringSubmatch(guide, -1) {
		address, words := match[2], match[3]
		met[address]++
		p := r.byPath[strings.TrimPrefix(address, r.Base)]
		if p == nil || p.Canonical != address {
			wrong("a page", "the link %s leads to none", address)
			continue
		}
		price, ok := strings.CutSuffix(words, p.Description)
		if !ok {
			wrong(p.Description, "%s is described as %q", address, words)
		}
		for _, figure := range amount.FindAllString(price, -1) {
			if !hasFigure(p.bodyText, figure) {
				wrong("a figure that the page shows", "%s is said to cost %s", address, figure)
			}
		}
	}
	home := r.byPath["/"]
	for _, p := range r.listed() {
		if met[p.Canonical] != 1 {
			wrong("once", "%s is listed %d times", p.Canonical, met[p.Canonical])
		}
	}
	for _, figure := range amount.FindAllString(guideLink.ReplaceAllString(guide, ""), -1) {
		if home != nil && !hasFigure(home.bodyText, figure) {
			wrong("a figure that the home page shows", "the guide says %s", figure)
		}
	}
}

// hasFigure reports whether the text has the figure by itself: "$150" is no part of "$1,500" or "$150,000".
func hasFigure(text, figure string) bool {
	for rest := text; ; {
		i := strings.Index(rest, figure)
		if i < 0 {
			return false
		}
		before, after := rest[:i], rest[i+len(figure):]
		if !endsInDigit(before) && !continuesNumber(after) {
			return true
		}
		rest = after
	}
}

func endsInDigit(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

func continuesNumber(s string) bool {
	s = strings.TrimPrefix(s, ",")
	return s != "" && s[0] >= '0' && s[0] <= '9'
}
