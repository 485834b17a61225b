package sources

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
)

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
	// Observe and RenderTimeout are the Observe and the Timeout of the engine.
	Observe       func(render.Use)
	RenderTimeout time.Duration
	Log           *slog.Logger
	Now           func() time.Time
}

// Build loads the content, bundles the sources and builds the site.
func Build(ctx context.Context, src Sources, files *Content, opt Options) (*site.Site, error) {
	set := opt.Settings
	var source site.Source
	var engine *render.Engine
	var scenes *scene.Set
	var cardFont []byte
	parts, _ := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		// Later changes are reloaded.
		if _, err := files.Changed(); err != nil {
			return fmt.Errorf("read the content: %w", err)
		}
		source, err = files.Load()
		return err
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
	parts.Go(func() (err error) {
		if cardFont, err = src.CardFont(); err != nil {
			return fmt.Errorf("the font of social cards: %w", err)
		}
		return nil
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	var components fs.FS
	if opt.Dev {
		components = os.DirFS(filepath.Join(src.Dir, "components"))
	}
	return site.Build(ctx, site.Config{
		Source: source, Engine: engine, Scenes: scenes, CardFont: cardFont, PageCache: set.PageCache,
		BaseURL: set.BaseURL, MapsEmbedURL: set.MapsEmbedURL,
		Views: set.AnalyticsURL != nil, Sessions: set.SupabaseAnonymousSession,
		Export: opt.Export, HomeFirst: opt.HomeFirst, NoMemo: !set.RenderMemo, Development: opt.Dev,
		Components: components, Log: opt.Log, Now: opt.Now,
	})
}
