package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"haulfront/content"
)

// sources returns the folder with components, assets and node_modules, and a function that gives it back.
func sources() (dir string, release func(), err error) {
	dir, err = filepath.Abs(".")
	if err != nil {
		return "", nil, err
	}
	for _, need := range []string{"components/entry.server.tsx", "node_modules/react"} {
		if _, err := os.Stat(filepath.Join(dir, need)); err != nil {
			return "", nil, fmt.Errorf("%s is not in %s: start haulfront in its checkout, after npm ci", need, dir)
		}
	}
	return dir, func() {}, nil
}

// contentFiles returns the content as it was when the program was built, or, while developing, as it is on disk now.
func contentFiles(dev bool) fs.FS {
	if dev {
		return os.DirFS("content")
	}
	return content.FS
}
