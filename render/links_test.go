package render_test

import (
	"context"
	"strings"
	"testing"

	"haulfront/render"
)

// A page links the built files without being handed them, among them a second entry, and Observe has the caller's
// context.
func TestLinks(t *testing.T) {
	type key struct{}
	var traced any
	engine := newEngine(t, map[string]string{
		"page.css": ".page { color: red }", "office.ts": `console.log("office");`,
		"browser.ts": `if (location.hash === "#office") import("./office"); console.log("loaded");`,
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
	if engine.AssetOf("office.ts") == "" {
		t.Error("the second entry was not built")
	}
	for _, asset := range engine.Assets() {
		if asset.Path == engine.Script()+".map" && strings.Contains(string(asset.Body), "loaded") {
			return
		}
	}
	t.Error("the script has no source map with its sources")
}
