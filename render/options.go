package render

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Target is one of the two bundles.
type Target string

// The two bundles of the same sources: a program for goja, and ES modules for browsers.
const (
	Server  Target = "server"
	Browser Target = "browser"
)

// production is the value of NODE_ENV without [Config.Development].
const production = "production"

// mode is the value of NODE_ENV. It is the same on the server and in the browser: libraries make other class names and
// attributes in development.
func (c Config) mode() string {
	if c.Development {
		return "development"
	}
	return production
}

// serverOnly is a condition in components, by Vite's name for it: esbuild leaves the code that depends on it, and its
// imports, out of the browser's modules.
const serverOnly = "import.meta.env.SSR"

// loaders are for the files that components import and CSS names: they become a URL or a text. esbuild itself knows
// scripts, CSS, .json and .txt.
var loaders = map[string]api.Loader{
	".svg": api.LoaderFile, ".png": api.LoaderFile, ".jpg": api.LoaderFile, ".jpeg": api.LoaderFile,
	".gif": api.LoaderFile, ".webp": api.LoaderFile, ".avif": api.LoaderFile, ".ico": api.LoaderFile,
	".woff2": api.LoaderFile, ".woff": api.LoaderFile, ".ttf": api.LoaderFile, ".otf": api.LoaderFile,
	".mp4": api.LoaderFile, ".webm": api.LoaderFile, ".mp3": api.LoaderFile, ".pdf": api.LoaderFile,
	".wasm": api.LoaderFile, ".md": api.LoaderText,
}

// commonOptions returns the options of both bundles that Config.Options may change.
func commonOptions(cfg Config) api.BuildOptions {
	return api.BuildOptions{
		JSX:              api.JSXAutomatic,
		Charset:          api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		Loader:           maps.Clone(loaders),
		MinifyWhitespace: true,
		MinifySyntax:     true,
		TsconfigRaw:      cfg.sources.tsconfig,
		// Of 2020: every browser from these versions on has modules, import() and custom properties.
		Engines: []api.Engine{
			{Name: api.EngineChrome, Version: "87"}, {Name: api.EngineEdge, Version: "87"},
			{Name: api.EngineFirefox, Version: "78"}, {Name: api.EngineSafari, Version: "14"},
		},
		Supported: map[string]bool{
			// Safari 14.0 fails one edge case of it, and esbuild cannot transform it.
			"destructuring": true,
			// goja itself spreads objects, and much faster than the functions that esbuild would use.
			"object-rest-spread": true,
		},
	}
}

// adjusted returns options after Config.Options, and with the ones that the engine relies on.
func (c Config) adjusted(t Target, o api.BuildOptions, entry, name, mode string) api.BuildOptions {
	if err := c.callOptions(t, &o); err != nil {
		fail := func() (api.OnStartResult, error) { return api.OnStartResult{}, err }
		o.Plugins = []api.Plugin{{Name: "options", Setup: func(b api.PluginBuild) { b.OnStart(fail) }}}
	}
	for i, plugin := range o.Plugins {
		o.Plugins[i] = guarded(plugin)
	}
	o.AbsWorkingDir = c.Dir
	o.Bundle, o.Write, o.Metafile = true, false, true
	o.Outdir, o.Outfile = c.Dir, "" // nothing is written; paths in source maps are relative to it
	o.PublicPath = strings.TrimSuffix(c.PublicPath, "/")
	o.EntryNames, o.ChunkNames, o.AssetNames = "[name]-[hash]", "[name]-[hash]", "[name]-[hash]"
	o.EntryPoints, o.EntryPointsAdvanced = nil, []api.EntryPoint{{InputPath: "./" + entry, OutputPath: name}}
	o.LogLevel = api.LogLevelSilent
	o.SourcesContent = api.SourcesContentExclude
	o.Define = maps.Clone(o.Define)
	if o.Define == nil {
		o.Define = map[string]string{}
	}
	o.Define["process.env.NODE_ENV"], o.Define["import.meta.env.MODE"] = `"`+mode+`"`, `"`+mode+`"`
	o.Define[serverOnly] = strconv.FormatBool(t == Server)
	o.Define["import.meta.env.DEV"] = strconv.FormatBool(mode != production)
	o.Define["import.meta.env.PROD"] = strconv.FormatBool(mode == production)
	return o
}

// callOptions returns a panic of Config.Options as an error.
func (c Config) callOptions(t Target, o *api.BuildOptions) (err error) {
	defer recovered(&err)
	if c.Options != nil {
		c.Options.Change(t, o)
	}
	return nil
}

