package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/web"
	"haulfront/content"
	"haulfront/render"
)

// offline is the site without anybody to serve: no address is taken and no journal is opened.
type offline struct {
	*web.Server
	words *content.Site
	// dir is the checkout.
	dir     string
	release func()
}

// openOffline makes the site from the content that the program carries.
func openOffline(ctx context.Context, f flags, env *environment) (_ *offline, err error) {
	set, err := f.check()
	if err != nil {
		return nil, fmt.Errorf("settings:\n%w", err)
	}
	s := &offline{}
	if s.words, err = content.Load(content.FS); err != nil {
		return nil, fmt.Errorf("content:\n%w", err)
	}
	days, err := seo.ReadDays(content.FS)
	if err != nil {
		return nil, err
	}
	base := set.baseURL
	if base == nil {
		if base, err = url.Parse(s.words.BaseURL()); err != nil {
			return nil, fmt.Errorf("the site's address: %w", err)
		}
	}
	if s.dir, s.release, err = sources(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.release()
		}
	}()
	engine, err := render.New(render.Config{
		Dir: s.dir, ServerEntry: serverEntry, BrowserEntry: browserEntry, PublicPath: "/assets/", Workers: set.renderWorkers,
	})
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(env.Stderr, nil))
	// Nothing is relayed here, and nobody signed in, but the pages say whether that is wanted of a browser.
	views, err := set.relay(base, log, env.Now)
	if err != nil {
		return nil, err
	}
	session, err := set.session()
	if err != nil {
		return nil, err
	}
	s.Server, err = web.New(ctx, web.Config{
		Site: s.words, Engine: engine, Session: session, Analytics: views, Log: log, Now: env.Now,
		BaseURL: base, MapsEmbedURL: set.mapsEmbedURL, Days: days, Photos: photoFolder(s.dir),
	})
	return s, err
}
