package render

import (
	"reflect"
	"slices"
	"sync"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render/internal/toolchain"
)

// tools are for builds of another kind than the bundles that [New] makes: render/develop compiles each module by
// itself. They have esbuild's options with the engine's own plugins, and make engines from the results. They are safe
// for concurrent use.
type tools struct {
	cfg   Config
	react func() (react, error)
}

func init() {
	toolchain.New = func(cfg Config) (any, error) { return newTools(cfg) }
}

// newTools returns the tools for a folder of sources with [Config.Development] set, and begins to bundle React
// for the server.
func newTools(cfg Config) (*tools, error) {
	cfg.Development = true
	cfg, err := cfg.opened()
	if err != nil {
		return nil, err
	}
	t := &tools{cfg: cfg, react: sync.OnceValues(func() (react, error) { return buildReact(cfg, production) })}
	go t.react()
	return t, nil
}

// Dir is the absolute path of the sources.
func (t *tools) Dir() string { return t.cfg.Dir }

// Options returns esbuild's options for a target: those of [New], after Config.Options.
func (t *tools) Options(target Target) api.BuildOptions {
	if target == Browser {
		return browserOptions(t.cfg)
	}
	return serverOptions(t.cfg)
}

// Check logs the warnings of a build, and returns a [*BuildError] if it failed.
func (t *tools) Check(target Target, result api.BuildResult) error {
	return report(t.cfg, target, result)
}

// Assets returns the output files of a build but scripts and source maps.
func (t *tools) Assets(result api.BuildResult) ([]Asset, error) { return assetsOf(t.cfg, result) }

// Script returns the script of a build with one entry, and its source map.
func (t *tools) Script(result api.BuildResult) (script, sourceMap []byte) {
	return scriptOf(result)
}

// Compile compiles a script for the server's runtimes. With a source map, which may be nil, errors name positions in
// the sources.
func (t *tools) Compile(script, sourceMap []byte) (*goja.Program, error) {
	return compile(script, sourceMap)
}

// Engine returns an engine for a build. former is one of an earlier build, or nil: without one, an entry that throws is
// an error here, and otherwise the error of each render.
func (t *tools) Engine(build toolchain.Build[Asset], former *Engine) (*Engine, error) {
	own, err := t.react()
	if err != nil {
		return nil, err
	}
	cfg := t.cfg
	cfg.started = findStarted(cfg)
	b := &bundle{
		version: build.Sum, script: build.Script, stylesheet: build.Stylesheet, browserSources: build.BrowserSources,
		programs: slices.Insert(slices.Clone(build.Programs), 0, own.program),
	}
	b.add(build.Assets...)
	if former != nil && former.bundle.version == b.version && reflect.DeepEqual(former.cfg.started, cfg.started) {
		return &Engine{cfg: cfg, bundle: b, pool: former.pool}, nil
	}
	if former != nil {
		former.pool.checks.ended.Store(true)
	}
	var first *worker
	if former == nil {
		if first, err = newWorker(slices.Values(b.programs), cfg); err != nil {
			return nil, err
		}
	}
	return &Engine{cfg, b, newPool(b.programs, first, cfg)}, nil
}
