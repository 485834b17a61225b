package content

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/company"
	"haulfront/content/load"
)

// otherOwner is the sample's files with another company.
func otherOwner(t *testing.T) fstest.MapFS {
	t.Helper()
	files := sampleFiles(t)
	company, err := os.ReadFile("testdata/other-business.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files["business.yaml"] = &fstest.MapFile{Data: company}
	return files
}

// TestOtherOwner loads the site of another company, and looks for traces of the first one in the props of every page.
func TestOtherOwner(t *testing.T) {
	s, err := Load(otherOwner(t))
	if err != nil {
		t.Fatal(err)
	}
	c := sample(t).Business
	traces := []string{c.Name, c.ShortName, c.Phone, c.Digits(), c.Email, c.URL, c.Hours.Short(),
		"Monday to Saturday, 7am to 7pm", "Mon–Sat 7–7", "AggregateRating", "out of 5, from"}
	for path, page := range allPages(s, BuildInfo{}) {
		text, err := json.Marshal(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, trace := range traces {
			encoded, _ := json.Marshal(trace) // a text always encodes
			if strings.Contains(string(text), strings.Trim(string(encoded), `"`)) {
				t.Errorf("%s still says %q", path, trace)
			}
		}
		if path != "" && !strings.Contains(string(text), s.Business.ShortName) {
			t.Errorf("%s does not name the company", path)
		}
	}
	if m := s.Home(BuildInfo{}).Area.Map; m.Radius != company.MapRing || m.RadiusLabel != "45 miles" {
		t.Errorf("the ring is %v units for %s, want all of the map", m.Radius, m.RadiusLabel)
	}
	if got := s.Background(); got != "#f7f9fb" {
		t.Errorf("the background is %s, want the company's", got)
	}
}

// TestLoadNamesTheProblemOfAColor loads invalid colors, and colors with too little contrast.
func TestLoadNamesTheProblemOfAColor(t *testing.T) {
	for _, test := range []struct{ name, colors, at, want string }{
		{"no color", `brand: "blue"`, "blue", `"blue" is not a color; wanted one like "#1d4b38", in quotation marks`},
		{"short", `action: "#a31"`, "#a31", `"#a31" is not a color`},
		{"comment", "action: #a31111", "action:", `everything after # is a comment: #a31111; wanted quotation marks`},
		{"unknown key", `primary: "#a31111"`, "primary",
			`unknown key "primary"; wanted one of accent, action, background, brand`},
		{"pale action", `action: "#e8a33d"`, "action",
			`the action color "#e8a33d" gives a contrast of 1.8 between --clay (#e8a33d) and --sand (#f1e7d3); wanted`},
		{"pale brand", `brand: "#7fb0e6"`, "brand", `wanted 4.5 or more: a darker color`},
		{"dark background", `background: "#8899aa"`, "background", `wanted 4.5 or more: a lighter color`},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := sampleFiles(t)
			files["business.yaml"].Data = append(files["business.yaml"].Data, "colors:\n  "+test.colors+"\n"...)
			wantProblem(t, files, load.Position{File: "business.yaml", Line: lineOf(t, files, "business.yaml", test.at)}, test.want)
		})
	}
}
