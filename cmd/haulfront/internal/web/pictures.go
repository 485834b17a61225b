package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"haulfront/cmd/haulfront/internal/photo"
	"haulfront/cmd/haulfront/internal/seo/card"
	"haulfront/content"
)

// Where browsers and phones look for icons by themselves.
const (
	faviconPath   = "/favicon.ico"
	touchIconPath = "/apple-touch-icon.png"
	manifestPath  = "/site.webmanifest"
)

// iconFile is the end of the path of the site's icon among the built files.
const iconFile = "icon.svg"

// composition changes the addresses of all cards; it is counted up when package card draws them in another way, because
// social networks keep what they fetched once.
const composition = "1"

const (
	pngType  = "image/png"
	jpegType = "image/jpeg"
	webpType = "image/webp"
)

// addPictures puts photographs in the place of scenes and makes the addresses of cards and icons known. The pictures are
// made when they are first asked for.
func (s *Server) addPictures() error {
	album, err := photo.Open(s.cfg.Photos)
	if err != nil {
		return fmt.Errorf("photographs: %w", err)
	}
	if err := s.addPhotos(album); err != nil {
		return fmt.Errorf("photographs: %w", err)
	}
	press, err := s.press()
	if err != nil {
		return err
	}
	s.addIcons(press)
	return s.addCards(press, album)
}

// addPhotos replaces scenes by their photographs, which keep the scene's proportions and alternative text.
func (s *Server) addPhotos(album *photo.Album) error {
	var wrong []error
	for _, name := range album.Names() {
		scene, ok := s.assets.Scenes[name]
		if !ok {
			wrong = append(wrong, fmt.Errorf("%s.jpg stands for no scene", name))
			continue
		}
		delete(s.files, scene.Src)
		p := album.Of(name)
		sizes := p.Widths(scene.Width, scene.Height)
		var set []string
		for _, width := range sizes {
			height := (width*scene.Height + scene.Width/2) / scene.Width
			path := fmt.Sprintf("%sphotos/%s-%d-%s.webp", assetsPath, name, width, p.Version)
			set = append(set, fmt.Sprintf("%s %dw", path, width))
			s.files[path] = &document{
				mediaType: webpType, cache: cacheForever, onDemand: true,
				make: func(context.Context) ([]byte, error) { return p.WebP(width, height) },
			}
		}
		// Where a program takes only one, it gets one of middling width.
		scene.Src, _, _ = strings.Cut(set[len(set)/2], " ")
		scene.Srcset = strings.Join(set, ", ")
		s.assets.Scenes[name] = scene
	}
	return errors.Join(wrong...)
}

// press makes the press from the files that browsers get.
func (s *Server) press() (*card.Press, error) {
	bodies := map[string][]byte{}
	for _, a := range s.cfg.Engine.Assets() {
		bodies[a.Path] = a.Body
	}
	mark := bodies[s.cfg.Engine.AssetOf(iconFile)]
	if mark == nil {
		return nil, fmt.Errorf("no component names the icon %s", iconFile)
	}
	return card.NewPress(bodies[s.assets.Font], mark, bodies[s.assets.Stylesheet]), nil
}

// addCards gives every page its social card.
func (s *Server) addCards(press *card.Press, album *photo.Album) error {
	s.cards = map[string]content.CardImage{}
	for _, poster := range s.cfg.Site.SocialCards() {
		scene, ok := s.assets.Scenes[poster.Scene]
		if !ok {
			return fmt.Errorf("the card of %s: no scene is called %q", poster.Path, poster.Scene)
		}
		mediaType, ending := pngType, "png"
		if scene.Srcset != "" {
			mediaType, ending = jpegType, "jpg"
		}
		name := strings.ReplaceAll(strings.Trim(poster.Path, "/"), "/", "-")
		if name == "" {
			name = "home"
		}
		path := fmt.Sprintf("%scards/%s-%s.%s", assetsPath, name, s.cardVersion(press, poster, scene), ending)
		s.files[path] = &document{
			mediaType: mediaType, cache: cacheForever, onDemand: true,
			make: func(ctx context.Context) ([]byte, error) { return s.drawCard(ctx, press, album, poster, scene) },
		}
		s.cards[poster.Path] = content.CardImage{
			URL: path, Alt: fmt.Sprintf("%s: %s", strings.TrimRight(poster.Title, ".?!"), scene.Alt),
			Width: card.Width, Height: card.Height,
		}
	}
	return nil
}

