package command

import (
	"context"
	"path/filepath"
	"time"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site"
)

// offlineRenderTimeout bounds a render where no visitor waits, on a machine that is busy with something else.
const offlineRenderTimeout = time.Minute

// offline is the site for commands that do not serve: it listens on no address and opens no journal.
type offline struct {
	*site.Site
	files *sources.Content
	// contentDir is where the content's files can be changed: CONTENT_DIR, or the checkout's; empty where there is
	// neither.
	contentDir string
}

// openOffline makes the site; export is nil for pages as they are served.
func openOffline(ctx context.Context, set config.Settings, env *environment, export *site.Export) (*offline, error) {
	src, err := sources.Open(set, false)
	if err != nil {
		return nil, err
	}
	files, err := src.Content(set, false)
	if err != nil {
		return nil, err
	}
	built, err := sources.Build(ctx, src, files, sources.Options{
		Settings: set, Export: export, NewEngine: env.NewEngine, RenderTimeout: offlineRenderTimeout,
		Log: logging.New(env.Stderr, set.LogFormat), Now: env.Now,
	})
	if err != nil {
		return nil, err
	}
	dir := files.Dir
	if dir == "" && src.Dir != "" {
		dir = filepath.Join(src.Dir, "content")
	}
	return &offline{built, files, dir}, nil
}
