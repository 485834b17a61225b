// Package develop serves a checkout to its developer: what package render/develop does for components, also for content
// and drawings. After changes of Go code, make dev builds and restarts the program; while that fails, the problems are
// shown over the pages of the last build. None of it is part of a production site.
package develop

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
	rebuild "haulfront/render/develop"
)

// The parts of a checkout that problems are reported for.
const (
	partContent = "content"
	partScenes  = "scenes"
	partSite    = "site"
	partProgram = "program"
)

const (
	// viewedLimit is the number of open pages that are rendered before browsers are notified of a change.
	viewedLimit = 2
	// showHead gives browsers time to show a changed script or stylesheet before the site is rebuilt.
	showHead = 40 * time.Millisecond
	// officeInterval is the time between polls of what the office has changed.
	officeInterval = time.Second
	// lastModDelay delays the dates of pages, which need the props of all pages, until no browser waits.
	lastModDelay = 2 * time.Second
)

// Developer serves changes of a checkout: content, components, styles and drawings. Problems are shown over the
// previous pages.
type Developer struct {
	src             sources.Sources
	dir, contentDir string // of the checkout and of the content
	options         rebuild.Options
	*rebuild.Server // of the components, from NewEngine on
	server          Server
	log             *slog.Logger
	now             func() time.Time

	// The latest valid state on disk; the served site may be older.
	source site.Source
	scenes *scene.Set
}

// Server is the running server.
type Server interface {
	Current() *site.Site // the served site
	Replace(*site.Site)  // serves another site
	// Content returns the content with what the office has changed over it, and whether that is new.
	Content(context.Context) (_ *sources.Content, changed bool)
}

// NewDeveloper returns a developer of the site that server serves. It also prints problems to terminal.
func NewDeveloper(
	src sources.Sources, files *sources.Content, set config.Settings, server Server, terminal io.Writer,
	log *slog.Logger, now func() time.Time,
) *Developer {
	d := &Developer{
		src: src, server: server, log: log, now: now, options: options(set),
		dir: absolute(src.Dir), contentDir: absolute(files.Dir),
	}
	d.options.Terminal = terminal
	return d
}

// NewEngine builds the first engine. Rebuilds use the same builder.
func (d *Developer) NewEngine(cfg render.Config) (_ *render.Engine, err error) {
	if d.Server, err = rebuild.NewServer(cfg, d.options); err != nil {
		return nil, err
	}
	_, err = d.Build()
	return d.Engine(), err
}

// Wrap returns a handler that adds the hub's script to every page of next.
func (d *Developer) Wrap(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return wrap(d.Hub, next)
}

// Run serves changes until ctx ends.
func (d *Developer) Run(ctx context.Context) error {
	watcher, err := rebuild.NewWatcher(d.watched()...)
	if err != nil {
		return err
	}
	defer watcher.Close()
	first := d.server.Current().Config()
	d.source, d.scenes = first.Source, first.Scenes
	d.serve(ctx, d.watched()) // changes since the site was built
	changes := make(chan []string)
	go func() {
		defer close(changes)
		for changed := watcher.Next(ctx); changed != nil; changed = watcher.Next(ctx) {
			changes <- changed
		}
	}()
	poll := time.NewTicker(officeInterval)
	defer poll.Stop()
	for {
		select {
		case changed, ok := <-changes:
			if !ok {
				return nil
			}
			d.serve(ctx, changed)
		case <-poll.C:
			d.serve(ctx, nil)
		}
	}
}

// watched are the folders with what is served, and with the problems of the program.
func (d *Developer) watched() []string {
	return []string{filepath.Join(d.dir, "components"), filepath.Join(d.dir, "assets"), d.contentDir,
		filepath.Dir(d.problems())}
}

// problems is the file into which make dev writes what go build prints.
func (d *Developer) problems() string { return filepath.Join(d.dir, "var", "develop", "problems.txt") }

// reportBuild shows the problems of the program.
func (d *Developer) reportBuild() {
	text, err := os.ReadFile(d.problems())
	if err == nil && len(text) > 0 {
		err = errors.New(string(text))
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // the program was not started by make dev
	}
	d.ReportError(partProgram, rebuild.Program, d.dir, err)
}

// serve serves changed files, and what the office has changed.
func (d *Developer) serve(ctx context.Context, changed []string) {
	began := time.Now()
	if slices.ContainsFunc(changed, func(path string) bool { return within(filepath.Dir(d.problems()), path) }) {
		d.reportBuild()
	}
	words := d.readContent(ctx, slices.ContainsFunc(changed, d.isContent))
	code := slices.ContainsFunc(changed, d.isSource) && d.bundle()
	drawn := slices.ContainsFunc(changed, d.isDrawing) && d.draw(ctx)
	if !words && !code && !drawn {
		return
	}
	before := d.server.Current()
	cfg := before.Config()
	otherScript := cfg.Engine.Script() != d.Engine().Script()
	otherPages := words || drawn || otherScript || cfg.Engine.Version() != d.Engine().Version()
	if otherScript || cfg.Engine.Stylesheet() != d.Engine().Stylesheet() {
		select {
		case <-time.After(showHead):
		case <-ctx.Done():
		}
	}
	cfg.Source, cfg.Engine, cfg.Scenes = d.source, d.Engine(), d.scenes
	next, err := before.Rebuild(ctx, cfg)
	if err == nil && otherPages {
		for _, path := range d.Viewed(viewedLimit) {
			if err = next.Make(ctx, path); err != nil {
				break
			}
		}
	}
	if ctx.Err() != nil {
		return
	}
	d.ReportError(partSite, rebuild.Content, d.contentDir, err)
	if err != nil {
		return
	}
	d.server.Replace(next)
	d.Served(otherPages)
	d.log.Info("change served", "files", len(changed), "took", time.Since(began).Round(time.Millisecond))
	time.AfterFunc(lastModDelay, func() { next.LastMod() }) // until then it refers to the previous site
}

// readContent reloads the content, if it was edited or the office has changed it, and reports whether it differs.
func (d *Developer) readContent(ctx context.Context, edited bool) bool {
	files, office := d.server.Content(ctx)
	if !edited && !office {
		return false
	}
	changed, err := files.Changed()
	if err == nil && !changed && !office {
		return false
	}
	var source site.Source
	if err == nil {
		source, err = files.Load()
	}
	d.ReportError(partContent, rebuild.Content, d.contentDir, err)
	if err != nil {
		return false
	}
	source.Modified = d.now()
	d.source = source
	return true
}

// bundle rebuilds the bundles and reports whether they differ.
func (d *Developer) bundle() bool {
	changed, _ := d.Build() // problems are shown
	return changed
}

// draw reloads the drawings and reports whether they differ.
func (d *Developer) draw(ctx context.Context) bool {
	scenes, err := d.src.Scenes(ctx)
	d.ReportError(partScenes, rebuild.Build, d.contentDir, err)
	if err != nil {
		return false
	}
	changed := !slices.Equal(scenes.Scenes(), d.scenes.Scenes())
	d.scenes = scenes
	return changed
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
