// Package develop rebuilds an engine of package render while its sources are edited, and shows the changes in browsers.
//
// A [Server] does all of this for net/http. Its parts are for other servers: a [Builder], a [Watcher] and a [Hub].
//
// A [Builder] bundles packages once and compiles each source file by itself, to a function that gets its imports at run
// time. A change costs as much as the files that changed: compiling a whole bundle for goja takes ten times as long.
// The engines render the bytes of production, and failed builds have its errors.
//
// In the browser, a page shows changed islands when it imports the new engine's script:
//
//	const { refreshed } = await import(script + "?" + Date.now());
//
// With the package react-refresh installed, React renders changed components again with the state that they have (Fast
// Refresh). refreshed is false if the page must be loaded again: the entry, one of its direct imports, or a package has
// changed.
package develop

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"haulfront/render"
	"haulfront/render/internal/toolchain"
)

// Builder makes an engine of the sources as they are. It may be used by several goroutines.
type Builder struct {
	tools           tools
	publicPath      string
	server, browser *sources // browser is nil without a BrowserEntry
	// registry is modules.js, and start runs the server's entry.
	registry, start *goja.Program

	mu     sync.Mutex // held during a build
	engine *render.Engine
	closed bool
}

type tools = toolchain.Tools[render.Target, render.Asset, render.Engine]

// New returns a builder for the sources below cfg.Dir, with [render.Config.Development] set.
func New(cfg render.Config) (*Builder, error) {
	tools, err := toolchain.New.(func(render.Config) (tools, error))(cfg)
	if err != nil {
		return nil, err
	}
	b := &Builder{tools: tools, publicPath: cfg.PublicPath, server: newSources(tools, render.Server, cfg.ServerEntry)}
	if cfg.BrowserEntry != "" {
		b.browser = newSources(tools, render.Browser, cfg.BrowserEntry)
	}
	if b.registry, err = tools.Compile(registryScript, nil); err != nil {
		return nil, err
	}
	b.start, err = tools.Compile([]byte(startStatement(b.server.entry, "")), nil)
	return b, err
}

// Build returns an engine of the sources as they are now. It compiles what has changed since the last call; if the
// server program is the same, so are the runtimes. Earlier engines can still be used. If the sources cannot be
// compiled, the error is that of [render.New]. From the second call on, an entry that throws is the error of each
// render.
func (b *Builder) Build() (*render.Engine, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, fmt.Errorf("build: %w", render.ErrClosed)
	}
	var server, browser toolchain.Build[render.Asset]
	var browserErr error
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		if b.browser != nil {
			browser, browserErr = b.buildBrowser()
		}
	}()
	server, err := b.buildServer()
	<-ready
	if err := errors.Join(err, browserErr); err != nil {
		return nil, err
	}
	server.Script, server.BrowserSources = browser.Script, browser.BrowserSources
	server.Assets = append(server.Assets, browser.Assets...)
	next, err := b.tools.Engine(server, b.engine)
	if err == nil {
		b.engine = next
	}
	return next, err
}

// Close releases what esbuild keeps, and closes all engines of the builder.
func (b *Builder) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.server.close()
	if b.browser != nil {
		b.browser.close()
	}
	if b.engine != nil {
		b.engine.Close()
	}
}

var (
	//go:embed modules.js
	registryScript []byte
	//go:embed refresh.js
	refreshScript []byte
)

// refreshPackage is React's package for Fast Refresh, see refresh.js.
const refreshPackage = "react-refresh"

// startStatement is a statement that runs an entry, in the browser with the script of its packages.
func startStatement(entry, packages string) string {
	return fmt.Sprintf("__haulfrontModules.start(%q, %q);\n", idPrefix+entry, packages)
}

