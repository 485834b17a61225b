package render

import (
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Packages that esbuild has built with --keep-names call __name for each of their functions. The statements among these
// calls keep unused functions in a bundle, and every call keeps a name. In esbuild's layout a call around a function
// ends as namedEnd matches.
var (
	nameStatement = regexp.MustCompile(`(?m)^\s*(static \{\s*)?__name\([\w$]+, "[^"]*"\);(\s*\})?\n`)
	namedStart    = regexp.MustCompile(`/\* @__PURE__ \*/ __name\(`)
	namedEnd      = regexp.MustCompile(`\}, "[\w$]+"\)`)
)

// packagesPlugin leaves these calls out of the browser's files. Whatever needs one module of React also needs the
// others, which the first island loads anyway: esbuild puts them into one chunk, which compresses better than three.
func packagesPlugin(cfg Config) api.Plugin {
	load := func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		source, err := cfg.sources.file(a.Path)
		text := unnamed(string(source))
		if strings.HasSuffix(a.Path, ".js") {
			text += `require("react-dom/client"); require("react/jsx-runtime");`
		}
		return api.OnLoadResult{Contents: &text}, err
	}
	filter := `[/\\]node_modules[/\\](.+\.mjs|react[/\\](index|jsx-runtime)\.js)$`
	return api.Plugin{Name: "packages", Setup: func(b api.PluginBuild) {
		if !cfg.Development {
			b.OnLoad(api.OnLoadOptions{Filter: filter, Namespace: "file"}, load)
		}
	}}
}

// unnamed removes the calls from a module, and those around functions only if it finds the ends of all.
func unnamed(module string) string {
	module = nameStatement.ReplaceAllString(module, "")
	if len(namedStart.FindAllString(module, -1)) != len(namedEnd.FindAllString(module, -1)) {
		return module
	}
	return namedEnd.ReplaceAllString(namedStart.ReplaceAllString(module, "("), "})")
}
