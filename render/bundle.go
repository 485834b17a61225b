package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
)

// bundle is what esbuild made of the sources.
type bundle struct {
	programs       []*goja.Program // run one after the other
	version        string
	assets         []Asset
	stylesheet     string
	script         string
	browserSources []string
	inputs         []string // every file that was read
	metafile       string   // of the server's build
}

// build makes both bundles at the same time, of cfg.sources.
func build(cfg Config) (*bundle, error) {
	cfg.Dir = cfg.sources.dir
	b := &bundle{}
	if cfg.BrowserEntry == "" {
		if err := b.buildServer(cfg); err != nil {
			return nil, err
		}
		var err error
		b.inputs, err = inputs(b.metafile)
		return b, err
	}
	var browser browserFiles
	var browserErr error
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		browser, browserErr = buildBrowser(cfg)
	}()
	serverErr := b.buildServer(cfg)
	<-ready
	if err := errors.Join(serverErr, browserErr); err != nil {
		return nil, err
	}
	b.addBrowser(cfg, browser)
	var err error
	b.inputs, err = inputs(b.metafile, browser.metafile)
	return b, err
}

func run(cfg Config, target string, options api.BuildOptions) (api.BuildResult, error) {
	var result api.BuildResult
	if d := cfg.sources.development; d != nil {
		result = d.build(target, options)
	} else {
		result = api.Build(options)
	}
	// Warnings fail the build too: an unused import, a selector that matches nothing.
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
		TsconfigRaw:      cfg.sources.tsconfig,
	}
}

// serverOnly is a condition in components: esbuild leaves what depends on it, and what only that imports, out of the browser's
// modules. It is the name that Vite and others have given it.
const serverOnly = "import.meta.env.SSR"

// serverOptions make one script for goja. ES2017 is the newest syntax that esbuild can target and goja runs in full.
// The same build collects the CSS of all components, so that the stylesheet does not depend on what is interactive.
func serverOptions(cfg Config) api.BuildOptions {
	o := commonOptions(cfg)
	o.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "./" + cfg.ServerEntry, OutputPath: "site"}}
	o.Format = api.FormatIIFE
	o.Platform = api.PlatformBrowser
	o.Target = api.ES2017
	// goja spreads objects by itself, and much faster than the functions that would take the syntax's place.
	o.Supported = map[string]bool{"object-rest-spread": true}
	o.Sourcemap = api.SourceMapExternal // a linked or inline one would also stand in the stylesheet
	o.SourcesContent = api.SourcesContentExclude
	o.Define = map[string]string{"process.env.NODE_ENV": `"production"`, serverOnly: "true"}
	o.Plugins = append([]api.Plugin{runtimePlugin(cfg), legacyServerPlugin(cfg)}, cfg.sources.plugins()...)
	if cfg.sources.development != nil {
		o.External, o.Plugins = reactModules, o.Plugins[:1]
	}
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
	o.Plugins = append([]api.Plugin{runtimePlugin(cfg)}, cfg.sources.plugins()...)
	mode := `"production"`
	if cfg.Development {
		mode = `"development"`
		o.MinifySyntax, o.MinifyWhitespace = false, false
		o.Sourcemap, o.SourcesContent = api.SourceMapLinked, api.SourcesContentExclude
	} else {
		o.MinifyIdentifiers = true
	}
	o.Define = map[string]string{"process.env.NODE_ENV": mode, serverOnly: "false"}
	return o
}

func (b *bundle) buildServer(cfg Config) error {
	result, err := run(cfg, "server", serverOptions(cfg))
	if err != nil {
		return err
	}
	b.metafile = result.Metafile
	sources, err := outputs(result.Metafile)
	if err != nil {
		return err
	}
	var script, sourceMap []byte
	for _, file := range result.OutputFiles {
		name := filepath.Base(file.Path)
		switch {
		case strings.HasSuffix(name, ".js"):
			script = file.Contents
		case strings.HasSuffix(name, ".js.map"):
			sourceMap = file.Contents
		case strings.HasSuffix(name, ".css.map"):
		default:
			asset := Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: sources[name].source()}
			if strings.HasSuffix(name, ".css") {
				b.stylesheet = asset.Path
			}
			b.assets = append(b.assets, asset)
		}
	}
	sum := sha256.Sum256(script)
	b.version = hex.EncodeToString(sum[:8])
	var program *goja.Program
	if d := cfg.sources.development; d != nil {
		b.programs = []*goja.Program{d.react}
		program, err = d.compiled(script, sourceMap)
	} else {
		program, err = compile(script, sourceMap)
	}
	b.programs = append(b.programs, program)
	return err
}

