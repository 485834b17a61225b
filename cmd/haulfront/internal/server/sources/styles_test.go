package sources

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/company"
	"haulfront/content/rgb"
)

var (
	comment         = regexp.MustCompile(`(?s)/\*.*?\*/`)
	innermostBraces = regexp.MustCompile(`\{[^{}]*\}`)
	definedToken    = regexp.MustCompile(`[{;]\s*--([\w-]+):\s*([^;}]*)`)
	shown           = regexp.MustCompile(`[{;]\s*(color|background):([^;}]*)`)
	usedToken       = regexp.MustCompile(`var\(--([\w-]+)[,)]`)
)

// Every color has enough contrast on the grounds that it meets, and a rule that sets both meets a pair that is judged.
// Every token is used; that everything used is defined is a rule of stylelint.
func TestContrast(t *testing.T) {
	disk := os.DirFS(root(t))
	var css string
	for _, folder := range []string{"assets", "components"} {
		testkit.Must(t, fs.WalkDir(disk, folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".css" {
				return err
			}
			data, err := fs.ReadFile(disk, name)
			css += comment.ReplaceAllString(string(data), "") + "\n"
			return err
		}))
	}
	tokens, err := fs.ReadFile(disk, "assets/css/tokens.css")
	testkit.Must(t, err)
	values := map[string]string{}
	for _, token := range definedToken.FindAllStringSubmatch(comment.ReplaceAllString(string(tokens), ""), -1) {
		if values[token[1]] = token[2]; !strings.Contains(css, "var(--"+token[1]) {
			t.Errorf("nothing uses --%s", token[1])
		}
	}
	met, front := map[[2]string]bool{}, map[string]bool{}
	for _, p := range company.ColorPairs() {
		pair := [2]string{p.Front, p.Ground}
		if met[pair] {
			t.Errorf("--%s on --%s is listed twice", p.Front, p.Ground)
		}
		met[pair], front[p.Front] = true, true
		if got := rgb.Contrast(values[p.Front], values[p.Ground]); got < p.Least {
			t.Errorf("--%s on --%s has contrast %.2f, want %v", p.Front, p.Ground, got, p.Least)
		}
	}
	for _, rule := range innermostBraces.FindAllString(css, -1) {
		set := map[string][]string{}
		for _, found := range shown.FindAllStringSubmatch(rule, -1) {
			for _, token := range usedToken.FindAllStringSubmatch(found[2], -1) {
				if strings.HasPrefix(values[token[1]], "#") {
					set[found[1]] = append(set[found[1]], token[1])
				}
			}
		}
		for _, color := range set["color"] {
			if !front[color] || slices.ContainsFunc(set["background"],
				func(ground string) bool { return !met[[2]string{color, ground}] }) {
				t.Errorf("a pair of %s is not judged", rule)
			}
		}
	}
}
