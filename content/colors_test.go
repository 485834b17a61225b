package content

import (
	"testing"

	"haulfront/content/load"
)

// TestLoadNamesTheProblemOfAColor loads invalid colors, and colors with too little contrast.
func TestLoadNamesTheProblemOfAColor(t *testing.T) {
	for _, test := range []struct{ name, colors, at, want string }{
		{"no color", `brand: "blue"`, "blue", `"blue" is not a color; wanted one like "#1d4b38", in quotation marks`},
		{"short", `action: "#a31"`, "#a31", `"#a31" is not a color`},
		{"comment", "action: #a31111", "action:", `everything after # is a comment: #a31111; wanted quotation marks`},
		{"unknown key", `actions: "#a31111"`, "actions",
			`unknown key "actions"; wanted one of accent, action, background, brand`},
		{"pale action", `action: "#e8a33d"`, "action",
			`the action color "#e8a33d" gives a contrast of 1.8 between --clay (#e8a33d) and --sand (#f1e7d3); wanted`},
		{"pale brand", `brand: "#7fb0e6"`, "brand", `wanted 4.5 or more: a darker color`},
		{"dark background", `background: "#8899aa"`, "background", `wanted 4.5 or more: a lighter color`},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := sampleFiles(t)
			files["business.yaml"].Data = append(files["business.yaml"].Data, "colors:\n  "+test.colors+"\n"...)
			at := load.Position{File: "business.yaml", Line: lineOf(t, files, "business.yaml", test.at)}
			wantProblem(t, files, at, test.want)
		})
	}
}
