package site

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/company"
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
	css := s.styles["Home"].text
	for _, want := range []string{"--forest:#1b3a5c;", "--clay:#9a3412;", "--leaf:#1f6f8b;", "--cream:#f7f9fb;",
		"--forest-deep:#"} {
		if at := strings.LastIndex(css, want); at < strings.LastIndex(css, ":root{") {
			t.Errorf("the stylesheet does not end with %s", want)
		}
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

	// All tones of the truck's paint have changed with the brand's color.
	fill := regexp.MustCompile(`(?i)\b(?:fill|color)="(#[0-9a-f]{6})"`)
	fills := func(s *Site) map[string]bool {
		colors := map[string]bool{}
		drawing := string(s.get(t, s.assets.Scenes["truck-empty"].Src).Body)
		for _, match := range fill.FindAllStringSubmatch(drawing, -1) {
			colors[strings.ToLower(match[1])] = true
		}
		return colors
	}
	before, after := fills(plain), fills(s)
	tones := 0
	for _, bright := range []float64{0.35, 0.7, 0.9} {
		from, to := tone("#1d4b38", bright), tone("#1b3a5c", bright)
		if before[from] {
			tones++
			if after[from] || !after[to] {
				t.Errorf("the tone %s of the truck did not become %s", from, to)
			}
		}
	}
	if door := company.MixColors("#1d4b38", "#2f7d5b", 0.28); !before[door] || after[door] {
		t.Errorf("the truck's door is not repainted from %s", door)
	}
	if tones < 2 {
		t.Errorf("the truck has %d tones of its paint, want at least two, as in components/art/palette.ts", tones)
	}
	if plain.cards["/"].URL == s.cards["/"].URL {
		t.Error("the social card has the address of one in other colors")
	}
}
