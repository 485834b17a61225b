package card

import (
	"bytes"
	"errors"
	"fmt"
	"image/draw"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// svgImage is an SVG document of shapes with plain fills and strokes, which is what scenes and the icon consist of. A rounded
// rectangle needs both of its radii.
type svgImage struct{ *oksvg.SvgIcon }

// parseSVG parses an SVG document; what the parser does not know is an error.
func parseSVG(document []byte) (svgImage, error) {
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
