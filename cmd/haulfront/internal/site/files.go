package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
	"haulfront/content/company"
	"haulfront/render"
)

// AssetsPath is the beginning of the paths of built files.
const AssetsPath = "/assets/"

// The entries of the two bundles, below the folder of the sources.
const (
	ServerEntry  = "components/entry.server.tsx"
	BrowserEntry = "components/entry.browser.ts"
)

// iconFile ends the path of the built icon of the site.
const iconFile = "icon.svg"

// fontFiles are the sources of the fonts that pages preload: the subsets of the display face and of the text face.
var fontFiles = [2]string{"assets/fonts/bricolage-grotesque-700.woff2", "assets/fonts/figtree-400-600.woff2"}

// The paths at which browsers and phones look for icons without a link.
const (
	faviconPath   = "/favicon.ico"
	touchIconPath = "/apple-touch-icon.png"
	manifestPath  = "/site.webmanifest"
)

// EngineConfig configures an engine for [Build] from the sources in dir.
func EngineConfig(dir string) render.Config {
	return render.Config{
		Dir: dir, ServerEntry: ServerEntry, BrowserEntry: BrowserEntry, PublicPath: AssetsPath,
		// Those of the site and of the office.
		Pages: "components/[po]*/*/*.tsx", Strict: true,
		// A visitor would rather wait than read that the site is busy.
		Wait: 5 * time.Second,
	}
}

// Assets are the addresses of all built files in pages, and the pages' background color.
func Assets(words *content.Site, engine *render.Engine, scenes *scene.Set) (content.Assets, error) {
	assets := content.Assets{
		Stylesheet: engine.Stylesheet(), Script: engine.Script(),
		Background: words.Color("cream"), Scenes: map[string]content.Scene{},
	}
	for i, source := range fontFiles {
		if assets.Fonts[i] = engine.AssetOf(source); assets.Fonts[i] == "" {
			return assets, fmt.Errorf("no stylesheet names the font %s", source)
		}
	}
	var err error
	if assets.Form, _, err = propsFile("form", words.QuoteFormProps(quote.FormFields())); err != nil {
		return assets, err
	}
	for _, s := range scenes.Scenes() {
		alt := strings.ReplaceAll(s.Alt, "{truck}", words.Business.Vehicle)
		assets.Scenes[s.Name] = content.Scene{Src: scenePath(s), Alt: alt, Width: s.Width, Height: s.Height}
	}
	for name, plain := range assets.Scenes {
		if of, ok := strings.CutPrefix(name, "plain-"); ok && isPlain(&words.Facts) {
			assets.Scenes[of], assets.Scenes[name] = plain, assets.Scenes[of]
		}
	}
	return assets, err
}

// isPlain reports whether the company has pictures without what others show: a second person, a broom, a hand truck, a
// covered floor, a piano, a mattress, a refrigerator, electronics, lumber, or carpet.
func isPlain(facts *company.FactList) bool {
	denies := func(practice string) bool {
		answer := facts.Practices[practice]
		return answer != nil && *answer == "no"
	}
	refused := regexp.MustCompile(`(?i)^(mattress|box spring|refrigerator|fridge|TV|television|monitor|computer|` +
		`piano|lumber|carpet)`)
	return slices.ContainsFunc([]string{"two_people", "sweep", "straps", "cover", "heavy"}, denies) ||
		slices.ContainsFunc(facts.Refused(), refused.MatchString)
}

// propsFile is a file of an island's props, and its content, which browsers need only when the island is used: that of
// the quote forms is a tenth of a compressed page.
func propsFile(name string, props any) (*content.PropsFile, []byte, error) {
	body, err := json.Marshal(props)
	var has map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(body, &has)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("encode the props of the %s: %w", name, err)
	}
	sum := sha256.Sum256(body)
	return &content.PropsFile{
		Src: AssetsPath + name + "-" + hex.EncodeToString(sum[:6]) + ".json", Has: slices.Sorted(maps.Keys(has)),
	}, body, nil
}

// ScenesPath begins the paths of all drawings.
const ScenesPath = AssetsPath + "scenes/"

func scenePath(s scene.Scene) string { return ScenesPath + s.File }

// addFiles adds the engine's files, the forms' props, and the scenes, which are drawn or read on first demand.
func (s *Site) addFiles() {
	for _, a := range s.cfg.Engine.Assets() {
		s.add(a.Path, &resource{make: func(context.Context) ([]byte, error) { return a.Body, nil }})
	}
	words := s.cfg.Content
	s.add(s.assets.Form.Src, &resource{make: func(context.Context) ([]byte, error) {
		_, body, err := propsFile("form", words.QuoteFormProps(quote.FormFields()))
		return body, err
	}})
	scenes, lifetime, variant := s.cfg.Scenes, s.ctx, s.variant()
	for _, picture := range scenes.Scenes() {
		s.add(scenePath(picture), &resource{
			remake: scenes.Stored(),
			make:   func(context.Context) ([]byte, error) { return scenes.SVG(lifetime, picture, variant) },
		})
	}
}

