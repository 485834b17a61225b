package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// cssModuleNamespace marks the CSS of CSS modules, with their classes renamed, in esbuild's paths.
const cssModuleNamespace = "css-module"

// cssModulesPlugin gives the classes of *.module.css the same names in both bundles. esbuild by itself would name them twice,
// since the stylesheet is made by the server's build and islands by the browser's.
func cssModulesPlugin(cfg Config, t Target) api.Plugin {
	const styles = "?styles"
	return api.Plugin{Name: "css-modules", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `\.module\.css$`, Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			name, err := cfg.sources.below(a.Path, "file")
			if err != nil {
				return api.OnLoadResult{}, err
			}
			script, _, messages := cssModule(cfg, name)
			if t == Server {
				script = "import " + strconv.Quote(name+styles) + ";\n" + script
			}
			return api.OnLoadResult{Contents: &script, Loader: api.LoaderJS, Errors: messages}, nil
		})
		b.OnResolve(api.OnResolveOptions{Filter: `\.module\.css\?styles$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimSuffix(a.Path, styles), Namespace: cssModuleNamespace}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: cssModuleNamespace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			_, css, messages := cssModule(cfg, a.Path)
			dir := filepath.Join(cfg.Dir, filepath.FromSlash(path.Dir(a.Path)))
			return api.OnLoadResult{Contents: &css, Loader: api.LoaderCSS, ResolveDir: dir, Errors: messages}, nil
		})
	}}
}

// cssModule makes the two halves of the CSS module at a path below cfg.Dir: a script whose default export are its class
// names, and its CSS with these names, which begin with the file's and a hash of its path.
func cssModule(cfg Config, name string) (script, css string, _ []api.Message) {
	source, err := cfg.sources.read(filepath.Join(cfg.Dir, filepath.FromSlash(name)))
	if err != nil {
		return "", "", []api.Message{{Text: err.Error()}}
	}
	sum := sha256.Sum256([]byte(name))
	unique := strings.TrimSuffix(path.Base(name), ".module.css") + "_" + hex.EncodeToString(sum[:3]) + ".css"
	result := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: `export { default } from "m"`},
		Bundle: true, Outdir: cfg.Dir, Format: api.FormatESModule, LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8,
		Plugins: []api.Plugin{{Name: "css-module", Setup: func(b api.PluginBuild) {
			b.OnResolve(api.OnResolveOptions{Filter: `.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
				switch a.Kind {
				case api.ResolveJSImportStatement:
					return api.OnResolveResult{Path: unique, Namespace: cssModuleNamespace}, nil
				case api.ResolveCSSComposesFrom:
					return api.OnResolveResult{}, fmt.Errorf("composes from another file is not supported: use two class names")
				}
				return api.OnResolveResult{Path: a.Path, External: true}, nil // it is the outer build's
			})
			b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: cssModuleNamespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				text := string(source)
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderLocalCSS}, nil
			})
		}}},
	})
	for _, file := range result.OutputFiles {
		if strings.HasSuffix(file.Path, ".css") {
			css = string(file.Contents)
		} else {
			script = string(file.Contents)
		}
	}
	messages := append(result.Errors, result.Warnings...)
	for _, m := range messages {
		if m.Location != nil {
			m.Location.File, m.Location.Namespace = name, "file"
		}
	}
	return script, css, messages
}
