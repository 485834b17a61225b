package company

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"
)

// TestColorsAreChecked reads invalid colors, and colors with too little contrast.
func TestColorsAreChecked(t *testing.T) {
	for colors, want := range map[string]string{
		`brand: "#1d4b38"`:   "",
		`brand: "blue"`:      `"blue" is not a color; wanted one like "#1d4b38", in quotation marks`,
		`action: "#a31"`:     `"#a31" is not a color`,
		"action: #a31111":    "everything after # is a comment: #a31111; wanted quotation marks",
		`actions: "#a31111"`: `unknown key "actions"; wanted one of accent, action, background, brand`,
		`action: "#e8a33d"`: `the action color "#e8a33d" gives a contrast of 1.8 between --clay (#e8a33d) and ` +
			"--sand (#f1e7d3); wanted",
		`brand: "#7fb0e6"`:      "wanted 4.5 or more: a darker color",
		`background: "#8899aa"`: "wanted 4.5 or more: a lighter color",
	} {
		var value brandColors
		d := load.NewDecoder(fstest.MapFS{}, fstest.MapFS{})
		d.Strict = true
		if node := d.ParseText("file.yaml", colors); node != nil {
			d.Decode("file.yaml", node, &value)
		}
		value.check(d)
		if got := strings.Trim(fmt.Sprint(*d.Diagnostics), "[]"); !matches(got, want) {
			t.Errorf("with %s: %q, want %q", colors, got, want)
		}
	}
}

// The contrasts are those of https://webaim.org/resources/contrastchecker/.
func TestContrast(t *testing.T) {
	for pair, want := range map[[2]string]float64{
		{"#000000", "#ffffff"}: 21, {"#ffffff", "#000000"}: 21, {"#777777", "#ffffff"}: 4.48,
		{"#0a0a0a", "#000000"}: 1.06,
	} {
		if got := Contrast(pair[0], pair[1]); math.Abs(got-want) > 0.005 {
			t.Errorf("Contrast(%q) = %.3f, want %.2f", pair, got, want)
		}
	}
	if got := MixColors("#102030", "#ffffff", 0.5); got != "#889098" {
		t.Errorf("half of white in #102030 is %s", got)
	}
}
