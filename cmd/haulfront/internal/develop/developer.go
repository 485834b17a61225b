package develop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/sources"
	"haulfront/render"
	rebuild "haulfront/render/develop"
)

// The parts of a checkout that problems are reported for.
const (
	partContent = "content"
	partSources = "sources"
	partScenes  = "scenes"
	partSite    = "site"
	partProgram = "program"
)

const (
	// viewedLimit is the number of open pages that are rendered before browsers are notified of a change.
	viewedLimit = 2
	// scriptHead gives browsers time to import a changed script: changed islands appear before pages are rendered.
	scriptHead = 40 * time.Millisecond
	// lastModDelay delays the dates of pages, which need the props of all pages, until no browser waits.
	lastModDelay = 2 * time.Second
)

// Developer serves changes of a checkout: content, components, styles and drawings. Problems are shown over the
// previous pages.
type Developer struct {
	src             sources.Sources
	files           *sources.Content
	dir, contentDir string // of the checkout and of the content
	hub             *Hub
	server          Server
	terminal        io.Writer
	log             *slog.Logger
	now             func() time.Time

	// The latest valid state on disk; the served site may be older.
	source  site.Source
	builder *rebuild.Builder
	engine  *render.Engine
	scenes  *scene.Set
	built   atomic.Pointer[render.Engine] // engine, for other goroutines
}

// Server is the running server.
type Server interface {
	Current() *site.Site // the served site
	Replace(*site.Site)  // serves another site
}

// NewDeveloper returns a developer of the site that server serves. It also prints problems to terminal.
func NewDeveloper(
	src sources.Sources, files *sources.Content, set config.Settings, server Server, terminal io.Writer,
	log *slog.Logger, now func() time.Time,
) *Developer {
	d := &Developer{
		src: src, files: files, server: server, terminal: terminal, log: log, now: now,
		dir: absolute(src.Dir), contentDir: absolute(files.Dir),
	}
	d.hub = NewHub(d.dir, set, d)
	return d
}

// Hub returns the hub that notifies browsers.
func (d *Developer) Hub() *Hub { return d.hub }

// NewEngine builds the first engine. Rebuilds use the same builder.
func (d *Developer) NewEngine(cfg render.Config) (engine *render.Engine, err error) {
	if d.builder, err = rebuild.New(cfg); err != nil {
		return nil, err
	}
	return d.builder.Build()
}

// Observe is the engine's Observe: a page may fail long after the change that broke it.
func (d *Developer) Observe(use render.Use) {
	if thrown := (*render.Error)(nil); errors.As(use.Err, &thrown) {
		d.hub.Report(oneComponent+use.Name, ProblemsOf(use.Err, Render, d.dir)...)
	}
}

// sourceMap returns the source map of a script, nil for none.
func (d *Developer) sourceMap(path string) []byte {
	path += ".map"
	if data := d.asset(path); data != nil {
		return data
	}
	response, err := d.server.Current().File(context.Background(), path, site.Encodings{})
	if err != nil {
		return nil
	}
	return response.Body
}

// asset returns a file of the latest engine, nil for none.
func (d *Developer) asset(path string) []byte {
	if engine := d.built.Load(); engine != nil {
		for _, asset := range engine.Assets() {
			if asset.Path == path {
				return asset.Body
			}
		}
	}
	return nil
}

// Run serves changes until ctx ends.
func (d *Developer) Run(ctx context.Context) error {
	watched := []string{filepath.Join(d.dir, "components"), filepath.Join(d.dir, "assets"), d.contentDir}
	watcher, err := NewWatcher(sources.Temporary, watched...)
	if err != nil {
		return err
	}
	defer watcher.Close()
	first := d.server.Current().Config()
	d.source, d.engine, d.scenes = first.Source, first.Engine, first.Scenes
	d.built.Store(d.engine)
	d.hub.Built(d.engine.Script(), d.engine.Stylesheet())
	d.serve(ctx, watched) // changes since the site was built
	for changed := watcher.Next(ctx); changed != nil; changed = watcher.Next(ctx) {
		d.serve(ctx, changed)
	}
	return nil
}

