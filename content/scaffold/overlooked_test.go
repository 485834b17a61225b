package scaffold

import (
	"fmt"
	"io/fs"
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

// A promise to come and look is named with its line where free_visit is no.
func TestOverlookedLooks(t *testing.T) {
	for answer, want := range map[string]bool{"no": true, "yes": false} {
		got := fmt.Sprint(Overlooked(content.FS, folder(t, saguaro, "free_visit: yes", "free_visit: "+answer)))
		const named = "the text promises a look, and free_visit is no; wanted it without that"
		if strings.Contains(got, named) != want {
			t.Errorf("with free_visit: %s, Overlooked = %s", answer, got)
		}
	}
}

// A line of the owner's own that names a refused thing is named, one that denies it or is the program's is not.
func TestOverlookedNames(t *testing.T) {
	files := folder(t, saguaro, "wet paint, chemicals, asbestos, fuel", "mattresses, electronics, wet paint")
	copied, _ := fs.ReadFile(content.FS, "services/junk-removal.yaml")
	files["services/junk-removal.yaml"] = &fstest.MapFile{Data: append(copied, "area:\n  text: >\n"+
		"    We also haul your old Mattress.\n    We don’t take mattresses.\n    Wet paint dries. # TVs\n"...)}
	files["photos/photos.yaml"] = &fstest.MapFile{Data: []byte("hero: A laptop and a sofa.\n")}
	const form = "%s:%d: the text names %q, and not_accepted refuses it; wanted it without that, or a no beside it"
	want := fmt.Sprintf(form+"\n"+form, "photos/photos.yaml", 1, "laptop", "services/junk-removal.yaml",
		strings.Count(string(copied), "\n")+3, "Mattress")
	if got := fmt.Sprint(Overlooked(content.FS, files)); got != want {
		t.Errorf("Overlooked = %s\nwant %s", got, want)
	}
}

// An owner's own list of what a word covers takes the place of the program's: what it lacks is named.
func TestOverlookedCovers(t *testing.T) {
	for covers, want := range map[string]string{
		"pianos: [piano, organ]": "<nil>", "bottles: [wine]": "<nil>",
		"lumber: [fence, plywood]": `facts.yaml:1: the list of "lumber" under covers takes the place of the ` +
			"program’s; wanted these in it, too, if you refuse them: old fence",
	} {
		files := folder(t, saguaro)
		data := files["facts.yaml"].Data
		files["facts.yaml"].Data = append(data, "\ncovers:\n  "+covers+"\n"...)
		line := strings.Count(string(files["facts.yaml"].Data), "\n")
		want = strings.Replace(want, ":1:", fmt.Sprintf(":%d:", line), 1)
		if got := fmt.Sprint(Overlooked(content.FS, files)); got != want {
			t.Errorf("Overlooked = %s\nwant %s", got, want)
		}
	}
}
