package card

import (
	"fmt"
	"image/color"
	"regexp"
	"strconv"
)

// colorToken is a color token in a stylesheet, as the bundler writes it: in the long or the short hexadecimal form.
var colorToken = regexp.MustCompile(`--([a-z-]+):\s*#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b`)

// readColors returns the color tokens of a stylesheet by their names, without the dashes in front.
func readColors(stylesheet []byte) map[string]color.NRGBA {
	colors := map[string]color.NRGBA{}
	for _, m := range colorToken.FindAllSubmatch(stylesheet, -1) {
		hex := string(m[2])
		if len(hex) == 3 {
			hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		}
		n, _ := strconv.ParseUint(hex, 16, 32) // the pattern lets nothing else through
		colors[string(m[1])] = color.NRGBA{R: byte(n >> 16), G: byte(n >> 8), B: byte(n), A: 255}
	}
	return colors
}

// tokens returns color tokens of the stylesheet.
func (r *Renderer) tokens(names ...string) ([]color.NRGBA, error) {
	colors, list := r.colors(), make([]color.NRGBA, len(names))
	for i, name := range names {
		found, ok := colors[name]
		if !ok {
			return nil, fmt.Errorf("the stylesheet has no color --%s", name)
		}
		list[i] = found
	}
	return list, nil
}

// Background is the background color of pages in hexadecimal form, "#fbf6ec".
func (r *Renderer) Background() (string, error) {
	colors, err := r.tokens("cream")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("#%02x%02x%02x", colors[0].R, colors[0].G, colors[0].B), nil
}
