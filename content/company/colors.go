package company

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"

	"haulfront/content/load"
	"haulfront/content/rgb"
)

// brandColors are the colors in business.yaml, each "#rrggbb"; the defaults are those of assets/css/tokens.css.
type brandColors struct {
	Brand, Accent, Action, Background string `yaml:",omitempty"`
}

// tokenColors are the color tokens of assets/css/tokens.css; a test compares both.
var tokenColors = map[string]string{
	"cream": "#fbf6ec", "sand": "#f1e7d3", "sand-deep": "#e6d8bc", "white": "#ffffff", "ink": "#14231c",
	"forest": "#1d4b38", "forest-deep": "#163a2b", "forest-line": "#3d6b57", "mist": "#d3e0d3", "sprout": "#9ccf9a",
	"leaf": "#2f7d5b", "leaf-wash": "#e3efe4", "clay": "#b0451c", "clay-deep": "#8f3614", "ink-muted": "#47564d",
	"lake": "#bcd5d6", "road": "#fffaf0", "reach": "#e9dcbf", "red": "#a3172b", "red-wash": "#fbeaea",
	"hairline-color": "#dccfb4", "sand-line": "#d0c09d", "edge": "#7c877f",
}

// The contrast that text and shapes need with their background: WCAG 2.2, criteria 1.4.3 and 1.4.11.
const (
	forText  = 4.5
	forShape = 3 // icons, edges of controls, lines that tell something, and text of 24 px or more
	forLooks = 1 // nothing is lost when it is not seen
)

// ColorPair is two color tokens that meet on a page, foreground and background, and the contrast that they need.
type ColorPair struct {
	Front, Ground string
	Least         float64
}

// ColorPairs are all pairs of tokens that meet on a page. A test finds those within a CSS rule.
func ColorPairs() []ColorPair {
	return []ColorPair{
		{"ink", "cream", forText}, {"ink", "sand", forText}, {"ink", "sand-deep", forText}, {"ink", "white", forText},
		{"ink", "leaf-wash", forText}, {"ink", "red-wash", forText}, {"ink", "sprout", forText},
		{"ink", "reach", forText}, {"ink-muted", "cream", forText}, {"ink-muted", "sand", forText},
		{"ink-muted", "sand-deep", forText}, {"ink-muted", "white", forText}, {"ink-muted", "leaf-wash", forText},
		{"ink-muted", "reach", forText}, {"cream", "forest", forText}, {"cream", "forest-deep", forText},
		{"cream", "ink", forText}, {"mist", "ink", forText}, {"mist", "forest", forText},
		{"mist", "forest-deep", forText}, {"sprout", "forest", forText}, {"sprout", "forest-deep", forText},
		{"leaf", "cream", forText}, {"clay", "cream", forText}, {"clay", "sand", forText}, {"forest", "cream", forText},
		{"forest-deep", "cream", forText}, {"forest-deep", "white", forText}, {"red", "white", forText},
		{"red", "red-wash", forText}, {"white", "clay", forText}, {"white", "clay-deep", forText},
		{"white", "leaf", forText}, {"white", "red", forText},

		{"leaf", "white", forShape}, {"leaf", "sand", forShape}, {"leaf", "leaf-wash", forShape},
		{"leaf", "reach", forShape}, {"leaf", "sand-deep", forShape}, {"clay", "white", forShape},
		{"clay", "sand-deep", forShape}, {"clay", "reach", forShape}, {"clay", "leaf-wash", forShape},
		{"cream", "clay", forShape}, {"red", "cream", forShape}, {"edge", "white", forShape},
		{"edge", "cream", forShape}, {"sprout", "ink", forShape},
		{"hairline-color", "cream", forLooks}, {"hairline-color", "white", forLooks}, {"sand-line", "sand", forLooks},
		{"forest-line", "forest", forLooks}, {"forest-line", "forest-deep", forLooks}, {"lake", "reach", forLooks},
		{"road", "reach", forLooks},
	}
}

// Colors are the color tokens that business.yaml changes, by name, each "#rrggbb".
func (c *Company) Colors() map[string]string { return maps.Clone(c.colors) }

// Color is the color of a token, "#rrggbb".
func (c *Company) Color(token string) string { return cmp.Or(c.colors[token], tokenColors[token]) }

// A shade is a token that mixes a brand color with another.
type shade struct {
	token, with string
	share       float64 // of the other color
}

// shades are the tokens that each color of business.yaml changes; the first is the color itself.
var shades = map[string][]shade{
	"brand": {{"forest", "#000000", 0}, {"forest-deep", "#000000", 0.23}, {"forest-line", "#ffffff", 0.16},
		{"mist", "#ffffff", 0.82}},
	"accent": {{"leaf", "#000000", 0}, {"leaf-wash", "#ffffff", 0.88}, {"sprout", "#ffffff", 0.62}},
	"action": {{"clay", "#000000", 0}, {"clay-deep", "#000000", 0.2}},
	"background": {{"cream", "#000000", 0}, {"sand", "#14231c", 0.05}, {"sand-deep", "#14231c", 0.1},
		{"reach", "#14231c", 0.08}, {"hairline-color", "#14231c", 0.16}, {"sand-line", "#14231c", 0.2},
		{"road", "#ffffff", 0.6}},
}

var colorForm = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// check reports invalid colors, and those with too little contrast. It returns the changed tokens.
func (c *brandColors) check(d *load.Decoder) map[string]string {
	changed, sources := map[string]string{}, map[string]string{}
	all := map[string]*string{"brand": &c.Brand, "accent": &c.Accent, "action": &c.Action, "background": &c.Background}
	for key, color := range all {
		switch {
		case *color == "":
		case !colorForm.MatchString(*color):
			d.Report(color, `wanted one like "#1d4b38", in quotation marks`, "%q is not a color", *color)
		default:
			for _, shade := range shades[key] {
				changed[shade.token], sources[shade.token] = rgb.Mix(*color, shade.with, shade.share), key
			}
		}
	}
	value := func(token string) string { return cmp.Or(changed[token], tokenColors[token]) }
	// One diagnostic for each color, for the pair that is hardest to read.
	contrast := func(pair ColorPair) float64 { return rgb.Contrast(value(pair.Front), value(pair.Ground)) }
	worst := map[string]ColorPair{}
	for _, pair := range ColorPairs() {
		for _, token := range []string{pair.Front, pair.Ground} {
			key := sources[token]
			if known, again := worst[key]; key != "" && contrast(pair) < pair.Least &&
				(!again || contrast(pair)/pair.Least < contrast(known)/known.Least) {
				worst[key] = pair
			}
		}
	}
	for key, pair := range worst {
		direction := cmp.Or(map[string]string{"background": "lighter"}[key], "darker")
		d.Report(all[key], fmt.Sprintf("wanted %.1f or more: a %s color", pair.Least, direction),
			"the %s color %q gives a contrast of %.1f between --%s (%s) and --%s (%s)",
			key, *all[key], contrast(pair), pair.Front, value(pair.Front), pair.Ground, value(pair.Ground))
	}
	return changed
}