// buildServer makes the server program and the stylesheet.
func (b *Builder) buildServer() (build toolchain.Build[render.Asset], err error) {
	needed, assets, err := b.server.update()
	if err != nil {
		return build, err
	}
	packages, err := b.server.bundlePackages(usedNames(needed))
	if err != nil {
		return build, err
	}
	build.Assets = b.joinStyles(packages.assets, assets)
	if hasStyles(build.Assets) {
		build.Stylesheet = build.Assets[0].Path
	}
	build.Programs = []*goja.Program{b.registry, packages.program}
	sum := sha256.New()
	sum.Write([]byte(packages.code))
	for _, m := range needed {
		build.Programs = append(build.Programs, m.program)
		sum.Write([]byte(m.id + m.sum))
	}
	build.Programs = append(build.Programs, b.start)
	build.Sum = hex.EncodeToString(sum.Sum(nil)[:8])
	return build, nil
}

// buildBrowser makes the browser's scripts: one with all packages, and the entry with all modules.
func (b *Builder) buildBrowser() (build toolchain.Build[render.Asset], err error) {
	needed, assets, err := b.browser.update()
	if err != nil {
		return build, err
	}
	used := usedNames(needed)
	_, err = os.Stat(filepath.Join(b.tools.Dir, packagesFolder, refreshPackage))
	refreshes := err == nil
	if refreshes {
		used[refreshPackage+"/runtime"] = []string{everything}
	}
	packages, err := b.browser.bundlePackages(used)
	if err != nil {
		return build, err
	}
	library := render.Asset{Body: slices.Concat(registryScript, []byte(packages.code))}
	if refreshes {
		library.Body = append(library.Body, refreshScript...)
	}
	library.Path = b.address("packages.js", library.Body)
	var script strings.Builder
	fmt.Fprintf(&script, "import %q;\n", library.Path)
	lines := 1
	var sections []map[string]any // see https://tc39.es/ecma426/#sec-index-source-map
	for _, m := range needed {
		definition, offset := m.definition(), map[string]int{"line": lines + 1, "column": 0}
		sections = append(sections, map[string]any{"offset": offset, "map": json.RawMessage(m.sourceMap)})
		script.WriteString(definition)
		lines += strings.Count(definition, "\n")
		if !strings.Contains(m.id, ":") {
			build.BrowserSources = append(build.BrowserSources, m.id)
		}
	}
	slices.Sort(build.BrowserSources)
	entry := b.browser.entry
	script.WriteString("export const refreshed = " + startStatement(entry, library.Path))
	name := strings.TrimSuffix(path.Base(entry), path.Ext(entry)) + ".js"
	build.Script = b.address(name, []byte(script.String()))
	sourceMap, err := json.Marshal(map[string]any{"version": 3, "sections": sections})
	if err != nil {
		return build, fmt.Errorf("join the source maps: %w", err)
	}
	script.WriteString("//# sourceMappingURL=" + path.Base(build.Script) + ".map\n")
	build.Assets = append(slices.Concat(assets, packages.assets), library,
		render.Asset{Path: build.Script, Body: []byte(script.String()), Source: entry},
		render.Asset{Path: build.Script + ".map", Body: sourceMap})
	return build, nil
}

// joinStyles returns the files that the server's builds emit for browsers, the stylesheet first, with the CSS of the
// packages before that of the sources.
func (b *Builder) joinStyles(packages, own []render.Asset) []render.Asset {
	if !hasStyles(packages) {
		return slices.Concat(own, packages)
	}
	if !hasStyles(own) {
		return slices.Concat(packages, own)
	}
	css := slices.Concat(packages[0].Body, own[0].Body)
	joined := render.Asset{Path: b.address("site.css", css), Body: css}
	return slices.Concat([]render.Asset{joined}, packages[1:], own[1:])
}

func hasStyles(files []render.Asset) bool {
	return len(files) > 0 && path.Ext(files[0].Path) == ".css"
}

// address is the URL path of a file, with a hash of its content.
func (b *Builder) address(name string, content []byte) string {
	sum := sha256.Sum256(content)
	extension := path.Ext(name)
	hash := strings.ToUpper(hex.EncodeToString(sum[:4]))
	return b.publicPath + strings.TrimSuffix(name, extension) + "-" + hash + extension
}
