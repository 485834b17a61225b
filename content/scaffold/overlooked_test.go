package scaffold

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content"
)

// A thing copied before the program knew its cubic feet, and a word that begins no thing, are named with their lines.
func TestOverlooked(t *testing.T) {
	files := folder(t, saguaro, "wet paint, chemicals, asbestos, fuel", "wet paint, sleeper sofas, tube TVs, wet tires")
	if err := Overlooked(content.FS, folder(t, saguaro)); err != nil {
		t.Errorf("Overlooked = %v of a new folder", err)
	}
	files["estimate.yaml"] = &fstest.MapFile{Data: []byte("groups:\n  - title: Furniture\n    items:\n" +
		"      - { key: sofa, label: sofa, plural: sofas, share: 0.12, words: [couch] }\n" +
		"      - { key: desk, label: desk, plural: desks, share: 0.09 }\n" +
		"      - { key: chair, label: chair, plural: chairs, share: 0.02, feet: 5 }\n")}
	got := fmt.Sprint(Overlooked(content.FS, files))
	for _, want := range []string{
		"estimate.yaml:4: sofa has the share 0.12 of the program’s truck; wanted feet: 50 in its place",
		`: not_accepted has "sleeper sofas", and lists of what you take have "Sofas, beds,`,
		`: not_accepted has "tube TVs", and lists of what you take have "TVs"; wanted`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("Overlooked = %s, want %s", got, want)
		}
	}
	if strings.Count(got, "\n") > 2 || strings.Contains(got, "desk has") || strings.Contains(got, "paint") {
		t.Errorf("Overlooked = %s", got)
	}
}
