package quote

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/upload"
	"haulfront/content"
	"haulfront/content/load"
)

// PhotosName is the name of the form's field for photographs, RefusedName that for the names of others.
const (
	PhotosName  = "photos"
	RefusedName = "refused"
)

// A Photo is a photograph of a request, from the customer or the crew.
type Photo struct {
	ID     string `json:"id"`
	Width  int    `json:"width"` // in pixels, as Height
	Height int    `json:"height"`
	Bytes  int    `json:"bytes"`
	// Visit is the number of the visit at which the crew took it, 0 of a customer's. Taken says when, Before or After
	// the work; "": not known.
	Visit int    `json:"visit,omitempty"`
	Taken string `json:"taken,omitempty"`
	// JPEG is the photograph, Digest the SHA-256 of the file that was sent, by which two posts differ. Both are zero
	// once the photograph is stored.
	JPEG   []byte            `json:"-"`
	Digest [sha256.Size]byte `json:"-"`
}

// When the crew took a photograph.
const (
	Before = "before"
	After  = "after"
)

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
	{upload.ErrEmpty, "empty", Invalid},
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

// AddPhotos converts the photographs and adds them to the request and, by the links that link returns for their IDs, to
// the note. Those that cannot be kept are named there, too, and cost no lead. The error is for the log: the visitor can
// do nothing about it.
func (p *Post) AddPhotos(ctx context.Context, link func(id string) (string, error)) error {
	if p.Upload == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, convertLimit)
	defer cancel()
	p.Upload.Convert(ctx)
	lines := []string{p.Words.Quote().Photos.Message}
	for _, file := range p.Upload.Files {
		if file.JPEG == nil {
			continue
		}
		photo := Photo{ID: NewPhotoID(), Width: file.Size.X, Height: file.Size.Y, JPEG: file.JPEG, Digest: file.Digest}
		address, err := link(photo.ID)
		if err != nil {
			p.Upload.Refused = append(p.Upload.Refused, upload.Refused{Name: file.Name, Err: err})
			continue
		}
		p.Photos, lines = append(p.Photos, photo), append(lines, address)
	}
	if len(lines) == 1 {
		lines = nil
	}
	_, internal := p.refusePhotos()
	if refused := p.Extra.RefusedPhotos(p.Words); refused != nil {
		label := load.Capitalize(p.Words.Quote().Labels.Short[RefusedName])
		lines = append(lines, label+": "+strings.Join(refused, "\n"))
	}
	p.Note = strings.Join(lines, "\n")
	return internal
}

// ReadPhotos converts the photographs of a form that has no other field to check. It returns why they are rejected, nil
// if they are not. An empty file is no choice: a form that needs a photograph says so.
func (p *Post) ReadPhotos(ctx context.Context) *Result {
	if p.Upload != nil {
		p.Upload.Check()
		p.Upload.Refused = slices.DeleteFunc(p.Upload.Refused, func(r upload.Refused) bool {
			return r.Err == upload.ErrEmpty
		})
	}
	_ = p.AddPhotos(ctx, func(string) (string, error) { return "", nil })
	return p.rejectPhotos(nil)
}

// Unstored returns the result of a post that could not be stored. Without photographs it may fit on a full disk.
func (p *Post) Unstored() Result {
	result := Failed(Unstored, p.Shown)
	if len(p.Photos) > 0 {
		result = result.withPhotosError(p.Shown.Quote().Photos.Problems[photosUnstored])
	}
	return result
}

// maxPhotoName is the maximum length of a photograph's name, in characters.
const maxPhotoName = 60

// refusePhotos notes in the request which photographs are refused, and returns the outcome that the first stands for.
// An error outside photoProblems is the disk's.
func (p *Post) refusePhotos() (outcome Outcome, internal error) {
	if len(p.Upload.Refused) == 0 {
		return outcome, nil
	}
	names := map[string][]string{}
	for i, refused := range p.Upload.Refused {
		key, as, unknown := "busy", Busy, refused.Err
		for _, problem := range photoProblems {
			if errors.Is(refused.Err, problem.err) {
				key, as, unknown = problem.key, problem.outcome, nil
				break
			}
		}
		if i == 0 {
			outcome = as
		}
		internal = cmp.Or(internal, unknown)
		name := []rune(cmp.Or(CleanLine(refused.Name), p.Shown.Quote().Labels.Received.Photos))
		names[key] = append(names[key], string(name[:min(len(name), maxPhotoName)]))
	}
	p.Extra.Refused = names
	return outcome, internal
}

// RefusedPhotos returns lines that name the photographs that were not kept, and say why.
func (x *Extra) RefusedPhotos(words *content.Site) (lines []string) {
	for _, key := range photoProblemKeys() {
		if names := x.Refused[key]; len(names) > 0 {
			lines = append(lines, strings.Join(names, ", ")+": "+words.Quote().Photos.Problems[key])
		}
	}
	return lines
}

// rejectPhotos adds what is wrong with the photographs to a result, which is nil if nothing else is wrong.
func (p *Post) rejectPhotos(result *Result) *Result {
	if p.Upload == nil || len(p.Upload.Refused) == 0 {
		return result
	}
	outcome, _ := p.refusePhotos()
	if result == nil {
		result = &Result{Outcome: outcome, Toast: p.Shown.Quote().Photos.Toast}
	}
	rejected := result.withPhotosError(strings.Join(p.Extra.RefusedPhotos(p.Shown), " "))
	return &rejected
}

func (r Result) withPhotosError(text string) Result {
	problems := map[string]string{PhotosName: text}
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
