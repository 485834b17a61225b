package site

import (
	"context"
	"encoding/json"
	"fmt"
)

// checkNames reports the scenes and icons that content names and that components do not have.
func (s *Site) checkNames(ctx context.Context) error {
	var scenes, icons []string
	for _, scene := range s.cfg.Scenes.Scenes() {
		scenes = append(scenes, scene.Name)
	}
	list, err := s.cfg.Engine.Value(ctx, "icons")
	if err == nil {
		err = json.Unmarshal(list, &icons)
	}
	if err != nil {
		return fmt.Errorf("list the icons: %w", err)
	}
	if err := s.cfg.Content.CheckNames(scenes, icons); err != nil {
		return fmt.Errorf("content:\n%w", err)
	}
	return nil
}
