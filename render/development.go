package render

import (
	"crypto/sha256"
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
)

// development is what builds with [Config.Development] keep for the next one. Nothing is bundled but packages and styles: see
// modules.
type development struct {
	mu              sync.Mutex // held during a build
	react           func() (react, error)
	server, browser *modules
	// registry is modules.js for the server, and start what runs the entry.
	registry, start *goja.Program
	styles          devStyles
}

// Globals that the runtime's scripts leave to the code around modules.
const (
	defineFunction = "__haulfrontDefine"
	modulesObject  = "__haulfrontModules"
)

func newDevelopment(cfg Config) (d *development, err error) {
	d = &development{server: newModules(Server), browser: newModules(Browser)}
	d.react = sync.OnceValues(func() (react, error) { return buildReact(cfg) })
	go d.react()
	if d.registry, err = compile(runtimeScript("modules.js"), nil); err != nil {
		return nil, err
	}
	d.start, err = compile([]byte(startStatement(cfg.ServerEntry, "")), nil)
	return d, err
}

// runtimeScript returns a script of runtime that is run as it is.
func runtimeScript(name string) []byte {
	script, err := runtimeFiles.ReadFile("runtime/" + name)
	if err != nil {
		panic("render: " + err.Error()) // it is embedded
	}
	return script
}

// startStatement is a statement that runs an entry, in the browser with the script of its packages.
func startStatement(entry, packages string) string {
	return fmt.Sprintf("%s.start(%q, %q);\n", modulesObject, idPrefix+path.Clean(entry), packages)
}

// Rebuild returns an engine of the sources as they are now, for an engine with [Config.Development]. What has not changed is not
// compiled again, and where the server program is the same, so are its runtimes; e can still be used. Where the sources cannot be
// compiled, the error is that of [New]. Runtimes follow: what the entry throws is the error of whatever is rendered. One call at a
// time builds.
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
	if d.styles.context != nil {
		d.styles.context.Dispose()
		d.styles.context = nil
	}
}

// build makes the bundle of what has changed and what was built before.
func (d *development) build(cfg Config) (*bundle, error) {
	b := &bundle{}
	var browserAssets []Asset
	var browserErr error
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		defer recovered(&browserErr)
		if cfg.BrowserEntry != "" {
			browserAssets, browserErr = d.buildBrowser(cfg, b)
		}
	}()
	needed, serverErr := d.buildServer(cfg, b)
	<-ready
	if err := errors.Join(serverErr, browserErr); err != nil {
		return nil, err
	}
	for _, m := range needed {
		b.add(m.assets...)
	}
	b.add(d.styles.assets...)
	b.add(browserAssets...)
	return b, nil
}

// add adds assets that the bundle does not have.
func (b *bundle) add(assets ...Asset) {
	for _, asset := range assets {
		if !slices.ContainsFunc(b.assets, func(a Asset) bool { return a.Path == asset.Path }) {
			b.assets = append(b.assets, asset)
		}
	}
}

// buildServer makes the server program and the stylesheet.
func (d *development) buildServer(cfg Config, b *bundle) (needed []*module, err error) {
	needed, imported, styles, err := d.server.update(cfg, path.Clean(cfg.ServerEntry))
	if err != nil {
		return nil, err
	}
	others, err := d.server.buildPackages(cfg, imported)
	if err != nil {
		return nil, err
	}
	if err := d.buildStyles(cfg, styles); err != nil {
		return nil, err
	}
	own, err := d.react()
	if err != nil {
		return nil, err
	}
	if len(d.styles.assets) > 0 && len(styles) > 0 {
		b.stylesheet = d.styles.assets[0].Path
	}
	b.programs = []*goja.Program{own.program, d.registry, others.program}
	sum := sha256.New()
	sum.Write(own.sum[:])
	sum.Write([]byte(others.code))
	for _, m := range needed {
		b.programs = append(b.programs, m.program)
		sum.Write([]byte(m.id + m.sum))
	}
	b.programs = append(b.programs, d.start)
	b.version = hex.EncodeToString(sum.Sum(nil)[:8])
	return needed, nil
}

// buildBrowser makes the browser's scripts: one of the packages with what modules need, and the entry with all modules.
func (d *development) buildBrowser(cfg Config, b *bundle) ([]Asset, error) {
	entry := path.Clean(cfg.BrowserEntry)
	needed, imported, _, err := d.browser.update(cfg, entry)
	if err != nil {
		return nil, err
	}
	_, err = os.Stat(filepath.Join(cfg.Dir, refreshPackage))
	refreshes := err == nil
	if refreshes {
		imported = append(imported, refreshPackage+"/runtime")
	}
	others, err := d.browser.buildPackages(cfg, imported)
	if err != nil {
		return nil, err
	}
	name := func(name, text string) string {
		sum := sha256.Sum256([]byte(text))
		return cfg.PublicPath + name + "-" + strings.ToUpper(hex.EncodeToString(sum[:4])) + ".js"
	}
	library := Asset{Body: slices.Concat(runtimeScript("modules.js"), []byte(others.code))}
	if refreshes {
		library.Body = append(library.Body, runtimeScript("refresh.js")...)
	}
	library.Path = name("packages", string(library.Body))
	assets := []Asset{library}
	var script strings.Builder
	fmt.Fprintf(&script, "import %q;\n", library.Path)
	lines := 1
	var sections []section
	for _, m := range needed {
		definition := m.definition()
		sections = append(sections, section{Offset: offset{Line: lines + 1}, Map: m.sourceMap})
		script.WriteString(definition)
		lines += strings.Count(definition, "\n")
		assets = append(assets, m.assets...)
		if fileOf(cfg, m.id) != "" {
			b.browserSources = append(b.browserSources, m.id)
		}
	}
	slices.Sort(b.browserSources)
	script.WriteString("export const refreshed = " + startStatement(cfg.BrowserEntry, library.Path))
	b.script = name(strings.TrimSuffix(path.Base(entry), path.Ext(entry)), script.String())
	sourceMap, err := json.Marshal(map[string]any{"version": 3, "sections": sections})
	if err != nil {
		return nil, fmt.Errorf("join the source maps: %w", err)
	}
	script.WriteString("//# sourceMappingURL=" + path.Base(b.script) + ".map\n")
	return append(assets, Asset{Path: b.script, Body: []byte(script.String()), Source: cfg.BrowserEntry}, Asset{Path: b.script + ".map", Body: sourceMap}), nil
}

// section is a part of a source map, see https://tc39.es/ecma426/#sec-index-source-map.
type section struct {
	Offset offset          `json:"offset"`
	Map    json.RawMessage `json:"map"`
}

type offset struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}
