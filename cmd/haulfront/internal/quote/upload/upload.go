// Package upload reads the photographs that visitors send with a quote request.
//
// # Reading
//
// [Read] reads a multipart form (RFC 7578) as a stream. Fields stay in memory, within a bound; each file goes to disk, into a
// file that has no name any more, so that nothing is left of it whatever becomes of the program. A form with too many or too
// large files is read to its end nevertheless, as far as is bearable, because its fields have to come back to the visitor.
//
// # Checking and converting
//
// Neither names nor media types count: [File.Check] decides by a file's first bytes whether it is a JPEG, a PNG or a WebP, and
// from its header how much memory its pixels would take. [File.Convert] decodes it and writes the pixels as a new JPEG, upright
// and at most [MaxSide] pixels long. Nothing else of the file remains: no location, no other metadata, and nothing that
// another program might read in it.
//
// HEIC is refused, and visitors are told what to send. Phones send a JPEG where a page asks for a picture, and a browser that
// can show HEIC converts it before it leaves. What could decode it here takes twenty times as long as a JPEG (libheif in
// WebAssembly) and lets the file decide how much memory it takes.
package upload

import (
	"errors"
	"image"
)

// Bounds of what visitors may send. The words about them are in content/quote.yaml.
const (
	// MaxFiles is how many photographs come with a request.
	MaxFiles = 5
	// MaxBytes is how many bytes they have in all.
	MaxBytes = 25 << 20
	// MaxSide is the longer side of a photograph that is kept, in pixels.
	MaxSide = 1600
	// maxDecoded is how many bytes the pixels of one photograph may take while it is decoded: some 80 megapixels of a phone's
	// JPEG, 30 of a PNG. One photograph is decoded at a time.
	maxDecoded = 128 << 20
	// quality is that of the JPEGs that are kept, of 100.
	quality = 82
)

// What may be wrong with an upload, for its visitor.
var (
	ErrTooMany       = errors.New("more than five files")
	ErrTooLarge      = errors.New("the files have more bytes than are taken")
	ErrCutOff        = errors.New("the form ends early")
	ErrNotPhoto      = errors.New("the file is neither a JPEG nor a PNG nor a WebP")
	ErrHEIC          = errors.New("the file is a HEIC or an AVIF")
	ErrTooManyPixels = errors.New("the picture has more pixels than can be decoded")
	ErrNoRoom        = errors.New("there is no room for files now")
	ErrDamaged       = errors.New("the picture cannot be decoded")
)

// Photo is a photograph as it is kept.
type Photo struct {
	JPEG []byte
	Size image.Point
}
