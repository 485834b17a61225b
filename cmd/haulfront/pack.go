package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"haulfront/render"
)

// packCommand is "haulfront pack FILE": it collects the sources that a program carries which is built with make build.
type packCommand struct {
	File string `arg:"" help:"The zip file to write."`
}

// Run writes the files that the bundles are made from, the package.json of every package among them, which says how its
// files are found, and the assets.
func (c *packCommand) Run() error {
	dir, release, err := sources()
	if err != nil {
		return err
	}
	defer release()
	engine, err := render.New(render.Config{Dir: dir, ServerEntry: serverEntry, BrowserEntry: browserEntry, PublicPath: "/assets/", Workers: 1})
	if err != nil {
		return err
	}
	names := append(engine.Sources(), "package.json", "tsconfig.json")
	for _, name := range engine.Sources() {
		for parent := path.Dir(name); strings.Contains(parent, "node_modules/"); parent = path.Dir(parent) {
			manifest := path.Join(parent, "package.json")
			if _, err := os.Stat(filepath.Join(dir, manifest)); err == nil {
				names = append(names, manifest)
			}
		}
	}
	err = fs.WalkDir(os.DirFS(dir), "assets", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("list the assets: %w", err)
	}
	slices.Sort(names)

	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, name := range slices.Compact(names) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		file, err := archive.Create(name)
		if err != nil {
			return err
		}
		if _, err := file.Write(data); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return os.WriteFile(c.File, out.Bytes(), 0o644)
}

// unpack writes the packed sources into a temporary folder; release removes it.
func unpack(packed []byte) (dir string, release func(), err error) {
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return "", nil, fmt.Errorf("read the sources in this program: %w", err)
	}
	if dir, err = os.MkdirTemp("", "haulfront-"); err != nil {
		return "", nil, fmt.Errorf("unpack the sources: %w", err)
	}
	release = func() { _ = os.RemoveAll(dir) }
	for _, file := range archive.File {
		if err := unpackFile(file, filepath.Join(dir, filepath.FromSlash(file.Name))); err != nil {
			release()
			return "", nil, fmt.Errorf("unpack %s: %w", file.Name, err)
		}
	}
	return dir, release, nil
}

func unpackFile(file *zip.File, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	content, err := file.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	out, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, content)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	return err
}
