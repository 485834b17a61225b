package content

import (
	"maps"
	"slices"
	"strings"
)

// Photographs that come with a quote request.

// photosSource is what quote.yaml says about them, but for the labels of their field.
type photosSource struct {
	// Toast tells that something is wrong with them; Problems say what, at their field.
	Toast    Toast             `yaml:"toast"`
	Problems map[string]string `yaml:"problems"`
	// Message precedes the links to them in a lead's message.
	Message string `yaml:"message"`
}

// PhotoProblem is something that may be wrong with the photographs of a quote request: a key of quote.yaml.
type PhotoProblem string

// The problems with photographs.
const (
	// PhotosTooMany and PhotosTooLarge are more files, and more bytes, than are taken.
	PhotosTooMany  PhotoProblem = "tooMany"
	PhotosTooLarge PhotoProblem = "tooLarge"
	// PhotosCutOff is an upload that has ended early.
	PhotosCutOff PhotoProblem = "cutOff"
	// PhotosHEIC is a format of phones that is not taken, PhotosUnknown everything else that is no photograph.
	PhotosHEIC    PhotoProblem = "heic"
	PhotosUnknown PhotoProblem = "unknown"
	// PhotosTooManyPixels is a picture too large to be decoded, PhotosDamaged one that cannot be.
	PhotosTooManyPixels PhotoProblem = "tooManyPixels"
	PhotosDamaged       PhotoProblem = "damaged"
	// PhotosBusy is an overload, or a disk that takes nothing.
	PhotosBusy PhotoProblem = "busy"
	// PhotosAgain asks for them again: the form came back for another reason, and browsers fill in no files.
	PhotosAgain PhotoProblem = "again"
)

var photoProblems = []PhotoProblem{
	PhotosTooMany, PhotosTooLarge, PhotosCutOff, PhotosHEIC, PhotosUnknown, PhotosTooManyPixels, PhotosDamaged, PhotosBusy, PhotosAgain,
}

// PhotosToast tells that a quote request was not taken because of its photographs.
func (s *Site) PhotosToast() Toast { return s.quote.Photos.Toast }

// PhotosProblem is what is said at the field of photographs.
func (s *Site) PhotosProblem(problem PhotoProblem) string {
	return s.quote.Photos.Problems[string(problem)]
}

// PhotosText is the end of a lead's message: links to its photographs.
func (s *Site) PhotosText(links []string) string {
	return s.quote.Photos.Message + "\n" + strings.Join(links, "\n")
}

func (p *photosSource) check(d *decoder) {
	got, want := slices.Sorted(maps.Keys(p.Problems)), make([]string, len(photoProblems))
	for i, problem := range photoProblems {
		want[i] = string(problem)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		d.report(&p.Problems, "wanted "+strings.Join(want, ", "), "the problems with photos are %s", strings.Join(got, ", "))
	}
	if p.Toast.Kind != ToastDestructive {
		d.report(&p.Toast.Kind, "wanted destructive", "%q is no kind of toast for a problem", p.Toast.Kind)
	}
}