// compile makes a program whose errors name positions in the sources. The script's own name shows only where a position
// has no source, which is code that esbuild added.
func compile(script, sourceMap []byte) (*goja.Program, error) {
	text := string(script) + "\n//# sourceMappingURL=server.js.map"
	tree, err := goja.Parse("server.js", text, parser.WithSourceMapLoader(func(string) ([]byte, error) { return sourceMap, nil }))
	if err != nil {
		return nil, fmt.Errorf("parse the server program: %w", err)
	}
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("compile the server program: %w", err)
	}
	return program, nil
}

// browserFiles are the browser's modules: the entry, and what it imports on the first interaction.
type browserFiles struct {
	entry  api.OutputFile
	chunks []api.OutputFile
	// outputs describes the chunks, and the entry as it was before it was built by itself; metafile is the same as text.
	outputs  map[string]output
	metafile string
}

// buildBrowser bundles the browser's entry with everything it imports, and then the entry once more by itself: in the
// first build it imports a chunk of esbuild's helpers that only the others need, one more file before the page is idle.
func buildBrowser(cfg Config) (browserFiles, error) {
	result, err := run(cfg, "browser", browserOptions(cfg))
	if err != nil {
		return browserFiles{}, err
	}
	files := browserFiles{metafile: result.Metafile}
	if files.outputs, err = outputs(result.Metafile); err != nil {
		return files, err
	}
	prebuilt := map[string]string{}
	for _, file := range result.OutputFiles {
		name := filepath.Base(file.Path)
		switch entry := files.outputs[name].EntryPoint; entry {
		case cfg.BrowserEntry:
			files.entry = file
			continue
		case "":
		default:
			prebuilt[entry] = cfg.PublicPath + name
		}
		files.chunks = append(files.chunks, file)
	}
	if cfg.sources.development != nil {
		return files, nil // one file more does not matter, and the next build begins where this one ended
	}
	options := browserOptions(cfg)
	options.Splitting = false
	options.Plugins = append([]api.Plugin{prebuiltPlugin(cfg, prebuilt)}, options.Plugins...)
	if result, err = run(cfg, "browser", options); err != nil {
		return files, err
	}
	files.entry = result.OutputFiles[0]
	return files, nil
}

func (b *bundle) addBrowser(cfg Config, files browserFiles) {
	entry := Asset{Path: cfg.PublicPath + filepath.Base(files.entry.Path), Body: files.entry.Contents, Source: cfg.BrowserEntry}
	b.script = entry.Path
	b.assets = append(b.assets, entry)
	for _, file := range files.chunks {
		name := filepath.Base(file.Path)
		b.assets = append(b.assets, Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: files.outputs[name].EntryPoint})
	}
	shipped := map[string]bool{}
	for _, out := range files.outputs {
		for input, use := range out.Inputs {
			if use.BytesInOutput > 0 {
				shipped[input] = true
			}
		}
	}
	b.browserSources = slices.Sorted(maps.Keys(shipped))
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

// metafile is esbuild's account of a build.
type metafile struct {
	// Inputs are the files that were read, by their path below Config.Dir.
	Inputs  map[string]struct{} `json:"inputs"`
	Outputs map[string]output   `json:"outputs"`
}

// inputs lists the files that builds have read, without the engine's own.
func inputs(metafiles ...string) ([]string, error) {
	read := map[string]struct{}{}
	for _, text := range metafiles {
		var meta metafile
		if err := json.Unmarshal([]byte(text), &meta); err != nil {
			return nil, fmt.Errorf("read esbuild's metafile: %w", err)
		}
		for path := range meta.Inputs {
			if !strings.HasPrefix(path, runtimeNamespace+":") {
				read[path] = struct{}{}
			}
		}
	}
	return slices.Sorted(maps.Keys(read)), nil
}

// outputs reads what went into each output file, by the file's name.
func outputs(text string) (map[string]output, error) {
	var meta metafile
	if err := json.Unmarshal([]byte(text), &meta); err != nil {
		return nil, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	byName := make(map[string]output, len(meta.Outputs))
	for path, o := range meta.Outputs {
		byName[filepath.Base(path)] = o
	}
	return byName, nil
}
