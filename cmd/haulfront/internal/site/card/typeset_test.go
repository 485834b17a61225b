package card

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"testing"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// Every letter of the display typeface has an outline, and capitals are as high as the font says.
func TestTypesetter(t *testing.T) {
	typesetter, err := newTypesetter(displayFont(t))
	if err != nil {
		t.Fatal(err)
	}
	face := typesetter.face
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&()–,.:!?$%éÑ"
	for _, r := range letters {
		gid, ok := face.NominalGlyph(r)
		outline, drawn := face.GlyphData(gid).(font.GlyphOutline)
		if !ok || !drawn || len(outline.Segments) < 4 {
			t.Errorf("%q has no outline", r)
			continue
		}
		// A capital is on the baseline and 700 units high, round ones a little more, by the font's own metrics.
		if r >= 'A' && r <= 'Z' && r != 'J' && r != 'Q' {
			low, high := verticalExtent(outline)
			if want := float64(face.LineMetric(font.CapHeight)); math.Abs(low) > 25 || math.Abs(high-want) > 25 {
				t.Errorf("%q reaches from %.0f to %.0f, want about 0 to %.0f", r, low, high, want)
			}
		}
	}
}

func verticalExtent(outline font.GlyphOutline) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range outline.Segments {
		for _, p := range s.ArgsSlice() {
			low, high = min(low, float64(p.Y)), max(high, float64(p.Y))
		}
	}
	return low, high
}

// The weight of the font is that of titles on pages.
func TestWeight(t *testing.T) {
	typesetter, err := newTypesetter(displayFont(t))
	if err != nil {
		t.Fatal(err)
	}
	token := regexp.MustCompile(`--weight-display: (\d+);`).FindSubmatch(read(t, "assets/css/tokens.css"))
	if token == nil {
		t.Fatal("the stylesheet has no --weight-display")
	}
	if got := fmt.Sprint(typesetter.face.Describe().Aspect.Weight); got != string(token[1]) {
		t.Errorf("the font's weight is %s, want %s", got, token[1])
	}
}

// A font that was cut off is an error. The last tables of the file are hints for screens, which nothing here reads.
func TestFontCutOff(t *testing.T) {
	whole := displayFont(t)
	loader, err := opentype.NewLoader(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(loader.Tables()); n < 10 {
		t.Errorf("the font has %d tables, want those of a TrueType font", n)
	}
	for size := 0; size < len(whole)*9/10; size += 1 + size/20 {
		if _, err := newTypesetter(whole[:size]); err == nil {
			t.Errorf("a font cut off after %d bytes of %d was opened", size, len(whole))
		}
	}
}
