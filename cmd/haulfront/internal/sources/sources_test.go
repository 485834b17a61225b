package sources

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
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
			source == "components/office/browser.ts"
		shared := source == "components/props.gen.ts" || source == "components/ui/NoWrap/NoWrap.tsx"
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

// nodeHarness runs the server's entry in Node as the engine runs it in goja, with the public react-dom/server in place
// of the rewritten one.
const nodeHarness = `
const { readFileSync } = require("node:fs");
let html = "";
globalThis.__haulfrontWrite = (chunk) => { html += chunk; };
const slots = [];
globalThis.__haulfrontSlot = (slot) => { slots.push(JSON.parse(slot)); };
globalThis.__haulfrontRun = (f) => f();
require("site");
const { page, props } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const take = () => { const taken = html; html = ""; return taken; };
globalThis.__haulfront.renderPage(page, props);
const document = take();
const islands = slots.map((slot) => {
  globalThis.__haulfront.renderIsland(slot.name, slot.id, slot.props);
  return { id: slot.id, html: take() };
});
process.stdout.write(JSON.stringify({ document, islands }));
`

// nodeServer is react-dom/server as Node resolves it, its result handed to the harness.
const nodeServer = `
const { renderToString, version } = require("react-dom/server.node");
exports.version = version;
exports.renderToString = (...args) => globalThis.__haulfrontWrite(renderToString(...args));
`

// islandProps are the scripts that hold the props of islands, which Go writes.
var islandProps = regexp.MustCompile(`<script type="application/json" data-island-[^>]*>[^<]*</script>`)

// What goja renders is, byte for byte, what React renders in Node: the home page, and each island in it.
func TestGojaEqualsNode(t *testing.T) {
	t.Parallel()
	dir := root(t)
	engine := newEngine(t, dir)
	words, err := content.Load(content.FS)
	testkit.Must(t, err)
	scenes, err := scene.OpenCheckout(t.Context(), dir)
	testkit.Must(t, err)
	assets, err := site.Assets(words, engine, scenes)
	testkit.Must(t, err)
	props := words.Home(content.BuildInfo{BaseURL: words.BaseURL(), MapsEmbedURL: config.MapsEmbedURL,
		QuoteFields: quote.FormFields(), Year: time.Now().Year(), Assets: assets})
	page, err := engine.Page(t.Context(), "Home", props)
	testkit.Must(t, err)
	ours, err := page.HTML(t.Context(), nil)
	testkit.Must(t, err)

	tmp := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(tmp, name)
		testkit.Must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	input, err := json.Marshal(map[string]any{"page": "Home", "props": props})
	testkit.Must(t, err)
	testkit.BundleForNode(t, dir, api.BuildOptions{
		EntryPoints: []string{write("harness.js", nodeHarness)}, Outdir: filepath.Join(tmp, "out"),
		Alias: map[string]string{
			"site":                    filepath.Join(dir, site.ServerEntry),
			"@haulfront/render":       filepath.Join(dir, "render/runtime/server.tsx"),
			"@haulfront/render/pages": write("pages.js", `import { Home } from "home"; export const pages = { Home };`),
			"home":                    filepath.Join(dir, "components/pages/Home/Home"),
			"react-dom/server":        write("server.js", nodeServer),
			// Without this the alias above would also take the shim's own import.
			"react-dom/server.node": filepath.Join(dir, "node_modules/react-dom/server.node.js"),
		},
		Loader: map[string]api.Loader{".css": api.LoaderEmpty, ".svg": api.LoaderFile},
		// Files that components import have the addresses that the engine gives them.
		PublicPath: "/assets", AssetNames: "[name]-[hash]",
	})
	cmd := exec.Command("node", filepath.Join(tmp, "out", "harness.cjs"), write("props.json", string(input)))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	testkit.Must(t, err)
	var theirs struct {
		Document string
		Islands  []struct{ ID, HTML string }
	}
	testkit.Must(t, json.Unmarshal(out, &theirs))
	want := "<!doctype html>" + theirs.Document
	for _, island := range theirs.Islands {
		want = strings.Replace(want, "<!--island html "+island.ID+"-->", island.HTML, 1)
		want = strings.Replace(want, "<island-mark><!--island props "+island.ID+"--></island-mark>", "", 1)
	}
	if len(theirs.Islands) < 5 || len(want) < 50_000 {
		t.Fatalf("Node's page has %d islands and %d bytes; that is not the home page", len(theirs.Islands), len(want))
	}
	if got := islandProps.ReplaceAllString(string(ours), ""); got != want {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		t.Errorf("goja and Node differ at byte %d:\n%.200s\nNode has\n%.200s", at, got[max(0, at-50):],
			want[max(0, at-50):])
	}
}
