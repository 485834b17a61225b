package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
)

// exportCommand is "haulfront export DIR".
type exportCommand struct {
	flags
	Dir string `arg:"" type:"path" help:"Folder to write to: a new or an empty one."`
}

// Run writes the whole site as files for any web server that answers at BASE_URL. The server passes posts to /quote and
// /pageview on to this program; everything else it answers by itself.
func (c *exportCommand) Run(ctx context.Context, env *environment) error {
	// Files of an older export would stay reachable.
	if entries, err := os.ReadDir(c.Dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("export: %s has files in it; want a new or an empty folder", c.Dir)
	}
	site, err := openOffline(ctx, c.flags, env, nil)
	if err != nil {
		return err
	}
	n, err := writeFiles(ctx, c.Dir, site.Files())
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	_, err = fmt.Fprintf(env.Stdout, "%d files in %s\n", n, c.Dir)
	return err
}

// writeFiles makes the files and writes them below dir. It returns how many there are.
func writeFiles(ctx context.Context, dir string, files iter.Seq2[string, func(context.Context) ([]byte, error)]) (n int, err error) {
	for path, body := range files {
		data, err := body(ctx)
		if err != nil {
			return n, fmt.Errorf("make %s: %w", path, err)
		}
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return n, err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
