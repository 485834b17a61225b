package render

import (
	"embed"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// runtimeFiles is the JavaScript half of the engine.
//
//go:embed runtime
var runtimeFiles embed.FS

const (
	// runtimeNamespace marks the engine's own modules in esbuild's paths and in stacks.
	runtimeNamespace = "haulfront-render"
	// programObject is the global under which serve leaves the server program's functions.
	programObject = "__haulfront"
	// writeFunction is the global that takes React's chunks.
	writeFunction = "__haulfrontWrite"
	// escapeFunction is the global that escapes a text for HTML.
	escapeFunction = "__haulfrontEscape"
)

// reactEntry is the module whose bundle leaves React to the server program.
const reactEntry = "@haulfront/render/react"

// reactModules are the modules that the server program requires from React's own program, see runtime/react.js.
var reactModules = []string{"react", "react/jsx-runtime", "react-dom", "react-dom/server"}

// externalReactPlugin leaves React's modules out of the server program. It comes before the plugins that know where they are.
func externalReactPlugin() api.Plugin {
	return api.Plugin{Name: "external-react", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^react(-dom)?(/|$)`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if !slices.Contains(reactModules, a.Path) {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		})
	}}
}

// runtimePlugin resolves @haulfront/render and @haulfront/render/browser to the modules embedded in this package.
func runtimePlugin(cfg Config) api.Plugin {
	entries := map[string]string{
		"@haulfront/render":         "server.tsx",
		"@haulfront/render/browser": "browser.ts",
		reactEntry:                  "react.js",
	}
	return api.Plugin{Name: "render-runtime", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^@haulfront/render(/browser|/react)?$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: entries[a.Path], Namespace: runtimeNamespace}, nil
		})
		b.OnResolve(api.OnResolveOptions{Filter: `^\./`, Namespace: runtimeNamespace}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			name := filepath.Base(a.Path)
			if filepath.Ext(name) == "" {
				name += ".ts"
			}
			return api.OnResolveResult{Path: name, Namespace: runtimeNamespace}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: runtimeNamespace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			data, err := runtimeFiles.ReadFile("runtime/" + a.Path)
			text, loader := string(data), api.LoaderTSX
			if filepath.Ext(a.Path) == ".css" {
				loader = api.LoaderCSS
				if cfg.BrowserEntry == "" {
					loader = api.LoaderEmpty // there are no islands
				}
			}
			return api.OnLoadResult{Contents: &text, Loader: loader, ResolveDir: cfg.Dir}, err
		})
	}}
}

// prebuiltPlugin resolves dynamic imports to modules that are built already: addresses maps a module's path below cfg.Dir to
// its URL path.
func prebuiltPlugin(cfg Config, addresses map[string]string) api.Plugin {
	return api.Plugin{Name: "prebuilt", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.Kind != api.ResolveJSDynamicImport {
				return api.OnResolveResult{}, nil
			}
			// With another kind, so that this call does not come back here.
			found := b.Resolve(a.Path, api.ResolveOptions{Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: api.ResolveJSImportStatement})
			if len(found.Errors) > 0 {
				return api.OnResolveResult{Errors: found.Errors}, nil
			}
			module := found.Namespace + ":" + found.Path
			if found.Namespace == "file" {
				relative, err := filepath.Rel(cfg.Dir, found.Path)
				if err != nil {
					return api.OnResolveResult{}, err
				}
				module = filepath.ToSlash(relative)
			}
			address, ok := addresses[module]
			if !ok {
				return api.OnResolveResult{}, fmt.Errorf("%s is imported dynamically and was not built", module)
			}
			return api.OnResolveResult{Path: address, External: true}, nil
		})
	}}
}

// legacyServer is the build of react-dom/server that has renderToString and nothing that needs a MessageChannel, a
// TextEncoder or a stream, none of which goja has.
const legacyServer = "react-dom-server-legacy.browser.production.js"

// ReactVersion is the release of react and react-dom that the engine works with. [New] fails with any other, because it changes
// statements of React's renderer, which are not the same in each release.
const ReactVersion = "19.3"

// reactVersion matches the statement in which React's files say their version.
var reactVersion = regexp.MustCompile(`(?m)exports\.version = "((\d+\.\d+)\.[^"]*)";$`)

// checkReact returns an error unless source is a file of a version of React that the engine works with.
func checkReact(source []byte) error {
	m := reactVersion.FindSubmatch(source)
	if m == nil {
		return errors.New("react-dom does not say its version")
	}
	if string(m[2]) != ReactVersion {
		return fmt.Errorf("react-dom is %s: render works with React %s", m[1], ReactVersion)
	}
	return nil
}

// legacyServerPlugin resolves react-dom/server to its legacy build and changes a few statements in it, see patches.
func legacyServerPlugin(cfg Config) api.Plugin {
	return api.Plugin{Name: "react-dom-server", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^react-dom/server$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			found := b.Resolve("react-dom/package.json", api.ResolveOptions{Kind: a.Kind, ResolveDir: a.ResolveDir})
			if len(found.Errors) > 0 {
				return api.OnResolveResult{Errors: found.Errors}, nil
			}
			return api.OnResolveResult{Path: filepath.Join(filepath.Dir(found.Path), "cjs", legacyServer)}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: legacyServer}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := cfg.sources.read(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			if err := checkReact(source); err != nil {
				return api.OnLoadResult{}, err
			}
			text, err := rewrite(source)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
		})
	}}
}

// patch is one change to legacyServer. The build fails unless the statement that it replaces is there exactly once, so that a
// new version of React cannot drop it silently.
type patch struct{ old, new string }

