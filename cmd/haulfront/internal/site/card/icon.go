package card

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
)

// Icon draws the site's icon as a PNG of size × size pixels, transparent outside its rounded corners.
func (r *Renderer) Icon(size int) ([]byte, error) {
	return r.encodeIcon(image.NewNRGBA(image.Rect(0, 0, size, size)))
}

// MaskableIcon draws the site's icon as an opaque PNG of size × size pixels, for phones that crop it to a shape of
// their own. They keep at least a circle of four fifths of the width (https://www.w3.org/TR/appmanifest/#icon-masks),
// which contains the logo.
func (r *Renderer) MaskableIcon(size int) ([]byte, error) {
	background, err := r.tokens("forest")
	if err != nil {
		return nil, err
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, size, size))
	fill(canvas, canvas.Bounds(), background[0])
	return r.encodeIcon(canvas)
}

// encodeIcon draws the icon over the canvas and encodes it as PNG.
func (r *Renderer) encodeIcon(canvas *image.NRGBA) ([]byte, error) {
	if err := r.drawIcon(canvas, 0, 0, float64(canvas.Rect.Dx())); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := png.Encode(&out, canvas)
	return out.Bytes(), err
}

// ICO draws the site's icon as an ICO file with one PNG of 32 × 32 pixels, for browsers that request /favicon.ico
// (https://en.wikipedia.org/wiki/ICO_(file_format)).
func (r *Renderer) ICO() ([]byte, error) {
	const size = 32
	picture, err := r.Icon(size)
	if err != nil {
		return nil, err
	}
	entry := struct {
		Reserved, Type, Count        uint16
		Width, Height, Colors, Blank uint8
		Planes, Depth                uint16
		Size, Offset                 uint32
	}{Type: 1, Count: 1, Width: size, Height: size, Planes: 1, Depth: 32, Size: uint32(len(picture)), Offset: 22}
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, entry) // writing to a bytes.Buffer never fails
	out.Write(picture)
	return out.Bytes(), nil
}
