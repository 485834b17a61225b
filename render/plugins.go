package render

import (
	"embed"
	"errors"
	"fmt"
	"path"
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

//go:embed runtime/tree.js
var treeScript string

const (
	// runtimeNamespace marks the engine's own modules in esbuild's paths and in stacks.
	runtimeNamespace = "haulfront-render"
	// reactEntry is the module of React's own script.
	reactEntry = "@haulfront/render/react"
)

// reactModules are the modules that the server program requires from React's own script, see runtime/react.js.
var reactModules = []string{"react", "react/jsx-runtime", "react-dom", "react-dom/server"}

// externalReactPlugin leaves React's modules out of the server program. It precedes the plugins that know where they
// are.
var externalReactPlugin = api.Plugin{Name: "external-react", Setup: func(b api.PluginBuild) {
	resolve := func(a api.OnResolveArgs) (result api.OnResolveResult, _ error) {
		if slices.Contains(reactModules, a.Path) {
			result = api.OnResolveResult{Path: a.Path, External: true}
		}
		return result, nil
	}
	b.OnResolve(api.OnResolveOptions{Filter: `^react(-dom)?(/|$)`}, resolve)
}}

// nodeModules matches the names of Node's own modules.
const nodeModules = `^(node:.+|(assert|async_hooks|buffer|child_process|cluster|constants|crypto|dgram|dns|events|fs|` +
	`http|http2|https|module|net|os|path|perf_hooks|process|punycode|querystring|readline|stream|string_decoder|` +
	`timers|tls|tty|url|util|v8|vm|worker_threads|zlib)(/.+)?)$`

// asked marks the searches of plugins that ask esbuild where a file is: they leave those to it.
type asked struct{}

// nodeModulesPlugin replaces the modules of Node that packages import: many packages have functions for Node beside
// those that components call. A call is an error of the render. In the sources themselves, such an import is an error
// of the build.
var nodeModulesPlugin = api.Plugin{Name: "node-modules", Setup: func(b api.PluginBuild) {
	const namespace = runtimeNamespace + "-node" // not a place of a mistake, see Error.locate
	resolve := func(a api.OnResolveArgs) (result api.OnResolveResult, _ error) {
		_, again := a.PluginData.(asked)
		if again || !strings.Contains(filepath.ToSlash(a.Importer), "/node_modules/") {
			return result, nil
		}
		found := b.Resolve(a.Path, api.ResolveOptions{ // npm has packages of these names
			Importer: a.Importer, ResolveDir: a.ResolveDir, Kind: a.Kind, PluginData: asked{},
		})
		if len(found.Errors) > 0 {
			result = api.OnResolveResult{Path: a.Path, Namespace: namespace}
		}
		return result, nil
	}
	// The functions with which esbuild imports a CommonJS module copy its properties and keep its prototype.
	load := func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		text := fmt.Sprintf(`module.exports = Object.create(new Proxy({}, { get(_, name) {
  if (typeof name !== "string" || ["__esModule", "default", "then"].includes(name)) return;
  return function missing() { throw new Error("the server program has no " + name + " of Node's module %s"); };
} }))`, a.Path)
		return api.OnLoadResult{Contents: &text}, nil
	}
	b.OnResolve(api.OnResolveOptions{Filter: nodeModules}, resolve)
	b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: namespace}, load)
}}

// runtimePlugin resolves @haulfront/render and @haulfront/render/browser to the modules embedded in this package.
func runtimePlugin(cfg Config) api.Plugin {
	entries := map[string]string{
		"@haulfront/render":         "server.tsx",
		"@haulfront/render/browser": "browser.ts",
		reactEntry:                  "react.js",
	}
	entry := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: entries[a.Path], Namespace: runtimeNamespace}, nil
	}
	relative := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		name := filepath.Base(a.Path)
		if filepath.Ext(name) == "" {
			name += ".ts"
		}
		return api.OnResolveResult{Path: name, Namespace: runtimeNamespace}, nil
	}
	load := func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		data, err := runtimeFiles.ReadFile("runtime/" + a.Path)
		text, loader := string(data), api.LoaderTSX
		if filepath.Ext(a.Path) == ".css" {
			loader = api.LoaderCSS
			if cfg.BrowserEntry == "" {
				loader = api.LoaderEmpty // there are no islands
			}
		}
		return api.OnLoadResult{Contents: &text, Loader: loader, ResolveDir: cfg.Dir}, err
	}
	return api.Plugin{Name: "render-runtime", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^@haulfront/render(/browser|/react)?$`}, entry)
		b.OnResolve(api.OnResolveOptions{Filter: `^\./`, Namespace: runtimeNamespace}, relative)
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: runtimeNamespace}, load)
	}}
}

// pagesPlugin makes the module @haulfront/render/pages, anew for each build: with the components of all modules that
// match Config.Pages, by name.
func pagesPlugin(cfg Config) api.Plugin {
	const namespace = runtimeNamespace + "-pages"
	resolve := func(api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: "pages.js", Namespace: namespace}, nil
	}
	load := func(api.OnLoadArgs) (result api.OnLoadResult, err error) {
		modules, err := cfg.pages()
		text, names := "", make([]string, len(modules))
		for i, module := range modules {
			names[i] = strings.TrimSuffix(path.Base(module), path.Ext(module))
			text += fmt.Sprintf("import { %s } from %q;\n", names[i], "./"+module)
		}
		text += fmt.Sprintf("export const pages = { %s };\n", strings.Join(names, ", "))
		return api.OnLoadResult{Contents: &text, ResolveDir: cfg.Dir}, err
	}
	return api.Plugin{Name: "pages", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^@haulfront/render/pages$`}, resolve)
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: namespace}, load)
	}}
}

