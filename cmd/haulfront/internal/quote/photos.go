package quote

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote/upload"
	"haulfront/content"
)

// PhotosName is the name of the form's field for photographs, refusedName that for the names of others.
const (
	PhotosName  = "photos"
	refusedName = "refused"
)

// A Photo is a photograph that came with a request.
type Photo struct {
	ID     string `json:"id"`
	Width  int    `json:"width"` // in pixels, as Height
	Height int    `json:"height"`
	Bytes  int    `json:"bytes"`
	// JPEG is the photograph, Digest the SHA-256 of the file that was sent, by which two posts differ. Both are zero
	// once the photograph is stored.
	JPEG   []byte            `json:"-"`
	Digest [sha256.Size]byte `json:"-"`
}

// NewPhotoID returns a new ID for a photograph, which nobody can guess: lower-case letters and digits.
func NewPhotoID() string { return strings.ToLower(rand.Text()) }

// convertLimit bounds the time in which a visitor's photographs are converted, after those of the visitors before.
const convertLimit = 25 * time.Second

// Keys of photos.problems in content/quote.yaml, besides those of photoProblems.
const (
	photosAgain    = "again"
	photosUnstored = "unstored"
)

// photoProblems maps errors of package upload to keys of photos.problems in content/quote.yaml, and to outcomes. The
// first match counts.
var photoProblems = []struct {
	err     error
	key     string
	outcome Outcome
}{
	{upload.ErrTooMany, "tooMany", Invalid},
	{upload.ErrTooLarge, "tooLarge", TooLarge},
	{upload.ErrCutOff, "cutOff", Invalid},
	{upload.ErrHEIC, "heic", Invalid},
	{upload.ErrNotPhoto, "unknown", Invalid},
	{upload.ErrTooManyPixels, "tooManyPixels", Invalid},
	{upload.ErrDamaged, "damaged", Invalid},
	{upload.ErrNoRoom, "busy", Busy},
	{context.DeadlineExceeded, "busy", Busy},
}

func photoProblemKeys() []string {
	keys := []string{photosAgain, photosUnstored}
	for _, problem := range photoProblems {
		keys = append(keys, problem.key)
	}
	return slices.Compact(keys)
}

// checkPhotos returns what is wrong with the photographs, before any of them is decoded.
func (p *Post) checkPhotos() error {
	if p.Upload == nil {
		return nil
	}
	if p.Upload.Err != nil { // also of a form that ends before its first file
		return p.Upload.Err
	}
	return p.Upload.Check()
}

// AddPhotos converts the photographs and adds them to the request and, by the links that link returns for their IDs, to
// the note. It returns why the post is rejected, nil if it is not.
func (p *Post) AddPhotos(ctx context.Context, link func(id string) (string, error)) *Result {
	if p.Upload == nil || len(p.Upload.Files) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, convertLimit)
	defer cancel()
	if err := p.Upload.Convert(ctx); err != nil {
		return p.rejectPhotos(nil, err)
	}
	lines := []string{p.Words.PhotoWords().Message}
	for _, file := range p.Upload.Files {
		photo := Photo{ID: NewPhotoID(), Width: file.Size.X, Height: file.Size.Y, JPEG: file.JPEG, Digest: file.Digest}
		address, err := link(photo.ID)
		if err != nil {
			return p.rejectPhotos(nil, err)
		}
		p.Request.Photos, lines = append(p.Request.Photos, photo), append(lines, address)
	}
	p.Note = strings.Join(lines, "\n")
	return nil
}

// ReadPhotos converts the photographs of a form that has no other field to check. It returns why they are rejected, nil
// if they are not.
func (p *Post) ReadPhotos(ctx context.Context) *Result {
	if err := p.checkPhotos(); err != nil {
		return p.rejectPhotos(nil, err)
	}
	return p.AddPhotos(ctx, func(string) (string, error) { return "", nil })
}

// Unstored returns the result of a post that could not be stored. Without photographs it may fit on a full disk.
func (p *Post) Unstored() Result {
	result := Failed(Unstored, p.Shown)
	if len(p.Request.Photos) > 0 {
		result = result.withPhotosError(p.Shown, photosUnstored)
	}
	return result
}

// rejectPhotos adds an error of the photographs to a result, which is nil if nothing else is wrong. An error outside
// photoProblems is the disk's.
func (p *Post) rejectPhotos(result *Result, err error) *Result {
	key, outcome := photosUnstored, Busy
	internal := err
	for _, problem := range photoProblems {
		if errors.Is(err, problem.err) {
			key, outcome, internal = problem.key, problem.outcome, nil
			break
		}
	}
	if result == nil {
		result = &Result{Outcome: outcome, Toast: p.Shown.PhotoWords().Toast}
	}
	rejected := result.withPhotosError(p.Shown, key)
	rejected.Err = internal
	return &rejected
}

func (r Result) withPhotosError(words *content.Site, key string) Result {
	problems := map[string]string{PhotosName: words.PhotoWords().Problems[key]}
	maps.Copy(problems, r.Errors)
	r.Errors = problems
	return r
}

func photosCells(r *Request, _ *time.Location) []Cell {
	ids := make([]string, len(r.Photos))
	for i, p := range r.Photos {
		ids[i] = p.ID
	}
	return []Cell{{Name: "photos", Value: strings.Join(ids, " ")}}
}
