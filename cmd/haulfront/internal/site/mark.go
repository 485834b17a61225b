package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/content"
)

// mark is the company's mark in the forms in which it is shown; that of the program's own company has an icon alone,
// since components draw the rest.
type mark struct {
	icon []byte // square, with its ground
	art  *card.Artwork
	// wide is the mark of the header and the footer, nil if that is the icon.
	wide []byte
	// version changes with the mark.
	version string
}

// wide is the shape of the header's tile for marks that are at least as wide.
const wide = 2

// makeMark makes the mark of the content's company from its files, or from its initials.
func (s *Site) makeMark() error {
	given, ground := s.cfg.Content.Mark, s.cfg.Content.Color("forest")
	if given.BuiltIn {
		return nil
	}
	for _, file := range []struct {
		name string
		data []byte
	}{{content.IconFile, given.Icon}, {content.LogoFile, given.Logo}} {
		if file.data == nil {
			continue
		}
		art, err := card.NewArtwork(file.data)
		if err == nil {
			err = art.CheckOn(ground)
		}
		if err != nil {
			return fmt.Errorf("%s:1: the mark cannot be shown: %w", file.name, err)
		}
		s.mark.art = &art
	}
	if s.mark.art == nil {
		art, err := card.Initials(s.cfg.CardFont, given.Initials, s.cfg.Content.Color("cream"))
		if err != nil {
			return err
		}
		s.mark.art = &art
	}
	if s.mark.icon = given.Icon; given.Icon == nil {
		s.mark.icon = s.mark.art.Tile(ground, 1)
	}
	if given.Logo != nil && s.mark.art.Aspect() >= wide {
		s.mark.wide = s.mark.art.Tile(ground, wide)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", s.mark.icon, s.mark.wide, given.Logo))
	s.mark.version = hex.EncodeToString(sum[:4])
	return nil
}

// addMark adds the files of the mark, in place of the built icon.
func (s *Site) addMark() {
	if s.mark.art == nil {
		return
	}
	add := func(name string, svg []byte) string {
		address := AssetsPath + name + "-" + s.mark.version + ".svg"
		s.add(address, &resource{make: func(context.Context) ([]byte, error) { return svg, nil }})
		return address
	}
	delete(s.files, s.cfg.Engine.AssetOf(iconFile))
	s.assets.Icon = add("icon", s.mark.icon)
	s.assets.Mark = s.assets.Icon
	if s.mark.wide != nil {
		s.assets.Mark = add("logo", s.mark.wide)
	}
}

// MarkPNG is the icon as a picture of 192 × 192 pixels; nil for the built-in company's.
func (s *Site) MarkPNG(ctx context.Context) ([]byte, error) {
	if s.mark.art == nil {
		return nil, nil
	}
	return s.files[s.manifest.Icons[1].Src].body(ctx)
}

// icon is the address of the icon.
func (s *Site) icon() string { return cmp.Or(s.assets.Icon, s.cfg.Engine.AssetOf(iconFile)) }

// markStyle shows the mark of the header and the footer as high as the built-in company's tile.
const markStyle = ".Brand-mark{inline-size:auto;block-size:var(--s10);max-inline-size:5rem}\n"
