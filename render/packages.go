package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// refreshPackage is what React offers for Fast Refresh, see runtime/refresh.js.
const refreshPackage = packagesFolder + "react-refresh"

// packages are the modules of packages that the sources of a target import.
type packages struct {
	imported []string
	code     string
	program  *goja.Program
	files    map[string]fileStamp
}

// buildPackages bundles the modules of packages with the given ids.
func (m *modules) buildPackages(cfg Config, imported []string) (*packages, error) {
	imported = slices.Sorted(slices.Values(imported))
	known := m.packages
	if known != nil && slices.Equal(known.imported, imported) && unchanged(known.files) {
		return known, nil
	}
	reading := readingNow(nil)
	options := serverOptions(cfg)
	if m.target == Browser {
		options = browserOptions(cfg)
		options.Splitting = false
	}
	options.Format, options.Sourcemap = api.FormatIIFE, api.SourceMapNone
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: packagesNamespace + ":", OutputPath: "packages"}}
	options.Plugins = append([]api.Plugin{packagesPlugin(cfg, imported)}, options.Plugins...)
	result, err := run(cfg, m.target, options)
	if err != nil {
		return nil, err
	}
	next := &packages{imported: imported}
	for _, file := range result.OutputFiles {
		if strings.HasSuffix(file.Path, ".js") {
			next.code = string(file.Contents)
		}
	}
	if next.files, err = reading.stamps(cfg, result.Metafile); err != nil {
		return nil, err
	}
	if m.target == Server {
		if next.program, err = compile([]byte(next.code), nil); err != nil {
			return nil, err
		}
	}
	m.packages = next
	return next, nil
}

// packagesNamespace marks the module that defines those of packages.
const packagesNamespace = "packages"

// packagesPlugin makes the module that defines those of packages.
func packagesPlugin(cfg Config, imported []string) api.Plugin {
	return api.Plugin{Name: "packages", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^` + packagesNamespace + `:$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: "definitions", Namespace: packagesNamespace}, nil
		})
		b.OnResolve(api.OnResolveOptions{Filter: `^` + idPrefix, Namespace: packagesNamespace}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			id := strings.TrimPrefix(a.Path, idPrefix)
			imported, ok := strings.CutPrefix(id, packagesFolder)
			if !ok {
				return resolveID(cfg, id), nil // of a package elsewhere
			}
			found := b.Resolve(imported, api.ResolveOptions{Kind: api.ResolveJSImportStatement, ResolveDir: cfg.Dir})
			return api.OnResolveResult{Path: found.Path, Namespace: found.Namespace, External: found.External, Errors: found.Errors}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: packagesNamespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			var script string
			for _, id := range imported {
				script += fmt.Sprintf("%s(%[2]q, \"\", (exports, _, module) => { module.exports = require(%[2]q); });\n", defineFunction, idPrefix+id)
			}
			return api.OnLoadResult{Contents: &script, Loader: api.LoaderJS, ResolveDir: cfg.Dir}, nil
		})
	}}
}
