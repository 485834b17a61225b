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

// letterer sets text in one weight of the display face.
type letterer struct {
	face   *font.Face
	shaper shaping.HarfbuzzShaper
}

// newLetterer reads a WOFF2 file and sets its weight axis.
func newLetterer(woff2 []byte, weight float32) (*letterer, error) {
	file, err := openFont(woff2)
	if err != nil {
		return nil, fmt.Errorf("open the font: %w", err)
	}
	face, err := font.ParseTTF(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the font: %w", err)
	}
	face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: weight}})
	return &letterer{face: face}, nil
}

// lettering is a line of text that is ready to be drawn.
type lettering struct {
	glyphs []shaping.Glyph
	size   float64
	// tracking is added after each letter, in pixels.
	tracking float64
	width    float64
}

// shape sets one line; size is in pixels, tracking in parts of it.
func (l *letterer) shape(text string, size, tracking float64) lettering {
	runes := []rune(text)
	out := l.shaper.Shape(shaping.Input{
		Text: runes, RunEnd: len(runes), Direction: di.DirectionLTR, Face: l.face, Size: fixed.Int26_6(size * 64),
		Script: language.Latin, Language: language.NewLanguage("en"),
	})
	line := lettering{glyphs: out.Glyphs, size: size, tracking: tracking * size}
	for _, g := range line.glyphs {
		line.width += float64(g.Advance)/64 + line.tracking
	}
	return line
}

// draw fills the line's letters; x and y are where its baseline begins.
func (l *letterer) draw(p *rasterx.Filler, line lettering, x, y float64, ink color.Color) {
	scale := line.size / float64(l.face.Upem())
	p.SetColor(ink)
	for _, g := range line.glyphs {
		left, base := x+float64(g.XOffset)/64, y-float64(g.YOffset)/64
		if outline, ok := l.face.GlyphData(g.GlyphID).(font.GlyphOutline); ok {
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

// step is a size in pixels, and how many lines may have it.
type step struct {
	size float64
	most int
}

// paragraph breaks text into lines that are no wider than room allows for the step, as few and as equal as can be, by the
// first of the steps that suffices. It fails if none does.
func (l *letterer) paragraph(text string, steps []step, tracking float64, room func(step) float64) ([]lettering, error) {
	words := strings.Fields(text)
	for _, s := range steps {
		size, width := s.size, room(s)
		set := func(lines [][]string) (out []lettering, widest float64) {
			for _, words := range lines {
				line := l.shape(strings.Join(words, " "), size, tracking)
				out, widest = append(out, line), max(widest, line.width)
			}
			return out, widest
		}
		measure := func(words []string) float64 { return l.shape(strings.Join(words, " "), size, tracking).width }
		best, widest := set(wrap(words, width, measure))
		if widest > width || len(best) > s.most {
			continue
		}
		// Every step takes the widest line apart, until that would need a line more.
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
