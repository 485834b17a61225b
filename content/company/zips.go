package company

import (
	"cmp"
	"slices"
	"strings"

	"haulfront/content/zipcode"
)

// AreaKind is the answer whether the company serves a ZIP code.
type AreaKind string

// The kinds of answer; "" means that no ZIP code was given.
const (
	AreaYes     AreaKind = "yes"     // within the radius, or in a town
	AreaEdge    AreaKind = "edge"    // a little beyond it: call
	AreaNo      AreaKind = "no"      // farther away
	AreaUnknown AreaKind = "unknown" // no ZIP code
)

// Reach is where a ZIP code is. The kind is empty without a code.
type Reach struct {
	Kind AreaKind
	Code string // five digits
	Town string // in the content's spelling; may be empty
	Near *Town  // a town with a page nearby, nil if there is none
}

func (c *Company) lookUp(zip string) (code string, at zipcode.Place, ok bool) {
	code, at, ok = zipcode.Find(zip)
	at.Town = cmp.Or(c.Towns.ZIPs[code], at.Town)
	return code, at, ok
}

// Reach looks a ZIP code up, by its town and its distance from the center. A served town is served to its edge.
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
	miles, radius := c.Geography.Miles(at.Latitude, at.Longitude), float64(c.Business.RadiusMiles)
	switch edge := radius + float64(c.Business.EdgeMiles); {
	case town.Name != "" && (miles <= edge || town.isNear(at)), // other states have towns of its name
		miles <= radius && c.Business.Area != "towns":
		kind = AreaYes
	case miles <= edge && edge > radius:
		kind = AreaEdge
	}
	return Reach{kind, code, name, c.Towns.near(at)}
}

// Town returns the town of a ZIP code as the content spells it; a code that the content does not know is its own town.
func (c *Company) Town(zip string) string {
	code, at, _ := c.lookUp(zip)
	name, _ := c.Towns.Served(at.Town)
	return cmp.Or(name, code, strings.TrimSpace(zip))
}

// PricedTown is the town whose clocks and prices a ZIP code has, its own or, if that is not listed, one with a page
// nearby, unless that has a drive, and the ZIP code is nearer to the center.
func (c *Company) PricedTown(zip string) string {
	town := c.Town(zip)
	if _, at := c.Towns.Served(town); at.Name == "" {
		_, code, _ := c.lookUp(zip)
		if near := c.Reach(zip).Near; near != nil && (near.Drive == "" ||
			c.Geography.Miles(code.Latitude, code.Longitude) >= c.Geography.Miles(near.Latitude, near.Longitude)) {
			return near.Name
		}
	}
	return town
}

// near is the city with the name of the ZIP code's post office, otherwise the nearest city; nil if none is near.
func (a *ServiceArea) near(code zipcode.Place) (best *Town) {
	least := 8.0 // miles to a town with another name, at most
	for i := range a.Cities {
		t := &a.Cities[i]
		if slices.ContainsFunc(t.names(), func(name string) bool { return strings.EqualFold(name, code.Town) }) {
			return t
		}
		if miles := t.miles(code); miles < least {
			best, least = t, miles
		}
	}
	return best
}

func (t *Town) isNear(code zipcode.Place) bool { return t.miles(code) <= 30 }

func (t *Town) miles(code zipcode.Place) float64 {
	return (&Geography{Center: []float64{t.Latitude, t.Longitude}}).Miles(code.Latitude, code.Longitude)
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
