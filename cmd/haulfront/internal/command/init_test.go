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
		"5\n23": "radiusMiles: 23", "far\n40": "radiusMiles: 40",
	} {
		dir, out := filepath.Join(t.TempDir(), "content"), strings.Builder{}
		err := (&initCommand{
			Dir: dir, Name: "Saguaro", Phone: "520-623-4188", Email: "hello@saguarohauling.com",
			URL: "https://www.saguarohauling.com", State: "AZ", Town: []string{"Tucson", "Vail", "Marana"},
			Service: []string{"all"},
		}).Run(&environment{Stdin: strings.NewReader(answer + "\n\n\n\n\n"), Stdout: &out, Now: time.Now})
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

// TestInitAsksAgain types wrong answers and then right ones: each question says what it wants, and nothing is lost.
func TestInitAsksAgain(t *testing.T) {
	dir, out := filepath.Join(t.TempDir(), "content"), strings.Builder{}
	answers := [][3]string{ // wrong, what init says, right
		{"", "wanted an answer", "Canopy Road"},
		{"320-4471", `the phone number is "320-4471"; wanted a North American one with its ten digits`, "850-320-4471"},
		{"office", `the email address is "office"; wanted one like hello@example.com`, "office@canopyroadhauling.com"},
		{"canopyroadhauling", `the web address is "https://canopyroadhauling"; wanted one like https://www.example.com`,
			"canopyroadhauling.com"},
		{"Floridia", `there is no state "Floridia"; wanted one such as TX`, "FL"},
		{"Tallahasse", "there is no town \"Tallahasse\" in Florida that the program knows; wanted Tallahassee",
			"Tallahassee, Quincy"},
		{"pianos", `there is no service "pianos"; wanted all, or at least one of`, "appliance pickup, Yard Waste"},
		{"5", "the radius is 5 miles, and Quincy is", "30"},
		{"Monday to Saturday, 7 to 5", `not "Monday to Saturday"`, "Mon-Sat 7-5"},
		{"home", `the address is "home"; wanted one like 100 Example St, Dallas, TX 75201`, ""},
		{"van", `the vehicle is "van"; wanted truck or trailer`, "trailer"},
		{"yes", `the booking is "yes"; wanted one of self, ask, off`, "self"},
	}
	typed := ""
	for _, answer := range answers {
		typed += answer[0] + "\n" + answer[2] + "\n"
	}
	err := (&initCommand{Dir: dir}).Run(&environment{Stdin: strings.NewReader(typed), Stdout: &out, Now: time.Now})
	if err != nil {
		t.Fatalf("init failed: %v\n%s", err, &out)
	}
	for _, command := range []string{"check --publish", "serve"} { // as init was started
		if line := "\n  " + os.Args[0] + " " + command + " --content " + dir; !strings.Contains(out.String(), line) {
			t.Errorf("init ends with %s, want %s", &out, line)
		}
	}
	for _, answer := range answers {
		if n := strings.Count(out.String(), answer[1]); n != 1 || strings.Contains(answer[1], ".yaml") {
			t.Errorf("after %q, init says %d times %q:\n%s", answer[0], n, answer[1], &out)
		}
	}
	business, _ := os.ReadFile(filepath.Join(dir, "business.yaml"))
	services, _ := os.ReadFile(filepath.Join(dir, "services.yaml"))
	for _, want := range []string{`url: "https://canopyroadhauling.com"`, `phone: "850-320-4471"`, "mode: self",
		"radiusMiles: 30", `closes: "17:00"`, "- appliance-pickup\n", "- yard-waste\n",
		"vehicle: trailer\n"} {
		if !strings.Contains(string(business)+string(services), want) {
			t.Errorf("the folder lacks %s:\n%s\n%s", want, business, services)
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
