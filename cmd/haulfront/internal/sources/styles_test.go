package sources

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/company"
)

func TestContrast(t *testing.T) {
	colors := tokenColors(t)
	met, front, ground := map[[2]string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range company.ColorPairs() {
		for _, name := range []string{p.Front, p.Ground} {
			if _, ok := colors[name]; !ok {
				t.Fatalf("tokens.css has no colour --%s", name)
			}
		}
		if met[[2]string{p.Front, p.Ground}] {
			t.Errorf("--%s on --%s is listed twice", p.Front, p.Ground)
		}
		met[[2]string{p.Front, p.Ground}], front[p.Front], ground[p.Ground] = true, true, true
		if got := company.Contrast(colors[p.Front], colors[p.Ground]); got < p.Least {
			t.Errorf("--%s on --%s has contrast %.2f, want %v", p.Front, p.Ground, got, p.Least)
		}
	}
	for name := range colors {
		if !front[name] && !ground[name] {
			t.Errorf("the colour --%s is in no pair", name)
		}
	}

	for _, sheet := range stylesheets(t) {
		for _, rule := range sheet.rules {
			var fronts, grounds []string
			for _, d := range rule.declarations {
				for _, name := range tokensOf(d.value) {
					if _, ok := colors[name]; !ok {
						continue
					}
					switch d.property {
					case "background":
						grounds = append(grounds, name)
					case "color":
						fronts = append(fronts, name)
						if !front[name] {
							t.Errorf("%s: %s writes in --%s, which is in front in no pair", sheet.path, rule.selector,
								name)
						}
					}
				}
			}
			for _, f := range fronts {
				for _, g := range grounds {
					if !met[[2]string{f, g}] {
						t.Errorf("%s: %s puts --%s on --%s, a pair that is not judged", sheet.path, rule.selector, f, g)
					}
				}
			}
		}
	}
}

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// tokenColors returns every token that is a colour, "#rrggbb".
func tokenColors(t *testing.T) map[string]string {
	t.Helper()
	colors := map[string]string{}
	for _, rule := range readStylesheet(t, tokensPath).rules {
		for _, d := range rule.declarations {
			if name, ok := strings.CutPrefix(d.property, "--"); ok && hexColor.MatchString(d.value) {
				colors[name] = d.value
			}
		}
	}
	return colors
}

var token = regexp.MustCompile(`var\(--([\w-]+)[,)]`)

// tokensOf returns the names of the tokens in a value.
func tokensOf(value string) []string {
	var names []string
	for _, match := range token.FindAllStringSubmatch(value, -1) {
		names = append(names, match[1])
	}
	return names
}

// Every token is used; that everything used is defined is a rule of stylelint.
func TestTokensAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, sheet := range stylesheets(t) {
		for _, rule := range sheet.rules {
			for _, d := range rule.declarations {
				for _, name := range tokensOf(d.value) {
					used[name] = true
				}
			}
		}
	}
	for _, rule := range readStylesheet(t, tokensPath).rules {
		for _, d := range rule.declarations {
			if name, ok := strings.CutPrefix(d.property, "--"); ok && !used[name] {
				t.Errorf("nothing uses --%s", name)
			}
		}
	}
}

// A stylesheet is what these tests read of a .css file.
type stylesheet struct {
	path  string // from the checkout, with slashes
	rules []rule
}

// A rule is a selector with its declarations, which no other braces are in.
type rule struct {
	selector     string
	declarations []declaration
}

type declaration struct{ property, value string }

const tokensPath = "assets/css/tokens.css"

// stylesheets reads every .css file of the site.
func stylesheets(t *testing.T) []stylesheet {
	t.Helper()
	var sheets []stylesheet
	for _, folder := range []string{"assets", "components"} {
		err := fs.WalkDir(os.DirFS(root(t)), folder, func(name string, _ fs.DirEntry, err error) error {
			if err == nil && path.Ext(name) == ".css" {
				sheets = append(sheets, readStylesheet(t, name))
			}
			return err
		})
		testkit.Must(t, err)
	}
	return sheets
}

var (
	comment         = regexp.MustCompile(`(?s)/\*.*?\*/`)
	innermostBraces = regexp.MustCompile(`([^{};]*)\{([^{}]*)\}`)
)

func readStylesheet(t *testing.T, name string) stylesheet {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
	testkit.Must(t, err)
	sheet := stylesheet{path: name}
	for _, found := range innermostBraces.FindAllStringSubmatch(comment.ReplaceAllString(string(data), ""), -1) {
		r := rule{selector: strings.TrimSpace(found[1])}
		for text := range strings.SplitSeq(found[2], ";") {
			if property, value, ok := strings.Cut(text, ":"); ok {
				r.declarations = append(r.declarations,
					declaration{strings.TrimSpace(property), strings.TrimSpace(value)})
			}
		}
		sheet.rules = append(sheet.rules, r)
	}
	return sheet
}
