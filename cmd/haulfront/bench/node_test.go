package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
	"haulfront/content"
	"haulfront/content/wording"
	"haulfront/render"
)

// home is the home page in an engine of the benchmark's own.
type home struct {
	engine   *render.Engine
	props    content.HomePage
	messages wording.QuoteMessages
	// errorTitle begins the title of a page with a rejected form.
	errorTitle string
}

func readHome(b testing.TB) *home {
	b.Helper()
	words := program.Words()
	h := &home{messages: words.Quote().Messages, errorTitle: words.ErrorTitle()}
	cfg := site.EngineConfig(testkit.Root(b))
	cfg.Workers = 1
	var err error
	h.engine, err = render.New(cfg)
	testkit.Must(b, err)
	scenes, err := scene.OpenCheckout(b.Context(), testkit.Root(b))
	testkit.Must(b, err)
	assets, err := site.Assets(words, h.engine, scenes)
	testkit.Must(b, err)
	assets.Picker, _, err = site.PickerFile(words, assets)
	testkit.Must(b, err)
	const module = "components/pages/Home/Home.tsx"
	built := map[string][]byte{}
	for _, file := range h.engine.Assets() {
		built[file.Path] = file.Body
	}
	assets.Stylesheet = ""
	assets.Style, _, assets.LateStylesheet = site.PageStyles("Home", built[h.engine.StylesheetOf(module)],
		built[h.engine.LateStylesheetOf(module)])
	h.props = words.Home(content.BuildInfo{
		BaseURL: words.Business.URL, MapsEmbedURL: mapsEmbedURL, QuoteFields: quote.FormFields(), Assets: assets,
		Year: time.Now().In(program.Office()).Year(),
	})
	return h
}

func (h *home) renderPage(b *testing.B) {
	_, err := h.engine.Render(b.Context(), "Home", h.props)
	testkit.Must(b, err)
}

// pageProgram renders the components with the public react-dom/server, as a site without the engine would. Islands are
// roots of their own, as in the engine, because their ids have a prefix; only the props in the page are JSON.
const pageProgram = `
import { createElement as h, Fragment } from "react";
import { renderToString } from "react-dom/server";
import "site";

var pages, names, slots;

export function serve(site) {
  pages = site.pages;
  names = new Map(Object.entries(site.islands).map(([name, component]) => [component, name]));
}

export function Island({ of, id, props, file, children, as = "div", when = "visible", ...rest }) {
  const mark = (kind) => ({ __html: "<!--" + kind + id + "-->" });
  const place = (kind) => h("island-mark", { dangerouslySetInnerHTML: mark(kind) });
  const shown = children && h("island-children", { dangerouslySetInnerHTML: mark("children") });
  slots.push({ of, id, file, props: shown ? { ...props, children: shown } : props });
  const name = names.get(of);
  return h(Fragment, null,
    h(as, { ...rest, "data-island": name, "data-island-id": id, "data-island-when": when,
      "data-island-file": file?.src, "data-island-children": children && "" },
      place("html"), children, children && place("end")),
    h("script", { type: "application/json", "data-island-props": id, dangerouslySetInnerHTML: mark("props") }));
}

const renderIsland = (slot) => renderToString(h(slot.of, slot.props), { identifierPrefix: slot.id });

function renderPage(props, state) {
  slots = [];
  let html = "<!doctype html>" + renderToString(h(pages.Home, props));
  for (const slot of slots) {
    slot.props = { ...slot.props, ...state[slot.id] };
    const island = renderIsland(slot), inFile = Object.fromEntries((slot.file?.has ?? []).map((key) => [key]));
    const json = JSON.stringify({ ...slot.props, ...inFile, children: undefined }).replace(/</g, "\\u003c");
    const begin = "<island-mark><!--html" + slot.id + "--></island-mark>";
    const end = slot.props.children ? "<island-mark><!--end" + slot.id + "--></island-mark>" : begin;
    const at = html.indexOf(begin), after = html.indexOf(end) + end.length;
    const children = html.slice(at + begin.length, after - end.length);
    html = html.slice(0, at) + island.replace("<!--children" + slot.id + "-->", () => children) + html.slice(after);
    html = html.replace("<!--props" + slot.id + "-->", () => json);
  }
  return html;
}
`

