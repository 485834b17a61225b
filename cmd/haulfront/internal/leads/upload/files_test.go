package upload

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	swap "math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gen2brain/webp"

	"haulfront/cmd/haulfront/internal/testkit"
)

// picture is red on its left half and blue on its right.
func picture(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	draw.Draw(m, image.Rect(w/2, 0, w, h), image.NewUniform(color.RGBA{B: 255, A: 255}), image.Point{}, draw.Src)
	return m
}

// noise is a translucent picture of random pixels.
func noise(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	rand.NewChaCha8([32]byte{}).Read(m.Pix)
	return m
}

func jpegOf(m image.Image) []byte {
	var out bytes.Buffer
	_ = jpeg.Encode(&out, m, nil) // a buffer takes everything
	return out.Bytes()
}

func pngOf(m image.Image) []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, m) // a buffer takes everything
	return out.Bytes()
}

// segment is a segment of a JPEG.
func segment(marker byte, data string) []byte {
	out := []byte{0xff, marker, 0, 0}
	binary.BigEndian.PutUint16(out[2:], uint16(len(data)+2))
	return append(out, data...)
}

// exif is a segment with an orientation and the words of a place.
func exif(orientation byte) []byte {
	entry := "\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00"
	return segment(0xe1, "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01"+entry+"GPSLatitude 32.7767")
}

// within puts segments at the beginning of a JPEG.
func within(data []byte, segments ...[]byte) []byte {
	return bytes.Join([][]byte{data[:2], bytes.Join(segments, nil), data[2:]}, nil)
}

// pngHeader is a PNG that says it has w × h pixels of four channels, and has none.
func pngHeader(w, h uint32, depth byte) []byte {
	out := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
	out = binary.BigEndian.AppendUint32(out, w)
	out = binary.BigEndian.AppendUint32(out, h)
	out = append(out, depth, 6, 0, 0, 0)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[12:]))
}

// frame is a JPEG's header that says it has w × h pixels, with the color at half the resolution.
func frame(marker byte, w, h uint16) []byte {
	size := string(binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(nil, h), w))
	return slices.Concat([]byte{0xff, 0xd8}, segment(0xe0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"),
		segment(marker, "\x08"+size+"\x03\x01\x22\x00\x02\x11\x00\x03\x11\x00"))
}

// scans is a gray, progressive JPEG of w × h zero pixels with n scans, each of a few bytes: 16,384 blocks take 15
// bits.
func scans(w, h uint16, n int) []byte {
	size := string(binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(nil, h), w))
	codes := "\x01" + strings.Repeat("\x00", 15) // one, of a single bit
	blocks := (int(w) + 7) / 8 * ((int(h) + 7) / 8)
	scan := append(segment(0xda, "\x01\x01\x00\x01\x3f\x10"), make([]byte, (blocks/16384+1)*2)...)
	return slices.Concat([]byte{0xff, 0xd8}, segment(0xc2, "\x08"+size+"\x01\x01\x11\x00"),
		segment(0xc4, "\x10"+codes+"\xe0"), bytes.Repeat(scan, n), []byte{0xff, 0xd9})
}

// video is what a phone appends to the JPEG of a motion photo. Its bytes may be those of any marker.
var video = bytes.Repeat([]byte("\x00\x00\x00\x18ftypmp42\xff\xda\xff\xd8\xff\xc2"), 1_000)

// webpOf is a WebP, lossless or with an alpha channel of its own.
func webpOf(t testing.TB, m image.Image, lossless bool) []byte {
	t.Helper()
	var out bytes.Buffer
	testkit.Must(t, webp.Encode(&out, m, webp.Options{Quality: 90, Lossless: lossless}))
	return out.Bytes()
}

// bits is a stream of bits, the lowest of each byte first.
type bits []bool

func (b *bits) write(value, n int) {
	for i := range n {
		*b = append(*b, value>>i&1 == 1)
	}
}

