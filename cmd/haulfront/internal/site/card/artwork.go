package card

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"image"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-text/typesetting/font"

	"haulfront/content/rgb"
)

// Artwork is a mark without its ground, to be put on one.
type Artwork struct {
	attributes, shapes  string // of the SVG document
	x, y, width, height float64
}

// rootOnly are attributes of the root that its shapes do not inherit.
var rootOnly = regexp.MustCompile(
	`\s(?:width|height|viewBox|x|y|version|id|preserveAspectRatio|baseProfile|xml:space)\s*=\s*(?:"[^"]*"|'[^']*')`)

// NewArtwork reads an SVG document of plain shapes. It is an error if bitmaps cannot show it.
func NewArtwork(document []byte) (a Artwork, err error) {
	drawn, err := parseSVG(document)
	if err != nil {
		return a, fmt.Errorf("%w; wanted paths and other plain shapes with their colors", err)
	}
	parser, from := xml.NewDecoder(bytes.NewReader(document)), int64(0)
	for token := xml.Token(nil); ; from = parser.InputOffset() {
		if token, err = parser.Token(); err != nil {
			return a, err
		}
		if _, isRoot := token.(xml.StartElement); isRoot {
			break
		}
	}
	tag, end := string(document[from:parser.InputOffset()]), bytes.LastIndex(document, []byte("</"))
	_, attributes, _ := strings.Cut(strings.TrimSuffix(tag, ">"), "svg")
	box := drawn.ViewBox
	return Artwork{rootOnly.ReplaceAllString(attributes, ""), string(document[parser.InputOffset():end]),
		box.X, box.Y, box.W, box.H}, nil
}

// Initials is the artwork of letters in a color, in the display typeface, a WOFF file.
func Initials(woff []byte, letters, color string) (Artwork, error) {
	setter, err := newTypesetter(woff)
	if err != nil {
		return Artwork{}, err
	}
	const size = 100
	line := setter.shape(letters, size, 0)
	scale, left, path := size/float64(setter.face.Upem()), 0.0, ""
	for _, g := range line.glyphs {
		outline, _ := setter.face.GlyphData(g.GlyphID).(font.GlyphOutline)
		for _, s := range outline.Segments {
			path += string("MLQC"[s.Op])
			for _, p := range s.ArgsSlice() {
				path += fmt.Sprintf("%.1f %.1f ", left+float64(p.X)*scale, size*capHeight-float64(p.Y)*scale)
			}
		}
		left += float64(g.Advance) / 64
	}
	return Artwork{"", fmt.Sprintf(`<path fill="%s" d="%sz"/>`, color, strings.ReplaceAll(path, " M", " zM")), 0, 0,
		line.width, size * capHeight}, nil
}

// Aspect is the width for a height of 1.
func (a Artwork) Aspect() float64 { return a.width / a.height }

// placed is the artwork with its corner at left and top, in a group with attributes.
func (a Artwork) placed(left, top float64, attributes string) string {
	return fmt.Sprintf(`<g fill="#000" stroke="none" stroke-width="1"%s><g transform="translate(%.4g %.4g)">`+
		`<g%s>%s</g></g></g>`, attributes, left-a.x, top-a.y, a.attributes, a.shapes)
}

// Tile returns the artwork as an SVG document of its own, in the middle of a rounded tile of a color, "#rrggbb", that
// is so many times as wide as high. It keeps to the middle three quarters of the height, and in a square to a circle of
// four fifths of the width.
func (a Artwork) Tile(color string, aspect float64) []byte {
	// The tile is in the units of the artwork: package oksvg does not scale strokes.
	height := max(a.height/0.75, a.width/aspect/0.8)
	if aspect == 1 {
		height = max(height, math.Hypot(a.width, a.height)/0.8)
	}
	width := aspect * height
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.5g %.5g">`+
		`<rect width="%[1]g" height="%[2]g" rx="%.4[3]g" ry="%.4[3]g" fill="%[4]s"/>%[5]s</svg>`,
		width, height, height*7/32, color, a.placed((width-a.width)/2, (height-a.height)/2, ""))
}

// needed is the contrast of a shape with its ground: WCAG 2.2, criterion 1.4.11.
const needed = 3

