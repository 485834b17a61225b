package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"

	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/web"
	"haulfront/content"
	"haulfront/render"
)

// webConfig reads the content and bundles the sources: all that serve, export and check make of the settings alike.
func webConfig(ctx context.Context, set settings, src sources, engine render.Config, env *environment, log *slog.Logger) (web.Config, error) {
	dev := engine.Development
	cfg := web.Config{
		Log: log, Now: env.Now, MapsEmbedURL: set.mapsEmbedURL, BaseURL: set.baseURL,
		TrustedProxies: set.trustedProxies, QuoteRateLimit: set.quoteRateLimit, Gallery: dev, NoMemo: !set.renderMemo,
	}
	var err error
	if cfg.Photos, err = src.photos(); err != nil {
		return cfg, fmt.Errorf("photographs: %w", err)
	}
	parts, _ := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		files := src.content(dev)
		if cfg.Site, err = content.Load(files); err != nil {
			return fmt.Errorf("content:\n%w", err)
		}
		cfg.LastMod, err = seo.ReadLastMod(files)
		return err
	})
	parts.Go(func() (err error) {
		cfg.Engine, err = render.New(engine)
		return err
	})
	parts.Go(func() (err error) {
		cfg.Scenes, err = src.scenes(ctx)
		return err
	})
	if err := parts.Wait(); err != nil {
		return cfg, err
	}
	if cfg.BaseURL == nil {
		if cfg.BaseURL, err = url.Parse(cfg.Site.BaseURL()); err != nil {
			return cfg, fmt.Errorf("the site's address: %w", err)
		}
	}
	cfg.Secret = set.sharedSecret(cfg.BaseURL)
	if cfg.Analytics, err = set.relay(cfg.BaseURL, log, env.Now); err != nil {
		return cfg, err
	}
	cfg.Session, err = set.session()
	return cfg, err
}
