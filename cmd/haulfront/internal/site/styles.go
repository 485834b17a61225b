package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"haulfront/content"
	"haulfront/render"
)

// style is the stylesheet of their first screen that the pages of a component contain. A file would be shared by pages
// of one kind only, and its request delays the first paint of a cold visit by a round trip, or two more for a
// connection of its own.
type style struct {
	text   string
	digest string // see [Response.Style]
}

// PageStyles returns the style that the pages of a component contain, and their late stylesheet with its path, whose
// hash is that of its text, from the two stylesheets that the engine built.
func PageStyles(component string, builtFirst, builtLate []byte) (first, late, path string) {
	first, late = inlineTokens(string(builtFirst), string(builtLate))
	sum := sha256.Sum256([]byte(late))
	return strings.TrimSpace(first), late, AssetsPath + component + "-late-" + hex.EncodeToString(sum[:6]) + ".css"
}

// addStyles takes the stylesheets of public pages from the files. In development they stay, to be changed in open
// pages.
func (s *Site) addStyles(ctx context.Context) error {
	s.styles = map[string]style{}
	if s.cfg.Development {
		return nil
	}
	for _, name := range content.Components() {
		var built [2][]byte
		for i, address := range []string{s.stylesheets[name], s.late[name]} {
			if file := s.files[address]; file != nil { // components of other sources may have no late one
				var err error
				if built[i], err = file.make(ctx); err != nil { // body would also compress it
					return err
				}
			}
		}
		first, late, path := PageStyles(name, built[0], built[1])
		if strings.Contains(first, "</") {
			return fmt.Errorf("%s would end the style element of its pages: it has </", s.stylesheets[name])
		}
		digest := render.PolicyHashes([]byte("<style>"+first+"</style>"), "style")[0]
		s.styles[name] = style{first, digest}
		if s.late[name] != "" {
			delete(s.files, s.late[name])
			s.late[name] = path
			s.add(path, &resource{make: func(context.Context) ([]byte, error) { return []byte(late), nil }})
		}
	}
	for name := range s.styles {
		delete(s.files, s.stylesheets[name])
	}
	return nil
}
