package card

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// Every glyph of the display font has the outline that its own bounding box promises, which its maker computed.
func TestOpenFont(t *testing.T) {
	file, err := openFont(displayFont(t))
	if err != nil {
		t.Fatal(err)
	}
	loader, err := opentype.NewLoader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(loader.Tables()), 20; got != want {
		t.Errorf("the font has %d tables, want %d", got, want)
	}
	face, err := font.ParseTTF(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&()–,.:!?$%éÑ"
	for _, r := range letters {
		gid, ok := face.NominalGlyph(r)
		outline, drawn := face.GlyphData(gid).(font.GlyphOutline)
		if !ok || !drawn || len(outline.Segments) < 4 {
			t.Errorf("%q has no outline", r)
			continue
		}
		// A capital stands on the base line and is 700 units high, rounds a little more: the face's own measure.
		if r >= 'A' && r <= 'Z' && r != 'J' && r != 'Q' {
			low, high := reach(outline)
			if math.Abs(low) > 25 || math.Abs(high-float64(capitalOf(face))) > 25 {
				t.Errorf("%q reaches from %.0f to %.0f, want about 0 to %.0f", r, low, high, capitalOf(face))
			}
		}
	}
}

func capitalOf(face *font.Face) float32 { return face.LineMetric(font.CapHeight) }

func reach(outline font.GlyphOutline) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range outline.Segments {
		for _, p := range s.ArgsSlice() {
			low, high = min(low, float64(p.Y)), max(high, float64(p.Y))
		}
	}
	return low, high
}

// The weight of the display face is that of the stylesheet, not the thinner one that the file begins with.
func TestWeight(t *testing.T) {
	width := func(weight float32) float64 {
		l, err := newLetterer(displayFont(t), weight)
		if err != nil {
			t.Fatal(err)
		}
		return l.shape("Clear Acre", 100, 0).width
	}
	if regular, bold := width(400), width(displayWeight); bold < regular*1.02 {
		t.Errorf("the width at weight %d is %.1f, at 400 %.1f", displayWeight, bold, regular)
	}
}

// A font that was cut off anywhere, or damaged, is an error and nothing worse.
func TestOpenFontDamaged(t *testing.T) {
	whole := displayFont(t)
	for size := 0; size < len(whole); size += 1 + size/20 {
		if _, err := openFont(whole[:size]); err == nil {
			t.Errorf("a font cut off after %d bytes was opened", size)
		}
	}
	// The last table of the directory, prep with its seven bytes, claims more than there is.
	greedy := bytes.Clone(whole)
	greedy[bytes.Index(greedy, []byte{12, 7})+1] = 0x7f
	if _, err := openFont(greedy); err == nil {
		t.Error("a font with a table beyond its end was opened")
	}
	for at := range 400 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0xff
		if file, err := openFont(damaged); err == nil && file == nil {
			t.Errorf("damage at %d gives neither a font nor an error", at)
		}
	}
}

func FuzzGlyphs(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		if glyf, loca, err := rebuild(data); err == nil && len(loca) == 0 {
			t.Errorf("rebuild gives %d bytes of glyphs and no offsets", len(glyf))
		}
	})
}
