// Package sources opens what a site is made from: components, assets and packages, and the content, each from a folder or from
// the program itself. [Build] makes the site of them.
package sources

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
)

// devEntry is the server's entry while developing.
const devEntry = "components/entry.dev.tsx"

// Sources are what pages are made from: components, assets and packages.
type Sources struct {
	// Dir is the folder that they are in; empty for those that the program carries.
	Dir string
	// packed are those that the program carries, nil for a folder.
	packed fs.FS
}

// Open opens the sources that the settings name. Without SOURCES_DIR they are those that the program carries, and
// where it carries none, as with go run, or while developing, those of the checkout around the working directory.
func Open(set config.Settings, dev bool) (Sources, error) {
	switch {
	case set.SourcesDir != "":
		return Folder(set.SourcesDir)
	case len(packed) > 0 && !dev:
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

// FindCheckout returns the working directory or the nearest folder above it that has the sources.
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
			return "", fmt.Errorf("no components folder in %s or above: start haulfront in its checkout, or build it with make build", start)
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

// Engine is how an engine is made of the sources.
func (s Sources) Engine(set config.Settings, dev bool) render.Config {
	cfg := site.EngineConfig(s.Dir)
	cfg.Sources, cfg.Workers = s.packed, set.RenderWorkers
	if dev {
		cfg.ServerEntry, cfg.Development = devEntry, true
		// Who develops rather waits than gets no page: the gallery asks for a hundred at once.
		cfg.Wait = time.Minute
		if cfg.Workers == 0 {
			cfg.Workers = 1 // another one is made while a browser waits for the first page
		}
	}
	return cfg
}

// Scenes are the drawn pictures.
func (s Sources) Scenes(ctx context.Context) (*scene.Set, error) {
	if s.packed != nil {
		return scene.OpenPacked(s.packed)
	}
	return scene.OpenCheckout(ctx, s.Dir)
}

// CardFont is the font of social cards, which is not among the files that browsers get.
func (s Sources) CardFont() ([]byte, error) {
	if s.packed != nil {
		return fs.ReadFile(s.packed, card.FontFile)
	}
	return os.ReadFile(filepath.Join(s.Dir, filepath.FromSlash(card.FontFile)))
}

// Photos are the photographs that take the place of scenes.
func (s Sources) Photos() (fs.FS, error) {
	const folder = "assets/photos"
	if s.packed != nil {
		return fs.Sub(s.packed, folder)
	}
	return os.DirFS(filepath.Join(s.Dir, folder)), nil
}
