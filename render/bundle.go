package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// bundle is what esbuild made of the sources.
type bundle struct {
	program        *goja.Program
	version        string
	assets         []Asset
	stylesheet     string
	script         string
	browserSources []string
}

// build makes both bundles at the same time.
func build(cfg Config) (*bundle, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("find the sources: %w", err)
	}
	cfg.Dir = dir
	var browser api.BuildResult
	var browserErr error
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		browser, browserErr = run("browser", browserOptions(cfg))
	}()
	b := &bundle{}
	serverErr := b.buildServer(cfg)
	<-ready
	if err := errors.Join(serverErr, browserErr); err != nil {
		return nil, err
	}
	return b, b.addBrowser(cfg, browser)
}

func run(target string, options api.BuildOptions) (api.BuildResult, error) {
	result := api.Build(options)
	// A warning is a mistake that nobody has looked at yet: an unused import, a selector that matches nothing.
	if messages := slices.Concat(result.Errors, result.Warnings); len(messages) > 0 {
		return result, newBuildError(target, messages)
	}
	return result, nil
}

func commonOptions(cfg Config) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:    cfg.Dir,
		Bundle:           true,
		Outdir:           cfg.Dir, // nothing is written; paths in source maps are relative to it
		PublicPath:       strings.TrimSuffix(cfg.PublicPath, "/"),
		EntryNames:       "[name]-[hash]",
		ChunkNames:       "[name]-[hash]",
		AssetNames:       "[name]-[hash]",
		JSX:              api.JSXAutomatic,
		Charset:          api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		Metafile:         true,
		LogLevel:         api.LogLevelSilent,
		Loader:           map[string]api.Loader{".woff2": api.LoaderFile, ".svg": api.LoaderFile},
		MinifyWhitespace: true,
		MinifySyntax:     true,
	}
}

// serverOptions make one script for goja. ES2017 is the newest syntax that esbuild can target and goja runs in full.
// The same build collects the CSS of all components, so that the stylesheet does not depend on what is interactive.
func serverOptions(cfg Config) api.BuildOptions {
	o := commonOptions(cfg)
	o.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "./" + cfg.ServerEntry, OutputPath: "site"}}
	o.Format = api.FormatIIFE
	o.Platform = api.PlatformBrowser
	o.Target = api.ES2017
	o.Sourcemap = api.SourceMapInline
	o.SourcesContent = api.SourcesContentExclude
	o.Define = map[string]string{"process.env.NODE_ENV": `"production"`}
	o.Plugins = []api.Plugin{runtimePlugin(cfg), legacyServerPlugin(cfg)}
	return o
}

func browserOptions(cfg Config) api.BuildOptions {
	o := commonOptions(cfg)
	o.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "./" + cfg.BrowserEntry, OutputPath: "browser"}}
	o.Format = api.FormatESModule
	o.Platform = api.PlatformBrowser
	o.Splitting = true
	// Every browser with these versions or newer has dynamic import, :has() and the rest of what the CSS uses.
	o.Engines = []api.Engine{
		{Name: api.EngineChrome, Version: "111"}, {Name: api.EngineEdge, Version: "111"},
		{Name: api.EngineFirefox, Version: "121"}, {Name: api.EngineSafari, Version: "16.4"},
	}
	o.Loader = map[string]api.Loader{".css": api.LoaderEmpty}
	o.Plugins = []api.Plugin{runtimePlugin(cfg)}
	mode := `"production"`
	if cfg.Development {
		mode = `"development"`
		o.MinifySyntax, o.MinifyWhitespace = false, false
	} else {
		o.MinifyIdentifiers = true
	}
	o.Define = map[string]string{"process.env.NODE_ENV": mode}
	return o
}

func (b *bundle) buildServer(cfg Config) error {
	result, err := run("server", serverOptions(cfg))
	if err != nil {
		return err
	}
	sources, err := outputs(result.Metafile)
	if err != nil {
		return err
	}
	for _, file := range result.OutputFiles {
		name := filepath.Base(file.Path)
		if strings.HasSuffix(name, ".js") {
			sum := sha256.Sum256(file.Contents)
			b.version = hex.EncodeToString(sum[:8])
			// The name of the script only shows where a position has no source: in code that esbuild added.
			if b.program, err = goja.Compile("server.js", string(file.Contents), false); err != nil {
				return fmt.Errorf("compile the server program: %w", err)
			}
			continue
		}
		asset := Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: sources[name].source()}
		if strings.HasSuffix(name, ".css") {
			b.stylesheet = asset.Path
		}
		b.assets = append(b.assets, asset)
	}
	return nil
}

func (b *bundle) addBrowser(cfg Config, result api.BuildResult) error {
	sources, err := outputs(result.Metafile)
	if err != nil {
		return err
	}
	shipped := map[string]bool{}
	for _, file := range result.OutputFiles {
		name := filepath.Base(file.Path)
		out := sources[name]
		asset := Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: out.EntryPoint}
		if out.EntryPoint == cfg.BrowserEntry {
			b.script = asset.Path
		}
		for input, use := range out.Inputs {
			if use.BytesInOutput > 0 {
				shipped[input] = true
			}
		}
		b.assets = append(b.assets, asset)
	}
	for input := range shipped {
		b.browserSources = append(b.browserSources, input)
	}
	sort.Strings(b.browserSources)
	return nil
}

func (b *bundle) assetOf(source string) string {
	for _, a := range b.assets {
		if a.Source != "" && strings.HasSuffix(a.Source, source) {
			return a.Path
		}
	}
	return ""
}

// output is an entry of esbuild's metafile.
type output struct {
	EntryPoint string `json:"entryPoint"`
	Inputs     map[string]struct {
		BytesInOutput int `json:"bytesInOutput"`
	} `json:"inputs"`
}

// source returns the one file that an output is a copy of.
func (o output) source() string {
	if len(o.Inputs) != 1 {
		return o.EntryPoint
	}
	for input := range o.Inputs {
		return input
	}
	return ""
}

// outputs reads esbuild's metafile: what went into each output file, by the file's name.
func outputs(metafile string) (map[string]output, error) {
	var meta struct {
		Outputs map[string]output `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	byName := make(map[string]output, len(meta.Outputs))
	for path, o := range meta.Outputs {
		byName[filepath.Base(path)] = o
	}
	return byName, nil
}
