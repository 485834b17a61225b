package company

import (
	"fmt"
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
