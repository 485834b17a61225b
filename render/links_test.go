package render_test

import (
	"context"
	"strings"
	"testing"

	"haulfront/render"
)

// A page links the built files without being handed them, and Observe has the caller's context.
func TestLinks(t *testing.T) {
	type key struct{}
	var traced any
	engine := newEngine(t, map[string]string{
		"page.css": ".page { color: red }", "browser.ts": `console.log("loaded");`,
		"server.tsx": `import { Assets, serve } from "@haulfront/render";
import "./page.css";
serve({ pages: { Page: () => <html><head><Assets /></head><body /></html> } });`,
	}, func(c *render.Config) {
		c.Development = true
		c.Observe = func(use render.Use) { traced = use.Context.Value(key{}) }
	})
	got, err := engine.Render(context.WithValue(t.Context(), key{}, "trace"), "Page", nil)
	want := `<head><link rel="stylesheet" href="` + engine.Stylesheet() + `"/><script type="module" src="` +
		engine.Script() + `"></script></head>`
	if err != nil || !strings.Contains(string(got), want) || traced != "trace" {
		t.Errorf("the page is %s, %v, traced as %v; want %s", got, err, traced, want)
	}
	for _, asset := range engine.Assets() {
		if asset.Path == engine.Script()+".map" && strings.Contains(string(asset.Body), "loaded") {
			return
		}
	}
	t.Error("the script has no source map with its sources")
}
