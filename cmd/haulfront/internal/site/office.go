package site

import (
	"context"
	"fmt"

	"haulfront/content"
)

// OfficeFiles returns the addresses of the stylesheet, the icon and the mark of a page of the office, which a component
// renders. The mark is empty if the component draws it.
func (s *Site) OfficeFiles(component string) (stylesheet, icon, mark string) {
	return s.stylesheets[component], s.icon(), s.assets.Mark
}

// RequestScene returns the picture of what a request from the page at path, with a choice of the form, is for.
func (s *Site) RequestScene(path, choice string) content.Scene {
	return s.Content().RequestScene(s.assets, path, choice)
}

// OfficeScript is the address of the script of the office's pages.
func (s *Site) OfficeScript() string { return s.cfg.Engine.AssetOf("components/office/browser.ts") }

// CustomerScript is the address of the script of customers' pages.
func (s *Site) CustomerScript() string {
	return s.cfg.Engine.AssetOf("components/office/browser-customer.ts")
}

// Shared is Render for a document that is the same for all visitors, of which the last ones are kept. Key names it.
func (s *Site) Shared(ctx context.Context, key, component string, props any, accepted Encodings) (Response, error) {
	return s.currentPages(ctx).share(component+" "+key, accepted, func() (Response, error) {
		return s.Render(ctx, component, props, accepted)
	})
}

// Render renders a component as a document for one visitor. Nothing of it is kept.
func (s *Site) Render(ctx context.Context, component string, props any, accepted Encodings) (Response, error) {
	body, err := s.cfg.Engine.Render(ctx, component, props)
	if err != nil {
		return Response{}, fmt.Errorf("render %s: %w", component, err)
	}
	return forOne(body, accepted, s.cfg.Development), nil
}
