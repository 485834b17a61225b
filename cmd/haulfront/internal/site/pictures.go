package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/photo"
	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/content"
	"haulfront/content/contact"
	"haulfront/content/spelling"
)

// designVersion is part of the addresses of all cards and icons. Increment it when package card draws them differently:
// social networks never fetch an address twice.
const designVersion = "2"

// addPictures replaces scenes with photographs and adds the addresses of cards and icons. The pictures are made on
// first demand.
func (s *Site) addPictures(former *Site) (err error) {
	if former != nil && former.cfg.Photos == s.cfg.Photos && former.cfg.OfficePhotos == s.cfg.OfficePhotos {
		s.album = former.album
	} else if s.album, err = photo.Open(s.cfg.Photos, s.cfg.OfficePhotos); err != nil {
		return fmt.Errorf("photographs: %w", err)
	}
	if err := s.addPhotos(s.album); err != nil {
		return fmt.Errorf("photographs: %w", err)
	}
	renderer, err := s.cardRenderer()
	if err != nil {
		return err
	}
	s.addIcons(renderer)
	return s.addCards(renderer)
}

// addPhotos replaces scenes with their photographs, which keep the scene's proportions and, unless they have their own,
// its alternative text. A photograph with the name of a page, its slug, replaces any scene on that page; photographs of
// drafts are not shown.
func (s *Site) addPhotos(album *photo.Album) error {
	pages := map[string]content.PagePicture{}
	for _, page := range s.cfg.Content.PagePictures() {
		pages[page.Name] = page
	}
	drafts := s.cfg.Content.Drafts()
	s.warnings = nil
	for _, file := range album.Others {
		s.warnings = append(s.warnings, fmt.Errorf("photographs: %s is not shown; wanted a JPEG, PNG or WebP", file))
	}
	var problems []error
	for _, name := range album.Names() {
		scene, isScene := s.assets.Scenes[name]
		page, isPage := pages[name]
		switch {
		case isScene:
			delete(s.files, scene.Src)
		case isPage:
			// Other pages still show the drawing, and its text does not describe the photograph.
			scene = s.assets.Scenes[page.Scene]
			scene.Alt = page.Title
		case slices.ContainsFunc(drafts, func(d content.Draft) bool { return d.Slug == name }):
			continue
		default:
			known := slices.Collect(maps.Keys(pages))
			for _, page := range s.cfg.Content.Summaries() {
				known = append(known, string(page.Scene))
			}
			slices.Sort(known)
			s.warnings = append(s.warnings, fmt.Errorf("photographs: %s stands for no page and no scene; wanted a "+
				"name such as %s", album.Of(name).File,
				strings.Join(spelling.Nearest(name, slices.Compact(known), 5), ", ")))
			continue
		}
		p := album.Of(name)
		widths, err := p.Widths(scene.Width, scene.Height)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		scene.Alt = cmp.Or(p.Alt, scene.Alt)
		var set []string
		for _, width := range widths {
			height := (width*scene.Height + scene.Width/2) / scene.Width
			path := fmt.Sprintf("%sphotos/%s-%d-%s.webp", AssetsPath, name, width, p.Version)
			set = append(set, fmt.Sprintf("%s %dw", path, width))
			s.add(path, &resource{
				onDemand: true, kept: s.pictures,
				make: func(context.Context) ([]byte, error) { return p.WebP(width, height) },
			})
		}
		// Clients without srcset get a medium width.
		scene.Src, _, _ = strings.Cut(set[len(set)/2], " ")
		scene.Srcset = strings.Join(set, ", ")
		s.assets.Scenes[name] = scene
	}
	return errors.Join(problems...)
}

// Warnings reports values of the content that are valid and probably slips, files that are not shown, and photographs
// with one description.
func (s *Site) Warnings() error {
	all, files := append([]error{s.cfg.Content.Warnings()}, s.warnings...), map[string]string{} // by description
	for _, name := range s.album.Names() {
		p := s.album.Of(name)
		if former := files[p.Alt]; former != "" && p.Alt != "" {
			all = append(all, fmt.Errorf("photographs: %s and %s have the same description in photos.yaml, %q; wanted "+
				"what each shows", former, p.File, p.Alt))
		}
		files[p.Alt] = p.File
	}
	return errors.Join(all...)
}

