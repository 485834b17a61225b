package site

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/content/rgb"
)

// The files are built with the colors of assets/css/tokens.css. If content names other colors, they replace the built
// ones in the served stylesheets, icon and drawings, and another company's mark that on the trucks. These files get
// addresses of their own, and no bundle has to be made again.

// addLook replaces the built colors and the built-in company's mark with those of the content.
func (s *Site) addLook() {
	colors, art := s.cfg.Content.Colors(), s.mark.art
	if len(colors) == 0 && art == nil && s.variant() == scene.Signed {
		return
	}
	sum := sha256.New()
	fmt.Fprintln(sum, s.mark.version, s.variant()) // browsers keep the drawings of another vehicle
	for _, token := range slices.Sorted(maps.Keys(colors)) {
		fmt.Fprintf(sum, "%s %s\n", token, colors[token])
	}
	version := hex.EncodeToString(sum.Sum(nil)[:4])
	replace := func(from string, change func([]byte) []byte) (to string) {
		ending := path.Ext(from)
		to = strings.TrimSuffix(from, ending) + "-" + version + ending
		built := s.files[from]
		delete(s.files, from)
		s.add(to, &resource{make: func(ctx context.Context) ([]byte, error) {
			body, err := built.make(ctx)
			return change(body), err
		}})
		return to
	}
	recolored := map[string]string{}
	recolor := func(from string) string {
		if recolored[from] == "" { // in development, pages share one
			recolored[from] = replace(from, func(css []byte) []byte {
				if css = colorStylesheet(css, colors); art != nil {
					css = append(css, markStyle...)
				}
				return css
			})
		}
		return recolored[from]
	}
	s.assets.Stylesheet = recolor(s.assets.Stylesheet)
	for name, stylesheet := range s.stylesheets {
		s.stylesheets[name] = recolor(stylesheet)
	}
	if art == nil {
		s.assets.Icon = replace(s.icon(), func(svg []byte) []byte { return colorIcon(svg, colors) })
	}
	drawing := colorDrawing(colors)
	for name, drawn := range s.assets.Scenes {
		drawn.Src = replace(drawn.Src, func(svg []byte) []byte {
			if svg = drawing(svg); art != nil {
				svg = art.Sign(svg)
			}
			return svg
		})
		s.assets.Scenes[name] = drawn
	}
}

// colorStylesheet changes color tokens: the later rule wins.
func colorStylesheet(css []byte, colors map[string]string) []byte {
	if len(colors) == 0 {
		return css
	}
	var out bytes.Buffer
	out.Write(css)
	out.WriteString(":root{")
	for _, token := range slices.Sorted(maps.Keys(colors)) {
		fmt.Fprintf(&out, "--%s:%s;", token, colors[token])
	}
	out.WriteString("}\n")
	return out.Bytes()
}

// iconColors are the colors of assets/icon.svg, and the tokens that replace them.
var iconColors = map[string]string{"#1d4b38": "forest", "#8cc79a": "sprout", "#b4481e": "clay", "#8a3514": "clay-deep"}

func colorIcon(svg []byte, colors map[string]string) []byte {
	changed := map[string]string{}
	for color, token := range iconColors {
		changed[color] = cmp.Or(colors[token], color)
	}
	return replaceColors(svg, changed)
}

// paints are paints of components/art/palette.ts; those of the brand have a token.
var paints = map[string]struct{ color, token string }{
	"forest": {"#1d4b38", "forest"}, "leaf": {"#2f7d5b", "leaf"}, "clay": {"#b4481e", "clay"},
	"cream": {"#fbf6ec", ""}, "ink": {"#14231c", ""},
}

// brandPaints are the brand's paints in drawings: pure, and mixed for the truck's doors, roof and shutters.
var brandPaints = []struct {
	paint, with string
	share       float64
}{
	{"forest", "ink", 0}, {"leaf", "ink", 0}, {"clay", "ink", 0},
	{"forest", "leaf", 0.28}, {"forest", "cream", 0.12}, {"forest", "cream", 0.16}, {"forest", "ink", 0.5},
	{"clay", "ink", 0.2},
}

// colorDrawing changes the brand's colors in a drawing: each tone of a paint becomes the same tone of the new color.
// Other mixtures belong to houses and trees and do not change.
func colorDrawing(colors map[string]string) func([]byte) []byte {
	changed := map[string]string{}
	value := func(name string) (from, to string) {
		p := paints[name]
		return p.color, cmp.Or(colors[p.token], p.color)
	}
	for _, p := range brandPaints {
		from, to := value(p.paint)
		withFrom, withTo := value(p.with)
		from, to = rgb.Mix(from, withFrom, p.share), rgb.Mix(to, withTo, p.share)
		if from == to {
			continue
		}
		changed[from] = to
		// Brightness has steps of a twentieth, and of an eighth on round solids.
		for _, steps := range []int{20, 8} {
			for i := range steps + 1 {
				bright := float64(i) / float64(steps)
				changed[tone(from, bright)] = tone(to, bright)
			}
		}
	}
	return func(svg []byte) []byte { return replaceColors(svg, changed) }
}

// The light and the shade of components/art/palette.ts.
const (
	paintLight = "#fff9ea"
	paintShade = "#2a2c26"
)

// tone is the tone of a paint at a brightness, as in components/art/palette.ts.
func tone(paint string, bright float64) string {
	k := bright - 0.7
	if k < 0 {
		return rgb.Mix(paint, paintShade, min(-k*0.7, 0.4))
	}
	room := 1.15
	if green, err := strconv.ParseUint(paint[3:5], 16, 8); err == nil && green < 96 {
		room = 0.6 // dark paints take less light, or they turn gray
	}
	return rgb.Mix(paint, paintLight, min(k*room, 0.3))
}

var hexColor = regexp.MustCompile(`#[0-9a-fA-F]{6}\b`)

func replaceColors(text []byte, changed map[string]string) []byte {
	return hexColor.ReplaceAllFunc(text, func(color []byte) []byte {
		if to, ok := changed[strings.ToLower(string(color))]; ok {
			return []byte(to)
		}
		return color
	})
}
