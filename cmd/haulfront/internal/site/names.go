package site

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"haulfront/content"
)

// checkNames reports page components that the server bundle lacks, and scenes and icons that content names and that do
// not exist.
func (s *Site) checkNames(ctx context.Context) error {
	pages, err := s.names(ctx, "pages")
	if err != nil {
		return err
	}
	for _, name := range content.Components() {
		if !slices.Contains(pages, name) {
			return fmt.Errorf("components/site.tsx has no page %s", name)
		}
	}
	icons, err := s.names(ctx, "icons")
	if err != nil {
		return err
	}
	var scenes []string
	for _, scene := range s.cfg.Scenes.Scenes() {
		scenes = append(scenes, scene.Name)
	}
	if err := s.cfg.Content.CheckNames(scenes, icons); err != nil {
		return fmt.Errorf("content:\n%w", err)
	}
	return nil
}

// names returns a list of names that components/site.tsx exports.
func (s *Site) names(ctx context.Context, value string) (names []string, err error) {
	list, err := s.cfg.Engine.Value(ctx, value)
	if err == nil {
		err = json.Unmarshal(list, &names)
	}
	if err != nil {
		return nil, fmt.Errorf("list the %s: %w", value, err)
	}
	return names, nil
}
