package render

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
)

// bundle is the output of a build: the server program, and the files for browsers.
type bundle struct {
	programs       []*goja.Program // in the order in which they run: React first
	version        string
	assets         []Asset
	stylesheet     string
	script         string
	browserSources []string
}

// build makes both bundles of cfg.sources at the same time.
func build(cfg Config) (*bundle, error) {
	cfg.Dir = cfg.sources.dir
	b := &bundle{}
	var assets []Asset
	var browserErr error
	var browserBuild sync.WaitGroup
	if cfg.BrowserEntry != "" {
		browserBuild.Go(func() { assets, b.browserSources, browserErr = buildBrowser(cfg) })
	}
	serverErr := b.buildServer(cfg)
	browserBuild.Wait()
	if err := errors.Join(serverErr, browserErr); err != nil || cfg.BrowserEntry == "" {
		return b, err
	}
	b.script = assets[0].Path
	b.add(assets...)
	return b, nil
}

// add adds assets whose paths the bundle does not have yet: both builds emit a file that components of both name.
func (b *bundle) add(assets ...Asset) {
	for _, asset := range assets {
		if !slices.ContainsFunc(b.assets, func(a Asset) bool { return a.Path == asset.Path }) {
			b.assets = append(b.assets, asset)
		}
	}
}

func (b *bundle) assetOf(source string) string {
	for _, a := range b.assets {
		if a.Source != "" && strings.HasSuffix(a.Source, source) {
			return a.Path
		}
	}
	return ""
}

func run(cfg Config, target Target, options api.BuildOptions) (api.BuildResult, error) {
	result := api.Build(options)
	return result, report(cfg, target, result)
}

// report logs the warnings of a build, and returns its errors.
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
	sum     [sha256.Size]byte // of its script
}

func buildReact(cfg Config, mode string) (r react, err error) {
	result, err := run(cfg, Server, reactOptions(cfg, mode))
	if err != nil {
		return r, err
	}
	script, sourceMap := scriptOf(result)
	r.sum = sha256.Sum256(script)
	r.program, err = compile(script, sourceMap)
	return r, err
}

// buildServer bundles and compiles the server program. React, which is most of it, is compiled while the rest is
// bundled.
func (b *bundle) buildServer(cfg Config) error {
	var own react
	var reactErr, stylesErr error
	var reactBuild, stylesBuild sync.WaitGroup
	reactBuild.Go(func() { own, reactErr = buildReact(cfg, production) })
	result, err := run(cfg, Server, serverOptions(cfg))
	if err != nil {
		reactBuild.Wait() // the cause may be React's
		return errors.Join(err, reactErr)
	}
	var stylesheets []Asset
	stylesBuild.Go(func() { stylesheets, stylesErr = buildStyles(cfg, result.Metafile) })
	script, sourceMap := scriptOf(result)
	program, err := compile(script, sourceMap)
	reactBuild.Wait()
	assets, assetsErr := assetsOf(cfg, result)
	stylesBuild.Wait()
	if err := errors.Join(err, reactErr, assetsErr, stylesErr); err != nil {
		return err
	}
	b.add(assets...)
	b.add(stylesheets...)
	if len(assets) > 0 && filepath.Ext(assets[0].Path) == ".css" {
		b.stylesheet = assets[0].Path
	}
	b.programs = []*goja.Program{own.program, program}
	sum := sha256.Sum256(append(own.sum[:], script...))
	b.version = hex.EncodeToString(sum[:8])
	return nil
}

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

// assetsOf returns the output files of a build except scripts and source maps, the stylesheet first.
func assetsOf(cfg Config, result api.BuildResult) (assets []Asset, err error) {
	meta, err := readMetafile(result.Metafile)
	if err != nil {
		return nil, err
	}
	for _, file := range result.OutputFiles {
		name := filepath.Base(file.Path)
		if !isScript(name) {
			source := meta.output(name).source()
			assets = append(assets, Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: source})
		}
	}
	slices.SortStableFunc(assets, func(a, b Asset) int {
		return cmp.Compare(filepath.Ext(a.Path), filepath.Ext(b.Path)) // ".css" sorts before fonts and pictures
	})
	return assets, nil
}

