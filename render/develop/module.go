package develop

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render"
)

// module is a source file that is compiled by itself.
type module struct {
	id string
	// from is the sources.sum that it was compiled from.
	from string
	// code is the body of a CommonJS function, and sourceMap is of code.
	code      string
	sourceMap []byte
	// sum is a hash of both.
	sum string
	// used are the names that the code uses of modules of packages, see usedNames.
	used map[string][]string
	// program defines the module in goja, nil for a browser's module.
	program *goja.Program
}

// compile compiles those of the modules that have changed, and forgets all others.
func (s *sources) compile(ids []string) error {
	former := s.modules
	s.modules = make(map[string]*module, len(ids))
	var changed []*module
	for _, id := range ids {
		from := s.sum(id)
		if known := former[id]; known != nil && from != "" && from == known.from {
			s.modules[id] = known
			continue
		}
		s.modules[id] = &module{id: id, from: from}
		changed = append(changed, s.modules[id])
	}
	if len(changed) == 0 {
		return nil
	}
	err := s.compileAll(changed)
	if err != nil {
		s.modules = former
	}
	return err
}

func (s *sources) compileAll(modules []*module) error {
	options := s.tools.Options(s.target)
	options.Format, options.Splitting, options.Sourcemap = api.FormatCommonJS, false, api.SourceMapExternal
	options.MinifyWhitespace, options.MinifySyntax = false, false // the lines are those of topName
	options.Supported = maps.Clone(options.Supported)
	if options.Supported == nil {
		options.Supported = map[string]bool{}
	}
	options.Supported["dynamic-import"] = false
	options.Plugins = append(append([]api.Plugin{s.modulesPlugin()}, options.Plugins...), s.packagesPlugin())
	options.EntryPointsAdvanced = nil
	for i, m := range modules {
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced,
			api.EntryPoint{InputPath: m.id, OutputPath: strconv.Itoa(i)})
	}
	options.EntryNames = "[name]"
	result := api.Build(options)
	result.Warnings = nil // those of the build of all sources
	if err := s.tools.Check(s.target, result); err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, file := range result.OutputFiles {
		files[filepath.Base(file.Path)] = file.Contents
	}
	for i, m := range modules {
		name := strconv.Itoa(i) + ".js"
		m.code, m.sourceMap = string(files[name]), files[name+".map"]
		if err := s.finish(m); err != nil {
			return err
		}
	}
	return nil
}