// nodeProgram times the page and serves it in Node.
const nodeProgram = pageProgram + `
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const span = Number(process.argv[3]);
const { props, messages, errorTitle } = JSON.parse(readFileSync(process.argv[2], "utf8"));

function median(f) {
  const warm = performance.now(), times = [];
  while (performance.now() - warm < span) f();
  for (const begin = performance.now(); times.length === 0 || performance.now() - begin < span; ) {
    const start = performance.now();
    f();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function answer(request, response, body) {
  let state = {}, title = "<title>";
  if (request.method === "POST") {
    title += errorTitle;
    const fields = new URLSearchParams(body), errors = {}, values = {};
    const names = ["name", "email", "phone", "serviceType", "zipCode", "serviceTimeframe", "message"];
    for (const name in messages.fields) if (!fields.get(name)) errors[name] = messages.fields[name];
    for (const name of names) values[name] = fields.get(name);
    const result = messages.missing;
    state = { toasts: { toasts: [result] }, [fields.get("form")]: { values, errors, result } };
  }
  const html = renderPage(props, state).replace("<title>", () => title);
  response.writeHead(request.method === "POST" ? 422 : 200, {
    "Content-Type": "text/html; charset=utf-8", "Content-Length": Buffer.byteLength(html),
  });
  response.end(html);
}

const page = median(() => renderPage(props, {}));
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => { body += chunk; }).on("end", () => answer(request, response, body));
});
server.listen(0, "127.0.0.1", () => {
  console.log("page=" + page + "ms port=" + server.address().port);
});
`

var nodeReady = regexp.MustCompile(`(?m)^page=(\S+) port=(\d+)$`)

// node is the home page in Node.
type node struct {
	address string
	page    time.Duration // of a render
}

// startNode bundles the same tree for Node, times its renders for a span, and serves it.
func startNode(b testing.TB, home *home, span time.Duration) *node {
	b.Helper()
	dir := b.TempDir()
	entry, input := filepath.Join(dir, "node.js"), filepath.Join(dir, "props.json")
	data, err := json.Marshal(map[string]any{
		"props": home.props, "messages": home.messages, "errorTitle": home.errorTitle,
	})
	testkit.Must(b, err)
	bundle := filepath.Join(dir, "node.mjs")
	script := bundlePage(b, entry, nodeProgram, api.BuildOptions{
		Platform: api.PlatformNode, Format: api.FormatESModule,
		// React's server is CommonJS, and an ES module has no require of its own.
		Banner: map[string]string{"js": `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);`},
	})
	for file, text := range map[string][]byte{bundle: script, input: data} {
		testkit.Must(b, os.WriteFile(file, text, 0o600))
	}
	match, _ := startProcess(b, exec.Command("node", bundle, input, fmt.Sprint(span.Milliseconds())), nodeReady)
	page, err := time.ParseDuration(match[1])
	testkit.Must(b, err)
	return &node{"127.0.0.1:" + match[2], page}
}

// bundlePage writes a program to a file, and bundles it with the components.
func bundlePage(b testing.TB, file, program string, options api.BuildOptions) []byte {
	b.Helper()
	testkit.Must(b, os.WriteFile(file, []byte(program), 0o600))
	const onlyHome = `import { Home } from "home"; export const pages = { Home };`
	pages := file + ".pages.js"
	testkit.Must(b, os.WriteFile(pages, []byte(onlyHome), 0o600))
	root := testkit.Root(b)
	options.EntryPoints, options.Outfile = []string{file}, file+".out.js"
	options.Bundle, options.AbsWorkingDir = true, root
	options.JSX, options.MinifySyntax = api.JSXAutomatic, true
	options.NodePaths = []string{filepath.Join(root, "node_modules")}
	alias := map[string]string{
		"@haulfront/render": file, "@haulfront/render/pages": pages,
		"site": filepath.Join(root, "components/entry.server.tsx"),
		"home": filepath.Join(root, "components/pages/Home/Home"),
	}
	maps.Copy(alias, options.Alias)
	options.Alias = alias
	options.Loader = map[string]api.Loader{".css": api.LoaderEmpty, ".svg": api.LoaderFile}
	// Pictures have the names that the engine gives them.
	options.PublicPath, options.AssetNames = "/assets", "[name]-[hash]"
	options.Define = map[string]string{"process.env.NODE_ENV": `"production"`, "import.meta.env.SSR": "true"}
	built := api.Build(options)
	if len(built.Errors) > 0 {
		b.Fatalf("bundle %s: %v", file, built.Errors)
	}
	for _, out := range built.OutputFiles {
		if strings.HasSuffix(out.Path, ".js") {
			return out.Contents
		}
	}
	b.Fatalf("the bundle of %s has no script", file)
	return nil
}

