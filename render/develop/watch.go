package develop

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Editors write several files, or one in several pieces: a change is complete when nothing has happened for
// changePause, or after changeLimit.
const (
	changePause = 8 * time.Millisecond
	changeLimit = 200 * time.Millisecond
)

// Watcher reports changes of files in folders and all folders below them, by the system's events: polling took a fifth
// of a processor.
//
// It leaves out packages and hidden files.
type Watcher struct{ events *fsnotify.Watcher }

// NewWatcher watches the folders.
func NewWatcher(folders ...string) (*Watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch the sources: %w", err)
	}
	w := &Watcher{events}
	for _, folder := range folders {
		if err := w.add(folder, nil); err != nil {
			return nil, errors.Join(fmt.Errorf("watch the sources: %w", err), events.Close())
		}
	}
	return w, nil
}

func ignored(name string) bool { return strings.HasPrefix(name, ".") || name == packagesFolder }

// add watches a folder and those below it, and calls found for each file in them: it may be older than the watch. A
// folder that does not exist is left out.
func (w *Watcher) add(folder string, found func(path string)) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case path != folder && ignored(entry.Name()):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return w.events.Add(path)
		case found != nil:
			found(path)
		}
		return nil
	})
}

// Next waits for a change to be complete, and returns the paths of the files that were written, added or removed. It
// returns nil when ctx ends.
func (w *Watcher) Next(ctx context.Context) []string {
	var changed []string
	note := func(path string) {
		if !slices.Contains(changed, path) {
			changed = append(changed, path)
		}
	}
	var pause, limit <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pause:
			return changed
		case <-limit:
			return changed
		case event, ok := <-w.events.Events:
			if !ok {
				return nil
			}
			if event.Op == fsnotify.Chmod || ignored(filepath.Base(event.Name)) {
				continue
			}
			info, err := os.Stat(event.Name)
			if err == nil && info.IsDir() {
				if event.Has(fsnotify.Create) {
					_ = w.add(event.Name, note) // it may be gone again
				}
			} else {
				note(event.Name)
			}
			if len(changed) > 0 {
				pause = time.After(changePause)
				if limit == nil {
					limit = time.After(changeLimit)
				}
			}
		case <-w.events.Errors: // more happened than the system queues: anything may have changed
			changed = append(changed, w.events.WatchList()...)
			pause = time.After(changePause)
		}
	}
}

// Close ends the watch.
func (w *Watcher) Close() error { return w.events.Close() }
