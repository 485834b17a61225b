package company

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"haulfront/content/clock"
	"haulfront/content/load"
	"haulfront/content/zipcode"
)

// ServiceArea is locations.yaml: the towns in the service area.
type ServiceArea struct {
	Cities, Also []Town `yaml:",omitempty"`
	// Counties have the towns. Pages of another company must not name them.
	Counties []string `yaml:",omitempty"`
	// ZIPs are the towns of ZIP codes that have another town's post office.
	ZIPs map[string]string `yaml:"zips,omitempty"`
}

// Town is a town on the map, or several that share a page or a dot.
type Town struct {
	// Slug is the last part of the page's path; empty for a town without a page.
	Slug string `yaml:",omitempty"`
	Name string
	// State is the name of its state, if that is not the company's.
	State string   `yaml:",omitempty"`
	Short string   `yaml:",omitempty"`
	Towns []string `yaml:",omitempty"`
	// Latitude and Longitude are degrees, WGS 84.
	Latitude  float64 `yaml:"lat"`
	Longitude float64 `yaml:"lon"`
	Anchor    string  `of:"'start' | 'end' | 'middle'"`
	// Timezone is the name of its time zone in the IANA database, if that is not the office's.
	Timezone string `yaml:",omitempty"`
	// Drive is the key of the price of the drive there, which comes on top of the published prices.
	Drive string `yaml:",omitempty"`
}

// InState is the name, with its state if that is not the company's.
func (t *Town) InState() string { return strings.TrimSuffix(t.Name+", "+t.State, ", ") }

// Label is the name on the map.
func (t *Town) Label() string { return cmp.Or(t.Short, t.Name) }

func (a *ServiceArea) towns() []Town { return slices.Concat(a.Cities, a.Also) }

// ListedCities bounds the cities in menus, footers and on maps: pages must not grow with them. /locations has the rest.
const ListedCities = 30

func (a *ServiceArea) Listed() []Town { return a.Cities[:min(ListedCities, len(a.Cities))] }

// ShownTowns are the towns on the map and in structured data: the listed cities, and the towns without a page.
func (a *ServiceArea) ShownTowns() []Town { return slices.Concat(a.Listed(), a.Also) }

func (t Town) names() []string {
	if len(t.Towns) > 0 {
		return t.Towns
	}
	return []string{t.Name}
}

// Names are the towns that the entries stand for.
func Names(towns []Town) (names []string) {
	for _, t := range towns {
		names = append(names, t.names()...)
	}
	return names
}

// AlsoNames are the names of the towns without a page.
func (a *ServiceArea) AlsoNames() []string { return load.Each(a.Also, (*Town).InState) }

// Name is the name of the city whose page has the slug.
func (a *ServiceArea) Name(slug string) string {
	i := slices.IndexFunc(a.Cities, func(t Town) bool { return t.Slug == slug })
	return a.Cities[i].Name
}

func (c *Company) checkTowns(d *load.Decoder) {
	a, m, radiusMiles := &c.Towns, &c.Geography, c.Business.RadiusMiles
	if len(a.towns()) == 0 {
		d.Report(a, "wanted at least one, under cities or also", "there are no towns")
	}
	for zip, town := range a.ZIPs {
		if _, at := a.Served(town); at.Name == "" {
			d.Report(&a.ZIPs, "wanted one of the towns", "%s is the ZIP code of %q", zip, town)
		}
	}
	for i, t := range append(load.Items(a.Cities), load.Items(a.Also)...) {
		switch isCity := i < len(a.Cities); {
		case isCity && t.Slug == "":
			d.Report(t, "wanted the slug of its page", "the city %q has no slug", t.Name)
		case !isCity && t.Slug != "":
			d.Report(&t.Slug, "wanted a town with a page among the cities",
				"%q has a slug and is not among the cities", t.Name)
		}
		if _, err := time.LoadLocation(t.Timezone); err != nil {
			d.Report(&t.Timezone, "wanted a name of the IANA database such as America/Denver",
				"unknown time zone %q", t.Timezone)
		}
		if c.Zones(t.Name) != nil {
			c.Business.Hours.clock = " " + clock.ZoneName(c.Location())
		}
		if p := c.PriceList.Prices[t.Drive]; t.Drive != "" && (p == nil || p.Extra == "") {
			d.Report(&t.Drive, "wanted the key of a price with extra in prices.yaml, such as drive: { low: 40, extra: "+
				"The drive to "+t.Name+" }", "the drive to %s has the price %q", t.Name, t.Drive)
		}
		hasZIP := func(town string) bool {
			listed := slices.Contains(slices.Collect(maps.Values(a.ZIPs)), town)
			return listed || slices.ContainsFunc(zipcode.Named(town), t.isNear)
		}
		if t.Drive != "" && t.Slug == "" && !slices.ContainsFunc(t.names(), hasZIP) {
			d.Warn(&t.Drive, "wanted some under zips", "no ZIP code is in %s: nobody reads of its drive", t.Name)
		}
		if len(m.Center) == 2 && m.Miles(t.Latitude, t.Longitude) > float64(radiusMiles) {
			d.Report(&t.Latitude, "wanted a town within the radius of business.yaml around the center of map.yaml",
				"%s lies %.0f miles from the center", t.Name, m.Miles(t.Latitude, t.Longitude))
		}
	}
	paged := func(t Town) bool { return slices.Contains(Names(a.Cities), t.Name) } // it stands there alone
	a.Also = slices.DeleteFunc(slices.Clone(a.Also), paged)
}

