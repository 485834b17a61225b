// Package sources opens the sources of a site: components, assets, packages and content, each in a folder or embedded
// in the program. [Build] builds the site from them.
package sources

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"haulfront/cmd/haulfront/internal/base/queue"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
)

// quietRenders is how many renders of a network that has been quiet go ahead of those of busy ones: some dozen pages.
const quietRenders = 64

// Sources are the components, assets and packages of pages.
type Sources struct {
	// Dir is their folder, empty for embedded sources.
	Dir string
	// packed are the embedded sources, nil for a folder.
	packed fs.FS
}

// Packed reports whether this program carries its sources: it was built to run elsewhere than in a checkout.
func Packed() bool { return len(packed) > 0 }

// Open opens the sources that the settings name. Without SOURCES_DIR those are the embedded sources or, without any and
// during development, the checkout around the working directory.
func Open(set config.Settings, dev bool) (Sources, error) {
	switch {
	case set.SourcesDir != "":
		return Folder(set.SourcesDir)
	case Packed() && !dev:
		files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			return Sources{}, fmt.Errorf("read the sources in this program: %w", err)
		}
		return Sources{packed: files}, nil
	}
	dir, err := FindCheckout()
	if err != nil {
		return Sources{}, err
	}
	return Folder(dir)
}

// FindCheckout returns the checkout that contains the working directory.
func FindCheckout() (string, error) {
	start, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, site.ServerEntry)); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no components folder in %s or above: start haulfront in its checkout, or build "+
				"it with make build", start)
		}
	}
}

// Folder opens the sources in dir.
func Folder(dir string) (Sources, error) {
	for _, needed := range []struct{ file, remedy string }{
		{site.ServerEntry, "want the folder of a checkout"}, {"node_modules/react", "run npm ci first"},
	} {
		if _, err := os.Stat(filepath.Join(dir, needed.file)); errors.Is(err, fs.ErrNotExist) {
			return Sources{}, fmt.Errorf("no %s in %s: %s", needed.file, dir, needed.remedy)
		} else if err != nil {
			return Sources{}, err
		}
	}
	return Sources{Dir: dir}, nil
}

// Engine returns the configuration of an engine for the sources.
func (s Sources) Engine(set config.Settings, dev bool) render.Config {
	cfg := site.EngineConfig(s.Dir)
	cfg.Sources, cfg.Workers = s.packed, set.RenderWorkers
	if dev {
		cfg.Development = true
		cfg.Wait = time.Minute // on a developer's machine, waiting is better than an error
		if cfg.Workers == 0 {
			cfg.Workers = 1 // more would delay the first page
		}
	}
	cfg.Admit = queue.New(cmp.Or(cfg.Workers, runtime.GOMAXPROCS(0)), quietRenders, 10*time.Millisecond).Admit
	return cfg
}

// Scenes are the drawn pictures.
func (s Sources) Scenes(ctx context.Context) (*scene.Set, error) {
	if s.packed != nil {
		return scene.OpenPacked(s.packed)
	}
	return scene.OpenCheckout(ctx, s.Dir)
}

// CardFont is the font of social cards, which browsers do not load.
func (s Sources) CardFont() ([]byte, error) {
	if s.packed != nil {
		return fs.ReadFile(s.packed, card.FontFile)
	}
	return os.ReadFile(filepath.Join(s.Dir, filepath.FromSlash(card.FontFile)))
}

// Photos are the photographs that replace scenes.
func (s Sources) Photos() (fs.FS, error) {
	const folder = "assets/photos"
	if s.packed != nil {
		return fs.Sub(s.packed, folder)
	}
	return os.DirFS(filepath.Join(s.Dir, folder)), nil
}
