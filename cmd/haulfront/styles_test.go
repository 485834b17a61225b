package main

import (
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What text and what shapes need against what lies behind them: WCAG 2.2, criteria 1.4.3 and 1.4.11.
const (
	forText  = 4.5
	forShape = 3 // icons, edges of controls, lines that tell something, and text of 24 px or more
	forLooks = 1 // nothing is lost when it is not seen
)

// pairs are the colours that meet on a page: what is in front, what is behind it, and the contrast that it needs. Two
// colours of one rule are found by the test; where they meet across rules, only a reader of the pages knows.
var pairs = []struct {
	front, ground string
	least         float64
}{
	{"ink", "cream", forText}, {"ink", "sand", forText}, {"ink", "sand-deep", forText}, {"ink", "white", forText},
	{"ink", "leaf-wash", forText}, {"ink", "red-wash", forText}, {"ink", "sprout", forText}, {"ink", "reach", forText},
	{"ink-muted", "cream", forText}, {"ink-muted", "sand", forText}, {"ink-muted", "sand-deep", forText},
	{"ink-muted", "white", forText}, {"ink-muted", "leaf-wash", forText}, {"ink-muted", "reach", forText},
	{"cream", "forest", forText}, {"cream", "forest-deep", forText}, {"cream", "ink", forText},
	{"mist", "forest", forText}, {"mist", "forest-deep", forText},
	{"sprout", "forest", forText}, {"sprout", "forest-deep", forText},
	{"leaf", "cream", forText},
	{"clay", "cream", forText}, {"clay", "sand", forText},
	{"forest", "cream", forText}, {"forest-deep", "cream", forText}, {"forest-deep", "white", forText},
	{"red", "white", forText}, {"red", "red-wash", forText},
	{"white", "clay", forText}, {"white", "clay-deep", forText}, {"white", "leaf", forText}, {"white", "red", forText},

	{"leaf", "white", forShape}, {"leaf", "sand", forShape}, {"leaf", "leaf-wash", forShape},
	{"leaf", "reach", forShape}, {"leaf", "sand-deep", forShape},
	{"clay", "white", forShape}, {"clay", "sand-deep", forShape}, {"clay", "reach", forShape}, {"clay", "leaf-wash", forShape},
	{"cream", "clay", forShape},
	{"red", "cream", forShape},
	{"edge", "white", forShape}, {"edge", "cream", forShape},
	{"sprout", "ink", forShape},

	{"hairline-color", "cream", forLooks}, {"hairline-color", "white", forLooks},
	{"sand-line", "sand", forLooks}, {"forest-line", "forest", forLooks}, {"forest-line", "forest-deep", forLooks},
	{"lake", "reach", forLooks}, {"road", "reach", forLooks},
}

func TestContrast(t *testing.T) {
	colors := tokenColors(t)
	met, front, ground := map[[2]string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range pairs {
		for _, name := range []string{p.front, p.ground} {
			if _, ok := colors[name]; !ok {
				t.Fatalf("tokens.css has no colour --%s", name)
			}
		}
		if met[[2]string{p.front, p.ground}] {
			t.Errorf("--%s on --%s is listed twice", p.front, p.ground)
		}
		met[[2]string{p.front, p.ground}], front[p.front], ground[p.ground] = true, true, true
		if got := contrast(colors[p.front], colors[p.ground]); got < p.least {
			t.Errorf("--%s on --%s has contrast %.2f, want %v", p.front, p.ground, got, p.least)
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
							t.Errorf("%s: %s writes in --%s, which is in front in no pair", sheet.path, rule.selector, name)
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

// tokenColors returns the luminance of every token that is a colour.
func tokenColors(t *testing.T) map[string]float64 {
	t.Helper()
	colors := map[string]float64{}
	for _, rule := range readStylesheet(t, tokensPath).rules {
		for _, d := range rule.declarations {
			if name, ok := strings.CutPrefix(d.property, "--"); ok && hexColor.MatchString(d.value) {
				colors[name] = luminance(t, d.value)
			}
		}
	}
	return colors
}

// luminance is the relative luminance of a colour written #rrggbb, as WCAG 2.2 defines it.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// contrast is the ratio of two luminances, from 1 to 21.
func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

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
	sheets := stylesheets(t)
	for _, sheet := range sheets {
		for _, rule := range sheet.rules {
			for _, d := range rule.declarations {
				for _, name := range tokensOf(d.value) {
					used[name] = true
				}
			}
		}
	}
	for name := range readStylesheet(t, tokensPath).defines() {
		if !used[name] {
			t.Errorf("nothing uses --%s", name)
		}
	}
}

// A stylesheet is what these tests read of a .css file.
type stylesheet struct {
	path  string // from the checkout, with slashes
	rules []rule
}

// A rule has the declarations that stand directly between its braces; at-rules with declarations are rules, too.
type rule struct {
	selector     string
	declarations []declaration
}

type declaration struct{ property, value string }

// defines returns the names of the custom properties that the sheet gives a value.
func (s stylesheet) defines() map[string]bool {
	names := map[string]bool{}
	for _, rule := range s.rules {
		for _, d := range rule.declarations {
			if name, ok := strings.CutPrefix(d.property, "--"); ok {
				names[name] = true
			}
		}
	}
	return names
}

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
		if err != nil {
			t.Fatal(err)
		}
	}
	return sheets
}

var comment = regexp.MustCompile(`(?s)/\*.*?\*/`)

func readStylesheet(t *testing.T, name string) stylesheet {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	sheet := stylesheet{path: name}
	open := []*rule{{}} // around everything stands what is in no braces
	text := strings.Builder{}
	for _, r := range comment.ReplaceAllString(string(data), "") {
		switch r {
		case '{':
			open = append(open, &rule{selector: squeeze(text.String())})
			text.Reset()
		case ';', '}':
			inner := open[len(open)-1]
			if property, value, ok := strings.Cut(squeeze(text.String()), ":"); ok {
				inner.declarations = append(inner.declarations, declaration{strings.TrimSpace(property), strings.TrimSpace(value)})
			}
			text.Reset()
			if r == '}' {
				if len(open) == 1 {
					t.Fatalf("%s closes a brace that is not open", name)
				}
				open = open[:len(open)-1]
				if len(inner.declarations) > 0 {
					sheet.rules = append(sheet.rules, *inner)
				}
			}
		default:
			text.WriteRune(r)
		}
	}
	if len(open) != 1 {
		t.Fatalf("%s leaves a brace open", name)
	}
	return sheet
}

// squeeze makes one space of every run of white space.
func squeeze(s string) string { return strings.Join(slices.Collect(strings.FieldsSeq(s)), " ") }
