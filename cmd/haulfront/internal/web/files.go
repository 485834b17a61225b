package web

import (
	"context"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/content"
)

// assetsPath is where built files are served.
const assetsPath = "/assets/"

// fontFile is the end of the path of the display font that pages preload.
const fontFile = "bricolage-grotesque-latin-wght-normal.woff2"

// catalogue is what the page SceneCatalogue renders: the name, size and alternative text of every scene.
type catalogue struct {
	Scenes []struct {
		Name   string `xml:"name,attr"`
		Alt    string `xml:"alt,attr"`
		Width  int    `xml:"width,attr"`
		Height int    `xml:"height,attr"`
	} `xml:"scene"`
}

// addFiles collects the engine's files, and the scenes that it draws on first demand. A scene's name carries the version
// of the server program, which is a hash of everything that the drawing depends on.
func (s *Server) addFiles(ctx context.Context) error {
	engine := s.cfg.Engine
	s.files = map[string]*document{}
	for _, a := range engine.Assets() {
		s.files[a.Path] = &document{
			mediaType: mediaTypeOf(a.Path),
			cache:     cacheForever,
			make:      func(context.Context) ([]byte, error) { return a.Body, nil },
		}
	}
	s.assets = content.Assets{
		Stylesheet: engine.Stylesheet(), Script: engine.Script(), Font: engine.AssetOf(fontFile),
		Scenes: map[string]content.Scene{},
	}
	if s.assets.Font == "" {
		return fmt.Errorf("no stylesheet names the font %s", fontFile)
	}
	markup, err := engine.Markup(ctx, "SceneCatalogue", struct{}{})
	if err != nil {
		return err
	}
	var list catalogue
	if err := xml.Unmarshal(markup, &list); err != nil {
		return fmt.Errorf("read the catalogue of scenes: %w", err)
	}
	for _, scene := range list.Scenes {
		src := fmt.Sprintf("%sscenes/%s-%s.svg", assetsPath, scene.Name, engine.Version())
		s.assets.Scenes[scene.Name] = content.Scene{Src: src, Alt: scene.Alt, Width: scene.Width, Height: scene.Height}
		s.files[src] = &document{
			mediaType: svgType,
			cache:     cacheForever,
			make: func(ctx context.Context) ([]byte, error) {
				return engine.Markup(ctx, "Scene", map[string]string{"name": scene.Name})
			},
		}
	}
	return nil
}

// file answers with a built file. Names are hashed, so that an unknown one is an old one: no redirect can help it.
func (s *Server) file(c fiber.Ctx) error {
	d, ok := s.files[c.Path()]
	if !ok {
		return fiber.ErrNotFound
	}
	return d.send(c, fiber.StatusOK)
}

// isFile reports whether a path has the look of a built file.
func isFile(path string) bool { return strings.HasPrefix(path, assetsPath) }
