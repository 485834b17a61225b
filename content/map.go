package content

import (
	"haulfront/content/company"
	"haulfront/content/load"
)

func (s *Site) citySlugs() []*string {
	return load.Pointers(s.Towns.Cities, func(t *company.Town) *string { return &t.Slug })
}

// cityHref is the path of a town's page; empty if it has none.
func cityHref(t company.Town) string {
	if t.Slug == "" {
		return ""
	}
	return KindCity.path(t.Slug)
}

func links(cities []company.Town) []Link {
	links := make([]Link, len(cities))
	for i, t := range cities {
		links[i] = Link{t.Name, cityHref(t)}
	}
	return links
}

// cityLinks lead to the pages of the listed cities, and to the page of all if there are more, or none.
func (s *Site) cityLinks() []Link {
	list := links(s.Towns.Listed())
	if n := len(s.Towns.Cities); n == 0 || n > company.ListedCities {
		list = append(list, Link{s.shared.AllLocations, locationsPath})
	}
	return list
}

// AreaMap is the drawn map, in the units of a viewBox of Width × Height, and the interactive map on request.
type AreaMap struct {
	Alt    string `json:"alt"`
	Width  int    `json:"width" file:"-"`
	Height int    `json:"height" file:"-"`
	// Radius is the service radius, in the map's units, around Center.
	Center      company.Point     `json:"center" file:"-"`
	Radius      float64           `json:"radius" file:"-"`
	RadiusLabel string            `json:"radiusLabel" file:"-"`
	Roads       []company.MapLine `json:"roads" file:"-"`
	Lakes       []company.MapLine `json:"lakes" file:"-"`
	Places      []MapPlace        `json:"places" file:"-"`
	EmbedURL    string            `json:"embedUrl" file:"-"`
	EmbedTitle  string            `json:"embedTitle"`
	ShowLabel   string            `json:"showLabel"`
	HideLabel   string            `json:"hideLabel"`
	OpenLabel   string            `json:"-" file:"openLabel"`
	Open        Link              `json:"open" file:"-"`
}

// MapPlace is a town on the drawn map; Href is empty if it has no page.
type MapPlace struct {
	Name string        `json:"name"`
	Href string        `json:"href"`
	At   company.Point `json:"at"`
	// Anchor is the position of the name relative to the dot: "start", "end" or "middle" (above).
	Anchor string `json:"anchor"`
}
