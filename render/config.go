package render

import (
	"cmp"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/evanw/esbuild/pkg/api"
)

// Defaults for the zero fields of a [Config]. A render takes some ten milliseconds; the timeout is for infinite loops, and
// generous because the machine may be busy.
const (
	DefaultTimeout   = 10 * time.Second
	DefaultWait      = 2 * time.Second
	DefaultCallDepth = 4096
	DefaultMaxHTML   = 32 << 20
)

// Config says where the sources are, how they are bundled, and how much a render may cost. Only the sources and ServerEntry
// are needed.
type Config struct {
	// Dir is the folder that holds the sources and node_modules; empty is the working directory. It is not used with Sources.
	Dir string
	// Sources are the files that [Pack] returned, for a program that carries them. They are read from nowhere else.
	Sources fs.FS
	// ServerEntry and BrowserEntry are paths of modules below Dir. The server's calls serve, the browser's start. Without
	// a BrowserEntry nothing is built for browsers, and no page may have islands.
	ServerEntry, BrowserEntry string
	// PublicPath is the URL path under which the built files will be served, "/assets/" for example. It ends in a slash.
	PublicPath string
	// PageStyles is a pattern ([path.Match]) of the modules below Dir, the pages, that get a stylesheet each besides the one with
	// everything: for those who see one page, and for whom that one would be mostly rules of others. It holds what the module
	// imports, directly or not, and the CSS that the modules that import it name themselves. There is none with render/develop.
	PageStyles string
	// Development builds the browser's files with React's checks and without minification. The server renders the same
	// bytes. Package render/develop rebuilds such an engine when its sources change.
	Development bool

	// Options, if set, changes what esbuild is told before each build: Define, Loader, Plugins, Target, Alias and the like. What
	// the engine relies on (entry points, names, Format, Platform, Splitting, source maps, NODE_ENV and SSR in Define) is set after
	// it. It may be called several times for a target, by several goroutines. Plugins come after the engine's own; with Sources,
	// they find no files on disk.
	Options func(target Target, options *api.BuildOptions)
	// Log is told the bundler's warnings; nil stands for [slog.Default].
	Log *slog.Logger
	// Strict makes a [*BuildError] of the bundler's warnings: an import that is not used, a selector that matches nothing.
	Strict bool

	// Workers is the number of JavaScript runtimes; 0 stands for one a processor.
	Workers int
	// Timeout bounds one render of a page or an island; 0 stands for [DefaultTimeout], 10 s.
	Timeout time.Duration
	// Wait bounds the wait for a free runtime; 0 stands for [DefaultWait], 2 s.
	Wait time.Duration
	// CallDepth bounds the JavaScript call stack, in frames; 0 stands for [DefaultCallDepth], 4096.
	CallDepth int
	// MaxHTML bounds the HTML of one render, in bytes; 0 stands for [DefaultMaxHTML], 32 MiB.
	MaxHTML int

	// Observe, if set, is called after each use of a runtime, by the goroutine that rendered. It must not render.
	Observe func(Use)

	sources *sources // set by New and Pack
	life    *life    // set by New
}

// Use is one use of a runtime, or the attempt: what to measure.
type Use struct {
	// Name is the page or island that was rendered.
	Name string
	// Waited is the time until a runtime came free or the wait was given up; Took is the time of the render.
	Waited, Took time.Duration
	// Bytes is the length of the HTML.
	Bytes int
	// Err is why there is no HTML: [ErrBusy], [ErrClosed], a [*Error], or the end of the caller's context.
	Err error
	// Discarded says that the runtime was thrown away, because an interrupt or a panic left it in an undefined state.
	Discarded bool
}

// opened returns c with its zero limits set, its sources open, and a life of its own.
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
	return c, nil
}

// withDefaults returns c with its zero limits set.
func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	c.Timeout = cmp.Or(c.Timeout, DefaultTimeout)
	c.Wait = cmp.Or(c.Wait, DefaultWait)
	c.CallDepth = cmp.Or(c.CallDepth, DefaultCallDepth)
	c.MaxHTML = cmp.Or(c.MaxHTML, DefaultMaxHTML)
	return c
}

// life is how long an engine, and those of the same Toolchain, may be used.
type life struct {
	once   sync.Once
	closed chan struct{}
	// inUse is read-locked while a runtime is used.
	inUse sync.RWMutex
}

func newLife() *life { return &life{closed: make(chan struct{})} }

func (l *life) ended() bool {
	select {
	case <-l.closed:
		return true
	default:
		return false
	}
}

// end returns when no runtime is in use, and none will be.
func (l *life) end() {
	l.once.Do(func() { close(l.closed) })
	l.inUse.Lock()
	defer l.inUse.Unlock()
}
