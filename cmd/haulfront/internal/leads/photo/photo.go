// Package photo makes the photographs that replace drawn scenes.
//
// A photograph is a JPEG, PNG or WebP in one folder, named after the scene that it replaces: hero.jpg, or Hero.JPG as
// phones write it. [Open] reads the size and the orientation of every file once, at start, and rejects files that
// cannot be read, but decodes no pixels. Pixels are decoded on demand, one photograph at a time, because that takes
// four bytes or more for each pixel.
//
// A file photos.yaml beside them may describe each, by its name: "hero: Two movers carry a couch down the stairs."
//
// A folder may lie over another one: its photographs replace those of the same name.
//
// Photographs are cropped around their center to the proportions of the scene. They are never scaled up.
package photo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg"
	_ "image/png"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"haulfront/content/load"

	"github.com/gen2brain/webp"
	xdraw "golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// widths are the served widths in pixels: from a small phone to a wide column on a dense screen.
var widths = []int{minWidth, 480, 640, 960, 1280, 1600}

// quality is libwebp's, of 100. Photographs at 75 are about as good as JPEGs at 85.
const quality = 75

// descriptionsFile has the alternative texts of photographs.
const descriptionsFile = "photos.yaml"

// minWidth is the width in pixels below which a photograph looks blurred on every screen.
const minWidth = 320

// Album is the photographs of some folders. It may be used by several goroutines.
type Album struct {
	// Others are the files that are no photographs, such as a HEIC.
	Others []string

	photos   map[string]*Photo
	decoding sync.Mutex // held while a photograph is decoded
}

// fileForm is the name of a photograph's file.
var fileForm = regexp.MustCompile(`(?i)^(.+)\.(?:jpe?g|png|webp)$`)

// Photo is one photograph.
type Photo struct {
	Name    string // the name of its scene
	File    string
	Version string // changes with the file
	Alt     string // its alternative text in photos.yaml, "" by default

	files       fs.FS
	size        image.Point // as it is stored
	orientation Orientation
	decoding    *sync.Mutex // the album's
}

// Open reads the sizes and orientations of all photographs at the roots of folders, each over those before it. A folder
// may be nil or missing. The error names every file that cannot be read.
func Open(folders ...fs.FS) (*Album, error) {
	a := &Album{photos: map[string]*Photo{}}
	var err error
	for _, files := range folders {
		if files != nil {
			err = errors.Join(err, a.add(files))
		}
	}
	return a, err
}

// add adds the photographs of a folder.
func (a *Album) add(files fs.FS) error {
	entries, err := fs.ReadDir(files, ".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	photos := map[string]*Photo{}
	var wrong []error
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || entry.Name() == descriptionsFile {
			continue
		}
		match := fileForm.FindStringSubmatch(entry.Name())
		if match == nil {
			a.Others = append(a.Others, entry.Name())
			continue
		}
		p, err := open(files, entry.Name(), strings.ToLower(match[1]))
		if err == nil && photos[p.Name] != nil {
			err = fmt.Errorf("%s and %s have the same name; want one of them", photos[p.Name].File, p.File)
		}
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		p.decoding = &a.decoding
		photos[p.Name] = p
	}
	maps.Copy(a.photos, photos)
	return errors.Join(append(wrong, describe(files, photos))...)
}

// describe sets the alternative texts of photos.yaml, which may be missing.
func describe(files fs.FS, photos map[string]*Photo) error {
	if _, err := fs.Stat(files, descriptionsFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	texts := map[string]string{}
	if err := load.Decode(files, descriptionsFile, &texts); err != nil {
		return err
	}
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if p := photos[name]; p != nil {
			p.Alt = strings.TrimSpace(texts[name])
		} else {
			wrong = append(wrong, fmt.Errorf("%s describes %s, which is no photograph", descriptionsFile, name))
		}
	}
	return errors.Join(wrong...)
}

func open(files fs.FS, file, name string) (*Photo, error) {
	data, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read as a JPEG, PNG or WebP: %w", file, err)
	}
	// The end-of-image marker cannot occur among the pixels (ITU-T T.81, B.1.1.5).
	exif, pixels := segments(data)
	if format == "jpeg" && (pixels < 0 || bytes.LastIndex(data, []byte{0xff, 0xd9}) < pixels) {
		return nil, fmt.Errorf("%s is cut short: the JPEG ends before its picture does", file)
	}
	return &Photo{
		Name: name, File: file, Version: versionOf(data), files: files,
		size: image.Pt(config.Width, config.Height), orientation: orientationOf(exif),
	}, nil
}

// versionOf is a hash of a file.
func versionOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// Of returns the photograph of a scene, nil if it has none.
func (a *Album) Of(scene string) *Photo { return a.photos[scene] }

// Names are the scenes with photographs, in alphabetical order.
func (a *Album) Names() []string { return slices.Sorted(maps.Keys(a.photos)) }

// Widths are the widths in pixels at which the photograph can be served in the proportions width to height, in
// ascending order. The error says that it is too small.
func (p *Photo) Widths(width, height int) ([]int, error) {
	size := p.size
	if p.orientation.SwapsSides() {
		size = image.Pt(size.Y, size.X)
	}
	own := centered(image.Rectangle{Max: size}, width, height).Dx()
	n, _ := slices.BinarySearch(widths, own+1)
	if n == 0 {
		return nil, fmt.Errorf("%s is too small: %d × %d pixels; want at least %d × %d", p.File, size.X, size.Y,
			minWidth, (minWidth*height+width-1)/width)
	}
	return widths[:n], nil
}

// WebP returns the photograph in width × height pixels as WebP.
func (p *Photo) WebP(width, height int) ([]byte, error) {
	picture, err := p.Crop(width, height)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := webp.Encode(&out, picture, webp.Options{Quality: quality, Method: webp.DefaultMethod}); err != nil {
		return nil, fmt.Errorf("encode %s: %w", p.File, err)
	}
	return out.Bytes(), nil
}

// ErrChanged is returned for a photograph whose file has changed since Open.
var ErrChanged = errors.New("the file is another one now")

// Crop returns the photograph, cropped around its center, in width × height pixels. The error names the file, and
// wraps ErrChanged if it was changed or removed.
func (p *Photo) Crop(width, height int) (*image.RGBA, error) {
	p.decoding.Lock()
	defer p.decoding.Unlock()
	data, err := fs.ReadFile(p.files, p.File)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && versionOf(data) != p.Version) {
		return nil, fmt.Errorf("read %s: %w", p.File, ErrChanged)
	}
	if err != nil {
		return nil, err
	}
	stored, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", p.File, err)
	}
	if p.orientation.SwapsSides() {
		width, height = height, width
	}
	cropped := image.NewRGBA(image.Rect(0, 0, width, height))
	xdraw.CatmullRom.Scale(cropped, cropped.Bounds(), stored, centered(stored.Bounds(), width, height), draw.Src, nil)
	return p.orientation.Apply(cropped), nil
}

// centered returns the largest rectangle in the center of another that has the proportions width to height.
func centered(of image.Rectangle, width, height int) image.Rectangle {
	w, h := of.Dx(), of.Dy()
	if w*height > h*width {
		w = h * width / height
	} else {
		h = w * height / width
	}
	at := of.Min.Add(image.Pt((of.Dx()-w)/2, (of.Dy()-h)/2))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
}
