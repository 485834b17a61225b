package scaffold

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content"
)

// tucson are the facts of a company that works elsewhere.
func tucson() fstest.MapFS {
	return fstest.MapFS{
		"business.yaml": {Data: []byte("name: Saguaro Hauling\nregion: Tucson\nstate: Arizona\n")},
		"locations.yaml": {Data: []byte("cities:\n  - { slug: tucson, name: Tucson }\nalso:\n" +
			"  - { name: Marana / Plano Estates }\n")},
	}
}

func TestBorrowedPlaces(t *testing.T) {
	at := func(line, name string) string {
		return fmt.Sprintf("%s: %q is a place of the built-in company; wanted a place of your own, or none", line, name)
	}
	for _, test := range []struct{ file, text, want string }{
		{"home.yaml", "title: Junk removal in Tucson # not in Dallas\n", ""},
		{"home.yaml", "title: Junk removal in {region}, {state}\nauthor: Allen P.\n", ""},
		{"home.yaml", "# The home page.\ntitle: Junk removal in Dallas\n", at("home.yaml:2", "Dallas")},
		{"home.yaml", "title: Same day in Dallas–Fort Worth\n", at("home.yaml:1", "Dallas–Fort Worth")},
		{"pages/story.md", "# About us\n\nOur Texas crews\n", at("pages/story.md:3", "Texas")},
		{"locations.yaml", "also:\n  - { name: El Paso, state: Texas }\n", ""},
		{"home.yaml", "title: All of Tarrant County\n", at("home.yaml:1", "Tarrant County")},
		{"map.yaml", "lakes:\n  - name: White Rock Lake\n", at("map.yaml:2", "White Rock Lake")},
		{"cities/tucson.yaml", "items: [Marana, Plano Estates]\n", ""},
		{"cities/tucson.yaml", "items: [Lakewood, Uptown]\n", ""},
		{"cities/tucson.yaml", "items: [Lakewood, Uptown, Deep Ellum]\n",
			"cities/tucson.yaml:1: neighborhoods of the built-in city dallas are listed, such as Lakewood; " +
				"wanted a place of your own, or none"},
		{"cities/tucson.yaml", "hero:\n  scene: fort-worth\n",
			"cities/tucson.yaml:2: the scene \"fort-worth\" shows a city of the built-in company; " +
				"wanted a scene of your own, or none"},
		{"cities/tucson.yaml", "hero:\n  scene: skyline-downtown\n", ""},
	} {
		files := tucson()
		files[test.file] = &fstest.MapFile{Data: []byte(test.text)}
		got := ""
		if err := BorrowedPlaces(content.FS, files); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s with %q: %s, want %q", test.file, test.text, got, test.want)
		}
	}
}

// The folder of a company from before it could state its region names the one that its towns are in.
func TestPlacesOfOlderFolder(t *testing.T) {
	files := fstest.MapFS{
		"business.yaml":  {Data: []byte("name: Clear Acre\n")},
		"locations.yaml": {Data: []byte("cities:\n  - { slug: dallas, name: Dallas }\n")},
		"home.yaml":      {Data: []byte("title: DFW junk removal by Texas crews\n")},
	}
	if err := BorrowedPlaces(content.FS, files); err != nil {
		t.Error(err)
	}
	files["business.yaml"].Data = []byte("name: Clear Acre\nstate: Georgia\n")
	if err := BorrowedPlaces(content.FS, files); err == nil || !strings.Contains(err.Error(), `"DFW" is a place`) {
		t.Errorf("in another state: %v", err)
	}
}

// TestWordsFitAnyCompany serves the words that are not of one city to a company that works elsewhere: only reviews, and
// the articles, name places.
func TestWordsFitAnyCompany(t *testing.T) {
	if err := BorrowedPlaces(content.FS, content.FS); err != nil {
		t.Errorf("the content has places that are not its own:\n%v", err)
	}
	files, places := tucson(), fstest.MapFS{} // a copy of a file of the program shows what the program's does
	reviewed := regexp.MustCompile(`(?m)^ +place: .*$`)
	for _, pattern := range []string{"*.yaml", "services/*.yaml", "categories/*.yaml", "pages/*.md", "cities/*"} {
		matches, _ := fs.Glob(content.FS, pattern)
		for _, file := range matches {
			data, err := fs.ReadFile(content.FS, file)
			if err != nil {
				t.Fatal(err)
			}
			if ofPlaces.MatchString(file) {
				places[file] = &fstest.MapFile{Data: data}
			} else if _, own := files[file]; !own {
				files[file] = &fstest.MapFile{Data: []byte(reviewed.ReplaceAllString(string(data), ""))}
			}
		}
	}
	if len(files) < 40 {
		t.Errorf("there are %d files", len(files))
	}
	if err := BorrowedPlaces(places, files); err != nil {
		t.Error(err)
	}
	files["services/shed-removal.yaml"].Data = []byte("title: Sheds in Plano\n")
	if err := BorrowedPlaces(places, files); err == nil || !strings.Contains(err.Error(), `"Plano" is a place`) {
		t.Errorf("with a place of the built-in company: %v", err)
	}
}

// A town may be in the built-in company's state.
func TestBorrowedState(t *testing.T) {
	c := saguaro
	c.State, c.Towns = "NM", []string{"Las Cruces", "El Paso, TX"}
	files, err := c.Files()
	if err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{}
	for name, data := range files {
		folder[name] = &fstest.MapFile{Data: data}
	}
	if err := BorrowedPlaces(content.FS, folder); err != nil {
		t.Errorf("with a town in Texas: %v", err)
	}
}
