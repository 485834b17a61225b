// Package upload reads the photographs that visitors send with a quote request.
//
// # Reading
//
// [Read] reads a multipart form (RFC 7578) as a stream. Fields stay in memory, up to a limit; each file goes to disk,
// into an unlinked file, which disappears even if the program crashes. A form with too many or too large files is still
// read to its end, up to a limit, because its fields have to come back to the visitor.
//
// # Checking and converting
//
// Names and media types are ignored: [Form.Check] reads from a file's first bytes whether it is a JPEG, a PNG or a
// WebP, and from its headers how much memory and time its pixels would take. [Form.Convert] decodes it and encodes the
// pixels as a new JPEG, upright and at most [MaxSide] pixels long. Nothing else of the file remains: no location, no
// other metadata, nothing that another program might find in it, and of a motion photo or an animation only the first
// picture. One photograph is decoded at a time; the networks that wait share the decoder equally, and a request that
// would wait too long is rejected at once.
//
// HEIC is rejected, with a message about what to send. Phones send a JPEG when a page asks for a picture, and browsers
// that can decode HEIC convert it before they send it. A decoder for the server (libheif in WebAssembly) takes twenty
// times as long as a JPEG and lets the file decide how much memory it takes.
package upload

import "errors"

// Limits of an upload. Messages about them are in content/quote.yaml.
const (
	// MaxFiles is the maximum number of photographs in a request.
	MaxFiles = 5
	// MaxBytes is the maximum size of all photographs together.
	MaxBytes = 25 << 20
	// MaxSide is the maximum length of a converted photograph's longer side, in pixels.
	MaxSide = 1600
	// maxDecoded is the maximum memory, in bytes, that the pixels of one photograph may take while it is decoded: some
	// 80 megapixels of a phone's JPEG, 30 of a PNG. One photograph is decoded at a time.
	maxDecoded = 128 << 20
	// maxSentSide is the maximum length of a photograph's sides before it is converted, in pixels: that of any JPEG. It
	// bounds the memory of a row, and the number of rows.
	maxSentSide = 1<<16 - 1
	// maxScanned is the maximum number of pixels times the number of scans, a second or two: 20 scans of the largest
	// progressive JPEG.
	maxScanned = 400e6
	// quality is the quality of converted photographs, of 100.
	quality = 82
)

// Errors that the visitor can correct, apart from ErrNoRoom.
var (
	ErrTooMany       = errors.New("more than five files")
	ErrTooLarge      = errors.New("the files have more than 25 MB")
	ErrCutOff        = errors.New("the form ends early")
	ErrEmpty         = errors.New("the file has no bytes")
	ErrNotPhoto      = errors.New("the file is neither a JPEG nor a PNG nor a WebP")
	ErrHEIC          = errors.New("the file is a HEIC or an AVIF")
	ErrTooManyPixels = errors.New("the picture has more pixels than can be decoded")
	ErrNoRoom        = errors.New("there is no room for files now")
	ErrDamaged       = errors.New("the picture cannot be decoded")
)
