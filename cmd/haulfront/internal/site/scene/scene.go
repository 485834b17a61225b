// Package scene provides the site's drawn pictures as SVG files: one for the hero, and one for each service, city,
// article, truck load and gallery half.
//
// The drawings are React components (components/art) with a bundle of their own, so that the bundle of the pages does
// not contain them. Drawing all of them takes several seconds of processor time. A built program therefore contains
// drawn files: [Pack] makes them for "make build", each named after a hash of its bytes, and [OpenPacked] reads them.
// From a checkout ([OpenCheckout]) each is drawn on first demand and kept below var/scenes, under a hash of the
// drawings' sources: a changed button renames no picture.
//
// A [Set] may be used by several goroutines.
package scene

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// Scene is one picture.
type Scene struct {
	Name   string `json:"name"`
	Alt    string `json:"alt"`   // describes it in a sentence
	Width  int    `json:"width"` // in CSS pixels, like Height
	Height int    `json:"height"`
	// File is a name that changes whenever the drawing may have changed: "hero-0123456789abcdef.svg".
	File string `json:"file"`
}

// Set is all scenes of the site.
type Set struct {
	scenes []Scene
	draw   func(ctx context.Context, scene Scene, unsigned bool) ([]byte, error)
	stored bool
}

// Scenes returns all scenes. The slice is shared: do not change it.
func (s *Set) Scenes() []Scene { return s.scenes }

// Stored reports whether the scenes were drawn ahead of time: SVG then only copies them.
func (s *Set) Stored() bool { return s.stored }

// SVG returns a scene's document, drawn if necessary. The error wraps the context's if that ends first.
func (s *Set) SVG(ctx context.Context, scene Scene) ([]byte, error) {
	return s.drawn(ctx, scene, false)
}

// Unsigned is SVG without the built-in company's sign on trucks. Each has a spot for another instead: a path with the
// color "spot", in which every closed line has four corners.
func (s *Set) Unsigned(ctx context.Context, scene Scene) ([]byte, error) {
	if data, err := s.drawn(ctx, scene, true); err != nil || len(data) > 0 {
		return data, err
	}
	return s.SVG(ctx, scene)
}

func (s *Set) drawn(ctx context.Context, scene Scene, unsigned bool) ([]byte, error) {
	data, err := s.draw(ctx, scene, unsigned)
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", scene.Name, err)
	}
	return data, nil
}

// The paths of packed scenes among a program's files.
const (
	packedFolder   = "scenes"
	indexFile      = "scenes.json"
	unsignedPrefix = "unsigned-"
)

// OpenPacked opens the scenes that [Pack] made, among a program's files.
func OpenPacked(files fs.FS) (*Set, error) {
	data, err := fs.ReadFile(files, path.Join(packedFolder, indexFile))
	if err != nil {
		return nil, fmt.Errorf("read the packed scenes: %w", err)
	}
	s := &Set{stored: true, draw: func(_ context.Context, scene Scene, unsigned bool) ([]byte, error) {
		if !unsigned {
			return fs.ReadFile(files, path.Join(packedFolder, scene.File))
		}
		data, err := fs.ReadFile(files, path.Join(packedFolder, unsignedPrefix+scene.File))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil // it has no sign
		}
		return data, err
	}}
	if err := json.Unmarshal(data, &s.scenes); err != nil {
		return nil, fmt.Errorf("read %s of the packed scenes: %w", indexFile, err)
	}
	return s, nil
}

// Pack draws every scene of the set and returns the files for [OpenPacked], by their slash-separated paths.
func Pack(ctx context.Context, s *Set) (map[string][]byte, error) {
	files := map[string][]byte{}
	index := make([]Scene, len(s.scenes))
	for i, scene := range s.scenes {
		data, err := s.SVG(ctx, scene)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		scene.File = fileName(scene.Name, sum[:])
		index[i] = scene
		files[path.Join(packedFolder, scene.File)] = data
		if data, err = s.drawn(ctx, s.scenes[i], true); err != nil {
			return nil, err
		}
		if len(data) > 0 {
			files[path.Join(packedFolder, unsignedPrefix+scene.File)] = data
		}
	}
	data, err := json.Marshal(index)
	if err != nil {
		return nil, fmt.Errorf("pack the scenes: %w", err)
	}
	files[path.Join(packedFolder, indexFile)] = data
	return files, nil
}

// fileName is a scene's name with a version: eight bytes of a hash.
func fileName(name string, hash []byte) string {
	return fmt.Sprintf("%s-%s.svg", name, hex.EncodeToString(hash[:8]))
}
