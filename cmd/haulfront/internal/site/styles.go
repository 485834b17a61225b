package site

import (
	"bytes"
	"context"
	"fmt"
	"slices"

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
		css = bytes.TrimSpace(css)
		if bytes.Contains(css, []byte("</")) {
			return fmt.Errorf("%s would end the style element of its pages: it has </", address)
		}
		digest := render.PolicyHashes(slices.Concat([]byte("<style>"), css, []byte("</style>")), "style")[0]
		s.styles[name] = style{string(css), digest}
	}
	for name := range s.styles {
		delete(s.files, s.stylesheets[name])
	}
	return nil
}
