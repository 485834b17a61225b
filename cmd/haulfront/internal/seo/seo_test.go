package seo

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/content"
)

const testBase = "https://www.example.com"

// What the documents say of the pages is what audit.Check compares with the pages; its tests and the program's are over these
// documents.

func TestDocuments(t *testing.T) {
	site, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	documents, err := Documents(testBase, site, LastMod{"/": {Day: "2025-10-05"}})
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]string{}
	for _, d := range documents {
		bodies[d.Path] = string(d.Body)
	}
	for path, want := range map[string]string{
		SitemapPath:          "<loc>https://www.example.com/</loc>\n    <lastmod>2025-10-05</lastmod>",
		RobotsPath:           "Sitemap: https://www.example.com/sitemap.xml\n",
		FeedPath:             "<title>" + strings.ReplaceAll(site.Brand().Name, "&", "&amp;") + "</title>",
		LLMsTxtPath:          "# " + site.Brand().Name + "\n",
		SpeculationRulesPath: `{"prerender":[{`,
	} {
		if !strings.Contains(bodies[path], want) {
			t.Errorf("%s has no %q:\n%.500s", path, want, bodies[path])
		}
	}
	if n := strings.Count(bodies[SitemapPath], "<lastmod>"); n != 1 {
		t.Errorf("the sitemap has %d dates, want that of the page whose day is known", n)
	}
}

func TestFeedHasTheArticlesDays(t *testing.T) {
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	article := func(slug, day string) content.PageSummary {
		r := content.Route{Path: "/blog/" + slug, Kind: content.KindArticle, Slug: slug}
		return content.PageSummary{Route: r, Heading: slug, Published: day}
	}
	pages := []content.PageSummary{article("costs", "2025-03-15"), article("green", "2025-04-01"), article("when", "2025-01-02")}
	feed, err := Feed(testBase, "Acme Hauling", pages, zone)
	// The clocks went forward on March 9.
	if err != nil || !strings.Contains(string(feed), "<published>2025-03-15T00:00:00-05:00</published>") {
		t.Errorf("Feed = %s, %v, want the article's day at midnight in Dallas", feed, err)
	}
	if strings.Count(string(feed), "<updated>2025-04-01T00:00:00-05:00</updated>") != 2 {
		t.Errorf("Feed = %s, want the newest article's day as the article's and the feed's", feed)
	}
	if _, err := Feed(testBase, "Acme Hauling", nil, zone); err == nil {
		t.Error("Feed without articles = nil, want an error")
	}
	if _, err := Feed(testBase, "Acme Hauling", []content.PageSummary{article("costs", "March")}, zone); err == nil || !strings.Contains(err.Error(), "/blog/costs") {
		t.Errorf("Feed of an article without a day = %v, want an error that names it", err)
	}
}

func TestLastMod(t *testing.T) {
	lastMod := LastMod{}.Update(map[string]string{"/": "old", "/locations/dallas": "abc", "/gone": "def"}, "2025-10-05")
	lastMod = lastMod.Update(map[string]string{"/": "new", "/locations/dallas": "abc"}, "2025-12-24")
	read, err := ReadLastMod(lastModFile(string(lastMod.Encode())))
	if err != nil {
		t.Fatal(err)
	}
	want := LastMod{"/": {"2025-12-24", "new"}, "/locations/dallas": {"2025-10-05", "abc"}}
	if !maps.Equal(read, want) {
		t.Errorf("the days are %v, want the home page's moved, the city's kept, and no others", read)
	}
	if empty, err := ReadLastMod(fstest.MapFS{}); err != nil || len(empty) != 0 {
		t.Errorf("ReadLastMod without a file = %v, %v, want no days", empty, err)
	}
	if _, err := ReadLastMod(lastModFile("/: { date: 2025 }")); err == nil || !strings.Contains(err.Error(), LastModFile) {
		t.Errorf("ReadLastMod of a wrong key = %v, want an error that names the file", err)
	}
}

func lastModFile(text string) fstest.MapFS {
	return fstest.MapFS{LastModFile: {Data: []byte(text)}}
}