// variant is how the company's trucks are drawn.
func (s *Site) variant() scene.Variant {
	words := s.cfg.Content
	boxed := words.Facts.Practices["box_truck"]
	switch {
	case words.Business.Vehicle == "trailer":
		return scene.Trailer
	case boxed != nil && *boxed == "no":
		return scene.Open
	case s.mark.art != nil:
		return scene.Unsigned
	}
	return scene.Signed
}

// PickerFile is the file of the props of the home page's truck, and its content; nil if the company has no such truck.
func PickerFile(words *content.Site, assets content.Assets) (*content.PropsFile, []byte, error) {
	picker := words.LoadPicker(content.BuildInfo{Assets: assets})
	if picker == nil {
		return nil, nil, nil
	}
	return propsFile("picker", picker)
}

// addPropsFiles adds the props of the home page's truck and of the estimator, whose pictures have their final addresses
// by then.
func (s *Site) addPropsFiles() error {
	add := func(file *content.PropsFile, body []byte) {
		if file != nil {
			s.add(file.Src, &resource{make: func(context.Context) ([]byte, error) { return body, nil }})
		}
	}
	picker, body, err := PickerFile(s.cfg.Content, s.assets)
	if err != nil {
		return err
	}
	add(picker, body)
	estimator, body, err := propsFile("estimator", s.cfg.Content.EstimatorFile(content.BuildInfo{Assets: s.assets}))
	if err != nil {
		return err
	}
	add(estimator, body)
	s.assets.Picker, s.assets.Estimator = picker, estimator
	return nil
}

// addDocuments adds the documents for crawlers, which are written on first demand.
func (s *Site) addDocuments() error {
	documents, err := seo.Documents(s.cfg.BaseURL.String(), s.cfg.Content, s.lastMod, func() []byte {
		png, _ := s.MarkPNG(s.ctx) // a contact without a picture is one as well
		return png
	})
	for _, d := range documents {
		s.add(d.Path, &resource{
			mediaType: d.MediaType, make: func(context.Context) ([]byte, error) { return d.Body(), nil },
		})
		s.documents = append(s.documents, d.Path)
	}
	return err
}

// manifest describes a site on a home screen (https://www.w3.org/TR/appmanifest/).
type manifest struct {
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	ID         string         `json:"id"`
	StartURL   string         `json:"start_url"`
	Display    string         `json:"display"`
	Theme      string         `json:"theme_color"`
	Background string         `json:"background_color"`
	Icons      []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// addIcons adds the site's icon in all formats, and the manifest that lists them.
func (s *Site) addIcons(renderer *card.Renderer) {
	add := func(path string, make func() ([]byte, error)) {
		s.add(path, &resource{onDemand: true, make: func(context.Context) ([]byte, error) { return make() }})
	}
	icon := s.icon()
	icons := []manifestIcon{{Src: icon, Sizes: "any", Type: svgType, Purpose: "any"}}
	sum := sha256.Sum256([]byte(designVersion + icon + renderer.Version()))
	bitmap := func(purpose string, size int, draw func(int) ([]byte, error)) {
		path := fmt.Sprintf("%sicons/%s-%d-%s.png", AssetsPath, purpose, size, hex.EncodeToString(sum[:6]))
		add(path, func() ([]byte, error) { return draw(size) })
		sizes := fmt.Sprintf("%dx%d", size, size)
		icons = append(icons, manifestIcon{Src: path, Sizes: sizes, Type: pngType, Purpose: purpose})
	}
	bitmap("any", 192, renderer.Icon)
	bitmap("any", 512, renderer.Icon)
	bitmap("maskable", 192, renderer.MaskableIcon)
	bitmap("maskable", 512, renderer.MaskableIcon)
	add(faviconPath, renderer.ICO)
	add(touchIconPath, func() ([]byte, error) { return renderer.MaskableIcon(180) })
	brand, background := s.cfg.Content.Brand(), s.cfg.Content.Color("cream")
	s.manifest = manifest{Name: brand.Name, ShortName: brand.ShortName, Theme: background, Background: background,
		Icons: icons}
	add(manifestPath, func() ([]byte, error) { return s.Manifest("/", "browser") })
}

// Manifest describes the pages below a path on a home screen.
func (s *Site) Manifest(path, display string) ([]byte, error) {
	m := s.manifest
	m.ID, m.StartURL, m.Display = path, path, display
	return json.Marshal(m)
}
