package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// modules are the sources of a target while they are developed. Each is compiled by itself, to a function that gets what it imports
// at run time (see runtime/modules.js), so that a change costs as much as what has changed, however much there is besides it.
type modules struct {
	target Target
	// known are the modules as they were compiled last, by their id.
	known map[string]*module
	// packages are what they import of packages.
	packages *packages
	// others are the files besides their own that modules were made of, such as a picture's.
	others map[string]fileStamp

	// found are the ids of what was imported, as long as they have a file: to find one, esbuild reads whole folders.
	found map[importIn]string
	mu    sync.Mutex // for found, while esbuild resolves
}

// importIn is an import in the files of a folder.
type importIn struct {
	dir, path string
	kind      api.ResolveKind
}

func newModules(target Target) *modules {
	return &modules{target: target, known: map[string]*module{}, others: map[string]fileStamp{}, found: map[importIn]string{}}
}

// module is a source file that is compiled by itself, with what it imports that is no script.
type module struct {
	// id is its path below Config.Dir, or its namespace, ":" and its path.
	id string
	// code is the body of a CommonJS function, and sourceMap is of code.
	code      string
	sourceMap []byte
	// sum is a hash of both.
	sum string
	links
	// imports are the ids of the scripts and styles that it imports, in the order of its statements.
	imports []string
	// assets are the files that it names, such as a picture.
	assets []Asset
	// files are what it was made of, as they were before.
	files map[string]fileStamp
	// program is code for goja, nil for a browser's module.
	program *goja.Program
}

// idPrefix marks the ids of modules in compiled code, among what the engine does not know.
const idPrefix = "~/"

// packagesFolder begins the ids of what is imported from packages by their name.
const packagesFolder = "node_modules/"

// isPackage tells a module of a package from the sources.
func isPackage(id string) bool { return strings.Contains(id, packagesFolder) }

// update compiles what has changed, and returns the modules that entry needs: sources, each after those that it imports, and the
// ids of the modules of packages and of the styles that they import, in the order of the imports.
func (m *modules) update(cfg Config, entry string) (needed []*module, packages, styles []string, err error) {
	m.forget(cfg)
	if len(m.known) == 0 {
		if all := m.discover(cfg, entry); len(all) > 0 {
			if err := m.compile(cfg, all); err != nil {
				return nil, nil, nil, err
			}
		}
	}
	for {
		var missing []string
		needed, packages, styles = nil, nil, nil
		seen := map[string]bool{}
		var visit func(id string)
		visit = func(id string) {
			if seen[id] {
				return
			}
			seen[id] = true
			known := m.known[id]
			switch {
			case isStyle(id):
				styles = append(styles, id)
			case isPackage(id):
				packages = append(packages, id)
			case known == nil:
				missing = append(missing, id)
			default:
				for _, imported := range known.imports {
					visit(imported)
				}
				needed = append(needed, known)
			}
		}
		visit(entry)
		if len(missing) == 0 {
			return needed, packages, styles, m.checkImports(cfg, needed)
		}
		if err := m.compile(cfg, missing); err != nil {
			return nil, nil, nil, err
		}
	}
}

// forget forgets the modules that have changed, and those that import one that is gone: it is another file that they mean now, or
// they are wrong.
func (m *modules) forget(cfg Config) {
	gone := map[string]bool{}
	for id, known := range m.known {
		if !unchanged(known.files) {
			delete(m.known, id)
			gone[id] = stampOf(fileOf(cfg, id)) == fileStamp{}
		}
	}
	for id, known := range m.known {
		if slices.ContainsFunc(known.imports, func(imported string) bool { return gone[imported] }) {
			delete(m.known, id)
		}
	}
}

