package site

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"haulfront/content"
)

// StyleguidePath is the path of the component gallery in development. Each state of a component has a path below it:
// "/gallery/sections/Hero/0".
const StyleguidePath = "/gallery"

// StyleguideFolders are the folders of components in the gallery.
var StyleguideFolders = []string{"sections", "islands", "ui"}

// Styleguide returns the page at StyleguidePath or below it, or [ErrNotFound]. It is rendered for each request.
func (s *Site) Styleguide(ctx context.Context, address string) (Response, error) {
	parts, err := s.parts()
	if err != nil {
		return Response{}, err
	}
	props := s.cfg.Content.Styleguide(s.buildInfo(s.year()), parts)
	if below := strings.TrimPrefix(address, StyleguidePath); below != "" {
		folder, name := path.Split(path.Dir(strings.Trim(below, "/")))
		part := content.StyleguidePart{Folder: strings.Trim(folder, "/"), Name: name}
		props.State, err = strconv.Atoi(path.Base(below))
		if err != nil || !slices.Contains(parts, part) {
			return Response{}, ErrNotFound
		}
		props.Part = &part
	}
	p := s.newPage("Styleguide", func() any { return props })
	p.noMemo = true
	return p.respond(ctx, State{}, Encodings{})
}

// parts lists the components: each is a folder with a file of its name.
func (s *Site) parts() (parts []content.StyleguidePart, err error) {
	if s.cfg.Components == nil {
		return nil, ErrNotFound
	}
	for _, folder := range StyleguideFolders {
		entries, err := fs.ReadDir(s.cfg.Components, folder)
		if err != nil {
			return nil, fmt.Errorf("list the components: %w", err)
		}
		for _, entry := range entries {
			if entry.IsDir() {
				parts = append(parts, content.StyleguidePart{Folder: folder, Name: entry.Name()})
			}
		}
	}
	return parts, nil
}
