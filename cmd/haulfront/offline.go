package main

import (
	"context"
	"fmt"
	"net/url"

	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/web"
	"haulfront/content"
)

// offline is the site without anybody to serve: no address is taken and no journal is opened.
type offline struct {
	*web.Server
	words   *content.Site
	lastMod seo.LastMod
	base    *url.URL
	// dir is the checkout, empty where the sources are those that the program carries.
	dir string
}

// openOffline makes the site from the content that the program carries; export is nil for pages as they are served.
func openOffline(ctx context.Context, f flags, env *environment, export *web.Export) (*offline, error) {
	set, err := f.check()
	if err != nil {
		return nil, fmt.Errorf("settings:\n%w", err)
	}
	src, err := openSources(set, false)
	if err != nil {
		return nil, err
	}
	// Nothing is relayed here, and nobody signed in, but the pages say whether that is wanted of a browser.
	cfg, err := webConfig(ctx, set, src, src.engine(set, false), env, logging.New(env.Stderr))
	if err != nil {
		return nil, err
	}
	cfg.Export = export
	server, err := web.New(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return &offline{Server: server, words: cfg.Site, lastMod: cfg.LastMod, base: cfg.BaseURL, dir: src.dir}, nil
}
