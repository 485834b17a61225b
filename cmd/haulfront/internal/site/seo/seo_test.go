package seo

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

const testBase = "https://www.example.com"

func TestDocuments(t *testing.T) {
	site, err := content.Load(content.FS)
	testkit.Must(t, err)
	documents, err := Documents(testBase, site, func() LastMod { return LastMod{"/": {Day: "2025-10-05"}} },
		func() []byte { return nil })
	testkit.Must(t, err)
	bodies := map[string]string{}
	for _, d := range documents {
		bodies[d.Path] = string(d.Body())
	}
	for path, want := range map[string]string{
		SitemapPath: "<loc>https://www.example.com/</loc>\n    <lastmod>2025-10-05</lastmod>",
		RobotsPath:  "Sitemap: https://www.example.com/sitemap.xml\n",
		FeedPath:    "<title>" + strings.ReplaceAll(site.Brand().Name, "&", "&amp;") + "</title>",
		LLMsTxtPath: "# " + site.Brand().Name + "\n",
	} {
		if !strings.Contains(bodies[path], want) {
			t.Errorf("%s has no %q:\n%.500s", path, want, bodies[path])
		}
	}
	if n := strings.Count(bodies[SitemapPath], "<lastmod>"); n != 1 {
		t.Errorf("the sitemap has %d dates, want that of the page whose day is known", n)
	}
}

// Beyond the limits of one file, the sitemap is split, and an index is in its place.
func TestSitemapIsSplit(t *testing.T) {
	var pages []content.PageSummary
	lastMod := LastMod{}
	for i := range 7 {
		path := fmt.Sprintf("/locations/town-%d", i)
		pages = append(pages, content.PageSummary{Route: content.Route{Path: path, Kind: content.KindCity}})
		lastMod[path] = Revision{Day: fmt.Sprintf("2025-10-0%d", i+1)}
	}
	lastMod[pages[0].Path] = Revision{Day: "2025-12-24"}
	days := func() LastMod { return lastMod }
	for limit, want := range map[int][]string{ // the days of the files
		7: nil, 6: {"2025-12-24", "2025-10-07"}, 3: {"2025-12-24", "2025-10-06", "2025-10-07"},
	} {
		documents := Sitemaps(testBase, pages, days, limit)
		if len(documents) != len(want)+1 || documents[0].Path != SitemapPath {
			t.Errorf("limit %d: %d documents, want %d files and an index", limit, len(documents), len(want))
			continue
		}
		index, listed := string(documents[0].Body()), 0
		for i, day := range want {
			n := strings.Count(string(documents[i+1].Body()), "<url>")
			if listed += n; n > limit {
				t.Errorf("limit %d: %s has %d pages", limit, documents[i+1].Path, n)
			}
			entry := fmt.Sprintf("<loc>%s/sitemap-%d.xml</loc>\n    <lastmod>%s</lastmod>", testBase, i+1, day)
			if !strings.Contains(index, entry) {
				t.Errorf("limit %d: the index has no %s:\n%s", limit, entry, index)
			}
		}
		const root = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
		if want != nil && (listed != len(pages) || !strings.Contains(index, root)) {
			t.Errorf("limit %d: %d pages are listed, want each once, and the index is\n%s", limit, listed, index)
		}
	}
}

func TestFeedHasTheArticlesDays(t *testing.T) {
	zone, err := time.LoadLocation("America/Chicago")
	testkit.Must(t, err)
	article := func(slug, day string) content.PageSummary {
		r := content.Route{Path: "/blog/" + slug, Kind: content.KindArticle, Slug: slug}
		return content.PageSummary{Route: r, Heading: slug, Published: day}
	}
	pages := []content.PageSummary{article("costs", "2025-03-15"), article("green", "2025-04-01"),
		article("when", "2025-01-02")}
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
	if _, err := Feed(testBase, "Acme Hauling", []content.PageSummary{article("costs", "March")}, zone); err == nil ||
		!strings.Contains(err.Error(), "/blog/costs") {
		t.Errorf("Feed of an article without a day = %v, want an error that names it", err)
	}
}

func TestLastMod(t *testing.T) {
	lastMod := LastMod{}.Update(map[string]string{"/": "old", "/locations/dallas": "abc", "/gone": "def"}, "2025-10-05")
	lastMod = lastMod.Update(map[string]string{"/": "new", "/locations/dallas": "abc"}, "2025-12-24")
	file := func(text string) fstest.MapFS { return fstest.MapFS{LastModFile: {Data: []byte(text)}} }
	read, err := ReadLastMod(file(string(lastMod.Encode())))
	testkit.Must(t, err)
	want := LastMod{"/": {"2025-12-24", "new"}, "/locations/dallas": {"2025-10-05", "abc"}}
	if !maps.Equal(read, want) {
		t.Errorf("the days are %v, want the home page's moved, the city's kept, and no others", read)
	}
	if empty, err := ReadLastMod(fstest.MapFS{}); err != nil || len(empty) != 0 {
		t.Errorf("ReadLastMod without a file = %v, %v, want no days", empty, err)
	}
	if _, err := ReadLastMod(file("/: { date: 2025 }")); err == nil || !strings.Contains(err.Error(), LastModFile) {
		t.Errorf("ReadLastMod of a wrong key = %v, want an error that names the file", err)
	}
}
