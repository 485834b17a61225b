package command

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/content"
)

// contentCommand is "haulfront content DIR".
type contentCommand struct {
	SourcesDir string `name:"sources" env:"SOURCES_DIR" help:"Checkout with the photos; default: the program's own."`
	Dir        string `arg:"" type:"path" help:"Folder to write to: a new or an empty one."`
}

// Run writes the embedded content, photographs included, in the layout of CONTENT_DIR.
func (c *contentCommand) Run(_ context.Context, env *environment) error {
	if err := wantEmpty(c.Dir); err != nil {
		return fmt.Errorf("content: %w", err)
	}
	src, err := sources.Open(config.Settings{SourcesDir: c.SourcesDir}, false)
	if err != nil {
		return err
	}
	photos, err := src.Photos()
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	words, err := copyFiles(c.Dir, content.FS)
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	pictures, err := copyFiles(filepath.Join(c.Dir, sources.PhotosFolder), sources.Visible(photos))
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	_, err = fmt.Fprintf(env.Stdout,
		"%d files and %d photographs in %s\nserve them with: haulfront serve --content %[3]s\n", words, pictures, c.Dir)
	return err
}

// wantEmpty refuses a folder with files: nothing is overwritten, and no old file is mixed with new ones.
func wantEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		return fmt.Errorf("%s has files in it; want a new or an empty folder", dir)
	}
	return nil
}

// copyFiles copies all files to dir, which it creates, and returns their number.
func copyFiles(dir string, files fs.FS) (n int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	if _, err := fs.Stat(files, "."); err != nil {
		return 0, nil //nolint:nilerr // a folder of photographs that does not exist has none
	}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		n++
		return writeFile(dir, name, data)
	})
	return n, err
}
