package card

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// checkout is the folder of the whole project.
const checkout = "../../../../.."

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(checkout, name))
	testkit.Must(t, err)
	return data
}

func newRenderer(t *testing.T) *Renderer {
	return NewRenderer(read(t, FontFile), read(t, "assets/icon.svg"), read(t, "assets/css/tokens.css"))
}

// wall is a scene that fills its whole area and has a shape in front of it, so that a title has to make room twice.
const wall = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 400 300">` +
	`<g stroke-linejoin="round" stroke-width="0.35">` +
	`<path fill="#c8ab86" stroke="#c8ab86" d="M60 0H400V300H60z"></path>` +
	`<path fill="#14231c" fill-opacity="0.16" d="M0 150l60 -40v80z"></path></g></svg>`

func testCard(title string) Card {
	return Card{Title: title, Name: "Clear Acre", Descriptor: "Junk Removal & Hauling", Phone: "(214) 555-0142",
		Scene: []byte(wall)}
}

func TestDraw(t *testing.T) {
	renderer := newRenderer(t)
	blank := drawn(t, renderer, testCard("."))
	background := color.NRGBA{R: 0xfb, G: 0xf6, B: 0xec, A: 0xff}
	for _, title := range []string{
		"Frisco", "Junk hauled off today, all over Dallas–Fort Worth",
		"Subscription junk removal for places that never stop filling",
	} {
		letters, got := 0, drawn(t, renderer, testCard(title))
		for y := range bandTop {
			for x := range Width {
				if got.NRGBAAt(x, y) == blank.NRGBAAt(x, y) {
					continue
				}
				letters++
				if x > margin+20 && blank.NRGBAAt(x, y) != background {
					t.Fatalf("%s: the title is painted over the picture at %d, %d", title, x, y)
				}
			}
		}
		if letters < 5000 {
			t.Errorf("%s: the title covers %d pixels, want some thousands", title, letters)
		}
	}
}

// The scene, which overlaps the band, ends above it, so that each text of the company is on the band's color.
func TestTextsAreOnTheBand(t *testing.T) {
	renderer := newRenderer(t)
	for name, c := range map[string]Card{
		"name": {Name: "Clear Acre"}, "descriptor": {Descriptor: "Hauling"}, "phone number": {Phone: "(214) 555-0142"},
	} {
		silent := Card{Title: "Frisco", Scene: []byte(wall)}
		c.Title, c.Scene = silent.Title, silent.Scene
		letters, got, without := 0, drawn(t, renderer, c), drawn(t, renderer, silent)
		band := without.NRGBAAt(0, Height-1)
		for y := range Height {
			for x := range Width {
				if got.NRGBAAt(x, y) == without.NRGBAAt(x, y) {
					continue
				}
				if letters++; without.NRGBAAt(x, y) != band {
					t.Fatalf("the %s is painted over the picture at %d, %d", name, x, y)
				}
			}
		}
		if letters < 500 {
			t.Errorf("the %s covers %d pixels, want some hundreds", name, letters)
		}
	}
}

