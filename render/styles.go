package render

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// styleNamespace marks, in esbuild's paths, the generated modules that import the CSS of one page.
const styleNamespace = "page-styles"

// pages lists the modules that match Config.Pages.
func (c Config) pages() ([]string, error) {
	files := c.sources.files
	if files == nil {
		files = os.DirFS(c.Dir)
	}
	modules, err := fs.Glob(files, c.Pages)
	if err != nil {
		return nil, fmt.Errorf("Config.Pages is %q: %w", c.Pages, err)
	}
	return modules, nil
}

// lateStyle is the end of the names of CSS files that no first screen needs, see [Config.Pages].
const lateStyle = ".late.css"

// isLate reports whether a module has late styles: what only such modules of a page import is late as well.
func (m *metafile) isLate(module string) bool {
	return slices.ContainsFunc(m.imports(module), func(name string) bool { return strings.HasSuffix(name, lateStyle) })
}

// lateSource is the end of [Asset.Source] of a page's late stylesheet.
const lateSource = ":late"

// buildStyles makes the stylesheets of each module that matches Config.Pages, from the metafile of the server's
// build. Each has a part of the CSS of all pages, in the same order.
func buildStyles(cfg Config, metafile string) (stylesheets []Asset, err error) {
	pages, err := cfg.pages()
	if len(pages) == 0 {
		return nil, err
	}
	meta, err := readMetafile(metafile)
	if err != nil {
		return nil, err
	}
	options := serverOptions(cfg)
	options.EntryPointsAdvanced, options.Sourcemap = nil, api.SourceMapNone
	scripts, all := map[string]string{}, meta.styles(cfg.ServerEntry, true)
	for _, module := range pages {
		first, needed := meta.pageStyles(module, false), meta.pageStyles(module, true)
		for _, style := range all {
			entry := module
			if !slices.Contains(first, style) {
				entry += lateSource
			}
			if slices.Contains(needed, style) {
				scripts[entry] += "import " + strconv.Quote(style) + ";\n"
			}
		}
	}
	for _, entry := range slices.Sorted(maps.Keys(scripts)) {
		name, late, _ := strings.Cut(path.Base(entry), ":")
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{
			InputPath:  styleNamespace + ":" + entry,
			OutputPath: strings.TrimSuffix(name, path.Ext(name)) + late,
		})
	}
	options.Plugins = append([]api.Plugin{stylesPlugin(cfg, scripts)}, options.Plugins...)
	result := api.Build(options) // its warnings are those of the server's build
	if len(result.Errors) > 0 {
		return nil, newBuildError(Server, result.Errors)
	}
	built, err := readMetafile(result.Metafile)
	if err != nil {
		return nil, err
	}
	for _, out := range built.Outputs {
		name := filepath.Base(out.CSSBundle)
		for _, file := range result.OutputFiles {
			if filepath.Base(file.Path) == name { // the others are empty scripts, and files that the CSS names
				_, module, _ := strings.Cut(out.EntryPoint, ":")
				asset := Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: module}
				stylesheets = append(stylesheets, asset)
			}
		}
	}
	return stylesheets, nil
}

// imports returns the modules that a module imports, in the order of its statements.
func (m *metafile) imports(module string) (names []string) {
	for _, i := range m.Inputs[module].Imports {
		if !i.External {
			names = append(names, i.Path)
		}
	}
	return names
}

// styles returns the CSS that a module imports, directly or not, in the order of the imports, which is that of the
// stylesheet. It leaves out what CSS itself imports, and, unless late is set, what modules with late styles import.
func (m *metafile) styles(module string, late bool) (names []string) {
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
		if !late && m.isLate(module) {
			return
		}
		for _, imported := range m.imports(module) {
			visit(imported)
		}
	}
	visit(module)
	return names
}

// pageStyles returns the CSS that a page needs: what its module imports, directly or not, and what the importers of the
// module import directly, such as the reset and the tokens. late is that of [metafile.styles].
func (m *metafile) pageStyles(page string, late bool) []string {
	needed := m.styles(page, late)
	for _, importer := range m.importers(page) {
		for _, name := range m.imports(importer) {
			if isStyle(name) {
				needed = append(needed, name)
			}
		}
	}
	return needed
}

// importers returns the modules that import a module, directly or not.
func (m *metafile) importers(module string) []string {
	found := []string{module}
	for i := 0; i < len(found); i++ {
		for name := range m.Inputs {
			if slices.Contains(m.imports(name), found[i]) && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found[1:]
}

func isStyle(module string) bool { return strings.HasSuffix(module, ".css") }

// stylesPlugin resolves the entries of buildStyles, and their imports, which are names of the metafile. scripts maps an
// entry's module to its source.
func stylesPlugin(cfg Config, scripts map[string]string) api.Plugin {
	entry := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: strings.TrimPrefix(a.Path, styleNamespace+":"), Namespace: styleNamespace}, nil
	}
	style := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		if namespace, name, ok := strings.Cut(a.Path, ":"); ok {
			return api.OnResolveResult{Path: name, Namespace: namespace}, nil
		}
		return api.OnResolveResult{Path: filepath.Join(cfg.Dir, filepath.FromSlash(a.Path)), Namespace: "file"}, nil
	}
	load := func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		script := scripts[a.Path]
		return api.OnLoadResult{Contents: &script, Loader: api.LoaderJS}, nil
	}
	return api.Plugin{Name: "page-styles", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^` + styleNamespace + `:`}, entry)
		b.OnResolve(api.OnResolveOptions{Filter: `.`, Namespace: styleNamespace}, style)
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: styleNamespace}, load)
	}}
}