// serve serves changed files.
func (d *Developer) serve(ctx context.Context, changed []string) {
	began := time.Now()
	words := slices.ContainsFunc(changed, d.isContent) && d.readContent()
	code := slices.ContainsFunc(changed, d.isSource) && d.bundle()
	drawn := slices.ContainsFunc(changed, d.isDrawing) && d.draw(ctx)
	if !words && !code && !drawn {
		return
	}
	before := d.server.Current()
	cfg := before.Config()
	otherPages := words || drawn || otherPages(cfg.Engine, d.engine)
	if cfg.Engine.Script() != d.engine.Script() {
		select {
		case <-time.After(scriptHead):
		case <-ctx.Done():
		}
	}
	cfg.Source, cfg.Engine, cfg.Scenes = d.source, d.engine, d.scenes
	next, err := before.Rebuild(ctx, cfg)
	if err == nil && otherPages {
		for _, path := range d.hub.Viewed(viewedLimit) {
			if err = next.Make(ctx, path); err != nil {
				break
			}
		}
	}
	if ctx.Err() != nil {
		return
	}
	d.report(partSite, Content, err)
	if err != nil {
		return
	}
	d.server.Replace(next)
	d.hub.Served(otherPages)
	d.log.Info("change served", "files", len(changed), "took", time.Since(began).Round(time.Millisecond))
	time.AfterFunc(lastModDelay, func() { next.LastMod() }) // until then it refers to the previous site
}

// readContent reloads the content and reports whether it differs.
func (d *Developer) readContent() bool {
	changed, err := d.files.Changed()
	if err == nil && !changed {
		return false
	}
	var source site.Source
	if err == nil {
		source, err = d.files.Load()
	}
	d.report(partContent, Content, err)
	if err != nil {
		return false
	}
	source.Modified = d.now()
	d.source = source
	return true
}

// bundle rebuilds the bundles and reports whether they differ.
func (d *Developer) bundle() bool {
	next, err := d.builder.Build()
	d.report(partSources, Build, err)
	if err != nil {
		return false
	}
	changed := next.Version() != d.engine.Version() || !slices.Equal(paths(next), paths(d.engine))
	if changed {
		d.engine = next
		d.built.Store(next)
		d.hub.Built(next.Script(), next.Stylesheet())
	}
	return changed
}

// draw reloads the drawings and reports whether they differ.
func (d *Developer) draw(ctx context.Context) bool {
	scenes, err := d.src.Scenes(ctx)
	d.report(partScenes, Build, err)
	if err != nil {
		return false
	}
	changed := !slices.Equal(scenes.Scenes(), d.scenes.Scenes())
	d.scenes = scenes
	return changed
}

// otherPages reports whether another engine renders other pages, not only another stylesheet.
func otherPages(before, next *render.Engine) bool {
	style := func(path string) bool { return strings.HasSuffix(path, ".css") }
	return before.Version() != next.Version() ||
		!slices.Equal(slices.DeleteFunc(paths(before), style), slices.DeleteFunc(paths(next), style))
}

func paths(e *render.Engine) (paths []string) {
	for _, asset := range e.Assets() {
		paths = append(paths, asset.Path)
	}
	slices.Sort(paths)
	return paths
}

// report shows the problems of a part in browsers and, if they are new, in the terminal.
func (d *Developer) report(part string, kind Kind, err error) {
	news := d.hub.Report(part, ProblemsOf(err, kind, d.contentDir)...)
	if err != nil && news {
		fmt.Fprintf(d.terminal, "haulfront: %v\nwaiting for a change\n", err)
	}
}

func (d *Developer) isContent(path string) bool {
	photos := filepath.Join(d.dir, "assets", sources.PhotosFolder)
	return within(d.contentDir, path) || within(photos, path) || within(path, photos)
}

func (d *Developer) isSource(path string) bool {
	assets := filepath.Join(d.dir, "assets")
	return within(filepath.Join(d.dir, "components"), path) ||
		within(assets, path) && !within(filepath.Join(assets, sources.PhotosFolder), path)
}

func (d *Developer) isDrawing(path string) bool {
	components := filepath.Join(d.dir, "components")
	return path == components || within(filepath.Join(components, "art"), path) ||
		strings.HasPrefix(path, filepath.Join(components, "entry.scenes"))
}

func absolute(path string) string {
	if all, err := filepath.Abs(path); err == nil {
		return all
	}
	return path
}

// within reports whether path is a folder or below it.
func within(folder, path string) bool {
	return path == folder || strings.HasPrefix(path, folder+string(filepath.Separator))
}
