package render

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Defaults for the zero fields of a [Config]. A render takes some ten milliseconds; the timeout is for infinite loops,
// and generous because the machine may be busy.
const (
	defaultTimeout   = 10 * time.Second
	defaultWait      = 2 * time.Second
	defaultMaxHTML   = 32 << 20
	defaultMaxMemory = 512 << 20
)

// Config says where the sources are, how they are bundled, and how much a render may cost. Only ServerEntry is
// required.
type Config struct {
	// Dir is the folder with the sources and node_modules; "" is the working directory. It is ignored with Sources.
	Dir string
	// Sources is the zip file that [Pack] returned, for a program that embeds it. Nothing else is read then.
	Sources fs.FS
	// ServerEntry and BrowserEntry are paths of modules below Dir. The first calls serve, the second calls start.
	// Without a BrowserEntry nothing is built for browsers, and no page may have islands.
	ServerEntry, BrowserEntry string
	// PublicPath is the URL path under which the built files are served, such as "/assets/". It ends in a slash.
	PublicPath string
	// Pages is a pattern ([path.Match]) of the modules below Dir that each export a page's component under the name of
	// the file. The server's entry imports them all from @haulfront/render/pages, so that a new page is a new file.
	//
	// Each gets a stylesheet of its own, see [Engine.StylesheetOf]. It has the CSS that the module imports, directly or
	// not, and the CSS that its importers import directly. Files named *.late.css, and what else only their importers
	// import, are in a second one, see [Engine.LateStylesheetOf]: a page links it where its first screen ends, which is
	// painted without it. Engines of render/develop have only one stylesheet.
	Pages string
	// Development builds the browser's files with React's checks and without minification, and both bundles with
	// "development" as NODE_ENV. The server renders the same bytes, unless a package makes others in development, and
	// each page once more with React's checks: see [Use.Warnings].
	// Package render/develop rebuilds such an engine when its sources change.
	Development bool

	// Options, if set, changes the options of the bundler: [haulfront/render/esbuild.Options].
	Options BundlerOptions
	// Globals are what components may use besides the language itself and console: those of package render/platform,
	// and polyfills of your own.
	Globals []Polyfill
	// Log receives bundler warnings and what components write to the console; nil is [slog.Default].
	Log *slog.Logger
	// Strict turns bundler warnings into a [*BuildError].
	Strict bool

	// Workers is the number of JavaScript runtimes; 0 is one per processor.
	Workers int
	// Timeout bounds one render of a page or an island; 0 is 10 seconds. The first in each of the engine's first
	// runtimes may take four times as long. No render takes longer than two minutes.
	Timeout time.Duration
	// Wait bounds the wait for a free runtime; 0 is 2 seconds.
	Wait time.Duration
	// Admit, if set, is called before each use of a runtime, at the latest until ctx ends after Wait, and leave after
	// it. It decides which of those that wait is next, and must admit no more than Workers at a time.
	Admit func(ctx context.Context) (leave func(), err error)
	// MaxHTML bounds the HTML of one render, in bytes; 0 is 32 MiB.
	MaxHTML int
	// MaxMemory bounds the memory that a runtime has in use during a render, in bytes, as Go's heap profile samples it
	// ([runtime.MemProfileRate]); 0 is 512 MiB.
	MaxMemory int
	// Observe, if set, is called after each use of a runtime, in the goroutine of the render. It must not render.
	Observe func(Use)

	scripts map[string]*script // set by withDefaults
	sources *sources           // set by opened and Pack
	life    *life              // set by opened
	started any                // the result of findStarted, set by opened
	// checkingReact bundles React's development build, set by opened.
	checkingReact func() (react, error)
}

// BundlerOptions changes the options of the bundler before each build. Package render/esbuild has its type.
type BundlerOptions interface {
	Change(target Target, options any)
}

// Use describes one use of a runtime, or the failed attempt to get one.
type Use struct {
	// Context is that of the caller, for traces.
	Context context.Context
	// Name is the page or island that was rendered.
	Name string
	// Waited is the time until a runtime was free or the wait was over; Took is the time of the render.
	Waited, Took time.Duration
	// Bytes is the length of the HTML.
	Bytes int
	// Err is nil, [ErrBusy], [ErrClosed], an [*Error], or the error of the caller's context. With an error inside of a
	// <Suspense> of an island, the render has succeeded: the browser tries again.
	Err error
	// Warnings are those of React in development, which follow a second after the first render of a page or an island
	// in a Use of their own, and are in each later one.
	Warnings []Message
	// Discarded: the runtime was thrown away, because an interrupt or a panic left it in an undefined state.
	Discarded bool
	// Stuck: the runtime was thrown away with a native function that goes on, such as the search of a regular
	// expression, for at most two minutes. Another runtime takes its place.
	Stuck bool
}

// opened returns c with its defaults set, its sources open, and a life of its own.
func (c Config) opened() (Config, error) {
	c = c.withDefaults()
	c.life = newLife()
	if c.BrowserEntry != "" && !strings.HasSuffix(c.PublicPath, "/") {
		return c, fmt.Errorf("render: Config.PublicPath is %q: want a path that ends in a slash", c.PublicPath)
	}
	var err error
	if c.sources, err = openSources(c); err != nil {
		return c, err
	}
	c.Dir = c.sources.dir
	for _, entry := range []string{c.ServerEntry, c.BrowserEntry} {
		if _, err := c.sources.file(filepath.Join(c.Dir, entry)); err != nil && filepath.Ext(entry) != "" {
			return c, fmt.Errorf("render: find %s in Config.Dir: %w", entry, err)
		}
	}
	c.started = findStarted(c)
	c.checkingReact = sync.OnceValues(func() (react, error) { return buildReact(c, c.mode()) })
	return c, nil
}

// withDefaults returns c with its zero limits and its globals set.
func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.Default())
	c.scripts = scriptsByName(slices.Concat(ownPolyfills, c.Globals))
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	c.Timeout = cmp.Or(c.Timeout, defaultTimeout)
	c.Wait = cmp.Or(c.Wait, defaultWait)
	c.MaxHTML = cmp.Or(c.MaxHTML, defaultMaxHTML)
	c.MaxMemory = cmp.Or(c.MaxMemory, defaultMaxMemory)
	return c
}

// life is shared by an engine and all others of the same tools: they are closed together.
type life struct {
	context.Context // ends with them
	cancel          func()
	// inUse is read-locked while a runtime is in use.
	inUse sync.RWMutex
	// warned has the places that have been warned about, see globals.warnOnce.
	warned sync.Map
}

func newLife() *life {
	l := &life{}
	l.Context, l.cancel = context.WithCancel(context.Background())
	return l
}

// end returns when no runtime is in use, and none will be.
func (l *life) end() {
	l.cancel()
	l.inUse.Lock()
	defer l.inUse.Unlock()
}
