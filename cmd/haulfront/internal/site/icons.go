package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"haulfront/cmd/haulfront/internal/site/card"
)

// Where browsers and phones look for icons without a link.
const (
	faviconPath   = "/favicon.ico"
	touchIconPath = "/apple-touch-icon.png"
	manifestPath  = "/site.webmanifest"
)

// iconFile is the end of the path of the site's icon among the built files.
const iconFile = "icon.svg"

// manifest is what phones and browsers know of a site that is kept on a home screen
// (https://www.w3.org/TR/appmanifest/).
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

// addIcons adds the site's icon in the forms that are asked for without a link, and the manifest that names the others.
func (s *Site) addIcons(renderer *card.Renderer) {
	add := func(path, mediaType, cache string, make func() ([]byte, error)) {
		s.add(path, &resource{
			mediaType: mediaType, cache: cache, onDemand: true,
			make: func(context.Context) ([]byte, error) { return make() },
		})
		if !strings.HasPrefix(path, AssetsPath) {
			s.icons = append(s.icons, path)
		}
	}
	icon := cmp.Or(s.assets.Icon, s.cfg.Engine.AssetOf(iconFile))
	icons := []manifestIcon{{Src: icon, Sizes: "any", Type: svgType, Purpose: "any"}}
	sum := sha256.Sum256([]byte(designVersion + icon + renderer.Version()))
	bitmap := func(purpose string, size int, draw func(int) ([]byte, error)) {
		path := fmt.Sprintf("%sicons/%s-%d-%s.png", AssetsPath, purpose, size, hex.EncodeToString(sum[:6]))
		add(path, pngType, cacheForever, func() ([]byte, error) { return draw(size) })
		icons = append(icons, manifestIcon{Src: path, Sizes: fmt.Sprintf("%dx%d", size, size), Type: pngType, Purpose: purpose})
	}
	bitmap("any", 192, renderer.Icon)
	bitmap("any", 512, renderer.Icon)
	bitmap("maskable", 192, renderer.MaskableIcon)
	bitmap("maskable", 512, renderer.MaskableIcon)
	add(faviconPath, "image/x-icon", cacheChecked, renderer.ICO)
	add(touchIconPath, pngType, cacheChecked, func() ([]byte, error) { return renderer.MaskableIcon(180) })
	brand := s.cfg.Content.Brand()
	add(manifestPath, "application/manifest+json", cacheChecked, func() ([]byte, error) {
		background, err := renderer.Background()
		if err != nil {
			return nil, err
		}
		return json.MarshalIndent(manifest{
			Name: brand.Name, ShortName: brand.ShortName, ID: "/", StartURL: "/", Display: "browser",
			Theme: background, Background: background, Icons: icons,
		}, "", "  ")
	})
}
