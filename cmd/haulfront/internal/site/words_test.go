package site

import (
	"bytes"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

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
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// A page's digest changes with what the page says, and with nothing that all pages share or that comes from elsewhere.
func TestDigestsChangeWithWhatPagesSay(t *testing.T) {
	before := (&Site{cfg: Config{Source: Source{Content: loadFiles(t, content.FS)}}}).Digests()
	if n := len(loadFiles(t, content.FS).Routes()); len(before) != n {
		t.Errorf("%d pages have digests, want %d", len(before), n)
	}
	seen := map[string]string{}
	for path, digest := range before {
		if other, again := seen[digest]; again {
			t.Errorf("%s has the digest of %s", path, other)
		}
		seen[digest] = path
	}
	city := ""
	for _, route := range loadFiles(t, content.FS).Routes() {
		if route.Kind == content.KindCity {
			city = route.Slug
		}
	}
	for _, test := range []struct {
		file, old, new string
		// changed are paths of pages that change; all others stay the same.
		changed string
	}{
		{"cities/" + city + ".yaml", "hero:\n  title: ", "hero:\n  title: The ", "/locations/" + city},
		{"layout.yaml", "skipLabel: Skip", "skipLabel: Jump", ""},
		{"layout.yaml", "blurb: ", "blurb: Really. ", ""},
		{"quote.yaml", "  submit: ", "  submit: Now ", ""},
	} {
		after := (&Site{cfg: Config{Source: Source{Content: loadFiles(t, changedFiles(t, test.file, test.old, test.new))}}}).Digests()
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
