package develop

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render"
	"haulfront/render/internal/toolchain"
)

const (
	// idPrefix marks the ids of modules in compiled code.
	idPrefix = "~/"
	// packagesFolder holds the packages, below the folder of the sources.
	packagesFolder = "node_modules"
)

// sources are the source files of a target. An incremental build of all of them, without packages, finds mistakes,
// makes the stylesheet and the other files, and says which module imports which. The modules that it found to have
// changed are then compiled one by one.
type sources struct {
	tools  tools
	target render.Target
	entry  string
	whole  api.BuildContext // nil before the first update
	graph  graph
	// modules are those of the last update, by id.
	modules  map[string]*module
	packages *packages

	mu sync.Mutex // for contents, because esbuild calls plugins from several goroutines
	// contents are the files as the last build read them, by id.
	contents map[string]string
}

// graph is the part of esbuild's metafile that says which module imports which. A module's id is the path of its file
// below the folder of the sources, or a plugin's namespace, ":" and a path.
type graph struct {
	Inputs map[string]struct {
		Imports []struct {
			Path     string `json:"path"`
			Original string `json:"original"`
			Kind     string `json:"kind"`
			External bool   `json:"external"`
		} `json:"imports"`
	} `json:"inputs"`
}

func newSources(own tools, target render.Target, entry string) *sources {
	return &sources{tools: own, target: target, entry: path.Clean(entry), modules: map[string]*module{}}
}

func (s *sources) close() {
	if s.whole != nil {
		s.whole.Dispose()
	}
}

// update returns the modules that the entry needs, each after its imports, and the files for browsers but scripts.
func (s *sources) update() (needed []*module, assets []render.Asset, err error) {
	if s.whole == nil {
		if err := s.open(); err != nil {
			return nil, nil, err
		}
	}
	s.contents = map[string]string{}
	result := s.whole.Rebuild()
	if err := s.tools.Check(s.target, result); err != nil {
		return nil, nil, err
	}
	if assets, err = s.tools.Assets(result); err != nil {
		return nil, nil, err
	}
	s.graph = graph{}
	if err := json.Unmarshal([]byte(result.Metafile), &s.graph); err != nil {
		return nil, nil, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	ids := s.reachable()
	if err := s.compile(ids); err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		needed = append(needed, s.modules[id])
	}
	return needed, assets, nil
}

// open makes the build of all sources.
func (s *sources) open() error {
	options := s.tools.Options(s.target)
	options.Sourcemap, options.Splitting = api.SourceMapNone, false
	contents := api.Plugin{Name: "contents", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: "file"}, s.load)
	}}
	options.Plugins = append(options.Plugins, s.packagesPlugin(), contents)
	whole, failed := api.Context(options)
	if failed != nil {
		return s.tools.Check(s.target, api.BuildResult{Errors: failed.Errors})
	}
	s.whole = whole
	return nil
}

// load reads a file, once for the build of all sources and for the module: it may change between them.
func (s *sources) load(a api.OnLoadArgs) (result api.OnLoadResult, err error) {
	id := s.id(a.Path, a.Namespace)
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.contents[id]
	if !ok {
		data, err := os.ReadFile(a.Path)
		if err != nil {
			return result, err
		}
		text = string(data)
		s.contents[id] = text
	}
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderDefault, ResolveDir: filepath.Dir(a.Path)}, nil
}

// id is the id of a module as esbuild's plugins know it.
func (s *sources) id(name, namespace string) string {
	if namespace != "file" && namespace != "" {
		return namespace + ":" + name
	}
	relative, err := filepath.Rel(s.tools.Dir, name)
	if err != nil {
		return name // on another volume
	}
	return filepath.ToSlash(relative)
}

// packageName matches the name of the package that an import is from.
var packageName = regexp.MustCompile(`^(?:@[^/]+/)?[^@./][^/]*`)

// packagesPlugin leaves the packages in node_modules out of a build. It is the last plugin: others may know better.
func (s *sources) packagesPlugin() api.Plugin {
	resolve := func(a api.OnResolveArgs) (result api.OnResolveResult, _ error) {
		name := packageName.FindString(a.Path)
		if name == "" || importKinds[a.Kind] == "" {
			return result, nil
		}
		if _, err := os.Stat(s.manifest(name)); err != nil {
			return result, nil // esbuild reports it if there is nothing else of that name
		}
		return api.OnResolveResult{Path: idPrefix + packagesFolder + "/" + a.Path, External: true}, nil
	}
	return api.Plugin{Name: "packages", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^[^./]`}, resolve)
	}}
}

// manifest returns the path of a package's package.json.
func (s *sources) manifest(name string) string {
	return filepath.Join(s.tools.Dir, packagesFolder, name, "package.json")
}

// importKinds are esbuild's names for the imports of scripts.
var importKinds = map[api.ResolveKind]string{
	api.ResolveJSImportStatement: "import-statement", api.ResolveJSRequireCall: "require-call",
	api.ResolveJSDynamicImport: "dynamic-import",
}

// reachable returns the ids of the modules that the entry needs, each after its imports.
func (s *sources) reachable() (ids []string) {
	seen := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		if seen[id] {
			return
		}
		seen[id] = true
		for _, i := range s.graph.Inputs[id].Imports {
			if !i.External && !isStyle(i.Path) {
				visit(i.Path)
			}
		}
		if isModule(id) {
			ids = append(ids, id)
		}
	}
	visit(s.entry)
	return ids
}

// extensions are those of the files that are modules of their own. Other files, such as JSON, are compiled into the
// modules that import them.
var extensions = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

func isModule(id string) bool { return slices.Contains(extensions, path.Ext(id)) }

func isStyle(id string) bool {
	return path.Ext(id) == ".css" && !strings.HasPrefix(id, toolchain.CSSModules+":")
}

// sum is a hash of everything that a module is compiled from, and "" if that is not known.
func (s *sources) sum(id string) string {
	h := sha256.New()
	known := true
	var add func(id string)
	add = func(id string) {
		text, ok := s.contents[id]
		known = known && ok
		_, _ = io.WriteString(h, id+"\x00"+text+"\x00")
		for _, i := range s.graph.Inputs[id].Imports {
			_, _ = io.WriteString(h, i.Original+"\x00"+i.Path+"\x00")
			if i.External {
				known = known && !strings.Contains(i.Path, "*") // a pattern, whose files are compiled into the module
			} else if !isModule(i.Path) && !isStyle(i.Path) {
				add(i.Path)
			}
		}
	}
	if add(id); !known {
		return ""
	}
	return string(h.Sum(nil))
}
