package scene

import (
	"bytes"
	"encoding/xml"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/cmd/haulfront/internal/testkit"
)

const root = "../../../../.."

// checkoutCopy is a folder with the drawings of this checkout, which a test may change.
func checkoutCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	testkit.Must(t, os.CopyFS(filepath.Join(dir, "components"), os.DirFS(filepath.Join(root, "components"))))
	packages, err := filepath.Abs(filepath.Join(root, "node_modules"))
	testkit.Must(t, err)
	testkit.Must(t, os.Symlink(packages, filepath.Join(dir, "node_modules")))
	return dir
}

func open(t *testing.T, dir string) *Set {
	t.Helper()
	s, err := OpenCheckout(t.Context(), dir)
	testkit.Must(t, err)
	return s
}

func edit(t *testing.T, dir, name, old, replacement string) {
	t.Helper()
	name = filepath.Join(dir, name)
	data, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%s has no %q: %v", name, old, err)
	}
	testkit.Must(t, os.WriteFile(name, bytes.Replace(data, []byte(old), []byte(replacement), 1), 0o600))
}

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
	data, err := s.SVG(t.Context(), find(t, s, name), Signed)
	testkit.Must(t, err)
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
	svg(t, first, "truck-xs")
	scene := find(t, first, "truck-xs")
	if !regexp.MustCompile(`^truck-xs-[0-9a-f]{16}\.svg$`).MatchString(scene.File) || scene.Alt == "" ||
		scene.Width == 0 || scene.Height == 0 {
		t.Errorf("the scene is %+v", scene)
	}

	// The next process reads the drawings from disk, although another component has changed.
	edit(t, dir, "components/ui/Button/Button.tsx", "export", "// changed\nexport")
	cached, err := filepath.Glob(filepath.Join(dir, cacheFolder, "*"))
	if err != nil || len(cached) != 1 {
		t.Fatalf("the cached versions are %v, %v", cached, err)
	}
	edit(t, cached[0], scene.File, "<svg", "<svg id=\"cached\"")
	edit(t, cached[0], indexFile, scene.Alt, "cached")
	again := open(t, dir)
	if find(t, again, "truck-xs").Alt != "cached" || !bytes.Contains(svg(t, again, "truck-xs"), []byte("cached")) {
		t.Error("the scenes were listed or drawn again")
	}

	edit(t, dir, "components/art/palette.ts", "export", "// changed\nexport")
	if changed := find(t, open(t, dir), "truck-xs"); changed.File == scene.File {
		t.Error("a changed drawing kept its name")
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, cacheFolder, "*")); len(kept) != 1 {
		t.Errorf("%d versions are kept, want the newest alone", len(kept))
	}
}

// Packed scenes are the drawn ones, each under a hash of its bytes, and nothing draws them. Those with a truck have it
// with an open bed and with a trailer, too.
func TestPack(t *testing.T) {
	t.Parallel()
	set := open(t, root)
	small := &Set{draw: set.draw}
	for _, name := range []string{"truck-xs", "truck-empty", "thing-sofa"} {
		small.scenes = append(small.scenes, find(t, set, name))
	}
	files, err := Pack(t.Context(), small)
	testkit.Must(t, err)
	again, err := Pack(t.Context(), small)
	if err != nil || !maps.EqualFunc(files, again, bytes.Equal) {
		t.Errorf("packed twice, the files differ: %v", err)
	}
	tree := fstest.MapFS{}
	for name, data := range files {
		tree[name] = &fstest.MapFile{Data: data}
	}
	packed, err := OpenPacked(tree)
	testkit.Must(t, err)
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
		others := map[string]bool{string(svg(t, set, scene.Name)): true}
		for _, variant := range []Variant{Open, Trailer} {
			other, err := packed.SVG(t.Context(), scene, variant)
			testkit.Must(t, err)
			others[string(other)] = true
		}
		if n := len(others); (n == 3) != strings.HasPrefix(scene.Name, "truck-") {
			t.Errorf("as itself, with an open bed and with a trailer, %s has %d drawings", scene.Name, n)
		}
	}
	if len(names) != len(small.scenes) {
		t.Errorf("the names' hashes are %v, want one for each drawing", names)
	}
	if _, err := OpenPacked(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "packed scenes") {
		t.Errorf("without scenes: %v", err)
	}
}

// What a service's page says that the crew wears and brings, its picture's text says as well.
func TestCrewsWearWhatTheTextSays(t *testing.T) {
	t.Parallel()
	set := open(t, root)
	files, err := filepath.Glob(filepath.Join(root, "content", "services", "*.yaml"))
	testkit.Must(t, err)
	found := 0
	for _, file := range files {
		page, err := os.ReadFile(file)
		testkit.Must(t, err)
		alt := find(t, set, strings.TrimSuffix(filepath.Base(file), ".yaml")).Alt
		for _, thing := range []string{"mask", "gloves", "lifting straps", "runner"} {
			if !bytes.Contains(page, []byte(thing)) {
				continue
			}
			found++
			if !strings.Contains(alt, thing) {
				t.Errorf("%s has %q, but its picture is %q", filepath.Base(file), thing, alt)
			}
		}
	}
	if found < 6 {
		t.Errorf("%d things are in copy, want masks, gloves, straps and runners of five pages", found)
	}
}

// The drawings' own tests are written in TypeScript, beside the drawings.
func TestDrawings(t *testing.T) {
	t.Parallel()
	dir := testkit.Root(t)
	tests, err := filepath.Glob(filepath.Join(dir, "components", "art", "*.test.ts"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests of the drawings: %v, %v", tests, err)
	}
	out := t.TempDir()
	testkit.BundleForNode(t, dir, api.BuildOptions{EntryPoints: tests, Outdir: out})
	files, err := filepath.Glob(filepath.Join(out, "*.cjs"))
	testkit.Must(t, err)
	cmd := exec.Command("node", append([]string{"--test"}, files...)...)
	if report, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, report)
	}
}

// Drawings that other companies show have nothing in them that most do not take, unless a plain version is without.
func TestNothingRefused(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join(root, "components", "art", "scenes", "*.ts*"))
	if err != nil || len(sources) < 20 {
		t.Fatalf("there are %d sources of scenes, %v", len(sources), err)
	}
	refused := regexp.MustCompile(`\b(tire|gazebo|\w*([pP]aint|[gG]as)Can|propane\w*)\(`)
	for _, source := range sources {
		// Their scenes are on the built-in company's own pages.
		if slices.Contains([]string{"articles.ts", "cities.ts", "jobs.ts"}, filepath.Base(source)) {
			continue
		}
		if text, err := os.ReadFile(source); err != nil || refused.Match(text) {
			t.Errorf("%s draws %q, %v", filepath.Base(source), refused.FindAllString(string(text), -1), err)
		}
	}
}
