package seo

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/content"
)

func mapFS(name, text string) fs.FS { return fstest.MapFS{name: {Data: []byte(text)}} }

// read reads a page of the test's site with a change.
func read(t *testing.T, e edit) *Page {
	t.Helper()
	text, err := os.ReadFile("testdata/" + e.file)
	if err != nil {
		t.Fatal(err)
	}
	changed := string(text)
	if e.old != "" {
		changed = e.apply(t, e.file, changed)
	}
	page, err := Read("/", content.KindHome, []byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestWordsChangeWithWhatAPageSays(t *testing.T) {
	const home = "home.html"
	before := read(t, edit{file: home}).Words
	for _, test := range []struct {
		edit
		changes bool
	}{
		{edit{home, "We haul it", "We take it"}, true},
		{edit{home, "<title>Hauling", "<title>Haul"}, true},
		{edit{home, `name="description" content="A d`, `name="description" content="D`}, true},
		{edit{home, `href="https://maps.example/"`, `href="https://map.example/"`}, true},
		{edit{home, `alt="A truck" width`, `alt="A red truck" width`}, true},
		{edit{home, `<h2 id="faq">Questions</h2>`, `<p id="faq">Questions</p>`}, true},
		// What comes from the build, from all pages, or from the settings.
		{edit{home, `src="/assets/truck.svg"`, `src="/assets/truck-2.svg"`}, false},
		{edit{home, `href="/assets/site.css"`, `href="/assets/site-2.css"`}, false},
		{edit{home, `>Name</label>`, `>Your name</label>`}, false},
		{edit{home, `<p>Acme Hauling, Mon`, `<p>© 2026 Acme Hauling, Mon`}, false},
		{edit{home, `rel="canonical" href="https://www.example.com/"`, `rel="canonical" href="http://localhost:8080/"`}, false},
		{edit{home, "<h1>We haul it</h1>", "<h1 class=\"big\">\n  We haul\n it </h1>"}, false},
	} {
		if changed := read(t, test.edit).Words != before; changed != test.changes {
			t.Errorf("with %q the page's words changed = %v, want %v", test.new, changed, test.changes)
		}
	}
}

func TestDays(t *testing.T) {
	old, home := read(t, edit{file: "home.html"}), read(t, edit{"home.html", "We haul it", "We take it"})
	city := &Page{Path: "/locations/dallas", Kind: content.KindCity, Words: "abc"}
	gone := &Page{Path: "/gone", Kind: content.KindCity, Words: "def"}
	missing := &Page{Path: "/404.html", Words: "ghi"}

	days := Days{}.Update([]*Page{old, city, gone, missing}, "2025-10-05")
	days = days.Update([]*Page{home, city, missing}, "2025-12-24")
	read, err := ReadDays(mapFS(DaysFile, string(days.Encode())))
	if err != nil {
		t.Fatal(err)
	}
	if len(read) != 2 || read.of(home) != "2025-12-24" || read.of(city) != "2025-10-05" || read.of(old) != "" {
		t.Errorf("the days are %v, want the home page's moved, the city's kept, and no others", read)
	}
	if empty, err := ReadDays(fstest.MapFS{}); err != nil || len(empty) != 0 {
		t.Errorf("ReadDays without a file = %v, %v, want no days", empty, err)
	}
	if _, err := ReadDays(mapFS(DaysFile, "/: { date: 2025 }")); err == nil || !strings.Contains(err.Error(), DaysFile) {
		t.Errorf("ReadDays of a wrong key = %v, want an error that names the file", err)
	}
}

func TestFeedHasTheArticlesDays(t *testing.T) {
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, edit{file: "article.html"})
	page.Kind = content.KindArticle
	feed, err := Feed(testBase, []*Page{page}, zone)
	// The clocks went forward on March 9.
	if err != nil || !strings.Contains(string(feed), "<published>2025-03-15T00:00:00-05:00</published>") {
		t.Errorf("Feed = %s, %v, want the article's day at midnight in Dallas", feed, err)
	}
	changed := read(t, edit{"article.html", `"datePublished"`, `"dateModified":"2025-04-01","datePublished"`})
	changed.Kind = content.KindArticle
	feed, err = Feed(testBase, []*Page{changed}, zone)
	if err != nil || strings.Count(string(feed), "<updated>2025-04-01T00:00:00-05:00</updated>") != 2 {
		t.Errorf("Feed = %s, %v, want the article's and the feed's day of change", feed, err)
	}
	if _, err := Feed(testBase, nil, zone); err == nil {
		t.Error("Feed without articles = nil, want an error")
	}
}
