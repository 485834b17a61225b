package site

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/cmd/haulfront/internal/testkit"
)

// otherOwner is the content with another company.
func otherOwner(t *testing.T) fstest.MapFS {
	t.Helper()
	files := contentFiles(t)
	company, err := os.ReadFile(checkout + "content/testdata/other-business.yaml")
	testkit.Must(t, err)
	files["business.yaml"] = &fstest.MapFile{Data: company}
	return files
}

// TestBrandColors serves the site of a company with other colors: the stylesheet, the browser's bars, the manifest,
// the icons and the drawings have them, at addresses of their own.
func TestBrandColors(t *testing.T) {
	cfg := newSite(t, t.TempDir()).cfg
	build := func(files fstest.MapFS) *Site {
		cfg.Content = loadFiles(t, files)
		s, err := Build(t.Context(), cfg)
		testkit.Must(t, err)
		return s
	}
	files := otherOwner(t)
	s := build(files)
	owner, _, found := bytes.Cut(files["business.yaml"].Data, []byte("\ncolors:\n"))
	if !found {
		t.Fatal("the other company names no colors")
	}
	files["business.yaml"].Data = append(owner, '\n')
	plain := build(files)
	if before := plain.assets.Stylesheet; s.assets.Stylesheet == before || s.files[before] != nil {
		t.Error("the stylesheet has the address of one in other colors")
	}
	files["business.yaml"].Data = append(files["business.yaml"].Data, "vehicle: trailer\n"...)
	if drawing := build(files).assets.Scenes["truck-empty"].Src; drawing == plain.assets.Scenes["truck-empty"].Src {
		t.Errorf("the drawing of a trailer has the address of a truck's, %s", drawing)
	}
	css, late := s.styles["Home"].text, string(s.get(t, s.late["Home"]).Body)
	for built, own := range map[string]string{"#1d4b38": "#1b3a5c", "#b0451c": "#9a3412", "#2f7d5b": "#1f6f8b",
		"#fbf6ec": "#f7f9fb", "#163a2b": ""} {
		if all := css + late; !strings.Contains(all, own) || strings.Contains(all, built) {
			t.Errorf("the stylesheets have %s, want %s in its place", built, own)
		}
	}
	if s.late["Home"] == plain.late["Home"] {
		t.Error("the late stylesheet has the address of one in other colors")
	}
	home := string(s.get(t, "/").Body)
	for _, want := range []string{`<meta name="theme-color" content="#f7f9fb"/>`, css, `href="` + s.assets.Icon + `"`} {
		if !strings.Contains(home, want) {
			t.Errorf("the page has no %.100s", want)
		}
	}
	if icon := string(s.get(t, s.assets.Icon).Body); strings.Contains(icon, "#1d4b38") ||
		!strings.Contains(icon, "#1b3a5c") {
		t.Errorf("the icon is %s", icon)
	}
	if manifest := string(s.get(t, manifestPath).Body); !strings.Contains(manifest, `"theme_color":"#f7f9fb"`) {
		t.Errorf("the manifest is %s", manifest)
	}

	// The truck has the brand's color, and not the former one.
	before, after := tone("#1d4b38", 0.7), tone("#1b3a5c", 0.7)
	if drawing := strings.ToLower(string(s.get(t, s.assets.Scenes["truck-empty"].Src).Body)); !strings.Contains(drawing,
		after) || strings.Contains(drawing, before) {
		t.Errorf("the truck has not become %s from %s", after, before)
	}
	if plain.cards["/"].URL == s.cards["/"].URL {
		t.Error("the social card has the address of one in other colors")
	}
}
