package upload

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// format is one of the formats that are taken.
type format struct {
	// matches reports whether a file begins like one of this format.
	matches func(head []byte) bool
	config  func(io.Reader) (image.Config, error)
	decode  func(io.Reader) (image.Image, error)
	// bytesPerPixel is the memory that decoding takes, from the file's first bytes and what config says.
	bytesPerPixel func(head []byte, model color.Model) float64
}

var (
	jpegFormat = &format{func(h []byte) bool { return bytes.HasPrefix(h, []byte{0xff, 0xd8, 0xff}) }, jpeg.DecodeConfig, jpeg.Decode, jpegCost}
	pngFormat  = &format{func(h []byte) bool { return bytes.HasPrefix(h, []byte("\x89PNG\r\n\x1a\n")) }, png.DecodeConfig, png.Decode, modelCost}
	webpFormat = &format{func(h []byte) bool {
		return len(h) >= 12 && bytes.HasPrefix(h, []byte("RIFF")) && string(h[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode, modelCost}

	formats = []*format{jpegFormat, pngFormat, webpFormat}
)

// headBytes is how much of a file is looked at before it is decoded. Exif and the other segments of a JPEG have at most 64 KB
// each, and phones write few of them before the size.
const headBytes = 512 << 10

// Check reports whether the file is a photograph that Convert may decode: nil, ErrNotPhoto, ErrHEIC, ErrTooManyPixels or
// ErrDamaged.
func (f *File) Check() error {
	_, _, err := f.check()
	return err
}

func (f *File) check() (*format, []byte, error) {
	head, err := io.ReadAll(io.NewSectionReader(f.data, 0, min(headBytes, f.bytes)))
	if err != nil {
		return nil, nil, err
	}
	for _, format := range formats {
		if !format.matches(head) {
			continue
		}
		config, err := format.config(f.reader())
		switch {
		case err != nil || config.Width < 1 || config.Height < 1:
			return nil, nil, ErrDamaged
		case float64(config.Width)*float64(config.Height)*format.bytesPerPixel(head, config.ColorModel) > maxDecoded:
			return nil, nil, ErrTooManyPixels
		}
		return format, head, nil
	}
	if isHEIF(head) {
		return nil, nil, ErrHEIC
	}
	return nil, nil, ErrNotPhoto
}

func (f *File) reader() io.Reader { return io.NewSectionReader(f.data, 0, f.bytes) }

// isHEIF reports whether a file begins with a file type box of the High Efficiency Image File Format, whose brands are those of
// HEIC and AVIF (ISO/IEC 14496-12, section 4.3; ISO/IEC 23008-12, annex B).
func isHEIF(head []byte) bool {
	if len(head) < 12 || string(head[4:8]) != "ftyp" {
		return false
	}
	switch string(head[8:12]) {
	case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis":
		return true
	}
	return false
}

// modelCost is what Go's decoders take for a picture of a color model.
func modelCost(_ []byte, model color.Model) float64 {
	switch model {
	case color.NRGBA64Model, color.RGBA64Model:
		return 8
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.YCbCrModel, color.NYCbCrAModel: // WebP, at half the resolution of color, and opacity
		return 2.5
	case color.NRGBAModel, color.RGBAModel:
		return 4
	}
	return 1 // with a palette
}

// jpegCost is what Go's decoder takes: a byte for each sample, and where a JPEG is progressive, four more for its coefficient.
func jpegCost(head []byte, _ color.Model) float64 {
	samples, progressive, ok := jpegFrame(head)
	if !ok {
		samples, progressive = 4, true // more than any that is well formed
	}
	if progressive {
		samples *= 5
	}
	return samples
}

// jpegFrame reads the frame header of a JPEG (ITU-T T.81, B.2.2): how many samples it has for a pixel, and whether it is
// progressive.
func jpegFrame(head []byte) (samples float64, progressive, ok bool) {
	const sof0, sof2, header = 0xc0, 0xc2, 10
	for at := 2; at+header <= len(head); {
		if head[at] != 0xff {
			return 0, false, false
		}
		marker := head[at+1]
		if marker == 0xff { // a fill byte
			at++
			continue
		}
		length := int(binary.BigEndian.Uint16(head[at+2:]))
		if marker >= sof0 && marker <= sof2 {
			components := int(head[at+9])
			if at+header+3*components > len(head) {
				return 0, false, false
			}
			var sum, most float64
			for i := range components {
				sampling := head[at+header+3*i+1]
				n := float64(sampling>>4) * float64(sampling&15)
				sum, most = sum+n, max(most, n)
			}
			return sum / most, marker == sof2, most > 0
		}
		at += 2 + length
	}
	return 0, false, false
}
