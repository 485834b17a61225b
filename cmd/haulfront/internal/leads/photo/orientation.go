package photo

import (
	"bytes"
	"encoding/binary"
	"image"
)

// Orientation is the camera's orientation: 1 is upright, 2 to 8 are mirrored or rotated. Phones store the sensor's
// picture and leave the rotation to the viewer (Exif 2.32, section 4.6.4, tag 0x0112).
type Orientation int

// SwapsSides reports whether width and height are swapped.
func (o Orientation) SwapsSides() bool { return o >= 5 }

// Apply returns the picture upright.
func (o Orientation) Apply(from *image.RGBA) *image.RGBA {
	if o <= 1 {
		return from
	}
	w, h := from.Rect.Dx(), from.Rect.Dy()
	if o.SwapsSides() {
		w, h = h, w
	}
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			at := [...]image.Point{
				2: {w - 1 - x, y}, 3: {w - 1 - x, h - 1 - y}, 4: {x, h - 1 - y},
				5: {y, x}, 6: {y, w - 1 - x}, 7: {h - 1 - y, w - 1 - x}, 8: {h - 1 - y, x},
			}[o]
			to.SetRGBA(x, y, from.RGBAAt(at.X, at.Y))
		}
	}
	return to
}

// OrientationOf returns the orientation from the first bytes of a JPEG; 1 by default.
func OrientationOf(head []byte) Orientation {
	exif, _ := segments(head)
	return orientationOf(exif)
}

// segments reads the segments before the pixels of a JPEG: it returns the Exif segment, if any, and the offset of the
// pixels, -1 without pixels.
func segments(data []byte) (exif []byte, pixels int) {
	const app1, startOfScan = 0xe1, 0xda
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		if data[at+1] == startOfScan {
			return exif, at
		}
		end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		if end < at+4 || end > len(data) {
			break
		}
		if found, ok := bytes.CutPrefix(data[at+4:end], []byte("Exif\x00\x00")); ok && data[at+1] == app1 {
			exif = found
		}
		at = end
	}
	return exif, -1
}

// orientationOf returns the orientation in an Exif segment; 1 without a valid one. It searches the first directory of
// a TIFF header, which has twelve bytes an entry.
func orientationOf(tiff []byte) Orientation {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	start := int(order.Uint32(tiff[4:]))
	if start < 8 || start+2 > len(tiff) {
		return 1
	}
	entries := int(order.Uint16(tiff[start:]))
	for entry := start + 2; entries > 0 && entry+12 <= len(tiff); entry, entries = entry+12, entries-1 {
		if order.Uint16(tiff[entry:]) != 0x0112 {
			continue
		}
		if o := Orientation(order.Uint16(tiff[entry+8:])); o >= 1 && o <= 8 {
			return o
		}
	}
	return 1
}