// cardVersion changes with everything that shows on a card. The addresses of the scene, the font and the icon carry their
// own versions.
func (s *Server) cardVersion(press *card.Press, poster content.SocialCard, scene content.Scene) string {
	sum := sha256.New()
	for _, part := range []string{
		composition, poster.Title, poster.Name, poster.Descriptor, poster.Phone,
		scene.Src, s.assets.Font, s.cfg.Engine.AssetOf(iconFile), press.Version(),
	} {
		fmt.Fprintf(sum, "%q ", part)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

func (s *Server) drawCard(ctx context.Context, press *card.Press, album *photo.Album, poster content.SocialCard, scene content.Scene) ([]byte, error) {
	order := card.Card{Title: poster.Title, Name: poster.Name, Descriptor: poster.Descriptor, Phone: poster.Phone}
	if p := album.Of(poster.Scene); p != nil {
		picture, err := p.Cut(card.PhotoWidth, card.PhotoHeight)
		if err != nil {
			return nil, err
		}
		order.Photo = picture
	} else {
		drawing, err := s.files[scene.Src].content(ctx)
		if err != nil {
			return nil, err
		}
		order.Scene = drawing.identity.body
	}
	body, err := press.Draw(order)
	if err != nil {
		return nil, fmt.Errorf("draw the card of %s: %w", poster.Path, err)
	}
	return body, nil
}

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
func (s *Server) addIcons(press *card.Press) {
	add := func(path, mediaType, cache string, make func() ([]byte, error)) {
		s.files[path] = &document{
			mediaType: mediaType, cache: cache, onDemand: true,
			make: func(context.Context) ([]byte, error) { return make() },
		}
		if !strings.HasPrefix(path, assetsPath) {
			s.icons = append(s.icons, path)
		}
	}
	mark := s.cfg.Engine.AssetOf(iconFile)
	icons := []manifestIcon{{Src: mark, Sizes: "any", Type: svgType, Purpose: "any"}}
	sum := sha256.Sum256([]byte(composition + mark + press.Version()))
	bitmap := func(purpose string, size int, draw func(int) ([]byte, error)) {
		path := fmt.Sprintf("%sicons/%s-%d-%s.png", assetsPath, purpose, size, hex.EncodeToString(sum[:6]))
		add(path, pngType, cacheForever, func() ([]byte, error) { return draw(size) })
		icons = append(icons, manifestIcon{Src: path, Sizes: fmt.Sprintf("%dx%d", size, size), Type: pngType, Purpose: purpose})
	}
	bitmap("any", 192, press.Icon)
	bitmap("any", 512, press.Icon)
	bitmap("maskable", 192, press.Tile)
	bitmap("maskable", 512, press.Tile)
	add(faviconPath, "image/x-icon", cacheChecked, press.ICO)
	add(touchIconPath, pngType, cacheChecked, func() ([]byte, error) { return press.Tile(180) })
	add(manifestPath, "application/manifest+json", cacheChecked, func() ([]byte, error) {
		brand := s.cfg.Site.NotFound(s.frame(s.book.year())).Layout.Brand
		ground, err := press.Ground()
		if err != nil {
			return nil, err
		}
		return json.MarshalIndent(manifest{
			Name: brand.Name, ShortName: brand.ShortName, ID: "/", StartURL: "/", Display: "browser",
			Theme: ground, Background: ground, Icons: icons,
		}, "", "  ")
	})
}
