package card

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"regexp"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// svgImage is an SVG document of shapes with plain fills and strokes, like the scenes and the icon. A rounded
// rectangle needs both of its radii.
type svgImage struct{ *oksvg.SvgIcon }

// ownColor is the color of a path of a scene, which fills and strokes it. The library knows no currentColor.
var ownColor = regexp.MustCompile(` color="([^"]*)"`)

// parseSVG parses an SVG document; unknown elements are an error.
func parseSVG(document []byte) (svgImage, error) {
	document = bytes.ReplaceAll(document, []byte(` fill="currentColor" stroke="currentColor"`), nil)
	document = ownColor.ReplaceAll(document, []byte(` fill="$1" stroke="$1"`))
	document = scaleStrokes(document)
	icon, err := oksvg.ReadIconStream(bytes.NewReader(document), oksvg.StrictErrorMode)
	if err == nil && (len(icon.SVGPaths) == 0 || icon.ViewBox.W <= 0 || icon.ViewBox.H <= 0) {
		err = errors.New("it has no shape or no view box")
	}
	return svgImage{icon}, err
}

// draw draws the document with its upper left corner at left and top.
func (s svgImage) draw(canvas draw.Image, left, top, scale float64) {
	s.SetTarget(left, top, s.ViewBox.W*scale, s.ViewBox.H*scale)
	// The library scales outlines, but not the widths of their strokes.
	for i := range s.SVGPaths {
		s.SVGPaths[i].LineWidth *= scale
	}
	size := canvas.Bounds()
	s.Draw(rasterx.NewDasher(size.Dx(), size.Dy(), newScanner(canvas)), 1)
}

// drawIcon draws the site's icon into a square.
func (r *Renderer) drawIcon(canvas draw.Image, left, top, size float64) error {
	icon, err := parseSVG(r.icon)
	if err != nil {
		return fmt.Errorf("read the icon: %w", err)
	}
	icon.draw(canvas, left, top, size/icon.ViewBox.W)
	return nil
}

// scanner fills outlines for package rasterx. That package's own scanner rasterizes the whole canvas for every path,
// which takes seconds for a scene; this one rasterizes the bounding box of the path.
type scanner struct {
	canvas  draw.Image
	fill    image.Uniform
	raster  vector.Rasterizer
	outline []point
	box     fixed.Rectangle26_6
}

// point is a point of an outline, and whether a new contour starts with it.
type point struct {
	at    fixed.Point26_6
	start bool
}

var _ rasterx.Scanner = (*scanner)(nil)

func newScanner(canvas draw.Image) *scanner {
	s := &scanner{canvas: canvas}
	s.Clear()
	return s
}

func (s *scanner) Start(a fixed.Point26_6) { s.add(a, true) }
func (s *scanner) Line(b fixed.Point26_6)  { s.add(b, false) }

func (s *scanner) add(at fixed.Point26_6, start bool) {
	s.outline = append(s.outline, point{at, start})
	s.box.Min.X, s.box.Min.Y = min(s.box.Min.X, at.X), min(s.box.Min.Y, at.Y)
	s.box.Max.X, s.box.Max.Y = max(s.box.Max.X, at.X), max(s.box.Max.Y, at.Y)
}

// Draw fills the outline since the last Clear. It closes no contour: package rasterx closes those of fills itself, and
// passes the two sides of a stroke as contours that are closed only together.
func (s *scanner) Draw() {
	if len(s.outline) == 0 {
		return
	}
	area := image.Rect(s.box.Min.X.Floor(), s.box.Min.Y.Floor(), s.box.Max.X.Ceil(), s.box.Max.Y.Ceil())
	if area.Empty() || !area.Overlaps(s.canvas.Bounds()) {
		return
	}
	s.raster.Reset(area.Dx(), area.Dy())
	for _, p := range s.outline {
		x, y := float32(p.at.X)/64-float32(area.Min.X), float32(p.at.Y)/64-float32(area.Min.Y)
		if p.start {
			s.raster.MoveTo(x, y)
		} else {
			s.raster.LineTo(x, y)
		}
	}
	s.raster.Draw(s.canvas, area, &s.fill, image.Point{})
}

// Clear drops the outline.
func (s *scanner) Clear() {
	s.outline = s.outline[:0]
	s.box = fixed.Rectangle26_6{
		Min: fixed.Point26_6{X: math.MaxInt32, Y: math.MaxInt32},
		Max: fixed.Point26_6{X: math.MinInt32, Y: math.MinInt32},
	}
}

// SetColor sets the color of the next Draw. Scenes have no gradients, which would be functions.
func (s *scanner) SetColor(c any) {
	if plain, ok := c.(color.Color); ok {
		s.fill.C = plain
	}
}

func (s *scanner) GetPathExtent() fixed.Rectangle26_6 { return s.box }

// The other methods of rasterx.Scanner do nothing: the canvas has its own bounds, the fill rule is always nonzero, and
// nothing is clipped.

func (s *scanner) SetBounds(int, int)      {}
func (s *scanner) SetWinding(bool)         {}
func (s *scanner) SetClip(image.Rectangle) {}