// CheckOn reports whether the artwork would be lost on a ground of a color, "#rrggbb".
func (a Artwork) CheckOn(ground string) error {
	const size = 64
	document, err := parseSVG(fmt.Appendf(nil, `<svg viewBox="0 0 %g %g">%s</svg>`, a.width, a.height,
		a.placed(0, 0, "")))
	if err != nil {
		return err
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, size, size))
	document.draw(canvas, 0, 0, size/max(a.width, a.height))
	painted, seen := 0, 0
	for at := 0; at < len(canvas.Pix); at += 4 {
		if p := canvas.Pix[at : at+4]; p[3] > 127 {
			painted++
			if rgb.Contrast(fmt.Sprintf("#%02x%02x%02x", p[0], p[1], p[2]), ground) >= needed {
				seen++
			}
		}
	}
	if painted == 0 || 2*seen < painted {
		return fmt.Errorf("%d of %d points have a contrast of %d:1 with the brand's color %s; wanted at least half: a "+
			"light mark, or one with a ground of its own", seen, painted, needed, ground)
	}
	return nil
}

// signEnd ends a sign in a drawing.
const signEnd = "<!-- sign -->"

var (
	sign        = regexp.MustCompile(`(?s)<g[^>]* data-scale="([^"]*)".*?` + signEnd)
	strokeWidth = regexp.MustCompile(`(stroke-width\s*(?:=\s*["']|:\s*))([\d.]+)`)
)

// scaleStrokes scales the strokes of signs, which package oksvg does not.
func scaleStrokes(drawing []byte) []byte {
	return sign.ReplaceAllFunc(drawing, func(text []byte) []byte {
		scale, _ := strconv.ParseFloat(string(sign.FindSubmatch(text)[1]), 64)
		return strokeWidth.ReplaceAllFunc(text, func(width []byte) []byte {
			parts := strokeWidth.FindSubmatch(width)
			number, _ := strconv.ParseFloat(string(parts[2]), 64)
			return fmt.Appendf(nil, "%s%.4g", parts[1], number*scale)
		})
	})
}

// spots is a path of spots for signs, see [scene.Unsigned].
var spots = regexp.MustCompile(`<path color="spot" d="([^"]*)"></path>`)

var whole = regexp.MustCompile(`-?\d+`)

// Sign paints the artwork on the trucks of a drawing, whose coordinates are those of components/art/projection.ts.
func (a Artwork) Sign(drawing []byte) []byte {
	return spots.ReplaceAllFunc(drawing, func(path []byte) []byte {
		var out strings.Builder
		var start [2]float64
		for _, line := range strings.Split(string(spots.FindSubmatch(path)[1]), "z") {
			numbers := whole.FindAllString(line, -1)
			if len(numbers) != 8 {
				break // the end
			}
			var corners [][2]float64
			at := start
			for n := 0; n < len(numbers); n += 2 {
				across, _ := strconv.ParseFloat(numbers[n], 64)
				down, _ := strconv.ParseFloat(numbers[n+1], 64)
				at = [2]float64{at[0] + across, at[1] + down}
				corners = append(corners, at)
			}
			start = corners[0]
			out.WriteString(a.onSide(corners))
		}
		return []byte(out.String())
	})
}

// onSide is the artwork on a truck's side with four corners.
func (a Artwork) onSide(corners [][2]float64) string {
	// On the screen, x grows with the first coordinate less the second, y with their sum.
	slices.SortFunc(corners, func(a, b [2]float64) int { return cmp.Compare(a[0]-a[1], b[0]-b[1]) })
	down := func(a, b [2]float64) int { return cmp.Compare(a[0]+a[1], b[0]+b[1]) }
	slices.SortFunc(corners[:2], down)
	slices.SortFunc(corners[2:], down)
	corner, right, below := corners[0], corners[2], corners[1]
	// The side is 8 ft wide and 4.6 ft high; the artwork is as large as fits.
	const width, height = 8, 4.6
	scale := min(width/a.width, height/a.height)
	left, top := (width-scale*a.width)/2/width, (height-scale*a.height)/2/height
	var across, along [2]float64
	for n := range 2 {
		across[n], along[n] = (right[n] - corner[n]), (below[n] - corner[n])
		corner[n] += left*across[n] + top*along[n]
		across[n], along[n] = across[n]*scale/width, along[n]*scale/height
	}
	return a.placed(0, 0, fmt.Sprintf(` data-scale="%.4g" transform="matrix(%.4g %.4g %.4g %.4g %.4g %.4g)"`,
		math.Sqrt(math.Abs(across[0]*along[1]-across[1]*along[0])), across[0], across[1], along[0], along[1], corner[0],
		corner[1])) + signEnd
}
