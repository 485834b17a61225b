package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/site/audit"
	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
	"haulfront/content"
)

// testBase is not the address at which the tests reach the site: what is absolute in a page comes from BASE_URL.
const testBase = "https://haul.example"

// snapshotOf reads what the server at address shows crawlers: every page of the route table, the page at notFound, and
// every document. The pictures, which take long to draw, are taken to be served.
func snapshotOf(t *testing.T, address, notFound string, site *offline) *audit.Snapshot {
	t.Helper()
	served := site.pictures()
	snapshot := &audit.Snapshot{
		Base: testBase, LastMod: site.Config().LastMod, Digests: site.Digests(),
		Documents: map[string][]byte{},
		Serves: func(path string) bool {
			if _, asked := served[path]; !asked {
				answer, _ := program.Get(t, http.MethodHead, address+path)
				served[path] = answer.StatusCode == http.StatusOK
			}
			return served[path]
		},
	}
	for _, route := range append(site.Content().Routes(), content.Route{Path: notFound}) {
		answer, body := program.Get(t, http.MethodGet, address+route.Path)
		if route.Kind != "" && answer.StatusCode != http.StatusOK {
			t.Errorf("%s = %d, want 200", route.Path, answer.StatusCode)
			continue
		}
		page, err := audit.Read(route, body)
		if err != nil {
			t.Error(err)
			continue
		}
		snapshot.Pages = append(snapshot.Pages, page)
	}
	for _, path := range []string{seo.SitemapPath, seo.RobotsPath, seo.FeedPath, seo.LLMsTxtPath} {
		_, snapshot.Documents[path] = program.Get(t, http.MethodGet, address+path)
	}
	return snapshot
}

// TestRoutes checks every page of the route table as machines find it, so that a new page is covered the day it is
// added. Package audit names the problems; its own tests cause each of them.
func TestRoutes(t *testing.T) {
	t.Parallel()
	site := servertest.Start(t, "BASE_URL="+testBase)
	snapshot := snapshotOf(t, site.URL, "/no/such/page", offlineSite(t))
	if err := audit.Check(snapshot); err != nil {
		t.Errorf("what machines find:\n%v", err)
	}
	unreached := map[string][]byte{} // the pages that no chain of links from the home page has led to
	for _, page := range snapshot.Pages {
		answer, body := program.Get(t, http.MethodGet, site.URL+page.Path)
		if page.Kind == "" && answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s = %d, want 404", page.Path, answer.StatusCode)
		}
		if h := answer.Header; h.Get("Content-Type") != "text/html; charset=utf-8" ||
			h.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s has the header %v", page.Path, h)
		}
		if !bytes.HasPrefix(body, []byte("<!doctype html><html ")) {
			t.Errorf("%s begins %.30q, want a doctype", page.Path, body)
		}
		if page.Kind == "" {
			continue
		}
		unreached[page.Path] = body
		if n := bytes.Count(body, []byte(` id="contact"`)); n != 1 {
			t.Errorf("%s has %d places to ask for a quote with the id contact, want 1", page.Path, n)
		}
		// The transport removes the tag of what it has unpacked, so this asks for the page as it is.
		plain, _ := program.Get(t, http.MethodGet, site.URL+page.Path, "Accept-Encoding", "identity")
		tag := plain.Header.Get("ETag")
		if !strings.HasPrefix(tag, `"`) {
			t.Errorf("%s has the ETag %q, want a strong one", page.Path, tag)
		}
		if again, _ := program.Get(t, http.MethodGet, site.URL+page.Path, "Accept-Encoding", "identity",
			"If-None-Match", tag); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s with its own tag = %d, want 304", page.Path, again.StatusCode)
		}
		_, queried := program.Get(t, http.MethodGet, site.URL+page.Path+"?utm_source=letter")
		if !bytes.Equal(queried, body) {
			t.Errorf("%s is another page with a query", page.Path)
		}
	}
	var follow func(path string)
	follow = func(path string) {
		links := pageLink.FindAllSubmatch(unreached[path], -1)
		delete(unreached, path)
		for _, link := range links {
			follow(string(link[1]))
		}
	}
	follow("/")
	for path := range unreached {
		t.Errorf("no links lead from / to %s", path)
	}
}