// Unconfirmed reports what a public host shows and the owner has not confirmed; nil on another host.
func (s *Site) Unconfirmed() error {
	if !contact.PublicHost(s.cfg.BaseURL.Hostname()) {
		return nil
	}
	return s.cfg.Content.Unconfirmed()
}

// CheckPhotos reports photographs without an alternative text of their own: pages describe the replaced drawing.
func (s *Site) CheckPhotos() error {
	var missing []error
	for _, name := range s.album.Names() {
		if s.album.Of(name).Alt == "" {
			missing = append(missing, fmt.Errorf("photographs: %s is not described; want a sentence about what it "+
				"shows behind %q in photos.yaml beside it", s.album.Of(name).File, name+":"))
		}
	}
	return errors.Join(missing...)
}

// cardRenderer makes the renderer of cards and icons from the browser's files, and the font.
func (s *Site) cardRenderer() (*card.Renderer, error) {
	bodies := map[string][]byte{}
	for _, a := range s.cfg.Engine.Assets() {
		bodies[a.Path] = a.Body
	}
	colors := s.cfg.Content.Colors()
	icon := s.mark.icon
	if icon == nil {
		icon = colorIcon(bodies[s.cfg.Engine.AssetOf(iconFile)], colors)
	}
	if len(icon) == 0 {
		return nil, fmt.Errorf("no component names the icon %s", iconFile)
	}
	css := colorStylesheet(bodies[s.cfg.Engine.Stylesheet()], colors)
	return card.NewRenderer(s.cfg.CardFont, icon, css), nil
}

// addCards gives every page its social card.
func (s *Site) addCards(renderer *card.Renderer) error {
	s.cards = map[string]content.CardImage{}
	version := renderer.Version()
	brand := s.cfg.Content.Brand()
	for _, page := range s.cfg.Content.Summaries() {
		picture := s.assets.Shown(page.Slug, page.Scene)
		scene, ok := s.assets.Scenes[picture]
		if !ok {
			return fmt.Errorf("the card of %s: no scene is called %q", page.Path, picture)
		}
		c := card.Card{
			Title: page.Heading, Name: brand.ShortName, Descriptor: brand.Descriptor, Phone: brand.Phone.Label,
		}
		ending := "png"
		if scene.Srcset != "" {
			ending = "jpg"
		}
		name := cmp.Or(strings.ReplaceAll(strings.Trim(page.Path, "/"), "/", "-"), "home")
		path := fmt.Sprintf("%scards/%s-%s.%s", AssetsPath, name, s.cardVersion(version, c, scene), ending)
		photograph, drawing := s.album.Of(picture), s.files[scene.Src]
		s.add(path, &resource{
			onDemand: true, kept: s.pictures,
			make: func(ctx context.Context) ([]byte, error) {
				return drawCard(ctx, renderer, c, photograph, drawing)
			},
		})
		shown := strings.TrimRight(c.Title, ".?!")
		if s.cfg.Content.For(page.Path).Lang == s.cfg.Content.Lang { // pictures are described in that language alone
			shown += ": " + scene.Alt
		}
		s.cards[page.Path] = content.CardImage{URL: path, Alt: shown, Width: card.Width, Height: card.Height}
	}
	return nil
}

// cardVersion changes with everything on a card. The addresses of the scene and the icon contain their own versions.
func (s *Site) cardVersion(renderer string, c card.Card, scene content.Scene) string {
	sum := sha256.New()
	for _, part := range []string{
		designVersion, c.Title, c.Name, c.Descriptor, c.Phone,
		scene.Src, cmp.Or(s.assets.Mark, s.cfg.Engine.AssetOf(iconFile)), renderer,
	} {
		fmt.Fprintf(sum, "%q ", part)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

// drawCard draws a card with a photograph, or with a drawing if that is nil. It does not refer to the Site, whose
// content may have been replaced when the card is first requested.
func drawCard(
	ctx context.Context, renderer *card.Renderer, c card.Card, photograph *photo.Photo, drawing *resource,
) (_ []byte, err error) {
	if photograph != nil {
		c.Photo, err = photograph.Crop(card.PhotoWidth, card.PhotoHeight)
	} else {
		c.Scene, err = drawing.body(ctx)
	}
	if err != nil {
		return nil, err
	}
	body, err := renderer.Draw(c)
	if err != nil {
		return nil, fmt.Errorf("draw the card of %q: %w", c.Title, err)
	}
	return body, nil
}