// The benchmark runs: Node's pages are the program's.
func TestNode(t *testing.T) {
	if testing.Short() {
		t.Skip("a start of Node and bundles for it take seconds")
	}
	node := startNode(t, readHome(t), time.Millisecond)
	node.mustAgree(t, servertest.Start(t, "MAPS_EMBED_URL="+mapsEmbedURL))
}

// mustAgree ends the benchmark if Node's pages differ from the program's.
func (n *node) mustAgree(b testing.TB, site *program.Site) {
	b.Helper()
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		var pages [2]string
		for i, address := range []string{site.Address(), n.address} {
			path, body := "/", ""
			if method == http.MethodPost {
				path, body = "/quote", incomplete
			}
			request, err := http.NewRequest(method, "http://"+address+path, strings.NewReader(body))
			testkit.Must(b, err)
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			response, err := http.DefaultClient.Do(request)
			testkit.Must(b, err)
			html, err := io.ReadAll(response.Body)
			testkit.Must(b, errors.Join(err, response.Body.Close()))
			// The engine sends props that islands share once, in another order.
			whole, err := testkit.WholeProps(html, nil)
			testkit.Must(b, err)
			pages[i] = cardTags.ReplaceAllString(string(whole), "")
		}
		ours, theirs := strings.SplitAfter(pages[0], ">"), strings.SplitAfter(pages[1], ">")
		for i := range min(len(ours), len(theirs)) {
			if ours[i] != theirs[i] {
				b.Fatalf("%s: the program sends %q where Node sends %q", method, ours[i], theirs[i])
			}
		}
		if len(ours) != len(theirs) {
			b.Fatalf("%s: the program's page has %d tags, and Node's %d", method, len(ours), len(theirs))
		}
	}
}

// cardTags match the elements with social cards, which only the program draws.
var cardTags = regexp.MustCompile(`<meta (property="og|name="twitter):image[^>]*>`)

// shippedRender is the median time of the home page in goja with React as shipped. Only its legacy build runs there:
// the others need APIs of a browser or Node.
func shippedRender(b *testing.B, home *home) time.Duration {
	b.Helper()
	entry := filepath.Join(b.TempDir(), "goja.js")
	legacy := filepath.Join(testkit.Root(b), "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js")
	const renderHome = `globalThis.renderHome = (props) => renderPage(JSON.parse(props), {}).length;`
	script := bundlePage(b, entry, pageProgram+renderHome, api.BuildOptions{
		Platform: api.PlatformBrowser, Format: api.FormatIIFE, Target: api.ES2017,
		Alias: map[string]string{"react-dom/server": legacy},
	})
	vm := goja.New()
	if _, err := vm.RunScript("goja.js", string(script)); err != nil {
		b.Fatalf("React in goja: %v", err)
	}
	var render func(props string) (int, error)
	testkit.Must(b, vm.ExportTo(vm.Get("renderHome"), &render))
	props, err := json.Marshal(home.props)
	testkit.Must(b, err)
	return median(b, func(b *testing.B) {
		if size, err := render(string(props)); err != nil || size < 50_000 {
			b.Fatalf("React in goja: a page of %d characters, and the error %v", size, err)
		}
	})
}
