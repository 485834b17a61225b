package render

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// development is what builds with [Config.Development] keep for the next one: esbuild's parsed files, the last results, and
// React, which never changes.
type development struct {
	mu      sync.Mutex // held during a build
	targets map[Target]*devTarget
	react   func() (react, error)
	// program is what compiled last returned, and source what it was compiled from.
	program *goja.Program
	source  string
}

// devTarget is one of the bundles. Each is built by one goroutine at a time.
type devTarget struct {
	context api.BuildContext
	result  api.BuildResult
	// files are what the last build that did not fail read, and the folders that they are in, which change when a file is added, as
	// they were before the last build: what changes during a build may or may not be in it.
	files map[string]fileStamp
	// failed is false after a build that did not fail.
	failed bool
}

// fileStamp changes when a file is written.
type fileStamp struct {
	size     int64
	modified time.Time
}

func newDevelopment(cfg Config) (*development, error) {
	d := &development{targets: map[Target]*devTarget{Server: {}, Browser: {}}}
	cfg.sources.development = nil
	own, err := buildReact(cfg)
	d.react = func() (react, error) { return own, nil }
	return d, err
}

// Rebuild returns an engine of the sources as they are now, for an engine with [Config.Development]. Files that have not
// changed are not parsed again, and where the server program is the same, so are its runtimes; e can still be used. Where the
// sources cannot be bundled, the error is that of [New]. One call at a time builds.
func (e *Engine) Rebuild() (*Engine, error) {
	d := e.cfg.sources.development
	if d == nil {
		return nil, fmt.Errorf("rebuild: the engine is not for development")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if e.cfg.life.ended() {
		return nil, fmt.Errorf("rebuild: %w", ErrClosed)
	}
	return newEngine(e.cfg, e)
}

// dispose releases what esbuild keeps.
func (d *development) dispose() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.targets {
		if t.context != nil {
			t.context.Dispose()
			t.context = nil
		}
	}
}

// build is esbuild's, but for what has not changed since the last one, whose warnings are not repeated.
func (d *development) build(cfg Config, target Target, options api.BuildOptions) api.BuildResult {
	t := d.targets[target]
	if t.unchanged() {
		t.result.Warnings = nil
		return t.result
	}
	if t.context == nil {
		context, err := api.Context(options)
		if err != nil {
			return api.BuildResult{Errors: err.Errors}
		}
		t.context = context
	}
	before := map[string]fileStamp{}
	for name := range t.files {
		before[name] = stampOf(name)
	}
	t.result = t.context.Rebuild()
	t.failed = len(t.result.Errors) > 0 || cfg.Strict && len(t.result.Warnings) > 0
	names, err := inputs(t.result.Metafile)
	if t.failed || err != nil { // whoever reads the metafile next reports its error
		return t.result
	}
	t.files = map[string]fileStamp{}
	for _, name := range names {
		name = filepath.Join(options.AbsWorkingDir, filepath.FromSlash(name))
		// A file that was not known before the build has no stamp, and is read once more.
		t.files[name] = before[name]
		if !strings.Contains(name, "node_modules") {
			for _, folder := range []string{filepath.Dir(name), filepath.Dir(filepath.Dir(name))} {
				t.files[folder] = before[folder]
			}
		}
	}
	return t.result
}

// unchanged reports whether the last result is the one of the files as they are now.
func (t *devTarget) unchanged() bool {
	if t.failed || t.files == nil {
		return false
	}
	for name, stamp := range t.files {
		if stampOf(name) != stamp {
			return false
		}
	}
	return true
}

func stampOf(name string) fileStamp {
	info, err := os.Stat(name)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{info.Size(), info.ModTime()}
}

// compiled returns the server program, compiled anew only where it has changed.
func (d *development) compiled(script, sourceMap []byte) (*goja.Program, error) {
	if source := string(script) + string(sourceMap); source != d.source {
		program, err := compile(script, sourceMap)
		if err != nil {
			return nil, err
		}
		d.program, d.source = program, source
	}
	return d.program, nil
}
