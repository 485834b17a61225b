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

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/sources"
	"haulfront/render"
	rebuild "haulfront/render/develop"
)

// The parts of a checkout that problems are reported of.
const (
	partContent = "content"
	partSources = "sources"
	partScenes  = "scenes"
	partSite    = "site"
	partProgram = "program"
)

// viewedLimit is how many of the pages that browsers show are rendered before they are told of a change.
const viewedLimit = 2

// scriptHead is how long browsers that were told of another script have the machine for themselves: the islands in it are shown
// before the pages around them are rendered.
const scriptHead = 40 * time.Millisecond

// lastModDelay keeps the days of pages, which need the props of all of them, from being made while a browser waits for one page.
const lastModDelay = 2 * time.Second

// Developer takes up changes of a checkout while it is served: content, components, styles and drawings. What cannot be served is
// shown over the pages as they were before.
type Developer struct {
	src   sources.Sources
	files *sources.Content
	// dir and contentDir are the folders of the checkout and of the content.
	dir, contentDir string
	hub             *Hub
	server          Server
	terminal        io.Writer
	log             *slog.Logger
	now             func() time.Time

	// What is on disk, as far as it could be read; what is served may be older.
	source  site.Source
	builder *rebuild.Builder
	engine  *render.Engine
	scenes  *scene.Set
	// built is engine, for other goroutines.
	built atomic.Pointer[render.Engine]
}

// Server is the running server, as a developer changes it.
type Server interface {
	// Current is the site that is served.
	Current() *site.Site
	// Replace serves another one.
	Replace(*site.Site)
}

// NewDeveloper makes what takes up changes in the site that server serves. It reports problems to terminal too.
func NewDeveloper(
	src sources.Sources, files *sources.Content, editor string, server Server, terminal io.Writer, log *slog.Logger, now func() time.Time,
) *Developer {
	d := &Developer{
		src: src, files: files, server: server, terminal: terminal, log: log, now: now,
		dir: absolute(src.Dir), contentDir: absolute(files.Dir),
	}
	d.hub = NewHub(d.dir, editor, d)
	return d
}

// Hub is what browsers follow.
func (d *Developer) Hub() *Hub { return d.hub }

// NewEngine makes the first engine, and the builder of those that follow.
func (d *Developer) NewEngine(cfg render.Config) (engine *render.Engine, err error) {
	if d.builder, err = rebuild.New(cfg); err != nil {
		return nil, err
	}
	return d.builder.Build()
}

// Observe is the Observe of the engine: a page may fail long after the change that broke it.
func (d *Developer) Observe(use render.Use) {
	var thrown *render.Error
	if errors.As(use.Err, &thrown) {
		d.hub.ReportComponent(use.Name, ProblemsOf(use.Err, Render, d.dir)...)
	}
}

// NotServed implements [Files].
func (d *Developer) NotServed(path string) []byte {
	if d.server.Current().HasFile(path) {
		return nil
	}
	return d.asset(path)
}

// SourceMap implements [Files].
func (d *Developer) SourceMap(path string) []byte {
	path += ".map"
	if sourceMap := d.asset(path); sourceMap != nil {
		return sourceMap
	}
	response, err := d.server.Current().File(context.Background(), path, site.Encodings{})
	if err != nil {
		return nil
	}
	return response.Body
}

// asset returns a file of the newest engine, nil for none.
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

// watched are the folders whose changes are taken up.
func (d *Developer) watched() []string {
	return []string{filepath.Join(d.dir, "components"), filepath.Join(d.dir, "assets"), d.contentDir}
}

// Run takes up changes until ctx ends.
func (d *Developer) Run(ctx context.Context) error {
	watcher, err := NewWatcher(sources.Temporary, d.watched()...)
	if err != nil {
		return err
	}
	defer watcher.Close()
	first := d.server.Current()
	d.source, d.engine, d.scenes = first.Source(), first.Engine(), first.Scenes()
	d.built.Store(d.engine)
	d.hub.Built(d.engine.Script(), d.engine.Stylesheet())
	// What has changed since the site was built.
	d.take(ctx, d.watched())
	for {
		changed := watcher.Next(ctx)
		if changed == nil {
			return nil
		}
		d.take(ctx, changed)
	}
}

// take takes up changed files.
func (d *Developer) take(ctx context.Context, changed []string) {
	began := time.Now()
	words := slices.ContainsFunc(changed, d.isContent) && d.readContent()
	code := slices.ContainsFunc(changed, d.isSource) && d.bundle()
	drawn := slices.ContainsFunc(changed, d.isDrawing) && d.draw(ctx)
	if !words && !code && !drawn {
		return
	}
	before := d.server.Current()
	if before.Engine().Script() != d.engine.Script() {
		select {
		case <-time.After(scriptHead):
		case <-ctx.Done():
		}
	}
	next, err := before.Develop(ctx, d.source, d.engine, d.scenes)
	otherPages := words || drawn || otherPages(before.Engine(), d.engine)
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
	time.AfterFunc(lastModDelay, func() { next.LastMod() }) // it refers to the site before until then
}

// readContent reads the content, and reports whether there is other content to be served.
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

// bundle bundles the sources, and reports whether there are others to be served.
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

// draw opens the drawings, and reports whether there are others to be served.
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

// otherPages reports whether the pages of another engine are other pages: it has more than another stylesheet.
func otherPages(before, next *render.Engine) bool {
	style := func(path string) bool { return strings.HasSuffix(path, ".css") }
	return before.Version() != next.Version() ||
		!slices.Equal(slices.DeleteFunc(paths(before), style), slices.DeleteFunc(paths(next), style))
}

// paths are the addresses of an engine's files.
func paths(e *render.Engine) (paths []string) {
	for _, asset := range e.Assets() {
		paths = append(paths, asset.Path)
	}
	slices.Sort(paths)
	return paths
}

// report shows what is wrong with a part of the checkout, in browsers and, where it is news, in the terminal.
func (d *Developer) report(part string, kind Kind, err error) {
	news := d.hub.Report(part, ProblemsOf(err, kind, d.contentDir)...)
	if err != nil && news {
		fmt.Fprintf(d.terminal, "haulfront: %v\nwaiting for a change\n", err)
	}
}

func (d *Developer) isContent(path string) bool {
	return within(d.contentDir, path) || within(filepath.Join(d.dir, "assets", sources.PhotosFolder), path) ||
		within(path, filepath.Join(d.dir, "assets", sources.PhotosFolder))
}

func (d *Developer) isSource(path string) bool {
	return (within(filepath.Join(d.dir, "components"), path) || within(filepath.Join(d.dir, "assets"), path)) &&
		!within(filepath.Join(d.dir, "assets", sources.PhotosFolder), path)
}

func (d *Developer) isDrawing(path string) bool {
	components := filepath.Join(d.dir, "components")
	return path == components || within(filepath.Join(components, "art"), path) || strings.HasPrefix(path, filepath.Join(components, "entry.scenes"))
}

// absolute is a path that holds wherever it is used from.
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