// patches move to Go what is slow in goja: what is quadratic there, since goja has no ropes and copies the whole string on
// every +=, and what takes hundreds of instructions for each element of a page. See render/README.md for the figures.
var patches = []patch{
	// React adds up the page in one string. A page of 231 KB took 3.8 s, and 0.2 s with its chunks written to a buffer.
	// Markup that a component makes for itself, such as that of an icon in an address, is its own.
	{"(result += chunk)", "(generateStaticMarkup ? (result += Array.isArray(chunk) ? chunk.join(\"\") : chunk) : " + writeFunction + "(chunk))"},
	// React escapes a text in a loop that does the same. A message of 16 KB of "<", the largest that /quote takes, took
	// a third of a second in each place that shows it.
	{"var match = matchHtmlRegExp.exec(text);", "return " + escapeFunction + "(text); var match;"},
	// Go visits the tree instead of React, see tree.go.
	{`    childIndex = task.childIndex;
  if (null !== node) {
    if ("object" === typeof node) {
      switch (node.$$typeof) {`, `    childIndex = task.childIndex;
  if (null !== node) {
    if ("object" === typeof node) {
      if (renderByGo(request, task, node, childIndex)) return;
      switch (node.$$typeof) {`},
	{"function retryNode(request, task) {", treeFunctions + "function retryNode(request, task) {"},
	{"emptyTreeContext = { id: 1, overflow: \"\" };", "emptyTreeContext = 0;"},
	{"function getTreeId(context) {", "function getTreeId(context) {\n  return " + positionIDFunction + "(context);"},
	{"function pushTreeContext(baseContext, totalChildren, index) {", `function pushTreeContext(baseContext, totalChildren, index) {
  return ` + positionFunction + `(baseContext, totalChildren, index);`},
	// And at an element's end again, with twenty, and for what its children may be with fifteen.
	{`        switch (type) {
          case "title":
          case "style":
          case "script":
          case "area":`, `        if (hasSpecialEnd.has(type)) switch (type) {
          case "title":
          case "style":
          case "script":
          case "area":`},
	{`  switch (type) {
    case "noscript":
      return createFormatContext(`, `  if (changesContext.has(type)) switch (type) {
    case "noscript":
      return createFormatContext(`},
	{`function getChildFormatContext(`, `var hasSpecialEnd = new Set(["title", "style", "script", "area", "base", "br", "col", "embed", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr", "body", "html", "head"]),
  changesContext = new Set(["noscript", "select", "svg", "picture", "math", "foreignObject", "table", "thead", "tbody",
    "tfoot", "colgroup", "tr", "head", "html"]);
function getChildFormatContext(`},
	// React knows in which components an error was thrown, and keeps it to itself.
	{"function onError() {}", "function onError(error, info) {\n  if (error instanceof Error) error.componentStack = info.componentStack;\n}"},
	// React hands over each chunk of a segment by itself, some five for each element.
	{`        chunkIdx = 0;
      segment = segment.children;
`, `        chunkIdx = 0;
      segment = segment.children;
      if (0 === segment.length) return destination.push(chunks);
`},
}

// treeFunctions are React's side of tree.go. What Go throws has gone through elements of which React does not know.
const treeFunctions = `function renderByGo(request, task, node, childIndex) {
  var segment = task.blockedSegment,
    formatContext = task.formatContext;
  if (
    null !== task.replay ||
    null === segment ||
    null !== formatContext.viewTransition ||
    request.renderState.generateStaticMarkup
  )
    return !1;
  var treeContext = task.treeContext,
    componentStack = task.componentStack;
  try {
    var piece = ` + renderFunction + `(request, task, node, segment.lastPushedText, treeContext, formatContext);
  } catch (x) {
    for (var types = ` + failedFunction + `(), inner = []; task.componentStack !== componentStack; )
      inner.push(task.componentStack.type), (task.componentStack = task.componentStack.parent);
    types = inner.concat(types);
    for (var i = types.length - 1; 0 <= i; i--)
      task.componentStack = { parent: task.componentStack, type: types[i] };
    task.node = node;
    task.childIndex = childIndex;
    task.formatContext = formatContext;
    task.treeContext = treeContext;
    throw x;
  }
  task.treeContext = treeContext;
  if (void 0 === piece) return !1;
  segment.chunks.push(piece);
  segment.lastPushedText = 1 === (piece & 1);
  return !0;
}
function callForGo(request, task, type, props, treeContext) {
  if (type.prototype && type.prototype.isReactComponent) return callForGo;
  task.treeContext = treeContext;
  props = renderWithHooks(request, task, null, type, props, void 0);
  if (request.aborted) throw null;
  0 !== localIdCounter && ` + usedIDFunction + `();
  return props;
}
function renderForGo(request, task, node, childIndex, treeContext, formatContext, piece) {
  var segment = task.blockedSegment,
    outerFormatContext = task.formatContext;
  segment.chunks.push(piece);
  segment.lastPushedText = 1 === (piece & 1);
  task.treeContext = treeContext;
  task.formatContext = formatContext;
  renderNode(request, task, node, childIndex);
  task.formatContext = outerFormatContext;
  return segment.lastPushedText;
}
` + connectFunction + `(REACT_ELEMENT_TYPE, REACT_FRAGMENT_TYPE, callForGo, renderForGo, getChildFormatContext, function () {});
`

// rewrite applies all patches.
func rewrite(source []byte) (string, error) {
	text := string(source)
	var replaced []string
	for _, e := range patches {
		if n := strings.Count(text, e.old); n != 1 {
			return "", fmt.Errorf("%s has the statement %q %d times, want once: this version of React needs a look at how it makes its output", legacyServer, e.old, n)
		}
		replaced = append(replaced, e.old, e.new)
	}
	return strings.NewReplacer(replaced...).Replace(text), nil
}