var pageLink = regexp.MustCompile(`<a [^>]*href="(/[^"#?]*)`)

// TestOffline looks at the site as the commands check and export make it.
func TestOffline(t *testing.T) {
	t.Parallel()
	site := offlineSite(t)
	t.Run("check", func(t *testing.T) {
		var out bytes.Buffer
		testkit.Must(t, site.check(t.Context(), &checkCommand{}, &environment{Stdout: &out, Now: time.Now},
			&progress{}))
		want := fmt.Sprintf("%d pages and 5 documents for machines agree\n", len(site.PagePaths())+1)
		if out.String() != want {
			t.Errorf("haulfront check = %q, want %q", &out, want)
		}
	})
	t.Run("export", func(t *testing.T) { testExport(t, site) })
	t.Run("scripts", func(t *testing.T) { testScripts(t, site) })
	t.Run("public host", testPublicHost)
}

// testPublicHost looks at the built-in company, and at another one, as a public host serves them: nothing invented gets
// there, and the pages of the other company are green once its prices are confirmed, and its own.
func testPublicHost(t *testing.T) {
	set := program.Settings(t, "BASE_URL=https://www.saguarohauling.com", "RENDER_WORKERS=1")
	_, err := openOffline(t.Context(), set, testEnvironment(), nil)
	for _, want := range []string{
		`"(214) 555-0142" is fictional`, "facts.yaml:", "www.saguarohauling.com is a public host",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the built-in company: %v, want %s", err, want)
		}
	}

	dir := t.TempDir()
	testkit.Must(t, Run(t.Context(), []string{"init", dir, "--name", "Saguaro Hauling", "--phone", "(520) 623-4188",
		"--email", "hello@saguarohauling.com", "--url", "https://www.saguarohauling.com", "--state", "AZ",
		"--town", "Tucson", "--town", "Marana", "--service", "all", "--hours", "Tue-Sat 8am-6pm"},
		io.Discard, io.Discard))
	set = program.Settings(t, "CONTENT_DIR="+dir, "RENDER_WORKERS=1")
	check := func(publish bool) (*offline, error) {
		site, err := openOffline(t.Context(), set, testEnvironment(), nil)
		testkit.Must(t, err)
		env := &environment{Stdout: io.Discard, Now: time.Now}
		return site, site.check(t.Context(), &checkCommand{Publish: publish}, env, &progress{})
	}
	edit := func(file, old, new string) {
		data, err := os.ReadFile(filepath.Join(dir, file))
		testkit.Must(t, err)
		if !bytes.Contains(data, []byte(old)) {
			t.Fatalf("%s has no %q", file, old)
		}
		testkit.Must(t, os.WriteFile(filepath.Join(dir, file), bytes.Replace(data, []byte(old), []byte(new), 1), 0o600))
	}
	_, err = check(false)
	testkit.Must(t, err)
	if _, err := check(true); err == nil || !strings.Contains(err.Error(), "prices.yaml:3: the price") {
		t.Errorf("haulfront check --publish = %v, want the prices", err)
	}
	if site, _ := check(false); site.Unconfirmed() == nil {
		t.Error("the public site is confirmed")
	}
	photos := filepath.Join(dir, "photos")
	testkit.Must(t, os.Mkdir(photos, 0o755))
	testkit.Photograph(t, filepath.Join(photos, "hero.jpg"))
	testkit.Photograph(t, filepath.Join(photos, "garage-cleanout.jpg"))
	testkit.Must(t, os.WriteFile(filepath.Join(photos, "photos.yaml"),
		[]byte("hero: Two movers carry a couch.\ngarage-cleanout: A garage with room for a car.\n"), 0o600))
	edit("prices.yaml", "unconfirmed: true", "# confirmed")
	edit("facts.yaml", "unconfirmed: true", "# confirmed")
	edit("map.yaml", "unconfirmed: true", "# confirmed")
	edit("business.yaml", "unconfirmed: true", "# confirmed")
	edit("business.yaml", "# legalSince", "legalSince")
	site, err := check(true)
	testkit.Must(t, err)
	foreign := regexp.MustCompile(`Clear Acre|clearacre|555-0142|Dallas|Fort Worth|DFW|Texas|Plano|McKinney|` +
		`[Ll]icensed and ins|aggregateRating|Dana R\.|class="Stars"`)
	for path, body := range site.Files() {
		if slices.Contains([]string{".html", ".txt", ".xml", ".vcf", ".json", ".webmanifest"}, filepath.Ext(path)) {
			text, err := body(t.Context())
			testkit.Must(t, err)
			if found := foreign.FindString(string(text)); found != "" {
				t.Errorf("%s has %q", path, found)
			}
		}
	}
	edit("business.yaml", "Junk Removal in Tucson", "Junk Removal in Dallas")
	if _, err := check(true); err == nil || !strings.Contains(err.Error(), `"Dallas" is a place of the built-in`) {
		t.Errorf("haulfront check --publish = %v, want the place of another company", err)
	}
}

