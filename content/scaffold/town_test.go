package scaffold

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"haulfront/content"
)

// A town is found as people type it, near its center, and in one state alone.
func TestFindTown(t *testing.T) {
	n := 0
	for code, list := range towns() {
		_, known := findState(code)
		for name, at := range list {
			n++
			if !known || name == "" || math.Abs(at.latitude-44) > 28 || at.longitude > -64 {
				t.Errorf("%s has %q at %+v", code, name, at)
			}
		}
	}
	if n != 35_342 {
		t.Errorf("there are %d towns, want 35,342", n)
	}
	for _, test := range []struct {
		text, state, name string
		latitude          float64 // to two decimals
	}{
		{"Duluth", "MN", "Duluth", 46.78}, {"duluth", "Minnesota", "Duluth", 46.78},
		{"Superior, WI", "MN", "Superior", 46.72}, {"Superior WI", "MN", "Superior", 46.72},
		{"superior, wisconsin", "MN", "Superior", 46.72}, {"Two Harbors", "MN", "Two Harbors", 47.02},
		{"St. Louis Park", "MN", "St. Louis Park", 44.95}, {"st louis park", "MN", "Saint Louis Park", 44.95},
		{"St. Paul", "MN", "St. Paul", 44.94}, {"Coeur d’Alene", "ID", "Coeur d’Alene", 47.68},
		{"Canon City", "CO", "Canon City", 38.44}, {"mckinney", "TX", "McKinney", 33.2},
		{"Tucson", "", "Tucson", 32.22},
		{"Wolf Ridge@47.38, -91.20", "MN", "Wolf Ridge", 47.38}, {"wolf ridge@47.38,-91.2", "MN", "Wolf Ridge", 47.38},
		{"Duluth", "TX", "", 0}, {"Springfield", "", "", 0}, {"son", "AZ", "", 0}, {"uluth", "MN", "", 0},
		{"Superior, XX", "MN", "", 0}, {"Oz@-91.2,47.3", "MN", "", 0}, {"", "MN", "", 0}, {"7", "MN", "", 0},
	} {
		state, _ := findState(test.state)
		got, _, known, err := findTown(test.text, state)
		if known = known && err == nil; known != (test.name != "") || known && got.name != test.name ||
			known && math.Abs(got.latitude-test.latitude) > 0.01 {
			t.Errorf("findTown(%q, %q) = %+v, %t, %v, want %s at %.2f", test.text, test.state, got, known, err,
				test.name, test.latitude)
		}
	}
	for text, want := range map[string]string{
		"Pensacola, FL": "America/Chicago", "Tallahassee, FL": "America/New_York", "Gary, IN": "America/Chicago",
		"El Paso, TX": "America/Denver", "Marathon@30.2,-103.2": "America/Chicago", "Knoxville, TN": "America/New_York",
		"Sandpoint, ID": "America/Los_Angeles", "Boise, ID": "America/Boise", "Duluth, MN": "America/Chicago",
	} {
		texas, _ := findState("TX")
		if got, _, _, err := findTown(text, texas); err != nil || got.zone != want {
			t.Errorf("%s has the time zone %s, %v, want %s", text, got.zone, err, want)
		}
	}
	mn, _ := findState("MN")
	if esko, _, _, err := findTown("Esko", mn); err != nil || esko.note() != "" {
		t.Errorf("a place says that it may be miles off: %v", err)
	}
	if brimson, _, known, _ := findTown("Brimson", mn); !known || !strings.Contains(brimson.note(), "miles off") {
		t.Errorf("a post office that is no place: %+v, %t", brimson, known)
	}
}

// A town in another time zone than the first one says so, in the files of a new company and with a page of its own.
func TestTownOfAnotherZone(t *testing.T) {
	c := saguaro
	c.State, c.Towns, c.Services = "ND", []string{"Bismarck", "Carson"}, []string{"yard-waste"}
	files := folder(t, c)
	made, err := Page{Kind: content.KindCity, Name: "Carson"}.Files(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{string(files["locations.yaml"].Data), string(made["locations.yaml"])} {
		lines := regexp.MustCompile(`(?m)^.*timezone.*$`).FindAllString(list, -1)
		for _, line := range lines {
			if !strings.Contains(line, "name: Carson, timezone: America/Denver, lat") {
				t.Errorf("locations.yaml has %s", line)
			}
		}
		if len(lines) != strings.Count(list, "name: Carson") {
			t.Errorf("Carson has no time zone:\n%s", list)
		}
	}
}
