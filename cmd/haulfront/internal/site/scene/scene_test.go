package scene

import (
	"bytes"
	"encoding/xml"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const root = "../../../../.."

// checkoutCopy is a folder with the drawings of this checkout, which a test may change.
func checkoutCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "components"), os.DirFS(filepath.Join(root, "components"))); err != nil {
		t.Fatal(err)
	}
	linkPackages(t, dir)
	return dir
}

func linkPackages(t *testing.T, dir string) {
	t.Helper()
	packages, err := filepath.Abs(filepath.Join(root, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(packages, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
}

// unlinkPackages leaves React's version and nothing to bundle.
func unlinkPackages(t *testing.T, dir string) {
	t.Helper()
	version, err := os.ReadFile(filepath.Join(dir, reactFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, reactFile)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, reactFile), version, 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string) *Set {
	t.Helper()
	s, err := OpenCheckout(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func edit(t *testing.T, dir, name, old, replacement string) {
	t.Helper()
	name = filepath.Join(dir, name)
	data, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%s has no %q: %v", name, old, err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte(old), []byte(replacement), 1), 0o600); err != nil {
		t.Fatal(err)
	}
}

// find returns the scene of that name.
func find(t *testing.T, s *Set, name string) Scene {
	t.Helper()
	i := slices.IndexFunc(s.Scenes(), func(scene Scene) bool { return scene.Name == name })
	if i < 0 {
		t.Fatalf("there is no scene %q among %d", name, len(s.Scenes()))
	}
	return s.Scenes()[i]
}

func svg(t *testing.T, s *Set, name string) []byte {
	t.Helper()
	data, err := s.SVG(t.Context(), find(t, s, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(data, new(struct {
		XMLName xml.Name `xml:"svg"`
	})); err != nil {
		t.Errorf("%s is no SVG: %v", name, err)
	}
	return data
}

// A drawing is made once for a checkout, and its name changes with the drawings' sources alone.
func TestCheckoutKeepsDrawings(t *testing.T) {
	t.Parallel()
	dir := checkoutCopy(t)
	first := open(t, dir)
	drawn := svg(t, first, "truck-xs")
	scene := find(t, first, "truck-xs")
	if !regexp.MustCompile(`^truck-xs-[0-9a-f]{16}\.svg$`).MatchString(scene.File) || scene.Alt == "" ||
		scene.Width == 0 || scene.Height == 0 {
		t.Errorf("the scene is %+v", scene)
	}

	// Drawn scenes need no bundle, and another component changes nothing.
	unlinkPackages(t, dir)
	edit(t, dir, "components/ui/Button/Button.tsx", "export", "// changed\nexport")
	again := open(t, dir)
	if !slices.Equal(again.Scenes(), first.Scenes()) || !bytes.Equal(svg(t, again, "truck-xs"), drawn) {
		t.Error("a component that is no drawing changed the scenes")
	}
	if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	linkPackages(t, dir)

	edit(t, dir, "components/art/palette.ts", "export", "// changed\nexport")
	if changed := find(t, open(t, dir), "truck-xs"); changed.File == scene.File {
		t.Error("a changed drawing kept its name")
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, "var/scenes/*")); len(kept) != 1 {
		t.Errorf("%d versions are kept, want the newest alone", len(kept))
	}
}

// Packed scenes are the drawn ones, each under a hash of its bytes, and nothing draws them.
func TestPack(t *testing.T) {
	t.Parallel()
	set := open(t, root)
	small := &Set{scenes: []Scene{find(t, set, "truck-xs"), find(t, set, "truck-empty")}, draw: set.draw}
	files, err := Pack(t.Context(), small)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Pack(t.Context(), small)
	if err != nil || !maps.EqualFunc(files, again, bytes.Equal) {
		t.Errorf("packed twice, the files differ: %v", err)
	}
	tree := fstest.MapFS{}
	for name, data := range files {
		tree[name] = &fstest.MapFile{Data: data}
	}
	packed, err := OpenPacked(tree)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, scene := range packed.Scenes() {
		want := small.scenes[i]
		if scene.Name != want.Name || scene.Alt != want.Alt || scene.Width != want.Width || scene.File == want.File {
			t.Errorf("packed, %+v is %+v", want, scene)
		}
		if !bytes.Equal(svg(t, packed, scene.Name), svg(t, set, scene.Name)) {
			t.Errorf("packed, %s is another drawing", scene.Name)
		}
		names[strings.TrimPrefix(scene.File, scene.Name)] = true
	}
	if len(names) != len(small.scenes) {
		t.Errorf("the names' hashes are %v, want one for each drawing", names)
	}
	if _, err := OpenPacked(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "packed scenes") {
		t.Errorf("without scenes: %v", err)
	}
}
