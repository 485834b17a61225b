package company

import (
	"slices"
	"testing"

	"haulfront/content/load"
)

// A town that has a page and stands among those without is listed once.
func TestTownsOnce(t *testing.T) {
	c := Company{Towns: ServiceArea{Cities: []Town{{Slug: "vail", Name: "Vail"}},
		Also: []Town{{Name: "Vail"}, {Name: "Marana"}}}}
	c.checkTowns(load.NewDecoder(nil, nil))
	if names := Names(c.Towns.ShownTowns()); !slices.Equal(names, []string{"Vail", "Marana"}) {
		t.Errorf("the towns are %q", names)
	}
}

// TestReach asks for codes within the radius of Dallas, beyond it, in a served town beyond it, and far away.
func TestReach(t *testing.T) {
	c := &Company{
		Business:  Business{RadiusMiles: 30, EdgeMiles: 15},
		Geography: Geography{Center: []float64{32.7767, -96.7970}},
		Towns: ServiceArea{
			Cities: []Town{{Slug: "dallas", Name: "Dallas", Latitude: 32.7767, Longitude: -96.7970}},
			Also:   []Town{{Name: "Sherman"}, {Name: "DeSoto"}, {Name: "Celina"}},
			ZIPs:   map[string]string{"75115": "DeSoto"},
		},
	}
	for zip, want := range map[string]Reach{
		" ":          {},
		"7520":       {Kind: AreaUnknown},
		"00000":      {Kind: AreaUnknown},
		"75201":      {AreaYes, "75201", "Dallas", &c.Towns.Cities[0]},
		"75201-1234": {AreaYes, "75201", "Dallas", &c.Towns.Cities[0]},
		"75115":      {AreaYes, "75115", "DeSoto", nil}, // 13 miles from Dallas
		"75009":      {AreaYes, "75009", "Celina", nil}, // 39 miles, served
		"75409":      {AreaEdge, "75409", "Anna", nil},  // 43 miles
		"75090":      {AreaNo, "75090", "Sherman", nil}, // 59 miles: not even a served town
		"59715":      {AreaNo, "59715", "Bozeman", nil},
	} {
		if got := c.Reach(zip); got != want {
			t.Errorf("Reach(%q) = %+v, want %+v", zip, got, want)
		}
	}
	c.Business.Area, c.Towns.Also[0].Latitude, c.Towns.Also[0].Longitude = "towns", 33.6357, -96.6089
	for zip, want := range map[string]AreaKind{
		"75201": AreaYes, "75115": AreaYes, "75040": AreaEdge, "75409": AreaEdge, // Garland, 13 miles away, is no town
		"75090": AreaYes, "48867": AreaNo, // Sherman has its point; Owosso
	} {
		if got := c.Reach(zip).Kind; got != want {
			t.Errorf("Reach(%q) = %q of a company that serves its towns alone, want %q", zip, got, want)
		}
	}
	c.Business.EdgeMiles = 0
	if got := c.Reach("75040").Kind; got != AreaNo {
		t.Errorf("Garland is %q to a company that serves its towns alone, want no", got)
	}
	for zip, want := range map[string]string{"75115": "DeSoto", "59715": "Bozeman", " 123 ": "123", "75201": "Dallas"} {
		if got := c.Town(zip); got != want {
			t.Errorf("Town(%q) = %q, want %q", zip, got, want)
		}
	}
}