func drawn(t *testing.T, renderer *Renderer, c Card) *image.NRGBA {
	t.Helper()
	data, err := renderer.Draw(c)
	testkit.Must(t, err)
	if len(data) > MaxSize {
		t.Errorf("the card has %d bytes, want at most %d", len(data), MaxSize)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	testkit.Must(t, err)
	if got := picture.Bounds(); got != image.Rect(0, 0, Width, Height) {
		t.Fatalf("the card's bounds are %v", got)
	}
	canvas := image.NewNRGBA(picture.Bounds())
	draw.Draw(canvas, canvas.Bounds(), picture, image.Point{}, draw.Src)
	return canvas
}

// The scene's strokes close its joints, so their width has to scale with the drawing.
func TestStrokes(t *testing.T) {
	const path = `<path d="M2 5H8" fill="none" stroke="#b0451c" stroke-width="2"/>`
	line, err := parseSVG([]byte(`<svg viewBox="0 0 10 10">` + path + `</svg>`))
	testkit.Must(t, err)
	canvas := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	line.draw(canvas, 0, 0, 10)
	for y, want := range map[int]uint8{38: 0, 42: 0xff, 58: 0xff, 62: 0} {
		if got := canvas.NRGBAAt(50, y).A; got != want {
			t.Errorf("opacity at 50, %d = %d, want %d", y, got, want)
		}
	}
}

// Scenes are drawn on an isometric plane, where discs are ellipses, and each path has one color.
func TestPlane(t *testing.T) {
	scene, err := parseSVG([]byte(`<svg viewBox="0 0 100 100">` +
		`<g fill="currentColor" stroke="currentColor" stroke-width="1.3" transform="matrix(.866 .5-.866 .5 50 50)">` +
		`<path color="#ff0000" d="m-20 20a1 1.75-45 1 1 40-40a1 1.75-45 1 1-40 40z"></path></g></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	scene.draw(canvas, 0, 0, 1)
	red := color.NRGBA{R: 0xff, A: 0xff}
	for at, want := range map[image.Point]color.NRGBA{
		{50, 18}: red, {50, 82}: red, {18, 50}: red, {82, 50}: red, {22, 22}: {}, {78, 78}: {},
		{50, 12}: {}, {88, 50}: {},
	} {
		if got := canvas.NRGBAAt(at.X, at.Y); got != want {
			t.Errorf("the color at %v is %v, want %v", at, got, want)
		}
	}
}

func TestPhoto(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, PhotoWidth, PhotoHeight))
	fill(picture, picture.Bounds(), color.RGBA{R: 200, A: 255})
	c := testCard("Yard waste, raked up and hauled away")
	c.Photo = picture
	data, err := newRenderer(t).Draw(c)
	testkit.Must(t, err)
	card, err := jpeg.Decode(bytes.NewReader(data))
	testkit.Must(t, err)
	if got := card.Bounds(); got != image.Rect(0, 0, Width, Height) || len(data) > MaxSize {
		t.Errorf("the card is %v and has %d bytes", got, len(data))
	}
	if r, g, _, _ := card.At(Width-20, 100).RGBA(); r>>8 < 190 || g>>8 > 20 {
		t.Errorf("the photograph does not show: red %d, green %d", r>>8, g>>8)
	}
}

func TestDrawErrors(t *testing.T) {
	font, icon, tokens := read(t, FontFile), read(t, "assets/icon.svg"), read(t, "assets/css/tokens.css")
	long := testCard(strings.Repeat("everything and the kitchen sink, ", 8))
	scene := testCard("Title")
	scene.Scene = []byte(`<svg viewBox="0 0 9 9"><unknown/></svg>`)
	for _, test := range []struct {
		name     string
		renderer *Renderer
		card     Card
		want     string
	}{
		{"title", NewRenderer(font, icon, tokens), long, "too long for its place"},
		{"scene", NewRenderer(font, icon, tokens), scene, "draw the scene"},
		{"font", NewRenderer(font[:1000], icon, tokens), testCard("Title"), "open the font"},
		{"no font", NewRenderer([]byte("<!doctype html>"), icon, tokens), testCard("Title"), "open the font"},
		{"icon", NewRenderer(font, nil, tokens), testCard("Title"), "read the icon"},
		{"color", NewRenderer(font, icon, bytes.ReplaceAll(tokens, []byte("--forest:"), []byte("--woods:"))),
			testCard("Title"), "the stylesheet has no color --forest"},
	} {
		if _, err := test.renderer.Draw(test.card); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: Draw() = %v, want %q", test.name, err, test.want)
		}
	}
}

func TestIcons(t *testing.T) {
	renderer := newRenderer(t)
	for _, test := range []struct {
		draw   func(int) ([]byte, error)
		size   int
		corner uint8
	}{{renderer.Icon, 192, 0}, {renderer.MaskableIcon, 180, 0xff}} {
		data, err := test.draw(test.size)
		testkit.Must(t, err)
		checkIcon(t, data, test.size, test.corner)
	}
	ico, err := renderer.ICO()
	testkit.Must(t, err)
	size, offset := binary.LittleEndian.Uint32(ico[14:]), binary.LittleEndian.Uint32(ico[18:])
	if got := ico[:8]; !bytes.Equal(got, []byte{0, 0, 1, 0, 1, 0, 32, 32}) || int(offset+size) != len(ico) {
		t.Fatalf("the ICO begins % x, with %d bytes at %d of %d", got, size, offset, len(ico))
	}
	checkIcon(t, ico[offset:], 32, 0)
}

// checkIcon checks the opacity of a corner, and the colors of the logo, with the grass in its middle.
func checkIcon(t *testing.T, data []byte, size int, corner uint8) {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	testkit.Must(t, err)
	if got := picture.Bounds(); got != image.Rect(0, 0, size, size) {
		t.Errorf("bounds %v, want %d square", got, size)
	}
	if _, _, _, a := picture.At(0, 0).RGBA(); uint8(a>>8) != corner {
		t.Errorf("size %d: opacity of the corner = %d, want %d", size, a>>8, corner)
	}
	for spot, want := range map[image.Point]color.NRGBA{
		{16, 3}: {0x1d, 0x4b, 0x38, 0xff}, // the background
		{16, 9}: {0x8c, 0xc7, 0x9a, 0xff}, // the grass
		{8, 18}: {0xb4, 0x48, 0x1e, 0xff}, // the edge
	} {
		if got := color.NRGBAModel.Convert(picture.At(spot.X*size/32, spot.Y*size/32)); got != want {
			t.Errorf("size %d: the color at %v is %v, want %v", size, spot, got, want)
		}
	}
}

func TestReadColors(t *testing.T) {
	got := readColors([]byte(":root{--cream:#fbf6ec;--white:#fff}:root { --ink: #ABC; }"))
	want := map[string]color.NRGBA{
		"cream": {0xfb, 0xf6, 0xec, 0xff}, "white": {0xff, 0xff, 0xff, 0xff}, "ink": {0xaa, 0xbb, 0xcc, 0xff},
	}
	if !maps.Equal(got, want) {
		t.Errorf("the colors are %v, want %v", got, want)
	}
}

// The weight of the font is that of titles on pages.
func TestWeight(t *testing.T) {
	typesetter, err := newTypesetter(read(t, FontFile))
	testkit.Must(t, err)
	weight := fmt.Sprintf("--weight-display: %v;", typesetter.face.Describe().Aspect.Weight)
	if !strings.Contains(string(read(t, "assets/css/tokens.css")), weight) {
		t.Errorf("the stylesheet has no %s, the weight of the font", weight)
	}
}