// Geography is map.yaml. Points are [latitude, longitude] in degrees.
type Geography struct {
	unitsPerMile float64

	Center []float64
	Roads  []worldLine `yaml:",omitempty"`
	Lakes  []worldLine `yaml:",omitempty"`
}

type worldLine struct {
	Name   string
	Points [][]float64
}

// The drawn map's size, and the radius of the ring around the service area, which just fits the height.
const (
	MapWidth  = 960
	MapHeight = 880
	MapRing   = 420
)

// milesPerDegree is the length of a degree of latitude on a sphere of the earth's mean radius, 3,958.8 miles.
const milesPerDegree = 3958.8 * math.Pi / 180

// offset is the distance of a point from the center to the east and to the south, in miles: over sixty miles, an
// equirectangular projection is off by less than half a mile.
func (g *Geography) offset(latitude, longitude float64) (east, south float64) {
	east = (longitude - g.Center[1]) * milesPerDegree * math.Cos(g.Center[0]*math.Pi/180)
	south = (g.Center[0] - latitude) * milesPerDegree
	return east, south
}

func (g *Geography) Miles(latitude, longitude float64) float64 {
	return math.Hypot(g.offset(latitude, longitude))
}

// OpenStreetMap is the address of the site that has interactive maps. Its embed needs no key and sets no cookie
// (https://wiki.openstreetmap.org/wiki/Export#Embeddable_HTML).
const OpenStreetMap = "https://www.openstreetmap.org"

// EmbedURL is the address of OpenStreetMap's embed of the box around the service area.
func (g *Geography) EmbedURL(radiusMiles int) string {
	north := float64(radiusMiles) / milesPerDegree
	east := north / math.Cos(g.Center[0]*math.Pi/180)
	box := fmt.Sprintf("%.4f,%.4f,%.4f,%.4f", g.Center[1]-east, g.Center[0]-north, g.Center[1]+east, g.Center[0]+north)
	return OpenStreetMap + "/export/embed.html?layer=mapnik&bbox=" + url.QueryEscape(box)
}

// Project maps a point onto the drawn map.
func (g *Geography) Project(latitude, longitude float64) Point {
	east, south := g.offset(latitude, longitude)
	round := func(units float64) int { return int(math.Round(units)) }
	return Point{X: round(MapWidth/2 + east*g.unitsPerMile), Y: round(MapHeight/2 + south*g.unitsPerMile)}
}

// Path returns lines on the drawn map as the data of an SVG path, each with end at its end. Relative coordinates have
// fewer digits.
func (g *Geography) Path(lines []worldLine, end string) string {
	var data strings.Builder
	for _, line := range lines {
		var from Point
		for i, p := range line.Points {
			at := g.Project(p[0], p[1])
			fmt.Fprintf(&data, "%c%d %d", "Ml "[min(i, 2)], at.X-from.X, at.Y-from.Y)
			from = at
		}
		data.WriteString(end)
	}
	return data.String()
}

func (g *Geography) Check(d *load.Decoder) {
	if len(g.Center) != 2 {
		d.Report(&g.Center, "wanted [latitude, longitude]", "the center has %d numbers", len(g.Center))
	}
}

func (l *worldLine) Check(d *load.Decoder) {
	if len(l.Points) < 2 {
		d.Report(&l.Points, "wanted at least two", "%s has %d points", l.Name, len(l.Points))
	}
	for i, p := range l.Points {
		if len(p) != 2 {
			d.Report(&l.Points[i], "wanted [latitude, longitude]", "a point of %s has %d numbers", l.Name, len(p))
		}
	}
}
