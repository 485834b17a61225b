package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// serveDev serves, and restarts whenever a source changes. If that fails it prints why, and tries again at the next change.
func serveDev(ctx context.Context, set settings, env *environment) error {
	src, err := openSources(set, true)
	if err != nil {
		return err
	}
	dir := src.dir
	for ctx.Err() == nil {
		stamp := sourcesStamp(dir)
		run, stop := context.WithCancel(ctx)
		go func() {
			defer stop()
			waitForChange(run, dir, stamp)
		}()
		if err := serve(run, set, env, true); err != nil {
			fmt.Fprintf(env.Stderr, "haulfront: %v\nwaiting for a change\n", err)
			<-run.Done()
		}
		stop()
	}
	return nil
}

// waitForChange returns when a source is not what it was, or when ctx ends. It polls: a notification API would need a
// watch on every folder, and a new one with every new folder.
func waitForChange(ctx context.Context, dir, stamp string) {
	ticker := time.NewTicker(300 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if sourcesStamp(dir) != stamp {
				return
			}
		}
	}
}

// sourcesStamp changes when a file of the sources is added, removed or written.
func sourcesStamp(dir string) string {
	var count int
	var newest time.Time
	for _, part := range []string{"assets", "components", "content"} {
		_ = filepath.WalkDir(filepath.Join(dir, part), func(_ string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil // removed in the meantime: the next poll sees that
			}
			if info, err := entry.Info(); err == nil {
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
