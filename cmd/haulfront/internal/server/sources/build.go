package sources

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
)

// pageCache is the number of rendered pages in memory, some 100 KB each with their compressed forms: all pages of a
// company with a hundred towns.
const pageCache = 256

// Options configure [Build].
type Options struct {
	Settings config.Settings
	// Dev bundles with React's development checks.
	Dev bool
	// HomeFirst is passed on to the site.
	HomeFirst bool
	// Export makes pages for another web server; nil makes those that the program serves.
	Export *site.Export
	// NewEngine creates the engine, for tests that share one bundle; nil is render.New.
	NewEngine func(render.Config) (*render.Engine, error)
	// Load loads the content, for tests that share it; nil is [Content.Load].
	Load func(*Content) (site.Source, error)
	// Observe and RenderTimeout are the Observe and the Timeout of the engine.
	Observe       func(render.Use)
	RenderTimeout time.Duration
	// Kept is the file that [Content.Keep] writes, empty for none. If the content cannot be served, the content in that
	// file is, and Refuse receives the problem.
	Kept   string
	Refuse func(error)
	Log    *slog.Logger
	Now    func() time.Time
}

// Build loads the content, bundles the sources and builds the site.
func Build(ctx context.Context, src Sources, files *Content, opt Options) (*site.Site, error) {
	set := opt.Settings
	var source site.Source
	var problem error // of the content
	var engine *render.Engine
	var scenes *scene.Set
	load := (*Content).Load
	if opt.Load != nil {
		load = opt.Load
	}
	files.options.NoForms = opt.Export != nil && opt.Export.Forms == nil
	parts, _ := errgroup.WithContext(ctx)
	parts.Go(func() error {
		// Later changes are reloaded.
		if _, problem = files.Changed(); problem != nil {
			problem = fmt.Errorf("read the content: %w", problem)
		} else {
			source, problem = load(files)
		}
		if opt.Kept == "" {
			return problem
		}
		return nil
	})
	parts.Go(func() (err error) {
		cfg := src.Engine(set, opt.Dev)
		cfg.Observe, cfg.Timeout = opt.Observe, opt.RenderTimeout
		newEngine := render.New
		if opt.NewEngine != nil {
			newEngine = opt.NewEngine
		}
		engine, err = newEngine(cfg)
		return err
	})
	parts.Go(func() (err error) {
		scenes, err = src.Scenes(ctx)
		return err
	})
	cardFont, err := src.CardFont()
	if err != nil {
		err = fmt.Errorf("the font of social cards: %w", err)
	}
	if err := errors.Join(parts.Wait(), err); err != nil {
		return nil, err
	}
	cfg := site.Config{
		Engine: engine, Scenes: scenes, CardFont: cardFont, PageCache: pageCache,
		BaseURL: set.BaseURL, MapsEmbedURL: set.MapsEmbedURL,
		Views: set.AnalyticsURL != nil, Sessions: set.SupabaseAnonymousSession,
		RetentionDays: int(set.LeadRetention.Hours() / 24),
		Office:        len(set.OfficeUsers) > 0 && opt.Export == nil, Export: opt.Export, HomeFirst: opt.HomeFirst,
		NoMemo: !set.RenderMemo, Development: opt.Dev, Log: opt.Log, Now: opt.Now,
	}
	build := func(source site.Source, err error) (*site.Site, error) {
		if err != nil {
			return nil, err
		}
		cfg.Source = source
		return site.Build(ctx, cfg)
	}
	built, err := build(source, problem)
	if err == nil || opt.Kept == "" || ctx.Err() != nil || errors.Is(err, render.ErrBusy) {
		return built, err
	}
	kept, keptErr := files.kept(opt.Kept)
	for _, former := range kept {
		if built, keptErr = build(former.Load()); keptErr == nil {
			opt.Refuse(err)
			return built, nil
		}
	}
	if errors.Is(keptErr, fs.ErrNotExist) {
		return nil, err // a first start
	}
	return nil, fmt.Errorf("%w\nthe last good content cannot be served either: %v", err, keptErr)
}
