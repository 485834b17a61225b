package upload

import (
	"bufio"
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
	pngFormat  = &format{func(h []byte) bool { return bytes.HasPrefix(h, []byte("\x89PNG\r\n\x1a\n")) }, png.DecodeConfig, png.Decode, pngCost}
	webpFormat = &format{func(h []byte) bool {
		return len(h) >= 12 && bytes.HasPrefix(h, []byte("RIFF")) && string(h[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode, webpCost}

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
		if format == jpegFormat {
			if err := f.checkScans(); err != nil {
				return nil, nil, err
			}
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

// maxScans bounds the scans of a JPEG. A progressive one of a camera has some ten; each scan goes through the whole picture, in
// some bytes of the file if it is meant to.
const maxScans = 100

// checkScans looks for more starts of scans (ITU-T T.81, B.2.3) than any camera writes. In the data of a scan the two bytes never
// stand together.
func (f *File) checkScans() error {
	scans, last := 0, byte(0)
	reader := bufio.NewReaderSize(f.reader(), 64<<10)
	for {
		b, err := reader.ReadByte()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case last == 0xff && b == 0xda:
			if scans++; scans > maxScans {
				return ErrDamaged
			}
		}
		last = b
	}
}

// pngCost is what Go's decoder takes. A gray picture with a transparent color, of which its header says nothing, becomes one of
// four channels, and an interlaced one is put together from parts.
func pngCost(head []byte, model color.Model) float64 {
	cost := 4.0 // also with a palette, which may be of bytes or of parts of them
	switch model {
	case color.NRGBA64Model, color.RGBA64Model, color.Gray16Model:
		cost = 8
	}
	const interlace = 28 // PNG (W3C), 11.2.1
	if len(head) > interlace && head[interlace] != 0 {
		cost *= 1.5
	}
	return cost
}

// webpCost is what Go's decoder takes at most, for a lossless picture with an index of colors.
func webpCost([]byte, color.Model) float64 { return 8 }

// jpegCost is what Go's decoder takes: a byte for each sample, and where a JPEG is progressive, four more for its coefficient.
func jpegCost(head []byte, _ color.Model) float64 {
	samples, progressive, ok := jpegFrame(head)
	if !ok {
		samples, progressive = 4, true // more than any that is well formed
	}
	if progressive {
		samples *= 5
	}
	return samples + convertedCost(head)
}

// convertedCost is what it takes to convert the colors of a JPEG whose samples are not YCbCr, on top: four bytes. An Adobe segment
// that says 1 is the only one that leaves them as they are.
func convertedCost(head []byte) float64 {
	const transform = 11 // from the segment's name on
	adobe, from := []byte("Adobe"), 0
	for {
		i := bytes.Index(head[from:], adobe)
		if i < 0 {
			break
		}
		at := from + i
		if at >= 4 && head[at-4] == 0xff && head[at-3] == 0xee && (at+transform >= len(head) || head[at+transform] != 1) {
			return 4
		}
		from = at + len(adobe)
	}
	if samplesAre(head, "RGB") {
		return 4
	}
	return 0
}

// samplesAre reports whether a frame header names its components by these letters.
func samplesAre(head []byte, letters string) bool {
	return bytes.Contains(head, []byte{3, letters[0], 0x11, 0, letters[1], 0x11, 0, letters[2], 0x11, 0})
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
		if marker < sof0 || marker >= 0xd0 && marker <= 0xd9 || length < 2 {
			return 0, false, false // without a length, and where the decoder goes on is not here
		}
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
