package main

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

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
)

// sources are what pages are made from: components, assets and packages.
type sources struct {
	// dir is the folder that they are in; empty for those that the program carries.
	dir string
	// packed are those that the program carries, nil for a folder.
	packed fs.FS
}

// openSources opens the sources that the settings name. Without SOURCES_DIR they are those that the program carries, and
// where it carries none, as with go run, or while developing, those of the checkout around the working directory.
func openSources(set settings, dev bool) (sources, error) {
	switch {
	case set.sourcesDir != "":
		return folder(set.sourcesDir)
	case len(packed) > 0 && !dev:
		files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			return sources{}, fmt.Errorf("read the sources in this program: %w", err)
		}
		return sources{packed: files}, nil
	}
	dir, err := findCheckout()
	if err != nil {
		return sources{}, err
	}
	return folder(dir)
}

// findCheckout returns the working directory or the nearest folder above it that has the sources.
func findCheckout() (string, error) {
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

// folder opens the sources in dir.
func folder(dir string) (sources, error) {
	for _, needed := range []struct{ file, remedy string }{
		{site.ServerEntry, "want the folder of a checkout"}, {"node_modules/react", "run npm ci first"},
	} {
		if _, err := os.Stat(filepath.Join(dir, needed.file)); errors.Is(err, fs.ErrNotExist) {
			return sources{}, fmt.Errorf("no %s in %s: %s", needed.file, dir, needed.remedy)
		} else if err != nil {
			return sources{}, err
		}
	}
	return sources{dir: dir}, nil
}

// engine is how an engine is made of the sources.
func (s sources) engine(set settings, dev bool) render.Config {
	cfg := site.EngineConfig(s.dir)
	cfg.Sources, cfg.Workers = s.packed, set.renderWorkers
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

// scenes are the drawn pictures.
func (s sources) scenes(ctx context.Context) (*scene.Set, error) {
	if s.packed != nil {
		return scene.OpenPacked(s.packed)
	}
	return scene.OpenCheckout(ctx, s.dir)
}

// cardFont is the font of social cards, which is not among the files that browsers get.
func (s sources) cardFont() ([]byte, error) {
	if s.packed != nil {
		return fs.ReadFile(s.packed, card.FontFile)
	}
	return os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(card.FontFile)))
}

// photos are the photographs that take the place of scenes.
func (s sources) photos() (fs.FS, error) {
	const folder = "assets/photos"
	if s.packed != nil {
		return fs.Sub(s.packed, folder)
	}
	return os.DirFS(filepath.Join(s.dir, folder)), nil
}
