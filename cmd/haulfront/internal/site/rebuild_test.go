package site

import (
	"bytes"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// contentFiles are the files of the real content, to be changed.
func contentFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(content.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(content.FS, name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	testkit.Must(t, err)
	return files
}

// changedFiles are the files of the real content, with one text of one of them, which must be there, replaced by
// another.
func changedFiles(t *testing.T, file, old, new string) fstest.MapFS {
	t.Helper()
	files := contentFiles(t)
	if !bytes.Contains(files[file].Data, []byte(old)) {
		t.Fatalf("%s has no %q to change", file, old)
	}
	files[file].Data = bytes.Replace(files[file].Data, []byte(old), []byte(new), 1)
	return files
}

func loadFiles(t *testing.T, files fs.FS) *content.Site {
	t.Helper()
	words, err := content.Load(files)
	testkit.Must(t, err)
	return words
}

// A page's digest changes with the page's words only, not with shared or configured parts.
func TestDigestsChangeWithWhatPagesSay(t *testing.T) {
	digestsOf := func(files fs.FS) map[string]string {
		return (&Site{cfg: Config{Source: Source{Content: loadFiles(t, files)}}}).Digests()
	}
	before := digestsOf(content.FS)
	seen := map[string]string{}
	for path, digest := range before {
		if other, again := seen[digest]; again {
			t.Errorf("%s has the digest of %s", path, other)
		}
		seen[digest] = path
	}
	city := program.First(content.KindCity)
	for _, test := range []struct {
		file, old, new string
		// changed are paths of pages that change; all others stay the same.
		changed string
	}{
		{"cities/" + path.Base(city) + ".yaml", "hero:\n  title: ", "hero:\n  title: The ", city},
		{"layout.yaml", "skipLabel: Skip", "skipLabel: Jump", ""},
		{"quote.yaml", "  submit: ", "  submit: Now ", ""},
	} {
		after := digestsOf(changedFiles(t, test.file, test.old, test.new))
		var changed []string
		for _, path := range slices.Sorted(maps.Keys(before)) {
			if after[path] != before[path] {
				changed = append(changed, path)
			}
		}
		if got := strings.Join(changed, " "); got != test.changed {
			t.Errorf("%s with %q changes %q, want %q", test.file, test.new, got, test.changed)
		}
	}
}

// changedCity returns the path of a city's page, and files with another text for it.
func changedCity(t *testing.T) (address string, files fs.FS) {
	t.Helper()
	address = program.First(content.KindCity)
	file := "cities/" + path.Base(address) + ".yaml"
	return address, changedFiles(t, file, "hero:\n  title: ", "hero:\n  title: The ")
}

// rebuilt makes a site, asks for some pages, and makes it again of changed files.
func rebuilt(t *testing.T, files fs.FS, pages ...string) (before, after *Site) {
	t.Helper()
	before = newSite(t, t.TempDir())
	for _, path := range pages {
		before.get(t, path)
	}
	cfg := before.cfg
	cfg.Content, cfg.Modified = loadFiles(t, files), time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	after, err := before.Rebuild(t.Context(), cfg)
	testkit.Must(t, err)
	return before, after
}

// Changed content takes over everything that is the same: files and pages.
func TestRebuildKeepsWhatIsTheSame(t *testing.T) {
	path, files := changedCity(t)
	before, after := rebuilt(t, files, "/", path, "/get-quote")
	testkit.Must(t, after.Prepare(t.Context()))
	old, new := before.pages.Load().pages, after.pages.Load().pages
	if old["/get-quote"].current.Load() != new["/get-quote"].current.Load() {
		t.Error("a page that says the same is rendered again")
	}
	if page := new[path].current.Load(); page == nil || page == old[path].current.Load() {
		t.Error("the changed page is not rendered again ahead of requests")
	}
	if text := after.get(t, path).Body; !bytes.Contains(text, []byte(">The ")) ||
		bytes.Equal(text, before.get(t, path).Body) {
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

// After a change, visitors get the former page while it is rendered for another visitor.
func TestVisitorsSeeTheFormerPageWhileTheNewOneIsRendered(t *testing.T) {
	path, files := changedCity(t)
	before, after := rebuilt(t, files, path)
	page := after.pages.Load().pages[path]
	var during []byte
	_, _ = page.rendering.do(t.Context(), false, func() (*rendering, error) {
		during = after.get(t, path).Body
		return nil, nil
	})
	if !bytes.Equal(during, before.get(t, path).Body) {
		t.Error("while it is rendered, the page is not shown as it was")
	}
	rendered, err := page.get(t.Context())
	testkit.Must(t, err)
	if page.former.Load() != nil || rendered.made.Load() == nil {
		t.Error("the page is shown as it was although it is rendered, or no longer although its islands are not")
	}
	if bytes.Equal(after.get(t, path).Body, during) {
		t.Error("the page stays as it was")
	}
}

// Pages beyond the limit are dropped by their last use and rendered again on demand; the home page stays.
func TestPagesAreKeptByLastUse(t *testing.T) {
	s := newSite(t, t.TempDir())
	s.cfg.PageCache = 3
	testkit.Must(t, s.makePages(t.Context(), nil))
	pages := s.PagePaths()[:7]
	for _, step := range []struct{ requested, kept []int }{
		{[]int{0, 1, 2, 3}, []int{0, 1, 2, 3}},
		{[]int{1, 4}, []int{0, 1, 3, 4}},
		{[]int{1, 5}, []int{0, 1, 4, 5}},
	} {
		for _, i := range step.requested {
			s.get(t, pages[i])
		}
		var kept []int
		for i, path := range pages {
			if s.pages.Load().pages[path].current.Load() != nil {
				kept = append(kept, i)
			}
		}
		if !slices.Equal(kept, step.kept) || s.pages.Load().cache.kept.Len() != 3 {
			t.Errorf("after requests for %v, the pages %v are kept, want %v", step.requested, kept, step.kept)
		}
	}
	s.get(t, pages[2]) // rendered again
	if err := s.Warm(t.Context()); err != nil || s.pages.Load().cache.kept.Len() != 3 {
		t.Errorf("Warm = %v, and %d pages are kept", err, s.pages.Load().cache.kept.Len())
	}
}

// With HomeFirst, Build renders the home page, and no other page.
func TestHomeFirst(t *testing.T) {
	plain := newSite(t, t.TempDir())
	cfg := plain.cfg
	cfg.HomeFirst = true
	ready, err := Build(t.Context(), cfg)
	testkit.Must(t, err)
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
