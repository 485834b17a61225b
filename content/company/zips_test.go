package company

import (
	"slices"
	"strings"
	"testing"

	"haulfront/content/load"
)

// TestZIPs reads all ZIP codes.
func TestZIPs(t *testing.T) {
	if n := len(zipLines()); n != 42_560 {
		t.Errorf("there are %d ZIP codes, want 42,560", n)
	}
	last := ""
	for _, line := range zipLines() {
		p := readZIP(line)
		isState := !strings.Contains("AA AE AP AS FM GU MH MP PR PW VI", p.state) // forces abroad, territories
		if line[:5] <= last || isState && (p.latitude < 17 || p.latitude > 72 || p.longitude > -64 && p.state != "HI") {
			t.Errorf("%q is no ZIP code with a point, or not in its order", line)
		}
		last = line[:5]
	}
	if _, p, ok := lookUpZIP("75221"); !ok || p.Town != "Dallas" {
		t.Errorf("the post-office boxes 75221 are in %q, want Dallas", p.Town)
	}
}

// A town that has a page and stands among those without is listed once.
func TestTownsOnce(t *testing.T) {
	a := ServiceArea{Cities: []Town{{Slug: "vail", Name: "Vail"}}, Also: []Town{{Name: "Vail"}, {Name: "Marana"}}}
	a.check(load.NewDecoder(nil, nil), &Geography{}, 30)
	if names := Names(a.ShownTowns()); !slices.Equal(names, []string{"Vail", "Marana"}) {
		t.Errorf("the towns are %q", names)
	}
}
