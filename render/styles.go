package render

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// styleNamespace marks, in esbuild's paths, the modules that import the CSS of one page.
const styleNamespace = "page-styles"

// moduleGraph is who imports whom in a build, as its metafile says it.
type moduleGraph struct {
	// Inputs are the files that were read, by their path below Config.Dir, or a plugin's namespace, ":" and a path.
	Inputs map[string]struct {
		Imports []struct {
			Path     string `json:"path"`
			Kind     string `json:"kind"`
			External bool   `json:"external"`
		} `json:"imports"`
	} `json:"inputs"`
	// importedBy are the modules that import a module themselves.
	importedBy map[string][]string
}

// readGraph reads it.
func readGraph(metafile string) (*moduleGraph, error) {
	g := &moduleGraph{importedBy: map[string][]string{}}
	if err := json.Unmarshal([]byte(metafile), g); err != nil {
		return nil, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	for name := range g.Inputs {
		for _, imported := range g.imports(name) {
			g.importedBy[imported] = append(g.importedBy[imported], name)
		}
	}
	return g, nil
}

// imports returns what a module imports, in the order of its statements.
func (g *moduleGraph) imports(module string) (names []string) {
	for _, i := range g.Inputs[module].Imports {
		if !i.External {
			names = append(names, i.Path)
		}
	}
	return names
}

// styles returns the CSS that modules import, directly or not, in the order of the imports, which is that of the stylesheet.
// What CSS itself imports is not among it.
func (g *moduleGraph) styles(modules ...string) (names []string) {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(module string) {
		if seen[module] {
			return
		}
		seen[module] = true
		if isStyle(module) {
			names = append(names, module)
			return
		}
		for _, imported := range g.imports(module) {
			visit(imported)
		}
	}
	for _, module := range modules {
		visit(module)
	}
	return names
}

// importers returns the modules that import a module, directly or not.
func (g *moduleGraph) importers(module string) []string {
	found := []string{module}
	for i := 0; i < len(found); i++ {
		for _, name := range g.importedBy[found[i]] {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found[1:]
}

func isStyle(module string) bool { return strings.HasSuffix(module, ".css") }

// pageStyles returns those of all CSS that a page needs: what its module imports, directly or not, and what the modules that import the
// page's import as CSS themselves, such as the reset and the tokens.
func (g *moduleGraph) pageStyles(all []string, page string) []string {
	needed := map[string]bool{}
	for _, name := range g.styles(page) {
		needed[name] = true
	}
	for _, importer := range g.importers(page) {
		for _, name := range g.imports(importer) {
			needed[name] = needed[name] || isStyle(name)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !needed[name] })
}

// buildStyles makes a stylesheet for each module that matches Config.PageStyles, from the metafile of the server's build. It holds
// a part of the one with everything, in the same order.
func buildStyles(cfg Config, metafile string) (stylesheets []Asset, err error) {
	if cfg.PageStyles == "" {
		return nil, nil
	}
	graph, err := readGraph(metafile)
	if err != nil {
		return nil, err
	}
	options := serverOptions(cfg)
	options.EntryPointsAdvanced, options.Sourcemap = nil, api.SourceMapNone
	scripts, all := map[string]string{}, graph.styles(cfg.ServerEntry)
	for _, module := range slices.Sorted(maps.Keys(graph.Inputs)) {
		if matches, err := path.Match(cfg.PageStyles, module); err != nil {
			return nil, fmt.Errorf("PageStyles %q: %w", cfg.PageStyles, err)
		} else if !matches {
			continue
		}
		for _, style := range graph.pageStyles(all, module) {
			scripts[module] += "import " + strconv.Quote(style) + ";\n"
		}
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{
			InputPath: styleNamespace + ":" + module, OutputPath: strings.TrimSuffix(path.Base(module), path.Ext(module)),
		})
	}
	options.Plugins = append([]api.Plugin{stylesPlugin(cfg, scripts)}, options.Plugins...)
	result := api.Build(options) // what it warns of, the build before has warned of
	if len(result.Errors) > 0 {
		return nil, newBuildError(Server, result.Errors)
	}
	built, err := outputs(result.Metafile)
	if err != nil {
		return nil, err
	}
	for _, out := range built {
		name := filepath.Base(out.CSSBundle)
		for _, file := range result.OutputFiles {
			if filepath.Base(file.Path) == name { // the rest are empty scripts, and files that the one stylesheet names, too
				_, module, _ := strings.Cut(out.EntryPoint, ":")
				stylesheets = append(stylesheets, Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: module})
			}
		}
	}
	return stylesheets, nil
}

// stylesPlugin resolves the entries of buildStyles and what they import, which are names of the metafile: scripts maps an entry's
// module to its source.
func stylesPlugin(cfg Config, scripts map[string]string) api.Plugin {
	return api.Plugin{Name: "page-styles", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^` + styleNamespace + `:`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimPrefix(a.Path, styleNamespace+":"), Namespace: styleNamespace}, nil
		})
		b.OnResolve(api.OnResolveOptions{Filter: `.`, Namespace: styleNamespace}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if namespace, name, ok := strings.Cut(a.Path, ":"); ok {
				return api.OnResolveResult{Path: name, Namespace: namespace}, nil
			}
			return api.OnResolveResult{Path: filepath.Join(cfg.Dir, filepath.FromSlash(a.Path)), Namespace: "file"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: styleNamespace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			script := scripts[a.Path]
			return api.OnLoadResult{Contents: &script, Loader: api.LoaderJS}, nil
		})
	}}
}
