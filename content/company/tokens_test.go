package company

import (
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTokenColors compares the colors that contrast is judged by with those of the stylesheet.
func TestTokenColors(t *testing.T) {
	css, err := os.ReadFile("../../assets/css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, match := range regexp.MustCompile(`(?m)^\s*--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(string(css),
		-1) {
		got[match[1]] = match[2]
	}
	if diff := cmp.Diff(got, tokenColors); diff != "" {
		t.Errorf("(-tokens.css +tokenColors):\n%s", diff)
	}
	for key, list := range shades {
		for _, shade := range list {
			if tokenColors[shade.token] == "" {
				t.Errorf("the color %s changes --%s, which is no color token", key, shade.token)
			}
		}
	}
}