// tree writes a Huffman tree of 2ⁿ symbols of n bits (RFC 9649, section 3.7.2.1): the length n, and repetitions.
func (b *bits) tree(n int) {
	if n == 0 {
		b.write(0b0001, 4) // the symbol 0
		return
	}
	left := 1<<n - 1
	b.write(n<<1, 5)                                  // the codes of n+4 lengths, in an order of their own:
	b.write(1<<(3*8)|1<<(3*(n+3)), 3*(n+4))           // a bit for a repetition, and for n
	b.write(1|4<<1|(left/3-1)<<4|0<<14|1<<15, 4+10+2) // this many, n, a repetition
	b.write(left%3, 2)
	for range left/3 - 1 {
		b.write(1, 3) // of three
	}
}

// trees is a lossless picture with a group of Huffman trees for each of its tiles of 4 × 4 pixels, and no pixels.
func trees(w, h int) (out []byte) {
	const cache = 11
	b := &bits{}
	b.write(0x2f|(w-1)<<8|(h-1)<<22, 8+14+14+1+3+1) // without a transform
	b.write(1|cache<<1, 5)
	b.write(1, 1+3+1)
	for _, n := range []int{8, 8, 0, 0, 0} {
		b.tree(n)
	}
	for i := range w / 4 * h / 4 {
		b.write(int(swap.Reverse8(uint8(i))), 8)
		b.write(int(swap.Reverse8(uint8(i>>8))), 8)
	}
	for range w / 4 * h / 4 {
		for _, n := range []int{cache, 8, 8, 8, 0} {
			b.tree(n)
		}
	}
	for i, bit := range *b {
		if i%8 == 0 {
			out = append(out, 0)
		}
		if bit {
			out[i/8] |= 1 << (i % 8)
		}
	}
	return out
}

// chunk is a chunk of a WebP.
func chunk(name string, data ...[]byte) []byte {
	body := bytes.Join(data, nil)
	out := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body))), body...)
	return append(out, make([]byte, len(body)%2)...)
}

// extended is a WebP with an alpha channel that says it has w × h pixels (RFC 9649, section 2.7).
func extended(w, h int, chunks ...[]byte) []byte {
	sides := []byte{byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8), 0}
	header := chunk("VP8X", []byte("\x10\x00\x00\x00"), sides)
	return chunk("RIFF", append([][]byte{[]byte("WEBP"), header}, chunks...)...)
}

// animated is an animation of WebPs (RFC 9649, section 2.7.1.1).
func animated(size image.Point, frames ...[]byte) []byte {
	sides := []byte{byte(size.X - 1), byte((size.X - 1) >> 8), 0, byte(size.Y - 1), byte((size.Y - 1) >> 8), 0}
	chunks := [][]byte{[]byte("WEBP"), chunk("VP8X", []byte("\x12\x00\x00\x00"), sides), chunk("ANIM", make([]byte, 6))}
	for _, frame := range frames {
		const header, extended = 12, 18
		if frame = frame[header:]; bytes.HasPrefix(frame, []byte("VP8X")) {
			frame = frame[extended:]
		}
		chunks = append(chunks, chunk("ANMF", make([]byte, 6), sides, make([]byte, 4), frame))
	}
	return chunk("RIFF", chunks...)
}

// tinyWebP is one pixel, without loss.
var tinyWebP, _ = base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")

// upload is a form with one file, as Read keeps it.
func upload(t testing.TB, data []byte) *Form {
	t.Helper()
	out, err := openUnlinked(t.TempDir())
	testkit.Must(t, err)
	t.Cleanup(func() { out.Close() })
	if _, err := out.Write(data); err != nil {
		t.Fatal(err)
	}
	return &Form{Files: []*File{{data: out, bytes: int64(len(data))}}}
}

// convert returns the photograph that is kept of a file, and its size.
func convert(t testing.TB, data []byte) ([]byte, image.Point, error) {
	t.Helper()
	form := upload(t, data)
	form.Check()
	form.Convert(t.Context())
	return form.Files[0].JPEG, form.Files[0].Size, firstRefused(form)
}

// firstRefused returns why the first file that is refused is, nil without one.
func firstRefused(form *Form) error {
	if len(form.Refused) == 0 {
		return nil
	}
	return form.Refused[0].Err
}
