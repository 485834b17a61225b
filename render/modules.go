package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
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
	made, err := m.modulesOf(cfg, ids, result, reading)
	if err != nil {
		return err
	}
	for _, known := range made {
		if err := known.finish(m.target); err != nil {
			return err
		}
		m.known[known.id] = known
	}
	return nil
}

// modulesOf returns the modules with the given ids, which a build has as entry points of the names "0", "1" and so on.
func (m *modules) modulesOf(cfg Config, ids []string, result api.BuildResult, reading reading) ([]*module, error) {
	var meta struct {
		moduleGraph
		Outputs map[string]output `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, fmt.Errorf("read esbuild's metafile: %w", err)
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
		switch {
		case err == nil && i < len(ids) && out.EntryPoint != "":
			made[i].code, made[i].sourceMap = string(files[name]), files[name+".map"]
			for input := range out.Inputs {
				m.read(cfg, made[i], input, reading)
			}
		case !strings.HasSuffix(name, ".map"):
			assets = append(assets, Asset{Path: cfg.PublicPath + name, Body: files[name], Source: out.source()})
		}
	}
	for _, asset := range assets {
		for _, known := range made {
			if _, ok := known.files[fileOf(cfg, asset.Source)]; ok {
				known.assets = append(known.assets, asset)
			}
		}
	}
	return made, nil
}

// read notes that a module was made of a file.
func (m *modules) read(cfg Config, made *module, input string, reading reading) {
	name := fileOf(cfg, input)
	if name == "" {
		return
	}
	made.files[name] = reading.stamp(name)
	if input == made.id {
		return
	}
	m.others[name] = fileStamp{}
	if slices.Contains(scripts, filepath.Ext(name)) { // it is one of those that a pattern matches, and others may come
		for _, folder := range []string{filepath.Dir(name), filepath.Dir(filepath.Dir(name))} {
			made.files[folder], m.others[folder] = reading.stamp(folder), fileStamp{}
		}
	}
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
