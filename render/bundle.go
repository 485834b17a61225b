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
	programs       []*goja.Program // run one after the other: React, and what needs it
	version        string
	assets         []Asset
	stylesheet     string
	script         string
	browserSources []string
	inputs         []string // every file that was read, for Pack alone
}

// build makes both bundles at the same time, of cfg.sources. Each program of the server is given to load as soon as it is
// compiled.
func build(cfg Config, load func(*goja.Program)) (_ *bundle, err error) {
	defer recovered(&err) // of Config.Options
	cfg.Dir = cfg.sources.dir
	b := &bundle{}
	if cfg.BrowserEntry == "" {
		if err := b.buildServer(cfg, load); err != nil {
			return nil, err
		}
		return b, nil
	}
	var browser browserFiles
	var browserErr error
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		defer recovered(&browserErr)
		browser, browserErr = buildBrowser(cfg)
	}()
	serverErr := b.buildServer(cfg, load)
	<-ready
	if err := errors.Join(serverErr, browserErr); err != nil {
		return nil, err
	}
	b.addBrowser(cfg, browser)
	return b, b.addInputs(cfg, browser.metafile)
}

// addInputs notes the files that builds have read.
func (b *bundle) addInputs(cfg Config, metafiles ...string) error {
	if !cfg.sources.recording {
		return nil
	}
	names, err := inputs(metafiles...)
	b.inputs = append(b.inputs, names...)
	return err
}

// run bundles for a target, and logs what esbuild warns of.
func run(cfg Config, target Target, options api.BuildOptions) (api.BuildResult, error) {
	result := api.Build(options)
	return result, report(cfg, target, result)
}

// report logs what esbuild warns of, and returns what keeps a bundle from being used.
func report(cfg Config, target Target, result api.BuildResult) error {
	failures := result.Errors
	if cfg.Strict {
		failures = slices.Concat(failures, result.Warnings)
	}
	if len(failures) > 0 {
		return newBuildError(target, failures)
	}
	for _, m := range newBuildError(target, result.Warnings).Messages {
		cfg.Log.Warn("bundle: "+m.Text, "target", target, "file", m.File, "line", m.Line, "column", m.Column)
	}
	return nil
}

// react is React's part of the server program.
type react struct {
	program *goja.Program
	// sum is a hash of its script.
	sum      [sha256.Size]byte
	metafile string
}

// buildReact bundles and compiles React for goja.
func buildReact(cfg Config) (r react, err error) {
	defer recovered(&err) // of Config.Options
	result, err := run(cfg, Server, reactOptions(cfg))
	if err != nil {
		return r, err
	}
	r.metafile = result.Metafile
	script, sourceMap := scriptOf(result)
	r.sum = sha256.Sum256(script)
	r.program, err = compile(script, sourceMap)
	return r, err
}

// scriptOf returns the script of a build for the server, and its source map.
func scriptOf(result api.BuildResult) (script, sourceMap []byte) {
	for _, file := range result.OutputFiles {
		switch {
		case strings.HasSuffix(file.Path, ".js"):
			script = file.Contents
		case strings.HasSuffix(file.Path, ".js.map"):
			sourceMap = file.Contents
		}
	}
	return script, sourceMap
}

// buildServer bundles and compiles the server program. React, which is most of it, is compiled, and given to load, while
// the rest is bundled.
func (b *bundle) buildServer(cfg Config, load func(*goja.Program)) error {
	var own react
	var reactErr error
	reactReady := make(chan struct{})
	go func() {
		defer close(reactReady)
		if own, reactErr = buildReact(cfg); reactErr == nil {
			load(own.program)
		}
	}()
	result, err := run(cfg, Server, serverOptions(cfg))
	if err != nil {
		<-reactReady // what React lacks may be wrong with both
		return errors.Join(err, reactErr)
	}
	var stylesheets []Asset
	var stylesErr error
	stylesReady := make(chan struct{})
	go func() {
		defer close(stylesReady)
		defer recovered(&stylesErr)
		stylesheets, stylesErr = buildStyles(cfg, result.Metafile)
	}()
	script, sourceMap := scriptOf(result)
	program, err := compile(script, sourceMap)
	<-reactReady
	if err == nil && reactErr == nil {
		load(program)
	}
	assets, assetsErr := assetsOf(cfg, result)
	<-stylesReady
	if err := errors.Join(err, reactErr, assetsErr, stylesErr); err != nil {
		return err
	}
	b.add(assets...)
	b.add(stylesheets...)
	if len(assets) > 0 && strings.HasSuffix(assets[0].Path, ".css") {
		b.stylesheet = assets[0].Path
	}
	b.programs = []*goja.Program{own.program, program}
	sum := sha256.Sum256(append(own.sum[:], script...))
	b.version = hex.EncodeToString(sum[:8])
	return b.addInputs(cfg, result.Metafile, own.metafile)
}

// add adds assets whose paths the bundle does not have yet.
func (b *bundle) add(assets ...Asset) {
	for _, asset := range assets {
		if !slices.ContainsFunc(b.assets, func(a Asset) bool { return a.Path == asset.Path }) {
			b.assets = append(b.assets, asset)
		}
	}
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
	result, err := run(cfg, Browser, browserOptions(cfg))
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
	options := browserOptions(cfg)
	options.Splitting = false
	options.Plugins = append([]api.Plugin{prebuiltPlugin(cfg, prebuilt)}, options.Plugins...)
	if result, err = run(cfg, Browser, options); err != nil {
		return files, err
	}
	for _, file := range result.OutputFiles {
		if strings.HasSuffix(file.Path, ".js") {
			files.entry = file // the only script; the others are files that it names
		}
	}
	return files, nil
}

func (b *bundle) addBrowser(cfg Config, files browserFiles) {
	entry := Asset{Path: cfg.PublicPath + filepath.Base(files.entry.Path), Body: files.entry.Contents, Source: cfg.BrowserEntry}
	b.script = entry.Path
	b.assets = append(b.assets, entry)
	for _, file := range files.chunks {
		name := filepath.Base(file.Path)
		chunk := Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: files.outputs[name].EntryPoint}
		if ext := filepath.Ext(name); ext != ".js" && ext != ".map" {
			chunk.Source = files.outputs[name].source()
		}
		b.add(chunk) // what both bundles name, such as a picture in an island, is one file
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
	// CSSBundle is the stylesheet of a script's build, empty for all other outputs.
	CSSBundle string `json:"cssBundle"`
	Inputs    map[string]struct {
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

// inputs lists the files that builds have read, without the modules of plugins.
func inputs(metafiles ...string) ([]string, error) {
	read := map[string]struct{}{}
	for _, text := range metafiles {
		var meta metafile
		if err := json.Unmarshal([]byte(text), &meta); err != nil {
			return nil, fmt.Errorf("read esbuild's metafile: %w", err)
		}
		for path := range meta.Inputs {
			if !strings.Contains(path, ":") { // with one, it is a plugin's and no file
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
