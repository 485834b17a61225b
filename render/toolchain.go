package render

import (
	"reflect"
	"slices"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render/internal/toolchain"
)

func init() { toolchain.New = newTools }

// newTools returns the tools for a folder of sources with [Config.Development] set, and begins to bundle React
// for the server.
func newTools(cfg Config) (t toolchain.Tools[Target, Asset, Engine], err error) {
	cfg.Development = true
	if cfg, err = cfg.opened(); err != nil {
		return t, err
	}
	own := sync.OnceValues(func() (react, error) { return buildReact(cfg, production) })
	go own()
	return toolchain.Tools[Target, Asset, Engine]{
		Dir: cfg.Dir,
		Options: func(target Target) api.BuildOptions {
			if target == Browser {
				return browserOptions(cfg)
			}
			return serverOptions(cfg)
		},
		Check:   func(target Target, result api.BuildResult) error { return report(cfg, target, result) },
		Assets:  func(result api.BuildResult) ([]Asset, error) { return assetsOf(cfg, result) },
		Script:  scriptOf,
		Compile: compile,
		Engine: func(build toolchain.Build[Asset], former *Engine) (*Engine, error) {
			react, err := own()
			if err != nil {
				return nil, err
			}
			return developed(cfg, react, build, former)
		},
	}, nil
}

// developed returns an engine for a build, see [toolchain.Tools].
func developed(cfg Config, own react, build toolchain.Build[Asset], former *Engine) (*Engine, error) {
	cfg.started = findStarted(cfg)
	b := &bundle{
		version: build.Sum, script: build.Script, stylesheet: build.Stylesheet, browserSources: build.BrowserSources,
		programs: slices.Insert(slices.Clone(build.Programs), 0, own.program),
	}
	b.add(build.Assets...)
	if former != nil && former.bundle.version == b.version && reflect.DeepEqual(former.cfg.started, cfg.started) {
		return &Engine{cfg: cfg, bundle: b, pool: former.pool}, nil
	}
	if former == nil {
		return newEngine(cfg, b)
	}
	former.pool.checks.ended.Store(true)
	return &Engine{cfg, b, newPool(b.programs, nil, cfg)}, nil
}
