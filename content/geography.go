package content

import (
	"fmt"
	"math"
)

// geography is map.yaml. Points are [latitude, longitude] in degrees.
type geography struct {
	// unitsPerMile is the drawn map's scale.
	unitsPerMile float64

	Center []float64   `yaml:"center"`
	Roads  []worldLine `yaml:"roads,omitempty"`
	Lakes  []worldLine `yaml:"lakes,omitempty"`
}

type worldLine struct {
	Name   string      `yaml:"name"`
	Points [][]float64 `yaml:"points"`
}

// The drawn map's size, and the radius of the ring around the service area, which just fits the height: the towns, which lie
// close together, stay as far apart as that allows.
const (
	mapWidth  = 960
	mapHeight = 880
	mapRing   = 420
)

// milesPerDegree is the length of a degree of latitude on a sphere of the earth's mean radius, 3,958.8 miles.
const milesPerDegree = 3958.8 * math.Pi / 180

// offset is how far a point lies east and south of the center, in miles. Over the sixty miles of this map an
// equirectangular projection, with the length of a degree of longitude taken at the center, is off by less than half a
// mile.
func (g *geography) offset(latitude, longitude float64) (east, south float64) {
	east = (longitude - g.Center[1]) * milesPerDegree * math.Cos(g.Center[0]*math.Pi/180)
	south = (g.Center[0] - latitude) * milesPerDegree
	return east, south
}

// miles is the distance of a point from the center.
func (g *geography) miles(latitude, longitude float64) float64 {
	return math.Hypot(g.offset(latitude, longitude))
}

// project maps a point onto the drawn map, rounded to a tenth of a unit.
func (g *geography) project(latitude, longitude float64) Point {
	east, south := g.offset(latitude, longitude)
	round := func(units float64) float64 { return math.Round(units*10) / 10 }
	return Point{X: round(mapWidth/2 + east*g.unitsPerMile), Y: round(mapHeight/2 + south*g.unitsPerMile)}
}

func (g *geography) lines(world []worldLine) []MapLine {
	lines := make([]MapLine, len(world))
	for i, line := range world {
		lines[i] = MapLine{Name: line.Name, Points: make([]Point, len(line.Points))}
		for j, p := range line.Points {
			lines[i].Points[j] = g.project(p[0], p[1])
		}
	}
	return lines
}

// link leads to the area on OpenStreetMap; zoom 9 shows about sixty miles in a window of a phone's width.
// See https://wiki.openstreetmap.org/wiki/Browsing.
func (g *geography) link(label string) Link {
	return Link{label, fmt.Sprintf("https://www.openstreetmap.org/#map=9/%.4f/%.4f", g.Center[0], g.Center[1])}
}

// draw makes the map, without its texts.
func (g *geography) draw(towns []*town) AreaMap {
	m := AreaMap{
		Width: mapWidth, Height: mapHeight,
		Center: g.project(g.Center[0], g.Center[1]),
		Radius: mapRing,
		Roads:  g.lines(g.Roads),
		Lakes:  g.lines(g.Lakes),
		Places: make([]MapPlace, len(towns)),
	}
	for i, t := range towns {
		m.Places[i] = MapPlace{Name: t.label(), Href: t.href(), At: g.project(t.Latitude, t.Longitude), Anchor: t.Anchor}
	}
	return m
}

func (g *geography) check(d *decoder) {
	if len(g.Center) != 2 {
		d.report(&g.Center, "wanted [latitude, longitude]", "the center has %d numbers", len(g.Center))
	}
	for _, lines := range [][]worldLine{g.Roads, g.Lakes} {
		for i := range lines {
			line := &lines[i]
			if len(line.Points) < 2 {
				d.report(&line.Points, "wanted two at least", "%s has %d points", line.Name, len(line.Points))
			}
			for j := range line.Points {
				if n := len(line.Points[j]); n != 2 {
					d.report(&line.Points[j], "wanted [latitude, longitude]", "a point of %s has %d numbers", line.Name, n)
				}
			}
		}
	}
}