func isScript(name string) bool { return filepath.Ext(name) == ".js" || filepath.Ext(name) == ".map" }

// compile returns a program whose errors name positions in the sources. The script's own name shows only for code
// without a source, which esbuild added.
func compile(script, sourceMap []byte) (*goja.Program, error) {
	text := string(script) + "\n//# sourceMappingURL=server.js.map"
	load := func(string) ([]byte, error) { return sourceMap, nil }
	tree, err := parser.ParseFile(nil, runtimeNamespace+".js", text, 0, parser.WithSourceMapLoader(load))
	if err != nil {
		return nil, newSyntaxError(err, sourceMap)
	}
	changes := repair{react: map[string]bool{}}
	for _, found := range reactImport.FindAllStringSubmatch(text, -1) {
		changes.react[found[1]+found[2]] = true
	}
	changes.visit(reflect.ValueOf(tree))
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("compile the server program: %w", err)
	}
	return program, nil
}

// buildBrowser bundles the browser's entry with everything that it imports. It returns the entry first.
func buildBrowser(cfg Config) (assets []Asset, sources []string, err error) {
	result, err := run(cfg, Browser, browserOptions(cfg))
	if err != nil {
		return nil, nil, err
	}
	meta, err := readMetafile(result.Metafile)
	if err != nil {
		return nil, nil, err
	}
	withoutHelpers, shipped := meta.helperImports(cfg.PublicPath), map[string]bool{}
	for _, file := range result.OutputFiles {
		name := filepath.Base(file.Path)
		out := meta.output(name)
		asset := Asset{Path: cfg.PublicPath + name, Body: file.Contents, Source: out.EntryPoint}
		if isScript(name) {
			asset.Body = []byte(withoutHelpers.Replace(string(file.Contents)))
		} else {
			asset.Source = out.source()
		}
		if out.EntryPoint == cfg.BrowserEntry {
			assets = slices.Insert(assets, 0, asset)
		} else {
			assets = append(assets, asset)
		}
		for input, use := range out.Inputs {
			if use.BytesInOutput > 0 {
				shipped[input] = true
			}
		}
	}
	return assets, slices.Sorted(maps.Keys(shipped)), nil
}

// helperImports removes from scripts the imports of chunks that have nothing but esbuild's helpers, and of which the
// script uses none: each is one more file before a page is idle.
func (m *metafile) helperImports(publicPath string) *strings.Replacer {
	var pairs []string
	for path, out := range m.Outputs {
		if name := filepath.Base(path); out.EntryPoint == "" && len(out.Inputs) == 0 && isScript(name) {
			pairs = append(pairs, `import"`+publicPath+name+`";`, "", `import "`+publicPath+name+`";`, "")
		}
	}
	return strings.NewReplacer(pairs...)
}

// metafile is esbuild's description of a build, see https://esbuild.github.io/api/#metafile.
type metafile struct {
	// Inputs are the modules by the path of their file below Config.Dir, or by a plugin's namespace, ":" and a path.
	Inputs map[string]struct {
		Imports []struct {
			Path     string `json:"path"`
			External bool   `json:"external"`
		} `json:"imports"`
	} `json:"inputs"`
	Outputs map[string]output `json:"outputs"` // by path
}

type output struct {
	EntryPoint string `json:"entryPoint"`
	// CSSBundle is the stylesheet that belongs to a script.
	CSSBundle string `json:"cssBundle"`
	Inputs    map[string]struct {
		BytesInOutput int `json:"bytesInOutput"`
	} `json:"inputs"`
}

func readMetafile(text string) (*metafile, error) {
	var meta metafile
	if err := json.Unmarshal([]byte(text), &meta); err != nil {
		return nil, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	return &meta, nil
}

func (m *metafile) output(name string) output {
	for path, out := range m.Outputs {
		if filepath.Base(path) == name {
			return out
		}
	}
	return output{}
}

// source returns the file that an output is a copy of, or else its entry point.
func (o output) source() string {
	if len(o.Inputs) == 1 {
		for input := range o.Inputs {
			return input
		}
	}
	return o.EntryPoint
}
