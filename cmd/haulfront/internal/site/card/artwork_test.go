package card

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// circle is a mark as drawing programs export it, twice as wide as high, with a stroke.
const circle = `<?xml version="1.0"?><svg width="200" height="100" viewBox="10 0 200 100" fill="none" ` +
	`xmlns="http://www.w3.org/2000/svg"><circle cx="110" cy="50" r="40" stroke="#ffffff" stroke-width="20"/></svg>`

func artwork(t *testing.T, document string) Artwork {
	t.Helper()
	a, err := NewArtwork([]byte(document))
	testkit.Must(t, err)
	return a
}

// icon is a document drawn 256 pixels wide.
func icon(t *testing.T, document []byte) image.Image {
	t.Helper()
	data, err := NewRenderer(nil, document, read(t, "assets/css/tokens.css")).Icon(256)
	testkit.Must(t, err)
	picture, err := png.Decode(bytes.NewReader(data))
	testkit.Must(t, err)
	return picture
}

// A mark stands in the middle of its tile, as large as the tile allows, with its own stroke.
func TestTile(t *testing.T) {
	a := artwork(t, circle)
	// The circle's line is between 0.3 and 0.5 of the artwork's height, which is its part of the tile's width.
	for aspect, part := range map[float64]float64{1: 0.8 / math.Sqrt(5), 2: 0.75 / 2} {
		picture, middle := icon(t, a.Tile("#1d4b38", aspect)), int(128/aspect)
		inner, outer := 0.3*256*part, 0.5*256*part
		for radius, white := range map[float64]bool{0: false, inner - 2: false, inner + 2: true, outer - 2: true,
			outer + 2: false} {
			want := color.NRGBA{0x1d, 0x4b, 0x38, 255}
			if white {
				want = color.NRGBA{255, 255, 255, 255}
			}
			for _, x := range []int{128 + int(radius), 127 - int(radius)} {
				if got := color.NRGBAModel.Convert(picture.At(x, middle)); got != want {
					t.Errorf("aspect %g: the color at %d is %v, want %v", aspect, x, got, want)
				}
			}
		}
	}
}

// Initials stand side by side, as high as capitals.
func TestInitials(t *testing.T) {
	a, err := Initials(read(t, FontFile), "IHI", "#ffffff")
	testkit.Must(t, err)
	if err := a.CheckOn("#1d4b38"); err != nil || a.Aspect() < 1.5 || a.Aspect() > 2.5 {
		t.Errorf("the initials have the aspect %g: %v", a.Aspect(), err)
	}
	picture := icon(t, a.Tile("#1d4b38", 1))
	// strokes is how many times a row changes to the color of the letters.
	strokes := func(y int) (n int) {
		for x := 1; x < 256; x++ {
			light := func(x int) bool { return color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y > 160 }
			if light(x) && !light(x-1) {
				n++
			}
		}
		return n
	}
	half := int(256 * 0.8 / math.Hypot(a.Aspect(), 1) / 2) // of the letters' height
	for y, want := range map[int]int{128: 3, 133 - half: 4, 123 + half: 4, 126 - half: 0, 130 + half: 0} {
		if got := strokes(y); got != want {
			t.Errorf("row %d has %d strokes, want %d", y, got, want)
		}
	}
}

func TestCheckOn(t *testing.T) {
	for name, test := range map[string]struct{ shapes, problem string }{
		"white":    {`<path fill="#fff" d="M0 0h20v10H0z"/>`, ""},
		"dark":     {`<path fill="#222" d="M0 0h20v10H0z"/>`, "0 of 2048 points"},
		"half":     {`<path fill="#fff" d="M0 0h10v10H0z"/><path fill="#222" d="M10 0h10v10H10z"/>`, ""},
		"a fourth": {`<path fill="#fff" d="M0 0h5v10H0z"/><path fill="#222" d="M5 0h15v10H5z"/>`, "512 of 2048"},
		"too thin": {`<path fill="#fff" fill-opacity="0.4" d="M0 0h20v10H0z"/>`, "0 of 0 points"},
	} {
		err := artwork(t, `<svg viewBox="0 0 20 10">`+test.shapes+`</svg>`).CheckOn("#1d4b38")
		if (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
			t.Errorf("%s: on green, %v, want %q", name, err, test.problem)
		}
	}
	if _, err := NewArtwork([]byte(`<svg viewBox="0 0 9 9"><clipPath/></svg>`)); err == nil {
		t.Error("a clip path is accepted")
	}
}

// A sign fills its spot on the truck, left to right as it is read, and a bitmap scales its stroke.
func TestSign(t *testing.T) {
	drawing := `<svg viewBox="0 0 100 100"><g fill="currentColor" stroke="currentColor" stroke-width="1.3" ` +
		`transform="matrix(.866 .5-.866 .5 50 50)"><path color="spot" d="m40 0-80 0-46-46 80 0z"></path></g></svg>`
	signed := artwork(t, circle).Sign([]byte(drawing))
	if want := ` data-scale="0.4" transform="matrix(0.4 0 0.4 0.4 -83 -43)"`; !bytes.Contains(signed, []byte(want)) ||
		bytes.Contains(signed, []byte("spot")) {
		t.Errorf("signed: %s, want%s", signed, want)
	}
	if scaled := scaleStrokes(signed); !bytes.Contains(scaled, []byte(`stroke="#ffffff" stroke-width="8"`)) {
		t.Errorf("for bitmaps: %s", scaled)
	}
	if _, err := parseSVG(signed); err != nil {
		t.Error(err)
	}
}
