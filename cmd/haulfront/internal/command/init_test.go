package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestInitRadius asks for the miles around the first town, and says those to be confirmed without an answer.
func TestInitRadius(t *testing.T) {
	for answer, want := range map[string]string{
		"25": "radiusMiles: 25", "": "unconfirmed: true # Pages say so: 33 miles, which are 10 beyond Marana.",
		"5": "the radius is 5 miles, and Marana is 23 miles from Tucson", "far": `the miles are "far"`,
	} {
		dir, out := filepath.Join(t.TempDir(), "content"), strings.Builder{}
		err := (&initCommand{
			Dir: dir, Name: "Saguaro", Phone: "520-623-4188", Email: "hello@saguarohauling.com",
			URL: "https://www.saguarohauling.com", State: "AZ", Town: []string{"Tucson", "Vail", "Marana"},
			Service: []string{"all"},
		}).Run(&environment{Stdin: strings.NewReader(answer + "\n\n\n\n"), Stdout: &out, Now: time.Now})
		business, _ := os.ReadFile(filepath.Join(dir, "business.yaml"))
		drawn, _ := os.ReadFile(filepath.Join(dir, "map.yaml"))
		text := string(business) + string(drawn)
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, want) || answer == "25" && strings.Contains(string(drawn), "unconfirmed") ||
			!strings.Contains(out.String(), "nothing for 33 around Tucson, which is 10 miles beyond Marana: ") {
			t.Errorf("after %q, the folder says\n%s\nand init asked %s; want %s", answer, text, out.String(), want)
		}
	}
}

// TestListItem divides an answer of a terminal into towns, each with its state.
func TestListItem(t *testing.T) {
	want := []string{"Duluth", " Cloquet", " Superior, WI", " Post Falls,ID"}
	for _, line := range []string{
		"Duluth, Cloquet, Superior, WI, Post Falls,ID", "Duluth; Cloquet; Superior, WI; Post Falls,ID",
	} {
		if got := listItem.FindAllString(line, -1); !slices.Equal(got, want) {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}
