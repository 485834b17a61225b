package web

import (
	"context"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/content"
	"haulfront/render"
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

// Assets are the addresses of everything that was built for browsers, as pages name them. A scene's address carries the
// version of the server program, which is a hash of everything that the drawing depends on.
func Assets(ctx context.Context, engine *render.Engine) (content.Assets, error) {
	assets := content.Assets{
		Stylesheet: engine.Stylesheet(), Script: engine.Script(), Font: engine.AssetOf(fontFile),
		Scenes: map[string]content.Scene{},
	}
	if assets.Font == "" {
		return assets, fmt.Errorf("no stylesheet names the font %s", fontFile)
	}
	markup, err := engine.Markup(ctx, "SceneCatalogue", struct{}{})
	if err != nil {
		return assets, err
	}
	var list catalogue
	if err := xml.Unmarshal(markup, &list); err != nil {
		return assets, fmt.Errorf("read the catalogue of scenes: %w", err)
	}
	for _, scene := range list.Scenes {
		src := fmt.Sprintf("%sscenes/%s-%s.svg", assetsPath, scene.Name, engine.Version())
		assets.Scenes[scene.Name] = content.Scene{Src: src, Alt: scene.Alt, Width: scene.Width, Height: scene.Height}
	}
	return assets, nil
}

// addFiles collects the engine's files, and the scenes, which it draws on first demand.
func (s *Server) addFiles() {
	engine := s.cfg.Engine
	s.files = map[string]*document{}
	for _, a := range engine.Assets() {
		s.files[a.Path] = &document{
			mediaType: mediaTypeOf(a.Path),
			cache:     cacheForever,
			make:      func(context.Context) ([]byte, error) { return a.Body, nil },
		}
	}
	for name, scene := range s.assets.Scenes {
		s.files[scene.Src] = &document{
			mediaType: svgType,
			cache:     cacheForever,
			make: func(context.Context) ([]byte, error) {
				return engine.Markup(s.life, "Scene", map[string]string{"name": name})
			},
		}
	}
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
