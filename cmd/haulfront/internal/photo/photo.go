// Package photo serves photographs in the place of drawn scenes.
//
// A photograph is a JPEG in one folder, named for the scene whose place it takes: hero.jpg. [Open] looks at every file
// once, at start: it reads sizes and which side is up, and refuses what is no photograph, but decodes nothing. The pixels
// are decoded when a width is first asked for, one photograph at a time, because that takes four bytes and more for each
// of its pixels.
//
// Photographs are cut to the proportions that are asked for, from the middle, so that they fit where a scene stood. They
// are never made larger than they are.
package photo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/gen2brain/webp"
	xdraw "golang.org/x/image/draw"
)

// widths are what a photograph is served in, in pixels: from a small phone to a wide column on a dense screen.
var widths = []int{320, 480, 640, 960, 1280, 1600}

// quality is libwebp's, of 100. Photographs at 75 are about as good as JPEGs at 85.
const quality = 75

// Album is the photographs of a folder. It may be used by several goroutines.
type Album struct {
	photos map[string]*Photo
}

// Photo is one photograph.
type Photo struct {
	// Name is that of its scene.
	Name string
	// Version changes with the file.
	Version string

	files  fs.FS
	file   string
	size   image.Point // as it is stored
	upside orientation
	turn   *sync.Mutex // one for the whole album
}

// Open reads what it must know of every photograph at the root of files; where that does not exist there are none, and
// neither are there in nil. The error names every file that is not a JPEG.
func Open(files fs.FS) (*Album, error) {
	a := &Album{photos: map[string]*Photo{}}
	if files == nil {
		return a, nil
	}
	entries, err := fs.ReadDir(files, ".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var wrong []error
	turn := &sync.Mutex{}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		p, err := open(files, entry.Name())
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		p.turn = turn
		a.photos[p.Name] = p
	}
	return a, errors.Join(wrong...)
}

func open(files fs.FS, file string) (*Photo, error) {
	name, ok := strings.CutSuffix(file, ".jpg")
	if !ok {
		return nil, fmt.Errorf("%s is no photograph: want a JPEG called <scene>.jpg", file)
	}
	data, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read as a JPEG: %w", file, err)
	}
	// The mark of the end stands nowhere among the pixels (ITU-T T.81, B.1.1.5).
	exif, pixels := segments(data)
	if pixels < 0 || bytes.LastIndex(data, []byte{0xff, 0xd9}) < pixels {
		return nil, fmt.Errorf("%s is cut short: the JPEG ends before its picture does", file)
	}
	sum := sha256.Sum256(data)
	return &Photo{
		Name: name, Version: hex.EncodeToString(sum[:6]), files: files, file: file,
		size: image.Pt(config.Width, config.Height), upside: orientationOf(exif),
	}, nil
}

// Of returns the photograph of a scene; nil where there is none.
func (a *Album) Of(scene string) *Photo { return a.photos[scene] }

// Names are the scenes that have photographs, in alphabetical order.
func (a *Album) Names() []string {
	var names []string
	for name := range a.photos {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Widths are the widths in pixels in which the photograph can be served in the proportions width to height, in ascending
// order and at least one.
func (p *Photo) Widths(width, height int) []int {
	size := p.size
	if p.upside.lies() {
		size = image.Pt(size.Y, size.X)
	}
	own := middle(image.Rectangle{Max: size}, width, height).Dx()
	var list []int
	for _, w := range widths {
		if w <= own {
			list = append(list, w)
		}
	}
	if len(list) == 0 {
		list = []int{own}
	}
	return list
}

// WebP returns the photograph in width × height pixels as WebP.
func (p *Photo) WebP(width, height int) ([]byte, error) {
	picture, err := p.Cut(width, height)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := webp.Encode(&out, picture, webp.Options{Quality: quality, Method: webp.DefaultMethod}); err != nil {
		return nil, fmt.Errorf("encode %s: %w", p.file, err)
	}
	return out.Bytes(), nil
}

// Cut returns the middle of the photograph in width × height pixels. The error names the file.
func (p *Photo) Cut(width, height int) (*image.RGBA, error) {
	p.turn.Lock()
	defer p.turn.Unlock()
	file, err := p.files.Open(p.file)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	stored, err := jpeg.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", p.file, err)
	}
	if p.upside.lies() {
		width, height = height, width
	}
	cut := image.NewRGBA(image.Rect(0, 0, width, height))
	xdraw.CatmullRom.Scale(cut, cut.Bounds(), stored, middle(stored.Bounds(), width, height), draw.Src, nil)
	return p.upside.right(cut), nil
}

// middle returns the largest rectangle in the middle of another that has the proportions width to height.
func middle(of image.Rectangle, width, height int) image.Rectangle {
	w, h := of.Dx(), of.Dy()
	if w*height > h*width {
		w = h * width / height
	} else {
		h = w * height / width
	}
	at := of.Min.Add(image.Pt((of.Dx()-w)/2, (of.Dy()-h)/2))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
}
