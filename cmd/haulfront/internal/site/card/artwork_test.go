package card

import (
	"bytes"
	"image/color"
	"image/png"
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

// A mark stands in the middle of its tile, with its own stroke.
func TestTile(t *testing.T) {
	a := artwork(t, circle)
	for _, aspect := range []float64{1, 2} {
		tile := a.Tile("#1d4b38", aspect)
		renderer := NewRenderer(nil, tile, read(t, "assets/css/tokens.css"))
		data, err := renderer.Icon(256)
		testkit.Must(t, err)
		picture, err := png.Decode(bytes.NewReader(data))
		testkit.Must(t, err)
		// The circle's line is in the middle of 0.3 and 0.5 of the artwork's height.
		middle, stroke := int(128/aspect), int(0.4*256*map[float64]float64{1: 0.358, 2: 0.375}[aspect])
		for x, want := range map[int]color.NRGBA{128: {0x1d, 0x4b, 0x38, 255}, 128 + stroke: {255, 255, 255, 255},
			128 - 2*stroke: {0x1d, 0x4b, 0x38, 255}} {
			if got := color.NRGBAModel.Convert(picture.At(x, middle)); got != want {
				t.Errorf("aspect %g: the color at %d is %v, want %v", aspect, x, got, want)
			}
		}
	}
}

func TestInitials(t *testing.T) {
	a, err := Initials(read(t, FontFile), "NL", "#fbf6ec")
	testkit.Must(t, err)
	if err := a.CheckOn("#1d4b38"); err != nil || a.Aspect() < 1.5 || a.Aspect() > 2.5 {
		t.Errorf("the initials have the aspect %g: %v", a.Aspect(), err)
	}
}

func TestCheckOn(t *testing.T) {
	if err := artwork(t, circle).CheckOn("#1d4b38"); err != nil {
		t.Errorf("white on green: %v", err)
	}
	dark := artwork(t, strings.Replace(circle, "#ffffff", "#222222", 1))
	if err := dark.CheckOn("#1d4b38"); err == nil || !strings.Contains(err.Error(), "0 of ") {
		t.Errorf("black on green: %v", err)
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
