package sources

import (
	"archive/zip"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/photo"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// What editors leave beside a file is no content, and neither is a file that is saved unchanged.
func TestContentIgnoresTemporaryFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		testkit.Must(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755),
			os.WriteFile(file, []byte(text), 0o600)))
	}
	write("prices.yaml", "one")
	write("cities/dallas.yaml", "two")
	write("photos/hero.jpg", "three")
	words := newTree(os.DirFS(dir))
	want := func(want bool, what string) {
		t.Helper()
		if changed, err := words.changed(); changed != want || err != nil {
			t.Errorf("%s: changed = %v, %v, want %v", what, changed, err, want)
		}
	}
	want(true, "the first look")
	want(false, "nothing")
	for _, name := range []string{".prices.yaml.swp", "prices.yaml~", "#prices.yaml#", "cities/4913", ".business.yaml",
		"cities/dallas.yaml.tmp", "cities/Thumbs.db", "Desktop.ini", ".DS_Store", "prices.yaml.bak", "~prices.TMP",
		"cities/dallas - Copy.yaml", "cities/dallas - Copy (2).yaml", "cities/dallas copy.yaml",
		"cities/dallas (1).yaml", "cities/Copy of dallas.yaml"} {
		write(name, "beside")
		want(false, name)
	}
	write("prices.yaml", "one")
	want(false, "the same text")
	write("prices.yaml", "eno")
	want(true, "a text of the same length, within the same moment")
	write("photos/hero.jpg", "four")
	want(false, "a photograph, which is another tree")
	view := words.view
	testkit.Must(t, os.Rename(filepath.Join(dir, "cities/dallas.yaml"), filepath.Join(dir, "cities/plano.yaml")))
	want(true, "a renamed file")
	if words.view == view {
		t.Error("after a change the files are the same value")
	}
	entries, err := fs.ReadDir(words.view, "cities")
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder shows %v, %v, want the one file", entries, err)
	}
}

// A named pipe, or a file beyond all bounds, neither hangs the watcher nor fills the memory, and the error names it.
func TestContentIsBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	testkit.Must(t, os.CopyFS(dir, content.FS))
	testkit.Must(t, os.Mkdir(filepath.Join(dir, PhotosFolder), 0o755))
	files, err := Sources{}.Content(config.Settings{ContentDir: dir}, false)
	testkit.Must(t, err)
	load := func() error {
		t.Helper()
		if changed, err := files.Changed(); err != nil || !changed {
			t.Errorf("Changed = %v, %v, want true", changed, err)
		}
		source, err := files.Load()
		if err == nil {
			_, err = photo.Open(source.Photos)
		}
		return err
	}
	testkit.Must(t, load())
	for _, test := range []struct {
		file, want string
		make       func(name string) error
	}{
		{"errors.yaml", "errors.yaml:1: this is not a file with text", func(name string) error {
			return errors.Join(os.Remove(name), syscall.Mkfifo(name, 0o600))
		}},
		{"prices.yaml", "prices.yaml:1: the file has 68719476736 bytes; wanted at most", func(name string) error {
			return os.Truncate(name, 64<<30)
		}},
		{"photos/hero.jpg", "open hero.jpg: the file is larger than 32 MB", func(name string) error {
			return errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, 64<<30))
		}},
	} {
		name := filepath.Join(dir, test.file)
		before, _ := os.ReadFile(name) // nil for the photograph
		testkit.Must(t, test.make(name))
		if err := load(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: Load = %v, want %s", test.file, err, test.want)
		}
		testkit.Must(t, os.Remove(name))
		if before != nil {
			testkit.Must(t, os.WriteFile(name, before, 0o600))
		}
		testkit.Must(t, load())
	}
}

// Only files that were loaded are kept for a restart.
func TestKeep(t *testing.T) {
	t.Parallel()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "var", "content.zip")
	write := func(name, text string) {
		t.Helper()
		testkit.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	c := &Content{Dir: dir, words: newTree(os.DirFS(dir)), photos: newTree(embed.FS{})}
	keep := func(want bool, name, text string) {
		t.Helper()
		if err := c.Keep(file); (err == nil) != want {
			t.Errorf("Keep = %v, want success = %v", err, want)
		}
		kept, err := c.kept(file)
		testkit.Must(t, err)
		if data, err := fs.ReadFile(kept[0].words.view, name); err != nil || string(data) != text {
			t.Errorf("%s is kept as %q, %v, want %q", name, data, err, text)
		}
	}
	changed := func() {
		_, err := c.Changed()
		testkit.Must(t, err)
	}
	write("prices.yaml", "one")
	changed()
	keep(true, "prices.yaml", "one")
	write("prices.yaml", "two")
	keep(false, "prices.yaml", "one")
	changed()
	write("facts.yaml", "three") // after the content was loaded
	keep(true, "prices.yaml", "two")
	if kept, err := c.kept(file); err != nil || len(kept[0].words.view.FS.(*zip.Reader).File) != 1 {
		t.Errorf("more is kept than the loaded file, or %v", err)
	}
	testkit.Must(t, os.Remove(filepath.Join(dir, "prices.yaml")))
	keep(false, "prices.yaml", "two")
}
