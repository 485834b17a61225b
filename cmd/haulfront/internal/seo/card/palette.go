package card

import (
	"fmt"
	"image/color"
	"regexp"
	"strconv"
)

// tokenForm is a colour token in a stylesheet, as the bundler writes it: in the long or the short hexadecimal form.
var tokenForm = regexp.MustCompile(`--([a-z-]+):\s*#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b`)

// readColours returns the colour tokens of a stylesheet by their names, without the dashes in front.
func readColours(stylesheet []byte) map[string]color.NRGBA {
	colours := map[string]color.NRGBA{}
	for _, m := range tokenForm.FindAllSubmatch(stylesheet, -1) {
		hex := string(m[2])
		if len(hex) == 3 {
			hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		}
		n, _ := strconv.ParseUint(hex, 16, 32) // the pattern lets nothing else through
		colours[string(m[1])] = color.NRGBA{R: byte(n >> 16), G: byte(n >> 8), B: byte(n), A: 255}
	}
	return colours
}

// tones returns colour tokens of the stylesheet.
func (p *Press) tones(names ...string) ([]color.NRGBA, error) {
	colours, list := p.colours(), make([]color.NRGBA, len(names))
	for i, name := range names {
		found, ok := colours[name]
		if !ok {
			return nil, fmt.Errorf("the stylesheet has no colour --%s", name)
		}
		list[i] = found
	}
	return list, nil
}

// Ground is the colour of the pages' ground in hexadecimal form, "#fbf6ec".
func (p *Press) Ground() (string, error) {
	tones, err := p.tones("cream")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("#%02x%02x%02x", tones[0].R, tones[0].G, tones[0].B), nil
}
