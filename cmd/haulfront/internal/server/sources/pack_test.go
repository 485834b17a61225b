package sources

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/render"
)

// packedFiles are what a built program carries.
func packedFiles(t *testing.T) fs.FS {
	t.Helper()
	data, err := Pack(t.Context(), root(t))
	testkit.Must(t, err)
	files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	testkit.Must(t, err)
	return files
}

// fromMemory makes the site's engine as a built program does.
func fromMemory(files fs.FS) (*render.Engine, error) {
	return render.New(Sources{packed: files}.Engine(config.Settings{RenderWorkers: 1}, false))
}

// A built program serves what the checkout that it was built from serves: the same program for the pages, and the same
// files for browsers under the same names.
func TestPackedSourcesMakeTheSame(t *testing.T) {
	t.Parallel()
	folder := newEngine(t, root(t))
	files := packedFiles(t)
	memory, err := fromMemory(files)
	testkit.Must(t, err)
	wantFont, err := Sources{Dir: root(t)}.CardFont()
	testkit.Must(t, err)
	if font, err := (Sources{packed: files}).CardFont(); err != nil || !bytes.Equal(font, wantFont) {
		t.Errorf("the font of social cards has %d bytes (%v) from memory, want %d as from the folder", len(font), err,
			len(wantFont))
	}
	if folder.Version() != memory.Version() {
		t.Errorf("the server program is %s from memory, want %s as from the folder", memory.Version(), folder.Version())
	}
	want := map[string]render.Asset{}
	for _, a := range folder.Assets() {
		want[a.Path] = a
	}
	for _, a := range memory.Assets() {
		w, ok := want[a.Path]
		if !ok || !bytes.Equal(a.Body, w.Body) || a.Source != w.Source {
			t.Errorf("%s (%s, %d bytes) is made from memory alone", a.Path, a.Source, len(a.Body))
		}
		delete(want, a.Path)
	}
	for path, a := range want {
		t.Errorf("%s (%s, %d bytes) is made from the folder alone", path, a.Source, len(a.Body))
	}
}

func TestPackedPhotos(t *testing.T) {
	photos, err := Sources{packed: fstest.MapFS{"assets/photos/hero.jpg": {Data: []byte("pixels")}}}.Photos()
	testkit.Must(t, err)
	if data, err := fs.ReadFile(photos, "hero.jpg"); err != nil || string(data) != "pixels" {
		t.Errorf("hero.jpg = %q, %v", data, err)
	}
}

// What goes wrong in packed sources is reported with its place in the checkout.
func TestPackedSourcesKeepPositions(t *testing.T) {
	t.Parallel()
	engine, err := fromMemory(packedFiles(t))
	testkit.Must(t, err)
	var thrown *render.Error
	if _, err := engine.Page(t.Context(), "Home", struct{}{}); !errors.As(err, &thrown) ||
		thrown.File != "components/pages/Home/Home.tsx" || thrown.Line == 0 {
		t.Errorf("a page without its props: %v (%+v), want a line of Home.tsx", err, thrown)
	}
}