// legacyServer is the build of react-dom/server with renderToString, and without the code that needs MessageChannel,
// TextEncoder or streams, which goja lacks. There is one for development, too.
const legacyServer = "react-dom-server-legacy.browser.production.js"

// ReactVersion is the release of react and react-dom that the engine works with. [New] fails with any other, because
// the engine changes statements of React's renderer, which differ between releases.
const ReactVersion = "19.3"

// reactVersion matches the statement with the version in React's files.
var reactVersion = regexp.MustCompile(`(?m)exports\.version = "((\d+\.\d+)\.[^"]*)";$`)

// checkReact returns an error unless source is a file of a version of React that the engine works with.
func checkReact(source []byte) error {
	m := reactVersion.FindSubmatch(source)
	if m == nil {
		return errors.New("react-dom has no version")
	}
	if string(m[2]) != ReactVersion {
		return fmt.Errorf("react-dom is %s: render works with React %s", m[1], ReactVersion)
	}
	return nil
}

// legacyServerPlugin resolves react-dom/server to its legacy build and changes a few statements in it, see patches.
func legacyServerPlugin(cfg Config, mode string) api.Plugin {
	file := strings.Replace(legacyServer, production, mode, 1)
	load := func(a api.OnLoadArgs) (result api.OnLoadResult, err error) {
		source, err := cfg.sources.file(a.Path)
		if err == nil {
			err = checkReact(source)
		}
		if err != nil {
			return result, err
		}
		text, err := rewrite(source)
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
	}
	return api.Plugin{Name: "react-dom-server", Setup: func(b api.PluginBuild) {
		resolve := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			found := b.Resolve("react-dom/package.json", api.ResolveOptions{Kind: a.Kind, ResolveDir: a.ResolveDir})
			if len(found.Errors) > 0 {
				return api.OnResolveResult{Errors: found.Errors}, nil
			}
			return api.OnResolveResult{Path: filepath.Join(filepath.Dir(found.Path), "cjs", file)}, nil
		}
		b.OnResolve(api.OnResolveOptions{Filter: `^react-dom/server$`}, resolve)
		b.OnLoad(api.OnLoadOptions{Filter: file}, load)
	}}
}

//go:embed runtime/react.patch
var reactPatch string

// patch is one change to legacyServer. The build fails unless the statement that it replaces occurs exactly once, so
// that a new version of React cannot drop it silently.
type patch struct{ old, new string }

// patches are those of reactPatch, and the functions of tree.js.
var patches = func() []patch {
	const next = "function retryNode(request, task) {"
	functions := fmt.Sprintf("var maxNested = %d, maxLevels = %d;\n%s", maxNested, maxLevels, treeScript)
	all := []patch{{next, functions + next}}
	for change := range strings.SplitSeq(reactPatch, "\n\n") {
		lines := map[byte]string{}
		for line := range strings.Lines(change) {
			lines[line[0]] += "\n" + strings.TrimSuffix(line[1:], "\n")
		}
		all = append(all, patch{lines['-'][1:], lines['+'][1:]})
	}
	return all
}()

func rewrite(source []byte) (string, error) {
	text := unindented(string(source))
	var replaced []string
	for _, e := range patches {
		e.old = unindented(e.old)
		if n := strings.Count(text, e.old); n != 1 {
			const message = "react-dom/server has the statement %q %d times, want once: " +
				"adapt the patches to this version of React"
			return "", fmt.Errorf(message, e.old, n)
		}
		replaced = append(replaced, e.old, e.new)
	}
	return strings.NewReplacer(replaced...).Replace(text), nil
}

// indentation differs between the builds for production and development, in which everything is inside of a function.
var indentation = regexp.MustCompile(`(?m)^ +`)

func unindented(text string) string { return indentation.ReplaceAllString(text, "") }
