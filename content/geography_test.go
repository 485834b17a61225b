package content

import (
	"math"
	"testing"
)

// TestMiles compares the projection with great-circle distances by the haversine formula.
func TestMiles(t *testing.T) {
	s := site(t)
	g := &s.geography
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	for _, town := range s.area.towns() {
		sinLat := math.Sin(rad(town.Latitude-g.Center[0]) / 2)
		sinLon := math.Sin(rad(town.Longitude-g.Center[1]) / 2)
		cosines := math.Cos(rad(town.Latitude)) * math.Cos(rad(g.Center[0]))
		want := 2 * 3958.8 * math.Asin(math.Sqrt(sinLat*sinLat+cosines*sinLon*sinLon))
		if got := g.miles(town.Latitude, town.Longitude); math.Abs(got-want) > 0.5 {
			t.Errorf("miles to %s = %.2f, want %.2f", town.Name, got, want)
		}
		if want > float64(s.business.RadiusMiles) {
			t.Errorf("%s lies %.1f miles from the center, beyond the radius", town.Name, want)
		}
	}
}

func TestProject(t *testing.T) {
	g := &geography{Center: []float64{33, -97}, unitsPerMile: 14}
	if got, want := g.project(33, -97), (Point{480, 440}); got != want {
		t.Errorf("project(center) = %v, want %v", got, want)
	}
	// A tenth of a degree is 6.91 miles of latitude, and at 33° 5.79 of longitude; north is up and east is right.
	if got, want := g.project(33.1, -96.9), (Point{561.1, 343.3}); got != want {
		t.Errorf("project(33.1, -96.9) = %v, want %v", got, want)
	}
}

func TestMapRing(t *testing.T) {
	m := site(t).Home(BuildInfo{}).Area.Map
	if top, bottom := m.Center.Y-m.Radius, m.Center.Y+m.Radius; top < 0 || bottom > float64(m.Height) {
		t.Errorf("the ring runs from %v to %v, want it inside 0 to %d", top, bottom, m.Height)
	}
	for _, line := range append(m.Roads, m.Lakes...) {
		inside := false
		for _, p := range line.Points {
			inside = inside || p.X > 0 && p.X < float64(m.Width) && p.Y > 0 && p.Y < float64(m.Height)
		}
		if !inside {
			t.Errorf("%s lies outside the map", line.Name)
		}
	}
}