// guarded returns a plugin whose panics become errors of the build: esbuild calls it in its own goroutines, where a
// panic would end the program.
func guarded(plugin api.Plugin) api.Plugin {
	setup := plugin.Setup
	plugin.Setup = func(b api.PluginBuild) {
		onStart, onResolve, onLoad, onEnd := b.OnStart, b.OnResolve, b.OnLoad, b.OnEnd
		b.OnStart = func(f func() (api.OnStartResult, error)) {
			onStart(func() (result api.OnStartResult, err error) {
				defer recovered(&err)
				return f()
			})
		}
		b.OnResolve = func(o api.OnResolveOptions, f func(api.OnResolveArgs) (api.OnResolveResult, error)) {
			onResolve(o, guard(f))
		}
		b.OnLoad = func(o api.OnLoadOptions, f func(api.OnLoadArgs) (api.OnLoadResult, error)) {
			onLoad(o, guard(f))
		}
		b.OnEnd = func(f func(*api.BuildResult) (api.OnEndResult, error)) { onEnd(guard(f)) }
		setup(b)
	}
	return plugin
}

func guard[Args, Result any](f func(Args) (Result, error)) func(Args) (Result, error) {
	return func(args Args) (result Result, err error) {
		defer recovered(&err)
		return f(args)
	}
}

// serverOptions returns the options of the script for goja, which requires React from that of reactOptions. ES2017 is
// the newest syntax that esbuild can target and goja runs in full. The same build collects the CSS of all components,
// so that the stylesheet does not depend on which of them are interactive.
func serverOptions(cfg Config) api.BuildOptions {
	o := siteOptions(cfg, cfg.mode())
	own := []api.Plugin{runtimePlugin(cfg), pagesPlugin(cfg), externalReactPlugin, cssModulesPlugin(cfg, Server)}
	o.Plugins = slices.Concat(own, o.Plugins, []api.Plugin{nodeModulesPlugin}, cfg.sources.plugins(Server))
	o.MinifyIdentifiers = false // it would shorten the names of CSS modules
	return o
}

// reactOptions returns the options of the script that runs before the server program, see runtime/react.js.
func reactOptions(cfg Config, mode string) api.BuildOptions {
	o := siteOptions(cfg, mode)
	o.EntryPointsAdvanced = []api.EntryPoint{{InputPath: reactEntry, OutputPath: "react"}}
	o.TsconfigRaw = "{}" // packed sources would apply that of the components to all files
	own := []api.Plugin{runtimePlugin(cfg), legacyServerPlugin(cfg, mode)}
	o.Plugins = slices.Concat(own, o.Plugins, cfg.sources.plugins(Server))
	return o
}

// siteOptions returns the options of both scripts for goja, with no plugins but those of Config.Options.
func siteOptions(cfg Config, mode string) api.BuildOptions {
	o := commonOptions(cfg)
	o.Target = api.ES2017
	// Builds of packages for browsers expect a DOM. Those for edge runtimes render what Node renders, without its
	// modules. esbuild adds "import" to the conditions of import statements and "require" to those of require().
	o.Platform, o.MainFields = api.PlatformNeutral, []string{"module", "main"}
	o.Conditions = []string{"worker", "edge-light"}
	o = cfg.adjusted(Server, o, cfg.ServerEntry, "site", mode)
	// goja has no import(). For "**", see math.js of platform, for regular expressions syntax.go.
	supported := map[string]bool{
		"dynamic-import": false, "exponent-operator": cfg.scripts["Math.pow"] == nil,
		"regexp-dot-all-flag": true, "regexp-lookbehind-assertions": true,
		"regexp-named-capture-groups": true, "regexp-unicode-property-escapes": true,
	}
	maps.Copy(supported, o.Supported)
	o.Supported = supported
	o.Format = api.FormatIIFE
	o.Sourcemap = api.SourceMapExternal // a linked or inline one would be in the stylesheet too
	return o
}

func browserOptions(cfg Config) api.BuildOptions {
	o := commonOptions(cfg)
	minify := !cfg.Development
	o.MinifySyntax, o.MinifyWhitespace, o.MinifyIdentifiers = minify, minify, minify
	o = cfg.adjusted(Browser, o, cfg.BrowserEntry, "browser", cfg.mode())
	o.Format = api.FormatESModule
	o.Splitting = true
	if cfg.Development {
		o.Sourcemap, o.SourcesContent = api.SourceMapLinked, api.SourcesContentInclude
	}
	o.Loader = maps.Clone(o.Loader)
	o.Loader[".css"] = api.LoaderEmpty // the server's build makes the stylesheet
	own := []api.Plugin{runtimePlugin(cfg), cssModulesPlugin(cfg, Browser), packagesPlugin(cfg)}
	o.Plugins = slices.Concat(own, o.Plugins, cfg.sources.plugins(Browser))
	return o
}
