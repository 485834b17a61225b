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

// addStyles takes the stylesheets of public pages from the files. In development they stay, to be changed in open
// pages.
func (s *Site) addStyles(ctx context.Context) error {
	s.styles = map[string]style{}
	if s.cfg.Development {
		return nil
	}
	for _, name := range content.Components() {
		address := s.stylesheets[name]
		css, err := s.files[address].make(ctx) // body would also compress it
		if err != nil {
			return err
		}
		late, err := s.files[s.late[name]].make(ctx)
		if err != nil {
			return err
		}
		first, rest := inlineTokens(string(css), string(late))
		first = strings.TrimSpace(first)
		if strings.Contains(first, "</") {
			return fmt.Errorf("%s would end the style element of its pages: it has </", address)
		}
		digest := render.PolicyHashes([]byte("<style>"+first+"</style>"), "style")[0]
		s.styles[name] = style{first, digest}
		// The built address has no hash of the tokens.
		sum := sha256.Sum256([]byte(rest))
		path := AssetsPath + name + "-late-" + hex.EncodeToString(sum[:6]) + ".css"
		delete(s.files, s.late[name])
		s.late[name] = path
		s.add(path, &resource{make: func(context.Context) ([]byte, error) { return []byte(rest), nil }})
	}
	for name := range s.styles {
		delete(s.files, s.stylesheets[name])
	}
	return nil
}
