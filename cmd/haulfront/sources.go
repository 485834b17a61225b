package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"haulfront/content"
)

// sources returns the folder with components, assets and node_modules, and a function that gives it back: the working
// directory or the nearest folder above it that has them, or else a temporary copy of what this program carries.
func sources() (dir string, release func(), err error) {
	start, err := filepath.Abs(".")
	if err != nil {
		return "", nil, err
	}
	for dir = start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, serverEntry)); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			if len(packed) > 0 {
				return unpack(packed)
			}
			return "", nil, fmt.Errorf("no components folder in %s or above: start haulfront in its checkout, or build it with make build", start)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "react")); err != nil {
		return "", nil, fmt.Errorf("react is not in %s: run npm ci first", filepath.Join(dir, "node_modules"))
	}
	return dir, func() {}, nil
}

// contentFiles returns the content as it was when the program was built, or, while developing, as it is on disk now.
func contentFiles(dir string, dev bool) fs.FS {
	if dev {
		return os.DirFS(filepath.Join(dir, "content"))
	}
	return content.FS
}

// photoFolder is where photographs are put that take the place of scenes.
func photoFolder(dir string) string { return filepath.Join(dir, "assets", "photos") }
