package card

import (
	"bytes"
	"errors"
	"fmt"
	"image/draw"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// drawing is an SVG document of shapes with plain fills and strokes: what scenes and the icon consist of. A rounded
// rectangle needs both of its radii.
type drawing struct{ *oksvg.SvgIcon }

// readDrawing reads an SVG document; what the reader does not know is an error.
func readDrawing(svg []byte) (drawing, error) {
	icon, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err == nil && (len(icon.SVGPaths) == 0 || icon.ViewBox.W <= 0 || icon.ViewBox.H <= 0) {
		err = errors.New("it has no shape or no view box")
	}
	return drawing{icon}, err
}

// draw draws the document with its upper left corner at left and top.
func (d drawing) draw(canvas draw.Image, left, top, scale float64) {
	d.SetTarget(left, top, d.ViewBox.W*scale, d.ViewBox.H*scale)
	// The library scales outlines, but not the widths of their strokes.
	for i := range d.SVGPaths {
		d.SVGPaths[i].LineWidth *= scale
	}
	size := canvas.Bounds()
	d.Draw(rasterx.NewDasher(size.Dx(), size.Dy(), newScanner(canvas)), 1)
}

// drawMark draws the site's icon into a square.
func (p *Press) drawMark(canvas draw.Image, left, top, size float64) error {
	mark, err := readDrawing(p.mark)
	if err != nil {
		return fmt.Errorf("read the icon: %w", err)
	}
	mark.draw(canvas, left, top, size/mark.ViewBox.W)
	return nil
}