// discover returns the ids of the sources that entry needs, nil where they cannot be bundled: to compile them one import after the
// other, esbuild would read the same folders again and again.
func (m *modules) discover(cfg Config, entry string) (ids []string) {
	options := m.options(cfg)
	options.Sourcemap = api.SourceMapNone
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "./" + entry, OutputPath: "all"}}
	options.Plugins = append([]api.Plugin{{Name: "discover", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^[^./]`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		})
	}}}, options.Plugins...)
	graph, err := readGraph(api.Build(options).Metafile)
	if err != nil {
		return nil // compile says what is wrong
	}
	ids = []string{entry}
	for _, importer := range graph.Inputs {
		for _, i := range importer.Imports {
			// What a pattern matches is no module of its own.
			if i.Kind == "import-statement" && !i.External && slices.Contains(scripts, path.Ext(i.Path)) && !isPackage(i.Path) && !strings.Contains(i.Path, ":") {
				ids = append(ids, i.Path)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// options are those for modules of the target.
func (m *modules) options(cfg Config) api.BuildOptions {
	options := serverOptions(cfg)
	if m.target == Browser {
		options = browserOptions(cfg)
	}
	options.Format, options.Splitting, options.Sourcemap = api.FormatCommonJS, false, api.SourceMapExternal
	options.MinifyWhitespace, options.MinifySyntax = false, false // for linksOf
	options.Supported = with(options.Supported, "dynamic-import", false)
	return options
}

// compile compiles modules by their ids.
func (m *modules) compile(cfg Config, ids []string) error {
	options := m.options(cfg)
	options.Plugins = append([]api.Plugin{m.plugin(cfg)}, options.Plugins...)
	options.EntryPointsAdvanced = nil
	reading := readingNow(m.others)
	for i, id := range ids {
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{InputPath: id, OutputPath: strconv.Itoa(i)})
		if name := fileOf(cfg, id); name != "" {
			reading.before[name] = stampOf(name)
		}
	}
	result, err := run(cfg, m.target, options)
	if err != nil {
		return err
	}
	var meta struct {
		moduleGraph
		Outputs map[string]output `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return fmt.Errorf("read esbuild's metafile: %w", err)
	}
	made := make([]*module, len(ids))
	for i, id := range ids {
		made[i] = &module{id: id, files: map[string]fileStamp{}, imports: meta.external(id)}
	}
	files := map[string][]byte{}
	for _, file := range result.OutputFiles {
		files[filepath.Base(file.Path)] = file.Contents
	}
	var assets []Asset
	for file, out := range meta.Outputs {
		name := path.Base(file)
		number, _, _ := strings.Cut(name, "-")
		i, err := strconv.Atoi(number)
		if err != nil || i >= len(ids) || out.EntryPoint == "" {
			if !strings.HasSuffix(name, ".map") {
				assets = append(assets, Asset{Path: cfg.PublicPath + name, Body: files[name], Source: out.source()})
			}
			continue
		}
		made[i].code, made[i].sourceMap = string(files[name]), files[name+".map"]
		for input := range out.Inputs {
			if name := fileOf(cfg, input); name != "" {
				made[i].files[name] = reading.stamp(name)
				if input == ids[i] {
					continue
				}
				m.others[name] = fileStamp{}
				if slices.Contains(scripts, filepath.Ext(name)) { // it is one of those that a pattern matches, and others may come
					for _, folder := range []string{filepath.Dir(name), filepath.Dir(filepath.Dir(name))} {
						made[i].files[folder], m.others[folder] = reading.stamp(folder), fileStamp{}
					}
				}
			}
		}
	}
	for _, known := range made {
		for _, asset := range assets {
			if _, ok := known.files[fileOf(cfg, asset.Source)]; ok {
				known.assets = append(known.assets, asset)
			}
		}
		if err := known.finish(m.target); err != nil {
			return err
		}
		m.known[known.id] = known
	}
	return nil
}

// finish makes of the code what the target runs.
func (m *module) finish(target Target) (err error) {
	m.links = linksOf(m.code)
	if target == Browser && len(m.components) > 0 { // for refresh.js
		m.code += "module.components = {"
		for _, name := range m.components {
			m.code += fmt.Sprintf(" %[1]s: typeof %[1]s === \"undefined\" ? null : %[1]s,", name)
		}
		m.code += " };\n"
	}
	sum := sha256.Sum256(append([]byte(m.code), m.sourceMap...))
	m.sum = hex.EncodeToString(sum[:8])
	if target == Server {
		m.program, err = compile([]byte(m.definition()), shifted(m.sourceMap))
	}
	return err
}

// definition is a statement that makes the module known where modules.js has run. The code begins with its second line.
func (m *module) definition() string {
	return fmt.Sprintf("%s(%q, %q, function (exports, require, module) {\n%s});\n", defineFunction, idPrefix+m.id, m.sum, m.code)
}

// shifted returns a source map for code that comes a line later.
func shifted(sourceMap []byte) []byte {
	return []byte(strings.Replace(string(sourceMap), `"mappings": "`, `"mappings": ";`, 1))
}

// external returns the ids of the modules that a module imports, and of those that are imported by what was compiled with it.
func (g *moduleGraph) external(id string) (ids []string) {
	for _, i := range g.Inputs[id].Imports {
		if imported, ok := strings.CutPrefix(i.Path, idPrefix); ok {
			ids = append(ids, imported)
		} else if !i.External {
			ids = append(ids, g.external(i.Path)...)
		}
	}
	return ids
}

// plugin leaves every script and style that a module imports out of it, under its id.
func (m *modules) plugin(cfg Config) api.Plugin {
	type asked struct{}
	return api.Plugin{Name: "modules", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if _, again := a.PluginData.(asked); again {
				return api.OnResolveResult{}, nil
			}
			switch a.Kind {
			case api.ResolveEntryPoint:
				return resolveID(cfg, a.Path), nil
			case api.ResolveJSImportStatement, api.ResolveJSRequireCall, api.ResolveJSDynamicImport:
			default:
				return api.OnResolveResult{}, nil
			}
			if m.fromPackage(cfg, a.Path) {
				return api.OnResolveResult{Path: idPrefix + packagesFolder + a.Path, External: true}, nil
			}
			key := importIn{a.ResolveDir, a.Path, a.Kind}
			m.mu.Lock()
			id := m.found[key]
			m.mu.Unlock()
			if name := fileOf(cfg, id); name != "" && stampOf(name) != (fileStamp{}) {
				return api.OnResolveResult{Path: idPrefix + id, External: true}, nil
			}
			found := b.Resolve(a.Path, api.ResolveOptions{
				Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: a.Kind, PluginData: asked{},
			})
			if len(found.Errors) > 0 || found.External {
				return api.OnResolveResult{}, nil // esbuild says what is wrong, or needs no file
			}
			id, err := cfg.sources.below(found.Path, found.Namespace)
			script := found.Namespace == runtimeNamespace || found.Namespace == "file" && slices.Contains(scripts, filepath.Ext(id))
			if err != nil || !script && !isStyle(id) {
				return api.OnResolveResult{}, err
			}
			m.mu.Lock()
			m.found[key] = id
			m.mu.Unlock()
			return api.OnResolveResult{Path: idPrefix + id, External: true}, nil
		})
	}}
}

