package render

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// idPrefix marks the ids of modules in compiled code, among what the engine does not know.
const idPrefix = "~/"

// packagesFolder begins the ids of what is imported from packages by their name.
const packagesFolder = "node_modules/"

// isPackage tells a module of a package from the sources.
func isPackage(id string) bool { return strings.Contains(id, packagesFolder) }

// importIn is an import in the files of a folder.
type importIn struct {
	dir, path string
	kind      api.ResolveKind
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