// modulesPlugin leaves the modules and styles that a module imports out of it, under their ids.
func (s *sources) modulesPlugin() api.Plugin {
	resolve := func(a api.OnResolveArgs) (result api.OnResolveResult, _ error) {
		if a.Kind == api.ResolveEntryPoint {
			return s.locate(a.Path), nil
		}
		for _, i := range s.graph.Inputs[s.id(a.Importer, a.Namespace)].Imports {
			if i.Original == a.Path && i.Kind == importKinds[a.Kind] && (isModule(i.Path) || isStyle(i.Path)) {
				return api.OnResolveResult{Path: idPrefix + i.Path, External: true}, nil
			}
		}
		return result, nil
	}
	return api.Plugin{Name: "modules", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.`}, resolve)
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			if _, ok := s.contents[s.id(a.Path, a.Namespace)]; !ok {
				return api.OnLoadResult{}, nil // another plugin has loaded it
			}
			return s.load(a)
		})
	}}
}

func (s *sources) locate(id string) api.OnResolveResult {
	if namespace, name, ok := strings.Cut(id, ":"); ok {
		return api.OnResolveResult{Path: name, Namespace: namespace}
	}
	return api.OnResolveResult{Path: filepath.Join(s.tools.Dir, filepath.FromSlash(id)), Namespace: "file"}
}

// topName matches the capitalized names at the top of a module: they may be components.
var topName = regexp.MustCompile(`(?m)^(?:async )?(?:function|var|let|const|class) ([A-Z]\w*)`)

// finish makes of a module's code what the target runs.
func (s *sources) finish(m *module) (err error) {
	m.code = nodeImport.ReplaceAllString(m.code, "$1)")
	m.findUsed()
	if s.target == render.Browser { // for refresh.js
		var components strings.Builder
		for _, found := range topName.FindAllStringSubmatch(m.code, -1) {
			fmt.Fprintf(&components, " %[1]s: typeof %[1]s === \"undefined\" ? null : %[1]s,", found[1])
		}
		if components.Len() > 0 {
			m.code += "module.components = {" + components.String() + " };\n"
		}
	}
	sum := sha256.Sum256(append([]byte(m.code), m.sourceMap...))
	m.sum = hex.EncodeToString(sum[:8])
	if s.target == render.Server {
		// In the definition, the code begins one line later.
		shifted := strings.Replace(string(m.sourceMap), `"mappings": "`, `"mappings": ";`, 1)
		m.program, err = s.tools.Compile([]byte(m.definition()), []byte(shifted))
	}
	return err
}

// definition is a statement that defines the module where modules.js has run. The code begins with its second line.
func (m *module) definition() string {
	const statement = "__haulfrontDefine(%q, %q, function (exports, require, module) {\n%s});\n"
	return fmt.Sprintf(statement, idPrefix+m.id, m.sum, m.code)
}

// nodeImport matches an import as Node sees those of CommonJS modules: the default import is the whole module. esbuild
// has that in sources of the type "module", because the other module is not in the same build.
var nodeImport = regexp.MustCompile(`(__toESM\(require\("` + idPrefix + `[^"]*"\)), 1\)`)

// packageImport matches an import from a package, and the variable at the top of the module that has all of it.
var packageImport = regexp.MustCompile(
	`(?m)(?:^var (\w+) = (?:__toESM\()?)?require\("` + idPrefix + packagesFolder + `/([^"]+)"\)(\)?;$)?`)

// everything stands for all names of a module.
const everything = "*"

// findUsed finds the names that the code uses of each module of a package.
func (m *module) findUsed() {
	m.used = map[string][]string{}
	for _, found := range packageImport.FindAllStringSubmatchIndex(m.code, -1) {
		name := m.code[found[4]:found[5]]
		if found[2] < 0 || found[6] < 0 {
			m.used[name] = append(m.used[name], everything)
			continue
		}
		variable := regexp.MustCompile(`\b` + m.code[found[2]:found[3]] + `\b(?:\.([\w$]+))?`)
		uses := variable.FindAllStringSubmatchIndex(m.code, -1)
		for _, use := range uses {
			switch {
			case len(uses) == 1: // import "polyfill"
				m.used[name] = append(m.used[name], everything)
			case use[0] == found[2]: // the statement itself
			case use[2] < 0:
				m.used[name] = append(m.used[name], everything)
			default:
				m.used[name] = append(m.used[name], m.code[use[2]:use[3]])
			}
		}
	}
}

// usedNames returns, for each module of a package that modules import, the names that they use.
func usedNames(modules []*module) map[string][]string {
	used := map[string][]string{}
	for _, m := range modules {
		for name, names := range m.used {
			used[name] = append(used[name], names...)
		}
	}
	return used
}

// packages is a bundle of the modules of packages that the sources of a target import.
type packages struct {
	from    string // see bundlePackages
	used    map[string][]string
	code    string
	program *goja.Program // nil for browsers
	// assets are the files for browsers that the build emitted besides.
	assets []render.Asset
}

// bundlePackages bundles modules of packages by their names in imports, unless they are those of the last call. As in a
// bundle of everything, unused exports of packages without side effects are left out: all icons, or the charts of a
// library of which a page has a button, take seconds and may need what the server does not have.
func (s *sources) bundlePackages(used map[string][]string) (*packages, error) {
	next := &packages{used: used}
	var script strings.Builder
	for i, name := range slices.Sorted(maps.Keys(used)) {
		// The manifest changes with the package's version.
		manifest, err := os.ReadFile(s.manifest(packageName.FindString(name)))
		if err != nil {
			return nil, fmt.Errorf("bundle the packages: %w", err)
		}
		next.from += string(manifest)
		if s.packages != nil { // a name that is not used for a moment would reload the page twice
			used[name] = append(used[name], s.packages.used[name]...)
		}
		slices.Sort(used[name])
		used[name] = slices.Compact(used[name])
		exports := fmt.Sprintf("require(%q)", name)
		if bytes.Contains(manifest, []byte(`"sideEffects"`)) && !slices.Contains(used[name], everything) {
			fmt.Fprintf(&script, "import * as package%d from %q;\n", i, name)
			exports = "{ __esModule: true"
			for _, export := range used[name] {
				exports += fmt.Sprintf(", %[2]s: package%[1]d.%[2]s", i, export)
			}
			exports += " }"
		}
		const definition = "__haulfrontDefine(%q, \"\", (exports, _, module) => { module.exports = %s; });\n"
		fmt.Fprintf(&script, definition, idPrefix+packagesFolder+"/"+name, exports)
	}
	next.from += script.String()
	if s.packages != nil && s.packages.from == next.from {
		return s.packages, nil
	}
	err := s.buildPackages(next, script.String())
	if err == nil {
		s.packages = next
	}
	return next, err
}

func (s *sources) buildPackages(p *packages, script string) (err error) {
	options := s.tools.Options(s.target)
	options.Format, options.Splitting, options.Sourcemap = api.FormatIIFE, false, api.SourceMapExternal
	options.EntryPointsAdvanced, options.EntryNames = nil, "packages-[hash]"
	options.Stdin = &api.StdinOptions{Contents: script, ResolveDir: s.tools.Dir, Sourcefile: "packages.js"}
	result := api.Build(options)
	if err := s.tools.Check(s.target, result); err != nil {
		return err
	}
	if p.assets, err = s.tools.Assets(result); err != nil {
		return err
	}
	code, sourceMap := s.tools.Script(result)
	p.code = string(code)
	if s.target == render.Server {
		p.program, err = s.tools.Compile(code, sourceMap)
	}
	return err
}
