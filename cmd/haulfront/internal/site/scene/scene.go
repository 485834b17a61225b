// Package scene provides the site's drawn pictures as SVG files: one for the hero, and one for each service, city,
// article, truck load and gallery half.
//
// The drawings are React components (components/art) with a bundle of their own, so that the bundle of the pages does
// not contain them. Drawing all of them takes minutes of processor time. A built program therefore contains
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
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
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
	draw   func(ctx context.Context, scene Scene, variant Variant) ([]byte, error)
	stored bool
}

// Scenes returns all scenes. The slice is shared: do not change it.
func (s *Set) Scenes() []Scene { return s.scenes }

// Stored reports whether the scenes were drawn ahead of time: SVG then only copies them.
func (s *Set) Stored() bool { return s.stored }

// Variant is how another company's trucks are drawn.
type Variant string

// Trucks have the built-in company's sign by default. Unsigned ones have a spot for another instead: a path with the
// color "spot", in which every closed line has four corners. Open ones have a bed with low sides in place of the box,
// and in place of the whole truck stands a Trailer.
const (
	Signed   Variant = ""
	Unsigned Variant = "unsigned"
	Open     Variant = "bed"
	Trailer  Variant = "trailer"
)

// file is the name of a scene's file in a variant.
func (v Variant) file(scene Scene) string {
	if v == Signed {
		return scene.File
	}
	return string(v) + "-" + scene.File
}

// SVG returns a scene's document, drawn if necessary. The error wraps the context's if that ends first.
func (s *Set) SVG(ctx context.Context, scene Scene, variant Variant) ([]byte, error) {
	if data, err := s.drawn(ctx, scene, variant); err != nil || len(data) > 0 {
		return data, err
	}
	return s.drawn(ctx, scene, Signed) // it has no truck
}

func (s *Set) drawn(ctx context.Context, scene Scene, variant Variant) ([]byte, error) {
	data, err := s.draw(ctx, scene, variant)
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", scene.Name, err)
	}
	return data, nil
}

// The paths of packed scenes among a program's files.
const (
	packedFolder = "scenes"
	indexFile    = "scenes.json"
)

// OpenPacked opens the scenes that [Pack] made, among a program's files.
func OpenPacked(files fs.FS) (*Set, error) {
	data, err := fs.ReadFile(files, path.Join(packedFolder, indexFile))
	if err != nil {
		return nil, fmt.Errorf("read the packed scenes: %w", err)
	}
	s := &Set{stored: true, draw: func(_ context.Context, scene Scene, variant Variant) ([]byte, error) {
		data, err := fs.ReadFile(files, path.Join(packedFolder, variant.file(scene)))
		if variant != Signed && errors.Is(err, fs.ErrNotExist) {
			return nil, nil
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
	var adding sync.Mutex
	index := slices.Clone(s.scenes)
	drawing, ctx := errgroup.WithContext(ctx)
	drawing.SetLimit(runtime.GOMAXPROCS(0))
	for _, i := range rand.Perm(len(s.scenes)) { // so that processes with one cache share the work
		drawing.Go(func() error {
			scene := s.scenes[i]
			for _, variant := range []Variant{Signed, Unsigned, Open, Trailer} {
				data, err := s.drawn(ctx, scene, variant)
				if err != nil {
					return err
				}
				if variant == Signed {
					sum := sha256.Sum256(data)
					index[i].File = fileName(scene.Name, sum[:])
				}
				if len(data) > 0 {
					adding.Lock()
					files[path.Join(packedFolder, variant.file(index[i]))] = data
					adding.Unlock()
				}
			}
			return nil
		})
	}
	if err := drawing.Wait(); err != nil {
		return nil, err
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
