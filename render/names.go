package render

import (
	"regexp"

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

// namesPlugin leaves these calls out of the browser's files.
func namesPlugin(cfg Config) api.Plugin {
	load := func(a api.OnLoadArgs) (result api.OnLoadResult, err error) {
		source, err := cfg.sources.file(a.Path)
		if text := unnamed(string(source)); len(text) < len(source) {
			result.Contents, result.Loader = &text, api.LoaderJS
		}
		return result, err
	}
	return api.Plugin{Name: "names", Setup: func(b api.PluginBuild) {
		if !cfg.Development {
			b.OnLoad(api.OnLoadOptions{Filter: `[/\\]node_modules[/\\].+\.mjs$`, Namespace: "file"}, load)
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