// packageName matches the name of the package in what is imported from one.
var packageName = regexp.MustCompile(`^(?:@[^/]+/)?[^@./][^/]*`)

// fromPackage reports whether an import is from a package in node_modules, whose file buildPackages looks for: their folders are
// large.
func (m *modules) fromPackage(cfg Config, imported string) bool {
	name := packageName.FindString(imported)
	if name == "" || name == "@haulfront/render" || m.target == Server && slices.Contains(reactModules, imported) {
		return false
	}
	return stampOf(filepath.Join(cfg.Dir, packagesFolder, name, "package.json")) != fileStamp{}
}

// scripts are the endings of files that esbuild takes for modules.
var scripts = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

// resolveID says where esbuild finds a module.
func resolveID(cfg Config, id string) api.OnResolveResult {
	if name := fileOf(cfg, id); name != "" {
		return api.OnResolveResult{Path: name, Namespace: "file"}
	}
	namespace, name, _ := strings.Cut(id, ":")
	return api.OnResolveResult{Path: name, Namespace: namespace}
}

// fileOf returns the path of a module's file, or "" for one that has none.
func fileOf(cfg Config, id string) string {
	if id == "" || strings.Contains(id, ":") {
		return ""
	}
	return filepath.Join(cfg.Dir, filepath.FromSlash(id))
}
