package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render/internal/toolchain"
)

// cssModule is a file whose class names are local, see https://github.com/css-modules/css-modules.
const cssModule = ".module.css"

// cssModules is the namespace of CSS modules in esbuild's paths. esbuild makes the names of classes from that of the
// file, and numbers those of files with the same name, which differs between builds. Here a path has a hash of the
// whole path instead of ".module", so that the names are the same on both sides.
const cssModules = toolchain.CSSModules

func cssModulePath(file string) string {
	sum := sha256.Sum256([]byte(file))
	return strings.TrimSuffix(file, cssModule) + "-" + hex.EncodeToString(sum[:3]) + ".css"
}

var cssModuleHash = regexp.MustCompile(`-[0-9a-f]{6}\.css$`)

func cssModuleFile(path string) string { return cssModuleHash.ReplaceAllString(path, cssModule) }

// cssModulesPlugin gives the server's bundle the styles and names of CSS modules, and the browser's only the names.
func cssModulesPlugin(cfg Config, target Target) api.Plugin {
	type own struct{} // marks searches of this plugin
	setup := func(b api.PluginBuild) {
		resolve := func(a api.OnResolveArgs) (result api.OnResolveResult, _ error) {
			switch a.PluginData.(type) {
			case asked, own:
				return result, nil
			}
			found := b.Resolve(a.Path, api.ResolveOptions{
				Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: a.Kind, PluginData: own{},
			})
			if len(found.Errors) > 0 || found.Namespace != "file" {
				return result, nil // esbuild reports it, or another plugin knows better
			}
			file, err := cfg.sources.below(found.Path, found.Namespace)
			return api.OnResolveResult{Path: cssModulePath(file), Namespace: cssModules}, err
		}
		load := func(a api.OnLoadArgs) (result api.OnLoadResult, err error) {
			if target == Browser {
				names, err := cssModuleNames(cfg, a.Path)
				return api.OnLoadResult{Contents: &names, Loader: api.LoaderJSON}, err
			}
			file := filepath.Join(cfg.Dir, filepath.FromSlash(cssModuleFile(a.Path)))
			data, err := cfg.sources.file(file)
			text := string(data)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderLocalCSS, ResolveDir: filepath.Dir(file)}, err
		}
		b.OnResolve(api.OnResolveOptions{Filter: regexp.QuoteMeta(cssModule) + "$"}, resolve)
		b.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: cssModules}, load)
	}
	return api.Plugin{Name: "css-modules", Setup: setup}
}

// cssModuleNames returns the names of a CSS module as JSON. In the browser's own build, esbuild would shorten them.
func cssModuleNames(cfg Config, name string) (string, error) {
	entry := cssModules + ":" + name
	imports := api.Plugin{Name: "names", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "."}, func(a api.OnResolveArgs) (result api.OnResolveResult, _ error) {
			switch {
			case a.Path == entry:
				result = api.OnResolveResult{Path: name, Namespace: cssModules}
			case a.Kind == api.ResolveCSSURLToken, a.Kind == api.ResolveCSSImportRule:
				result = api.OnResolveResult{Path: a.Path, External: true}
			}
			return result, nil
		})
	}}
	built := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: fmt.Sprintf("export { default } from %q;", entry)},
		Bundle: true, Format: api.FormatIIFE, GlobalName: "names", Target: api.ES2017, Outdir: cfg.Dir,
		AbsWorkingDir: cfg.Dir, LogLevel: api.LogLevelSilent,
		Plugins: append([]api.Plugin{imports, cssModulesPlugin(cfg, Server)}, cfg.sources.plugins(Server)...),
	})
	if len(built.Errors) > 0 {
		return "", newBuildError(Browser, built.Errors)
	}
	script, _ := scriptOf(built)
	value, err := goja.New().RunString(string(script) + "JSON.stringify(names.default)")
	if err != nil {
		return "", fmt.Errorf("read the names of %s: %w", name, err)
	}
	return value.String(), nil
}
