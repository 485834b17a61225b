package photo

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	libwebp "github.com/gen2brain/webp"
	"golang.org/x/image/webp"

	"haulfront/cmd/haulfront/internal/testkit"
)

// The four quarters of the test photograph, as it is to be seen.
var (
	red   = color.RGBA{R: 220, A: 255}
	green = color.RGBA{G: 160, A: 255}
	blue  = color.RGBA{B: 220, A: 255}
	white = color.RGBA{R: 240, G: 240, B: 240, A: 255}
	seen  = map[string]color.RGBA{"top left": red, "top right": green, "bottom left": blue, "bottom right": white}
)

// firsts says for each orientation which side of what is seen the first stored row is, and which the first column
// (Exif 2.32, tag 0x0112).
var firsts = map[Orientation][2]string{
	1: {"top", "left"}, 2: {"top", "right"}, 3: {"bottom", "right"}, 4: {"bottom", "left"},
	5: {"left", "top"}, 6: {"right", "top"}, 7: {"right", "bottom"}, 8: {"left", "bottom"},
}

var opposite = map[string]string{"top": "bottom", "bottom": "top", "left": "right", "right": "left"}

// shoot makes a photograph of width × height stored pixels, held as the orientation says.
func shoot(t *testing.T, width, height int, held Orientation) []byte {
	t.Helper()
	stored := image.NewRGBA(image.Rect(0, 0, width, height))
	for row := range 2 {
		for column := range 2 {
			sides := firsts[held]
			if row == 1 {
				sides[0] = opposite[sides[0]]
			}
			if column == 1 {
				sides[1] = opposite[sides[1]]
			}
			if sides[0] == "left" || sides[0] == "right" {
				sides[0], sides[1] = sides[1], sides[0]
			}
			quarter := image.Rect(column*width/2, row*height/2, (column+1)*width/2, (row+1)*height/2)
			draw.Draw(stored, quarter, image.NewUniform(seen[sides[0]+" "+sides[1]]), image.Point{}, draw.Src)
		}
	}
	var out bytes.Buffer
	testkit.Must(t, jpeg.Encode(&out, stored, nil))
	// The Exif segment: a little-endian TIFF header with one entry, after the start of the image.
	exif := "Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00" + string(rune(held)) +
		"\x00\x00\x00\x00\x00\x00\x00"
	segment := "\xff\xe1\x00" + string([]byte{byte(len(exif) + 2)}) + exif
	return slices.Concat(out.Bytes()[:2], []byte(segment), out.Bytes()[2:])
}

// album opens a folder with these files.
func album(files map[string][]byte) (*Album, error) {
	folder := fstest.MapFS{}
	for name, data := range files {
		folder[name] = &fstest.MapFile{Data: data}
	}
	return Open(folder)
}

func TestWebP(t *testing.T) {
	for held := range firsts {
		t.Run(fmt.Sprint("orientation ", held), func(t *testing.T) {
			width, height := 800, 600
			if held.SwapsSides() {
				width, height = height, width
			}
			a, err := album(map[string][]byte{"hero.jpg": shoot(t, width, height, held)})
			testkit.Must(t, err)
			// WebP's colours have a smaller range than JPEG's, which the decoder here leaves as it is; the quarters
			// differ by far more. As wide as the photograph and cropped above and below.
			data, err := a.Of("hero").WebP(320, 180)
			testkit.Must(t, err)
			got, err := webp.Decode(bytes.NewReader(data))
			testkit.Must(t, err)
			if got.Bounds() != image.Rect(0, 0, 320, 180) {
				t.Fatalf("bounds %v", got.Bounds())
			}
			for at, want := range map[image.Point]string{{20, 20}: "top left", {300, 20}: "top right",
				{20, 160}: "bottom left", {300, 160}: "bottom right"} {
				if c := color.RGBAModel.Convert(got.At(at.X, at.Y)).(color.RGBA); distance(c, seen[want]) > 80 {
					t.Errorf("%s is %v, want about %v", want, c, seen[want])
				}
			}
		})
	}
}

func distance(a, b color.RGBA) int {
	far := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return far(a.R, b.R) + far(a.G, b.G) + far(a.B, b.B)
}

func TestWidths(t *testing.T) {
	for _, test := range []struct {
		width, height int
		held          Orientation
		want          []int
	}{
		{4000, 3000, 1, []int{320, 480, 640, 960, 1280, 1600}},
		{1600, 1200, 1, []int{320, 480, 640, 960, 1280, 1600}},
		{1599, 1200, 1, []int{320, 480, 640, 960, 1280}},
		// A high one: all of its width is used.
		{700, 2000, 1, []int{320, 480, 640}},
		// A wide one: its height decides, unless it is held upright.
		{2000, 360, 1, []int{320, 480}},
		{2000, 360, 6, []int{320}},
		{427, 240, 1, []int{320}},
		{427, 239, 1, nil},
	} {
		a, err := album(map[string][]byte{"hero.jpg": shoot(t, test.width, test.height, test.held)})
		testkit.Must(t, err)
		got, err := a.Of("hero").Widths(400, 300)
		if !slices.Equal(got, test.want) || (err == nil) != (test.want != nil) {
			t.Errorf("Widths of %d × %d, orientation %d = %v, %v, want %v", test.width, test.height, test.held, got,
				err, test.want)
		}
	}
}

