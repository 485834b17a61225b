package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
)

// siteOptions are the differences between the commands that make the site.
type siteOptions struct {
	// dev builds the browser's files with React's checks.
	dev bool
	// homeFirst is the HomeFirst of the site.
	homeFirst bool
	// export makes pages for another web server; nil makes those that the program serves.
	export *site.Export
	// observe is the Observe of the engine.
	observe func(render.Use)
	// newEngine makes the engine while developing; nil otherwise.
	newEngine func(render.Config) (*render.Engine, error)
	// renderTimeout is the Timeout of the engine.
	renderTimeout time.Duration
}

// buildSite loads the content, bundles the sources and makes the site: serve, export and check begin with it.
func buildSite(ctx context.Context, set settings, src sources, files *contentFiles, opt siteOptions, env *environment, log *slog.Logger) (*site.Site, error) {
	var source site.Source
	var engine *render.Engine
	var scenes *scene.Set
	var cardFont []byte
	parts, _ := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		// What changes from here on is taken up later.
		if _, err := files.changed(); err != nil {
			return fmt.Errorf("read the content: %w", err)
		}
		source, err = files.load()
		return err
	})
	parts.Go(func() (err error) {
		cfg := src.engine(set, opt.dev)
		cfg.Observe, cfg.Timeout = opt.observe, opt.renderTimeout
		newEngine := render.New
		switch {
		case opt.newEngine != nil:
			newEngine = opt.newEngine
		case env.NewEngine != nil:
			newEngine = env.NewEngine
		}
		engine, err = newEngine(cfg)
		return err
	})
	parts.Go(func() (err error) {
		scenes, err = src.scenes(ctx)
		return err
	})
	parts.Go(func() (err error) {
		if cardFont, err = src.cardFont(); err != nil {
			return fmt.Errorf("the font of social cards: %w", err)
		}
		return nil
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	var components fs.FS
	if opt.dev {
		components = os.DirFS(filepath.Join(src.dir, "components"))
	}
	return site.Build(ctx, site.Config{
		Source: source, Engine: engine, Scenes: scenes, CardFont: cardFont, PageCache: set.pageCache,
		BaseURL: set.baseURL, MapsEmbedURL: set.mapsEmbedURL, Views: set.analyticsURL != "", Sessions: set.supabaseSession,
		Export: opt.export, HomeFirst: opt.homeFirst, NoMemo: !set.renderMemo, Development: opt.dev, Components: components, Log: log, Now: env.Now,
	})
}

// offlineRenderTimeout bounds a render where no visitor waits, on a machine that is busy with something else.
const offlineRenderTimeout = time.Minute

// offline is the site for commands that do not serve: it listens on no address and opens no journal.
type offline struct {
	*site.Site
	files *contentFiles
	// contentDir is where the content's files can be changed: CONTENT_DIR, or the checkout's; empty where there is neither.
	contentDir string
}

// openOffline makes the site; export is nil for pages as they are served.
func openOffline(ctx context.Context, f flags, env *environment, export *site.Export) (*offline, error) {
	set, err := f.check()
	if err != nil {
		return nil, fmt.Errorf("settings:\n%w", err)
	}
	src, err := openSources(set, false)
	if err != nil {
		return nil, err
	}
	files, err := src.content(set, false)
	if err != nil {
		return nil, err
	}
	built, err := buildSite(ctx, set, src, files, siteOptions{export: export, renderTimeout: offlineRenderTimeout}, env, logging.New(env.Stderr, set.logFormat))
	if err != nil {
		return nil, err
	}
	dir := files.dir
	if dir == "" && src.dir != "" {
		dir = filepath.Join(src.dir, "content")
	}
	return &offline{built, files, dir}, nil
}
