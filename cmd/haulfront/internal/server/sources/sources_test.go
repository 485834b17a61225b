package sources

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/render"
)

// newEngine makes the site's own engine, as the program does.
func newEngine(tb testing.TB, root string) *render.Engine {
	tb.Helper()
	engine, err := program.SharedBundle(Sources{Dir: root}.Engine(config.Settings{RenderWorkers: 1, RenderMemo: true},
		false))
	testkit.Must(tb, err)
	return engine
}

func root(tb testing.TB) string {
	tb.Helper()
	dir, err := FindCheckout()
	testkit.Must(tb, err)
	return dir
}

// Location decides what ships: the browser gets the islands and its own entry, and no page, section or drawing.
// What both need is listed here by name.
func TestOnlyIslandsShip(t *testing.T) {
	t.Parallel()
	for _, source := range newEngine(t, root(t)).BrowserSources() {
		ours := strings.HasPrefix(source, "components/")
		island := strings.HasPrefix(source, "components/islands/") || source == site.BrowserEntry ||
			strings.HasPrefix(source, "components/office/browser")
		shared := strings.HasSuffix(source, ".gen.ts") || source == "components/ui/NoWrap/NoWrap.tsx"
		if ours && !island && !shared {
			t.Errorf("%s ships to the browser; want only components/islands and %s", source, site.BrowserEntry)
		}
	}
}

// The built files run in browsers of 2020, which drop a list of selectors with one that they do not know, and a module
// with a regular expression that they cannot parse. stylelint checks the rest of the CSS.
func TestOldBrowsers(t *testing.T) {
	t.Parallel()
	forbidden := map[string]*regexp.Regexp{
		".css": regexp.MustCompile(`,[^{};]*:(has|focus-visible)\b[^{};]*\{|:(has|focus-visible)\b[^{};]*,[^{};]*\{`),
		".js": regexp.MustCompile(`\(\?<[=!]|AbortSignal\.timeout|Object\.hasOwn|structuredClone|randomUUID|` +
			`dateStyle`),
	}
	for _, asset := range newEngine(t, root(t)).Assets() {
		if pattern := forbidden[path.Ext(asset.Path)]; pattern != nil {
			if found := pattern.Find(asset.Body); found != nil {
				t.Errorf("%s contains %.200s", asset.Path, found)
			}
		}
	}
}

// The types that components are checked against are those of the Go structs.
func TestGeneratedTypesAreFresh(t *testing.T) {
	t.Parallel()
	dir := root(t)
	config, err := os.ReadFile(filepath.Join(dir, "tygo.yaml"))
	testkit.Must(t, err)
	fresh, changed := t.TempDir(), filepath.Join(t.TempDir(), "tygo.yaml")
	config = bytes.ReplaceAll(config, []byte("output_path: components"), []byte("output_path: "+fresh))
	testkit.Must(t, os.WriteFile(changed, config, 0o600))
	cmd := exec.Command("go", "tool", "tygo", "generate", "--config", changed)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "components", "*.gen.ts"))
	testkit.Must(t, err)
	if len(files) == 0 {
		t.Fatal("there are no generated types")
	}
	for _, file := range files {
		got, err := os.ReadFile(file)
		testkit.Must(t, err)
		want, err := os.ReadFile(filepath.Join(fresh, filepath.Base(file)))
		testkit.Must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run make generate", file)
		}
	}
}
