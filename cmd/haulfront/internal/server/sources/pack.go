package sources

import (
	"context"
	"fmt"
	"io/fs"
	"os"

	"haulfront/cmd/haulfront/internal/server/config"
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
	scenes, err := src.Scenes(ctx)
	if err != nil {
		return nil, err
	}
	files, err := scene.Pack(ctx, scenes)
	if err != nil {
		return nil, err
	}
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
	return render.Pack(src.Engine(config.Settings{}, false), files)
}
