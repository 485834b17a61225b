package card

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
)

// FontFile is the file, in a checkout, of [NewRenderer]'s font: the display typeface in the weight of the stylesheet's
// --weight-display. It is a separate WOFF file because the library does not read the browsers' WOFF2.
const FontFile = "node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff"

// typesetter sets text in one typeface.
type typesetter struct {
	face   *font.Face
	shaper shaping.HarfbuzzShaper
}

// newTypesetter parses a WOFF file.
func newTypesetter(woff []byte) (*typesetter, error) {
	face, err := font.ParseTTF(bytes.NewReader(woff))
	if err != nil {
		return nil, fmt.Errorf("open the font: %w", err)
	}
	return &typesetter{face: face}, nil
}

// textLine is a shaped line of text.
type textLine struct {
	glyphs   []shaping.Glyph
	size     float64
	tracking float64 // added after each letter, in pixels
	width    float64
}

// shape sets one line; size is in pixels, tracking is in parts of it.
func (t *typesetter) shape(text string, size, tracking float64) textLine {
	runes := []rune(text)
	out := t.shaper.Shape(shaping.Input{
		Text: runes, RunEnd: len(runes), Direction: di.DirectionLTR, Face: t.face, Size: fixed.Int26_6(size * 64),
		Script: language.Latin, Language: language.NewLanguage("en"),
	})
	line := textLine{glyphs: out.Glyphs, size: size, tracking: tracking * size}
	for _, g := range line.glyphs {
		line.width += float64(g.Advance)/64 + line.tracking
	}
	return line
}

// draw fills the line's letters; x and y are the start of its baseline.
func (t *typesetter) draw(p *rasterx.Filler, line textLine, x, y float64, ink color.Color) {
	scale := line.size / float64(t.face.Upem())
	p.SetColor(ink)
	for _, g := range line.glyphs {
		left, base := x+float64(g.XOffset)/64, y-float64(g.YOffset)/64
		if outline, ok := t.face.GlyphData(g.GlyphID).(font.GlyphOutline); ok {
			trace(p, outline, func(s font.SegmentPoint) fixed.Point26_6 {
				return rasterx.ToFixedP(left+float64(s.X)*scale, base-float64(s.Y)*scale)
			})
		}
		x += float64(g.Advance)/64 + line.tracking
	}
	p.Draw()
	p.Clear()
}

// trace adds the contours of a glyph to p.
func trace(p *rasterx.Filler, outline font.GlyphOutline, at func(font.SegmentPoint) fixed.Point26_6) {
	for i, s := range outline.Segments {
		a := s.Args
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if i > 0 {
				p.Stop(true)
			}
			p.Start(at(a[0]))
		case opentype.SegmentOpLineTo:
			p.Line(at(a[0]))
		case opentype.SegmentOpQuadTo:
			p.QuadBezier(at(a[0]), at(a[1]))
		case opentype.SegmentOpCubeTo:
			p.CubeBezier(at(a[0]), at(a[1]), at(a[2]))
		}
	}
	p.Stop(true)
}

// fontSize is a size in pixels, with the largest number of lines of that size.
type fontSize struct {
	pixels   float64
	maxLines int
}

// paragraph breaks text into lines within the width that room returns for a size, as few and as equal as possible, at
// the first size that fits. If no size fits, it returns an error.
func (t *typesetter) paragraph(
	text string, sizes []fontSize, tracking float64, room func(fontSize) float64,
) ([]textLine, error) {
	words := strings.Fields(text)
	for _, s := range sizes {
		size, width := s.pixels, room(s)
		set := func(lines [][]string) (out []textLine, widest float64) {
			for _, words := range lines {
				line := t.shape(strings.Join(words, " "), size, tracking)
				out, widest = append(out, line), max(widest, line.width)
			}
			return out, widest
		}
		measure := func(words []string) float64 { return t.shape(strings.Join(words, " "), size, tracking).width }
		best, widest := set(wrap(words, width, measure))
		if widest > width || len(best) > s.maxLines {
			continue
		}
		// Each iteration breaks up the widest line, until that would take an additional line.
		for {
			narrower, w := set(wrap(words, widest-1, measure))
			if len(narrower) > len(best) || w >= widest {
				return best, nil
			}
			best, widest = narrower, w
		}
	}
	return nil, fmt.Errorf("%q is too long for its place", text)
}

// wrap puts as many words in each line as fit.
func wrap(words []string, width float64, measure func([]string) float64) (lines [][]string) {
	start := 0
	for end := 1; end <= len(words); end++ {
		if end == len(words) || measure(words[start:end+1]) > width {
			lines = append(lines, words[start:end])
			start = end
		}
	}
	return lines
}
