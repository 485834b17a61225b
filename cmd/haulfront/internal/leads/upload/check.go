package upload

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"

	"golang.org/x/image/riff"
	"golang.org/x/image/webp"

	"haulfront/cmd/haulfront/internal/leads/photo"
)

// format is an accepted format.
type format struct {
	// matches reports whether a file of this format may begin so.
	matches func(head []byte) bool
	config  func(io.Reader) (image.Config, error)
	decode  func(io.Reader) (image.Image, error)
	// cost returns what decoding takes, from the file, its first bytes, and the color model.
	cost func(f *File, head []byte, model color.Model) (cost, error)
}

// cost is what decoding takes.
type cost struct {
	memory float64 // bytes for each pixel
	scans  float64 // how often the decoder goes over each pixel
	tables float64 // bytes for everything else
}

var (
	jpegFormat = &format{startsWith("\xff\xd8\xff"), jpeg.DecodeConfig, jpeg.Decode, jpegCost}
	pngFormat  = &format{startsWith("\x89PNG\r\n\x1a\n"), png.DecodeConfig, png.Decode, pngCost}
	webpFormat = &format{func(head []byte) bool {
		return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode, webpCost}

	formats = []*format{jpegFormat, pngFormat, webpFormat}
)

func startsWith(magic string) func(head []byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
}

// plan is how a checked file is decoded.
type plan struct {
	format      *format
	still       []byte // replaces the file's bytes before offset, see firstFrame
	offset      int64
	orientation photo.Orientation
	memory      float64 // of the pixels, in bytes
	work        float64 // the expected time to convert it, in arbitrary units
}

// headBytes is the size of the part of a file that is examined before decoding. Exif and the other segments of a JPEG
// have at most 64 KB each, and phones write few of them before the size.
const headBytes = 512 << 10

// Check refuses files that Convert may not decode, with ErrNotPhoto, ErrHEIC, ErrTooManyPixels, ErrDamaged, or an error
// of the disk.
func (f *Form) Check() {
	for _, file := range f.Files {
		if err := file.check(); err != nil {
			file.plan = plan{}
			f.refuse(file.Name, err)
		}
	}
}

func (f *File) check() error {
	head, err := io.ReadAll(io.NewSectionReader(f.data, 0, min(headBytes, f.bytes)))
	if err != nil {
		return err
	}
	matches := func(format *format) bool { return format.matches(head) }
	switch i := slices.IndexFunc(formats, matches); {
	case i >= 0:
		f.plan = plan{format: formats[i]}
	case isHEIF(head):
		return ErrHEIC
	default:
		return ErrNotPhoto
	}
	switch f.format {
	case jpegFormat:
		f.orientation = photo.OrientationOf(head)
	case webpFormat:
		f.still, f.offset = firstFrame(head)
	}
	config, err := f.format.config(f.reader())
	if err != nil || config.Width < 1 || config.Height < 1 {
		return ErrDamaged
	}
	cost, err := f.format.cost(f, head, config.ColorModel)
	if err != nil {
		return err
	}
	pixels := float64(config.Width) * float64(config.Height)
	f.memory = pixels*cost.memory + cost.tables
	if max(config.Width, config.Height) > maxSentSide || f.memory > maxDecoded || pixels*cost.scans > maxScanned {
		return ErrTooManyPixels
	}
	// From measurements: a scan takes a third as long as everything else for a pixel. The constant is for encoding.
	f.work = pixels*(3+cost.scans) + 4*float64(f.bytes) + 4*MaxSide*MaxSide
	return nil
}

func (f *File) reader() io.Reader {
	return io.MultiReader(bytes.NewReader(f.still), io.NewSectionReader(f.data, f.offset, f.bytes-f.offset))
}

// isHEIF reports whether a file begins with a file type box of the High Efficiency Image File Format with a brand of
// HEIC or AVIF (ISO/IEC 14496-12, section 4.3; ISO/IEC 23008-12, annex B).
func isHEIF(head []byte) bool {
	brands := []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"}
	return len(head) >= 12 && string(head[4:8]) == "ftyp" && slices.Contains(brands, string(head[8:12]))
}

// firstFrame returns how a WebP begins that has only the first frame of an animated one, and the offset of the rest in
// the file; nil and 0 without an animation. The frame's chunk ANMF has a header of 16 bytes, and then the chunks of a
// picture. An alpha channel needs the chunk VP8X before it (RFC 9649, section 2.7).
func firstFrame(head []byte) (still []byte, offset int64) {
	const chunkHeader, frameHeader = 8, 16
	for at := 12; at+chunkHeader+frameHeader+4 <= len(head); {
		size := int(binary.LittleEndian.Uint32(head[at+4:]))
		frame := at + chunkHeader
		if string(head[at:at+4]) != "ANMF" {
			at = frame + size + size%2
			continue
		}
		still = []byte("WEBP")
		if string(head[frame+frameHeader:][:4]) == "ALPH" {
			const alpha, sides, end = 0x10, 6, 12
			still = append(still, "VP8X\x0a\x00\x00\x00"+string([]byte{alpha})+"\x00\x00\x00"...)
			still = append(still, head[frame+sides:frame+end]...)
		}
		length := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(still)+size-frameHeader))
		return append(length, still...), int64(frame + frameHeader)
	}
	return nil, 0
}

// webpCost returns the cost of Go's decoder. Its maximum for pixels is that of a lossless picture with an index of
// colors. A lossless picture or alpha channel has up to 2,600 groups of Huffman trees besides: two bits can stand for
// six symbols (RFC 9649, section 3.7.2.1.2), each of which takes two nodes of 8 bytes.
func webpCost(f *File, _ []byte, _ color.Model) (cost, error) {
	const perByte = 8 / 2 * 6 * 2 * 8
	c := cost{memory: 8, scans: 1}
	_, chunks, err := riff.NewReader(f.reader())
	for err == nil {
		var name riff.FourCC
		var length uint32
		var data io.Reader
		if name, length, data, err = chunks.Next(); err != nil {
			break // decoding reports it, too
		}
		first := make([]byte, 1) // of an alpha channel without compression, two bits are 0
		_, _ = io.ReadFull(data, first)
		if kind := string(name[:]); kind == "VP8L" || kind == "ALPH" && first[0]&3 != 0 {
			c.tables += perByte * float64(length)
		}
	}
	return c, nil
}

// pngCost returns the cost of Go's decoder. A gray picture may have a transparent color, which its header does not
// tell, and is then decoded to four channels; an interlaced picture is assembled from parts.
func pngCost(_ *File, head []byte, model color.Model) (cost, error) {
	c := cost{memory: 4, scans: 1} // also for a palette, whose indexes have a byte or less
	switch model {
	case color.NRGBA64Model, color.RGBA64Model, color.Gray16Model:
		c.memory = 8
	}
	const interlace = 28 // PNG (W3C), 11.2.1
	if len(head) > interlace && head[interlace] != 0 {
		c.memory *= 1.5
	}
	return c, nil
}
