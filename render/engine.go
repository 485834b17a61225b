package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"time"
)

// Defaults for the zero fields of a [Config]. A render takes some ten milliseconds; the timeout is for infinite loops, and
// generous because the machine may be busy.
const (
	DefaultTimeout   = 10 * time.Second
	DefaultWait      = 2 * time.Second
	DefaultCallDepth = 4096
)

// Config says where the sources are and how much a render may cost.
type Config struct {
	// Dir is the folder that holds the sources and node_modules. It is not used with Sources.
	Dir string
	// Sources are the files that [Pack] returned, for a program that carries them. They are read from nowhere else.
	Sources fs.FS
	// ServerEntry and BrowserEntry are paths of modules below Dir. The server's calls serve, the browser's start. Without
	// a BrowserEntry nothing is built for browsers, and no page may have islands.
	ServerEntry, BrowserEntry string
	// PublicPath is the URL path under which the built files will be served, "/assets/" for example.
	PublicPath string
	// Development builds the browser's files with React's checks and without minification, and lets [Engine.Rebuild] take
	// up changes of the sources. The server renders the same bytes.
	Development bool
	// Workers is the number of JavaScript runtimes; 0 stands for one a processor.
	Workers int
	// Timeout bounds one render of a page or an island; 0 stands for DefaultTimeout.
	Timeout time.Duration
	// Wait bounds the wait for a free runtime; 0 stands for DefaultWait.
	Wait time.Duration
	// CallDepth bounds the JavaScript call stack, in frames; 0 stands for DefaultCallDepth.
	CallDepth int
	// Verbatim says, by the name of the island, which strings of its props only appear in the HTML and do not change the
	// rest of it. Props that differ only in them are filled into HTML that was rendered before, without a runtime. A string
	// that is named here by mistake is detected when the island is first rendered, if special characters or an empty string
	// reveal it.
	Verbatim map[string]Verbatim
	// Observe, if set, is called after each use of a runtime, by the goroutine that rendered.
	Observe func(Use)
	// NoMemo renders a page and all its islands again on every call of [State.HTML]. The bytes are the same.
	NoMemo bool

	sources *sources // set by New and Pack
}

// Use is one use of a runtime, or the attempt.
type Use struct {
	// Name is the page or island that was rendered.
	Name string
	// Waited is the time until a runtime came free or the wait was given up; Took is the time of the render.
	Waited, Took time.Duration
	// Err is why there is no HTML: [ErrBusy], a [*Error], or the end of the caller's context.
	Err error
	// Discarded says that the runtime was thrown away, because an interrupt left it in an undefined state.
	Discarded bool
}

// Engine renders pages. It is made by [New] and needs no closing.
type Engine struct {
	cfg       Config
	bundle    *bundle
	pool      *pool
	fragments *fragments
	noMemo    bool
}

// New bundles the sources below cfg.Dir and starts the JavaScript runtimes. A source that cannot be bundled is a
// [*BuildError] with every message of the bundler.
func New(cfg Config) (*Engine, error) {
	if cfg.Workers == 0 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	if cfg.Wait == 0 {
		cfg.Wait = DefaultWait
	}
	if cfg.CallDepth == 0 {
		cfg.CallDepth = DefaultCallDepth
	}
	var err error
	if cfg.sources, err = openSources(cfg); err != nil {
		return nil, err
	}
	if cfg.Development {
		if cfg.sources.development, err = newDevelopment(cfg); err != nil {
			return nil, err
		}
	}
	return newEngine(cfg, nil)
}

// newEngine makes an engine; former is one of earlier sources, nil without one.
func newEngine(cfg Config, former *Engine) (*Engine, error) {
	b, err := build(cfg)
	if err != nil {
		return nil, err
	}
	e := &Engine{cfg: cfg, bundle: b, noMemo: cfg.NoMemo}
	if former != nil && slices.Equal(former.bundle.programs, b.programs) {
		e.pool, e.fragments = former.pool, former.fragments
		return e, nil
	}
	if e.pool, err = newPool(b.programs, cfg); err != nil {
		return nil, fmt.Errorf("start the server program: %w", err)
	}
	e.fragments = newFragments(cfg)
	return e, nil
}

// Asset is a built file for the browser. Its name carries a hash of its content: it never changes under its URL.
type Asset struct {
	// Path is the URL path, PublicPath included.
	Path string
	Body []byte
	// Source is the path of the file or entry below Config.Dir that it was built from; empty for a chunk that
	// several modules share.
	Source string
}

// Assets returns every built file. The slice and the bodies are shared: do not change them.
func (e *Engine) Assets() []Asset { return e.bundle.assets }

// Stylesheet returns the URL path of the one stylesheet, made of all CSS that the server's entry imports.
func (e *Engine) Stylesheet() string { return e.bundle.stylesheet }

// Script returns the URL path of the browser's entry module.
func (e *Engine) Script() string { return e.bundle.script }

// AssetOf returns the URL path of the built copy of a file, such as a font that the CSS names: source is the end of the
// file's path below Config.Dir. It returns "" if no such file was built.
func (e *Engine) AssetOf(source string) string { return e.bundle.assetOf(source) }

// BrowserSources returns the paths below Config.Dir of all modules that ship to the browser, sorted.
func (e *Engine) BrowserSources() []string { return e.bundle.browserSources }

// Version is a hash of the server program: two engines with the same version render the same bytes from the same props.
func (e *Engine) Version() string { return e.bundle.version }

// Markup renders the page named name to a string of HTML or SVG that has no islands.
func (e *Engine) Markup(ctx context.Context, name string, props any) ([]byte, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	r, err := e.pool.page(ctx, name, data)
	if err != nil {
		return nil, err
	}
	if len(r.slots) > 0 {
		return nil, fmt.Errorf("render %s: it has %d islands; markup has none", name, len(r.slots))
	}
	return r.html, nil
}

// Value returns the JSON of a value that the server's entry passed to serve under that name: what the components know and Go
// does not.
func (e *Engine) Value(ctx context.Context, name string) (json.RawMessage, error) {
	return e.pool.value(ctx, name)
}

// Island renders one island by itself, as it would stand in the slot with the given id.
func (e *Engine) Island(ctx context.Context, name, id string, props any) ([]byte, error) {
	data, err := canonicalJSON(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	return e.pool.island(ctx, name, id, data)
}

// ErrBusy is returned when no runtime came free within [Config.Wait].
var ErrBusy = errors.New("all JavaScript runtimes are busy")
