package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/office/edits"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// offlineRenderTimeout bounds a render where no visitor waits, on a machine that is busy with something else.
const offlineRenderTimeout = time.Minute

// offline is the site for commands that do not serve: it listens on no address. Of a journal it reads what the office
// has changed of the site.
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
	changed, err := withOffice(ctx, set.DatabaseURL, files, env)
	switch {
	case err == nil:
		files = changed
	case export == nil && errors.Is(err, journal.ErrOlder): // an update is checked before the server runs it
		fmt.Fprintln(env.Stderr, "warning: what the office changed is not checked:", err)
	default:
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

// withOffice returns the content with what the office has changed of it, which is in the journal. A file of SQLite may
// be missing.
func withOffice(ctx context.Context, database string, files *sources.Content, env *environment) (
	*sources.Content, error) {
	if file, local := strings.CutPrefix(database, "sqlite:"); local {
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return files, nil
		}
	}
	if _, err := files.Changed(); err != nil {
		return nil, err
	}
	below, err := files.Load()
	if err != nil {
		return nil, err
	}
	err = useJournal(ctx, database, func(j *outbox.Outbox) error {
		words := func() *content.Site { return below.Content }
		editor := edits.Editor{Office: office.Open(office.Config{Journal: j.Journal, Now: env.Now, Words: words})}
		layer, _, err := editor.Layer(ctx, "")
		if layer.Files != nil {
			files = files.With(layer.Files, layer.Photos)
		}
		return err
	})
	return files, err
}
