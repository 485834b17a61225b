package content

import (
	"cmp"
	"math"
	"slices"
)

// serviceArea is locations.yaml: the towns in the service area.
type serviceArea struct {
	Cities []town `count:"1 cities"`
	Also   []town `yaml:",omitempty"`
}

// town is a town on the map, or several that share a page or a dot.
type town struct {
	// Slug is the last part of the page's path; empty for a town without a page.
	Slug string `yaml:",omitempty"`
	Name string
	// Short is the label on the map, if Name is too long.
	Short string `yaml:",omitempty"`
	// Towns are the towns that Name stands for, if there are several.
	Towns []string `yaml:",omitempty"`
	// Latitude and Longitude are degrees, WGS 84.
	Latitude  float64 `yaml:"lat"`
	Longitude float64 `yaml:"lon"`
	Anchor    string
}

func (t town) href() string {
	if t.Slug == "" {
		return ""
	}
	return KindCity.path(t.Slug)
}

func (t *town) label() string { return cmp.Or(t.Short, t.Name) }

func (s *Site) citySlugs() []*string {
	return pointers(s.area.Cities, func(t *town) *string { return &t.Slug })
}

func (a *serviceArea) towns() []town { return slices.Concat(a.Cities, a.Also) }

// listedCities is the largest number of cities in the menu, the footer and on the map: pages must not grow with the
// number of cities. The page of all locations lists the rest.
const listedCities = 30

func (a *serviceArea) listed() []town { return a.Cities[:min(listedCities, len(a.Cities))] }

// shownTowns are the towns on the map and in structured data: the listed cities, and the towns without a page.
func (a *serviceArea) shownTowns() []town { return slices.Concat(a.listed(), a.Also) }

func (t town) names() []string {
	if len(t.Towns) > 0 {
		return t.Towns
	}
	return []string{t.Name}
}

func names(towns []town) (names []string) {
	for _, t := range towns {
		names = append(names, t.names()...)
	}
	return names
}

func (a *serviceArea) also() []string {
	names := make([]string, len(a.Also))
	for i, t := range a.Also {
		names[i] = t.Name
	}
	return names
}

// name is the name of the city whose page has the slug.
func (a *serviceArea) name(slug string) string {
	i := slices.IndexFunc(a.Cities, func(t town) bool { return t.Slug == slug })
	return a.Cities[i].Name
}

func links(cities []town) []Link {
	links := make([]Link, len(cities))
	for i, t := range cities {
		links[i] = Link{t.Name, t.href()}
	}
	return links
}

// cityLinks lead to the pages of the listed cities, and to the page of all if there are more.
func (s *Site) cityLinks() []Link {
	list := links(s.area.listed())
	if len(s.area.Cities) > listedCities {
		list = append(list, Link{s.shared.AllLocations, locationsPath})
	}
	return list
}

func (a *serviceArea) check(d *decoder, m *geography, radiusMiles int) {
	self := func(t *town) *town { return t }
	for i, t := range append(pointers(a.Cities, self), pointers(a.Also, self)...) {
		switch isCity := i < len(a.Cities); {
		case isCity && t.Slug == "":
			d.report(t, "wanted the slug of its page", "the city %q has no slug", t.Name)
		case !isCity && t.Slug != "":
			d.report(&t.Slug, "wanted a town with a page among the cities",
				"%q has a slug and is not among the cities", t.Name)
		}
		if !slices.Contains([]string{"start", "end", "middle"}, t.Anchor) {
			d.report(&t.Anchor, "wanted start, end or middle", "the anchor is %q", t.Anchor)
		}
		if len(m.Center) == 2 && m.miles(t.Latitude, t.Longitude) > float64(radiusMiles) {
			d.report(&t.Latitude, "wanted a town within the radius of business.yaml around the center of map.yaml",
				"%s lies %.0f miles from the center", t.Name, m.miles(t.Latitude, t.Longitude))
		}
	}
}

// geography is map.yaml. Points are [latitude, longitude] in degrees.
type geography struct {
	unitsPerMile float64

	Center []float64
	Roads  []worldLine `yaml:",omitempty"`
	Lakes  []worldLine `yaml:",omitempty"`
}

type worldLine struct {
	Name   string
	Points [][]float64
}

// AreaMap is the drawn map, in the units of a viewBox of Width × Height, and the interactive map on request.
type AreaMap struct {
	Alt    string `json:"alt"`
	Width  int    `json:"width" file:"-"`
	Height int    `json:"height" file:"-"`
	// Radius is the service radius, in the map's units, around Center.
	Center      Point      `json:"center" file:"-"`
	Radius      float64    `json:"radius" file:"-"`
	RadiusLabel string     `json:"radiusLabel" file:"-"`
	Roads       []MapLine  `json:"roads" file:"-"`
	Lakes       []MapLine  `json:"lakes" file:"-"`
	Places      []MapPlace `json:"places" file:"-"`
	EmbedURL    string     `json:"embedUrl" file:"-"`
	EmbedTitle  string     `json:"embedTitle"`
	ShowLabel   string     `json:"showLabel"`
	HideLabel   string     `json:"hideLabel"`
	OpenLabel   string     `json:"-" file:"openLabel"`
	Open        Link       `json:"open" file:"-"`
}

// Point is a point on the drawn map.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// MapLine is a road or the outline of a lake.
type MapLine struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// MapPlace is a town on the drawn map; Href is empty if it has no page.
type MapPlace struct {
	Name string `json:"name"`
	Href string `json:"href"`
	At   Point  `json:"at"`
	// Anchor is the position of the name relative to the dot: "start", "end" or "middle" (above).
	Anchor string `json:"anchor"`
}

// The drawn map's size, and the radius of the ring around the service area, which just fits the height: towns close to
// each other are as far apart as possible.
const (
	mapWidth  = 960
	mapHeight = 880
	mapRing   = 420
)

// milesPerDegree is the length of a degree of latitude on a sphere of the earth's mean radius, 3,958.8 miles.
const milesPerDegree = 3958.8 * math.Pi / 180

// offset is the distance of a point from the center to the east and to the south, in miles. Over the sixty miles of
// this map, an equirectangular projection with the length of a degree of longitude at the center is off by less than
// half a mile.
func (g *geography) offset(latitude, longitude float64) (east, south float64) {
	east = (longitude - g.Center[1]) * milesPerDegree * math.Cos(g.Center[0]*math.Pi/180)
	south = (g.Center[0] - latitude) * milesPerDegree
	return east, south
}

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

func (g *geography) check(d *decoder) {
	if len(g.Center) != 2 {
		d.report(&g.Center, "wanted [latitude, longitude]", "the center has %d numbers", len(g.Center))
	}
}

func (l *worldLine) check(d *decoder) {
	if len(l.Points) < 2 {
		d.report(&l.Points, "wanted at least two", "%s has %d points", l.Name, len(l.Points))
	}
	for i, p := range l.Points {
		if len(p) != 2 {
			d.report(&l.Points[i], "wanted [latitude, longitude]", "a point of %s has %d numbers", l.Name, len(p))
		}
	}
}
