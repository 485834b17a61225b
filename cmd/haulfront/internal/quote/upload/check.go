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
	"slices"

	"golang.org/x/image/webp"
)

// format is an accepted format.
type format struct {
	// matches reports whether a file of this format may begin so.
	matches func(head []byte) bool
	config  func(io.Reader) (image.Config, error)
	decode  func(io.Reader) (image.Image, error)
	// bytesPerPixel returns the memory that decoding takes, from the file's first bytes and the color model.
	bytesPerPixel func(head []byte, model color.Model) float64
}

var (
	jpegFormat = &format{startsWith("\xff\xd8\xff"), jpeg.DecodeConfig, jpeg.Decode, jpegCost}
	pngFormat  = &format{startsWith("\x89PNG\r\n\x1a\n"), png.DecodeConfig, png.Decode, pngCost}
	webpFormat = &format{func(head []byte) bool {
		return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode, func([]byte, color.Model) float64 {
		return 8 // the maximum cost of Go's decoder, that of a lossless picture with an index of colors
	}}

	formats = []*format{jpegFormat, pngFormat, webpFormat}
)

func startsWith(magic string) func(head []byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
}

// headBytes is the size of the part of a file that is examined before decoding. Exif and the other segments of a JPEG
// have at most 64 KB each, and phones write few of them before the size.
const headBytes = 512 << 10

// Check returns nil if Convert may decode the file, and otherwise ErrNotPhoto, ErrHEIC, ErrTooManyPixels, ErrDamaged,
// or an error of the disk.
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

// isHEIF reports whether a file begins with a file type box of the High Efficiency Image File Format with a brand of
// HEIC or AVIF (ISO/IEC 14496-12, section 4.3; ISO/IEC 23008-12, annex B).
func isHEIF(head []byte) bool {
	brands := []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"}
	return len(head) >= 12 && string(head[4:8]) == "ftyp" && slices.Contains(brands, string(head[8:12]))
}

// maxScans is the maximum number of scans of a JPEG. A camera's progressive JPEG has some ten; in a malicious file,
// each scan takes a few bytes and makes the decoder go through the whole picture.
const maxScans = 100

// checkScans counts starts of scans (ITU-T T.81, B.2.3). The data of a scan never has the two bytes of a start in a
// row.
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

// pngCost returns the cost of Go's decoder. A gray picture may have a transparent color, which its header does not
// tell, and is then decoded to four channels; an interlaced picture is assembled from parts.
func pngCost(head []byte, model color.Model) float64 {
	cost := 4.0 // also for a palette, whose indexes have a byte or less
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

// jpegCost returns the cost of Go's decoder: a byte per sample, and in a progressive JPEG four more for its
// coefficient.
func jpegCost(head []byte, _ color.Model) float64 {
	samples, progressive, ok := jpegFrame(head)
	if !ok {
		samples, progressive = 4, true // more than any well-formed JPEG
	}
	if progressive {
		samples *= 5
	}
	return samples + convertedCost(head)
}

// convertedCost returns the additional cost of converting the colors of a JPEG whose samples are not YCbCr: four bytes.
// Of all Adobe segments, only one with the transform 1 needs no conversion.
func convertedCost(head []byte) float64 {
	const transform = 6 // offset from the end of the segment's name
	adobe := []byte("Adobe")
	for before, after, found := bytes.Cut(head, adobe); found; before, after, found = bytes.Cut(after, adobe) {
		n := len(before)
		isAdobe := n >= 4 && before[n-4] == 0xff && before[n-3] == 0xee
		if isAdobe && (len(after) <= transform || after[transform] != 1) {
			return 4
		}
	}
	if bytes.Contains(head, []byte("\x03R\x11\x00G\x11\x00B\x11\x00")) { // a frame header with the components R, G, B
		return 4
	}
	return 0
}

// jpegFrame reads the frame header of a JPEG (ITU-T T.81, B.2.2): the number of samples per pixel, and whether the JPEG
// is progressive.
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
			return 0, false, false // a marker without a length, where the decoder may continue elsewhere
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
