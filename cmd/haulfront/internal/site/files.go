package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/content"
	"haulfront/render"
)

// AssetsPath is where built files are served.
const AssetsPath = "/assets/"

// The entries of the two bundles, below the folder of the sources.
const (
	ServerEntry  = "components/entry.server.tsx"
	BrowserEntry = "components/entry.browser.ts"
)

// EngineConfig says how an engine is made of the sources in dir, so that it renders what [Build] asks for.
func EngineConfig(dir string) render.Config {
	return render.Config{
		Dir: dir, ServerEntry: ServerEntry, BrowserEntry: BrowserEntry, PublicPath: AssetsPath,
		PageStyles: "components/pages/*/*.tsx", Strict: true,
	}
}

// fontFile is the end of the path of the display font that pages preload.
const fontFile = "assets/fonts/bricolage-grotesque-700.woff2"

// Assets are the addresses of everything that was built for browsers, as pages name them, and the color behind them.
func Assets(words *content.Site, engine *render.Engine, scenes *scene.Set) (content.Assets, error) {
	assets := content.Assets{
		Stylesheet: engine.Stylesheet(), Script: engine.Script(), Font: engine.AssetOf(fontFile),
		Background: words.Background(),
		Scenes:     map[string]content.Scene{},
	}
	if assets.Font == "" {
		return assets, fmt.Errorf("no stylesheet names the font %s", fontFile)
	}
	var err error
	if assets.Form, _, err = formFile(words); err != nil {
		return assets, err
	}
	for _, s := range scenes.Scenes() {
		assets.Scenes[s.Name] = content.Scene{Src: scenePath(s), Alt: s.Alt, Width: s.Width, Height: s.Height}
	}
	return assets, nil
}

// formFile is that of the quote forms and its content: a tenth of a page as it is sent, which nobody needs before the form is used.
func formFile(words *content.Site) (*content.PropsFile, []byte, error) {
	props := words.QuoteFormProps(quote.FormFields())
	body, err := json.Marshal(props)
	if err != nil {
		return nil, nil, fmt.Errorf("encode the props of the quote forms: %w", err)
	}
	sum := sha256.Sum256(body)
	return &content.PropsFile{
		Src: AssetsPath + "form-" + hex.EncodeToString(sum[:6]) + ".json", Has: slices.Sorted(maps.Keys(props)),
	}, body, nil
}

// stylesheets returns the addresses of the stylesheets that pages have, by the name of the page's component.
func stylesheets(engine *render.Engine) map[string]string {
	found := map[string]string{}
	for _, name := range content.Components() {
		found[name] = engine.StylesheetOf("components/pages/" + name + "/" + name + ".tsx")
	}
	return found
}

func scenePath(s scene.Scene) string { return AssetsPath + "scenes/" + s.File }

// addFiles collects the engine's files, the forms' props, and the scenes, which are drawn or read on first demand.
func (s *Site) addFiles() {
	for _, a := range s.cfg.Engine.Assets() {
		s.add(a.Path, &resource{
			mediaType: mediaTypeOf(a.Path),
			cache:     cacheForever,
			make:      func(context.Context) ([]byte, error) { return a.Body, nil },
		})
	}
	words := s.cfg.Content
	s.add(s.assets.Form.Src, &resource{
		mediaType: mediaTypeOf(s.assets.Form.Src), cache: cacheForever,
		make: func(context.Context) ([]byte, error) {
			_, body, err := formFile(words)
			return body, err
		},
	})
	scenes, lifetime := s.cfg.Scenes, s.ctx
	for _, picture := range scenes.Scenes() {
		s.add(scenePath(picture), &resource{
			mediaType: svgType,
			cache:     cacheForever,
			make:      func(context.Context) ([]byte, error) { return scenes.SVG(lifetime, picture) },
			remake:    scenes.Stored(),
		})
	}
}
