package site

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"
	"time"

	"haulfront/content"
)

// changedPage returns a page whose own file says something else in the files that come with it.
func changedPage(t *testing.T, kind content.Kind, folder string) (path string, files fs.FS) {
	t.Helper()
	for _, route := range loadFiles(t, content.FS).Routes() {
		if route.Kind == kind {
			return route.Path, changedFiles(t, folder+"/"+route.Slug+".yaml", "hero:\n  title: ", "hero:\n  title: The ")
		}
	}
	t.Fatalf("the site has no page of the kind %s", kind)
	return "", nil
}

// rebuilt makes a site, asks for some pages, and makes it again of changed files.
func rebuilt(t *testing.T, files fs.FS, pages ...string) (before, after *Site) {
	t.Helper()
	before = newSite(t, t.TempDir())
	for _, path := range pages {
		before.get(t, path)
	}
	source := before.cfg.Source
	source.Content, source.Modified = loadFiles(t, files), time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	after, err := before.Rebuild(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	return before, after
}

// Changed content takes over what is the same: files, and pages that say the same.
func TestRebuildKeepsWhatIsTheSame(t *testing.T) {
	path, files := changedPage(t, content.KindCity, "cities")
	before, after := rebuilt(t, files, "/", path, "/get-quote")
	if err := after.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	old, new := before.pages.Load().pages, after.pages.Load().pages
	if old["/get-quote"].current.Load() != new["/get-quote"].current.Load() {
		t.Error("a page that says the same is rendered again")
	}
	if page := new[path].current.Load(); page == nil || page == old[path].current.Load() {
		t.Error("the changed page is not rendered again ahead of requests")
	}
	if text := after.get(t, path).Body; !bytes.Contains(text, []byte(">The ")) || bytes.Equal(text, before.get(t, path).Body) {
		t.Error("the changed page does not say what has changed, or the former site says it too")
	}
	for address, file := range before.files {
		if strings.HasPrefix(address, AssetsPath+"scenes/") && after.files[address] != file {
			t.Errorf("%s is made again", address)
		}
	}
	if day := after.LastMod()[path].Day; day != "2026-01-02" {
		t.Errorf("the changed page is dated %s, want the day of the change", day)
	}
	if n := len(after.retired); n != 1 {
		t.Errorf("%d files of the former site are still served, want the card of the changed page", n)
	}
}

// Nobody waits for a page that is being rendered for another visitor after a change: it is shown as it was.
func TestVisitorsSeeTheFormerPageWhileTheNewOneIsRendered(t *testing.T) {
	path, files := changedPage(t, content.KindCity, "cities")
	before, after := rebuilt(t, files, path)
	page := after.pages.Load().pages[path]
	page.rendering.Lock()
	during := after.get(t, path).Body
	page.rendering.Unlock()
	if !bytes.Equal(during, before.get(t, path).Body) {
		t.Error("while it is rendered, the page is not shown as it was")
	}
	rendered, err := page.get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if page.former.Load() != nil || rendered.made.Load() == nil {
		t.Error("the page is shown as it was although it is rendered, or no longer although its islands are not")
	}
	if bytes.Equal(after.get(t, path).Body, during) {
		t.Error("the page stays as it was")
	}
}

// Pages beyond the limit are dropped by their last use and rendered again when they are asked for; the home page stays.
func TestPagesAreKeptByLastUse(t *testing.T) {
	s := newSite(t, t.TempDir())
	s.cfg.PageCache = 3
	if err := s.makePages(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	pages := s.PagePaths()[:7]
	kept := func() (paths []string) {
		for _, path := range pages {
			if s.pages.Load().pages[path].current.Load() != nil {
				paths = append(paths, path)
			}
		}
		return paths
	}
	want := func(paths ...string) {
		t.Helper()
		if got := kept(); strings.Join(got, " ") != strings.Join(paths, " ") {
			t.Errorf("kept are %v, want %v", got, paths)
		}
	}
	for _, path := range pages[:4] {
		s.get(t, path)
	}
	want(pages[0], pages[1], pages[2], pages[3])
	s.get(t, pages[1])
	s.get(t, pages[4]) // in the place of the one that has not been used since
	want(pages[0], pages[1], pages[3], pages[4])
	s.get(t, pages[1])
	s.get(t, pages[5])
	want(pages[0], pages[1], pages[4], pages[5])
	if n := s.KeptPages(); n != 3 {
		t.Errorf("%d pages are kept, want 3 and the home page", n)
	}
	first := s.get(t, pages[2]).Body
	if len(first) == 0 || s.KeptPages() != 3 {
		t.Errorf("a dropped page comes back with %d bytes, and %d pages are kept", len(first), s.KeptPages())
	}
	if err := s.Warm(t.Context()); err != nil || s.KeptPages() != 3 {
		t.Errorf("Warm = %v, and %d pages are kept", err, s.KeptPages())
	}
}

// The home page is there when the site is, where that is asked for, and no other page.
func TestHomeFirst(t *testing.T) {
	plain := newSite(t, t.TempDir())
	cfg := plain.cfg
	cfg.HomeFirst = true
	ready, err := Build(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for path, p := range ready.pages.Load().pages {
		if made := p.current.Load() != nil; made != (path == "/") {
			t.Errorf("%s is made: %v", path, made)
		}
	}
	if plain.pages.Load().pages["/"].current.Load() != nil {
		t.Error("the home page is made without being asked for")
	}
	if !bytes.Equal(ready.get(t, "/").Body, plain.get(t, "/").Body) {
		t.Error("the home page is another one where it is made first")
	}
}