// offlineSite returns the site as the commands make it without serving it. The tests that look at it share one.
func offlineSite(t *testing.T) *offline {
	t.Helper()
	site, err := sharedOffline()
	testkit.Must(t, err)
	return site
}

var sharedOffline = sync.OnceValues(func() (*offline, error) {
	set, err := program.ParseSettings("BASE_URL="+testBase, "RENDER_WORKERS=1")
	if err != nil {
		return nil, err
	}
	return openOffline(context.Background(), set, testEnvironment(), nil)
})

// pictures are the paths of the site's scenes and social cards.
func (s *offline) pictures() map[string]bool {
	pictures := map[string]bool{}
	for path := range s.Files() {
		if strings.HasPrefix(path, "/assets/scenes/") || strings.HasPrefix(path, "/assets/cards/") {
			pictures[path] = true
		}
	}
	return pictures
}

// testExport serves the exported files with a server that knows nothing of the site. It exports one picture.
func testExport(t *testing.T, site *offline) {
	pictures := site.pictures()
	if len(pictures) == 0 {
		t.Fatal("the site has no pictures")
	}
	dir := t.TempDir()
	n, err := writeFiles(t.Context(), dir, func(yield func(string, func(context.Context) ([]byte, error)) bool) {
		for path, body := range site.Files() {
			if truck := strings.HasPrefix(path, "/assets/scenes/truck-xs-"); (truck || !pictures[path]) &&
				!yield(path, body) {
				return
			}
		}
		yield("/assets/scenes/truck-xs-unseen.svg", func(context.Context) ([]byte, error) {
			return nil, errors.New("no page shows this one")
		})
	}, &progress{})
	if err != nil || n == 0 {
		t.Fatalf("%d files, %v", n, err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	if err := audit.Check(snapshotOf(t, server.URL, "/404.html", site)); err != nil {
		t.Errorf("what machines find in the export:\n%v", err)
	}
	if drawn, _ := filepath.Glob(filepath.Join(dir, "assets", "scenes", "truck-xs-*.svg")); len(drawn) != 1 {
		t.Errorf("the export has the trucks %v, want one", drawn)
	}
}

// testScripts looks for the one listener that keeps a page out of the back/forward cache everywhere.
func testScripts(t *testing.T, site *offline) {
	scripts := 0
	for path, body := range site.Files() {
		if filepath.Ext(path) != ".js" {
			continue
		}
		scripts++
		text, err := body(t.Context())
		testkit.Must(t, err)
		if match := unloads.Find(text); match != nil {
			t.Errorf("%s has %s, want pagehide", path, match)
		}
	}
	if scripts == 0 {
		t.Error("the site has no scripts")
	}
}

var unloads = regexp.MustCompile("addEventListener\\([\"'`](?:before)?unload|\\.on(?:before)?unload\\s*=")

func TestContentAndExportRefuseAFullFolder(t *testing.T) {
	dir := t.TempDir()
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "old.html"), nil, 0o600))
	for _, command := range []string{"content", "export"} {
		err := Run(t.Context(), []string{command, dir}, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "want a new or an empty folder") {
			t.Errorf("%s to a full folder = %v, want a refusal", command, err)
		}
	}
	err := Run(t.Context(), []string{"check", "--content", t.TempDir()}, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "CONTENT_DIR: ") {
		t.Errorf("--content with an empty folder = %v, want an error that names it", err)
	}
}
