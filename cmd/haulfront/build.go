package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/scene"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
	"haulfront/render"
)

// siteOptions are the differences between the commands that make the site.
type siteOptions struct {
	// dev reads the content from the checkout and builds the browser's files with React's checks.
	dev bool
	// export makes pages for another web server; nil makes those that the program serves.
	export *site.Export
	// observe is the Observe of the engine.
	observe func(render.Use)
	// renderTimeout is the Timeout of the engine.
	renderTimeout time.Duration
}

// buildSite loads the content, bundles the sources and makes the site: serve, export and check begin with it.
func buildSite(ctx context.Context, set settings, src sources, opt siteOptions, env *environment, log *slog.Logger) (*site.Site, error) {
	var words *content.Site
	var lastMod seo.LastMod
	var engine *render.Engine
	var scenes *scene.Set
	var photos fs.FS
	var cardFont []byte
	parts, _ := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		files := src.content(opt.dev)
		if words, err = content.Load(files); err != nil {
			return fmt.Errorf("content:\n%w", err)
		}
		lastMod, err = seo.ReadLastMod(files)
		return err
	})
	parts.Go(func() (err error) {
		cfg := src.engine(set, opt.dev)
		cfg.Observe, cfg.Timeout = opt.observe, opt.renderTimeout
		engine, err = render.New(cfg)
		return err
	})
	parts.Go(func() (err error) {
		scenes, err = src.scenes(ctx)
		return err
	})
	parts.Go(func() (err error) {
		if photos, err = src.photos(); err != nil {
			return fmt.Errorf("photographs: %w", err)
		}
		if cardFont, err = src.cardFont(); err != nil {
			return fmt.Errorf("the font of social cards: %w", err)
		}
		return nil
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	return site.Build(ctx, site.Config{
		Content: words, Engine: engine, Scenes: scenes, CardFont: cardFont, Photos: photos, LastMod: lastMod,
		BaseURL: set.baseURL, MapsEmbedURL: set.mapsEmbedURL, Views: set.analyticsURL != "", Sessions: set.supabaseSession,
		Export: opt.export, NoMemo: !set.renderMemo, Log: log, Now: env.Now,
	})
}

// offlineRenderTimeout bounds a render where no visitor waits, on a machine that is busy with something else.
const offlineRenderTimeout = time.Minute

// offline is the site for commands that do not serve: it listens on no address and opens no journal.
type offline struct {
	*site.Site
	// dir is the checkout, empty where the sources are those that the program carries.
	dir string
}

// openOffline makes the site from the content that the program carries; export is nil for pages as they are served.
func openOffline(ctx context.Context, f flags, env *environment, export *site.Export) (*offline, error) {
	set, err := f.check()
	if err != nil {
		return nil, fmt.Errorf("settings:\n%w", err)
	}
	src, err := openSources(set, false)
	if err != nil {
		return nil, err
	}
	built, err := buildSite(ctx, set, src, siteOptions{export: export, renderTimeout: offlineRenderTimeout}, env, logging.New(env.Stderr))
	if err != nil {
		return nil, err
	}
	return &offline{built, src.dir}, nil
}
