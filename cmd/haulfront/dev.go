package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"
)

// serveDev serves, and restarts whenever a component, a style or an icon changes; changed content is served without a restart.
// If a start fails it prints why, and tries again at the next change of any of them.
func serveDev(ctx context.Context, set settings, env *environment) error {
	src, err := openSources(set, true)
	if err != nil {
		return err
	}
	files, err := src.content(set, true)
	if err != nil {
		return err
	}
	sources := []string{filepath.Join(src.dir, "assets"), filepath.Join(src.dir, "components")}
	all := append(slices.Clone(sources), files.dir)
	for ctx.Err() == nil {
		run, stop := context.WithCancel(ctx)
		before := stampOf(all)
		unchanged := stampOf(sources)
		go func() {
			defer stop()
			waitForChange(run, sources, unchanged)
		}()
		if err := serve(run, set, env, true); err != nil {
			fmt.Fprintf(env.Stderr, "haulfront: %v\nwaiting for a change\n", err)
			waitForChange(ctx, all, before)
		}
		stop()
	}
	return nil
}

// waitForChange returns when a file in the folders is not what it was, or when ctx ends. It polls: a notification API would
// need a watch on every folder, and a new one with every new folder.
func waitForChange(ctx context.Context, folders []string, stamp string) {
	ticker := time.NewTicker(300 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if stampOf(folders) != stamp {
				return
			}
		}
	}
}

// stampOf changes when a file in the folders is added, removed or written. Photographs do not count: they belong to the content.
func stampOf(folders []string) string {
	var count int
	var newest time.Time
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil // removed in the meantime: the next poll sees that
			}
			if entry.IsDir() && entry.Name() == contentPhotos {
				return fs.SkipDir
			}
			if info, err := entry.Info(); err == nil && !temporary(entry.Name()) {
				count++
				if info.ModTime().After(newest) {
					newest = info.ModTime()
				}
			}
			return nil
		})
	}
	return fmt.Sprint(count, newest.UnixNano())
}
