package site

import (
	"cmp"
	"context"
	"fmt"

	"haulfront/content"
)

// OfficeLayout returns the layout of a page of the office, which a component renders.
func (s *Site) OfficeLayout(component, title string) content.OfficeLayout {
	layout := s.cfg.Content.OfficeLayout(title)
	layout.Stylesheet = s.stylesheets[component]
	layout.Icon = cmp.Or(s.assets.Icon, s.cfg.Engine.AssetOf(iconFile))
	return layout
}

// OfficeScript is the address of the script of the office's pages.
func (s *Site) OfficeScript() string { return s.cfg.Engine.AssetOf("components/office/browser.ts") }

// Render renders a component as a document for one visitor. Nothing of it is kept.
func (s *Site) Render(ctx context.Context, component string, props any, accepted Encodings) (Response, error) {
	body, err := s.cfg.Engine.Render(ctx, component, props)
	if err != nil {
		return Response{}, fmt.Errorf("render %s: %w", component, err)
	}
	return forOne(body, accepted, s.cfg.Development), nil
}