func TestOpen(t *testing.T) {
	good := shoot(t, 400, 300, 1)
	later := shoot(t, 400, 302, 1)
	a, err := album(map[string][]byte{"hero.jpg": good, "dallas.jpg": later, ".gitkeep": nil})
	testkit.Must(t, err)
	if got := a.Names(); !slices.Equal(got, []string{"dallas", "hero"}) || a.Of("plano") != nil {
		t.Errorf("Names() = %v, and plano has a photograph: %v", got, a.Of("plano") != nil)
	}
	if a.Of("hero").Version == a.Of("dallas").Version {
		t.Error("two files have the same version")
	}
	if a, err := Open(os.DirFS(filepath.Join(t.TempDir(), "none"))); err != nil || len(a.Names()) != 0 {
		t.Errorf("a folder that is not there: %v, %v", a.Names(), err)
	}

	// Phones write names in capitals, and other formats.
	var encoded, small bytes.Buffer
	picture := image.NewRGBA(image.Rect(0, 0, 400, 300))
	testkit.Must(t, errors.Join(png.Encode(&encoded, picture), libwebp.Encode(&small, picture)))
	a, err = album(map[string][]byte{"Hero.JPG": good, "plano.jpeg": later, "allen.PNG": encoded.Bytes(),
		"frisco.webp": small.Bytes(), "IMG_1.HEIC": good})
	testkit.Must(t, err)
	if got := a.Names(); !slices.Equal(got, []string{"allen", "frisco", "hero", "plano"}) ||
		!slices.Equal(a.Others, []string{"IMG_1.HEIC"}) {
		t.Errorf("Names() = %v, others %v", got, a.Others)
	}
	for _, name := range a.Names() {
		if _, err := a.Of(name).WebP(320, 240); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := album(map[string][]byte{"hero.jpg": good, "hero.JPEG": good}); err == nil {
		t.Error("two photographs have one name")
	}

	// A thumbnail before the pixels ends like a photograph.
	thumbnail := slices.Concat(good[:2], []byte("\xff\xe2\x00\x06ab\xff\xd9"), good[2:len(good)/2])
	_, err = album(map[string][]byte{
		"hero.jpg": good, "plano.jpg": thumbnail, "allen.jpg": []byte("<!doctype html>"), "frisco.png": good,
		"coppell.jpg": good[:40],
	})
	for _, want := range []string{"plano.jpg is cut short", "allen.jpg cannot be read as a JPEG",
		"coppell.jpg cannot be read"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open() = %v, want %q", err, want)
		}
	}
	if err != nil && strings.Contains(err.Error(), "hero.jpg") {
		t.Errorf("Open() = %v, which names a good photograph", err)
	}
}

func TestDescriptions(t *testing.T) {
	files := map[string][]byte{"hero.jpg": shoot(t, 400, 300, 1), "dallas.jpg": shoot(t, 400, 302, 1)}
	files["photos.yaml"] = []byte("hero: Two movers carry a couch down the stairs.\n")
	a, err := album(files)
	testkit.Must(t, err)
	if got := a.Of("hero").Alt; got != "Two movers carry a couch down the stairs." || a.Of("dallas").Alt != "" {
		t.Errorf("hero has the text %q, dallas %q", got, a.Of("dallas").Alt)
	}
	for text, want := range map[string]string{
		"herro: A couch.\n":   "photos.yaml describes herro, which is no photograph",
		"hero: [A couch.]\n":  "photos.yaml:1: cannot unmarshal ",
		"hero: A couch: ours": "photos.yaml:1: mapping value is not allowed",
	} {
		files["photos.yaml"] = []byte(text)
		if _, err := album(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %q: %v, want %q", text, err, want)
		}
	}
}

// TestFolders lays a folder over another one, whose photograph has a different ending and a text.
func TestFolders(t *testing.T) {
	under := fstest.MapFS{"Hero.JPEG": {Data: shoot(t, 400, 300, 1)}, "dallas.jpg": {Data: shoot(t, 400, 302, 1)},
		"photos.yaml": {Data: []byte("hero: Below.")}}
	over := fstest.MapFS{"hero.jpg": {Data: shoot(t, 800, 600, 1)}, "photos.yaml": {Data: []byte("hero: Above.")}}
	a, err := Open(under, nil, over)
	testkit.Must(t, err)
	if hero := a.Of("hero"); hero.File != "hero.jpg" || hero.Alt != "Above." || a.Of("dallas") == nil {
		t.Errorf("Open() = %+v, want hero.jpg of the folder above, and dallas.jpg", a.photos)
	}
}

// Damage that only decoding finds is reported with the file's name as well.
func TestCutErrors(t *testing.T) {
	damaged := shoot(t, 400, 300, 1)
	clear(damaged[len(damaged)/2 : len(damaged)-2])
	a, err := album(map[string][]byte{"hero.jpg": damaged})
	testkit.Must(t, err)
	if _, err := a.Of("hero").WebP(320, 240); err == nil || !strings.Contains(err.Error(), "hero.jpg") {
		t.Errorf("WebP() = %v, want the file's name", err)
	}
}
