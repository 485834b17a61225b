package sources

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/render"
)

// Pack returns a zip file of the sources of the bundles, the drawn scenes, the font of social cards, and the assets
// with their photographs.
func Pack(ctx context.Context, dir string) ([]byte, error) {
	src, err := Folder(dir)
	if err != nil {
		return nil, err
	}
	files, err := render.Pack(src.Engine(config.Settings{}, false))
	if err != nil {
		return nil, err
	}
	scenes, err := src.Scenes(ctx)
	if err != nil {
		return nil, err
	}
	drawn, err := scene.Pack(ctx, scenes)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, drawn)
	if files[card.FontFile], err = src.CardFont(); err != nil {
		return nil, err
	}
	tree := os.DirFS(dir)
	err = fs.WalkDir(tree, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		files[name], err = fs.ReadFile(tree, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("pack the assets: %w", err)
	}
	return archive(files)
}

// archive returns a zip file. It is uncompressed: each start reads all files, some twice, and they are a fortieth of
// the program.
func archive(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
