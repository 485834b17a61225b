package content

import "slices"

// serviceArea is locations.yaml: the towns that are served.
type serviceArea struct {
	Cities []town `yaml:"cities"`
	Also   []town `yaml:"also,omitempty"`
}

// town is a town on the map, or a few that share a page or a dot.
type town struct {
	// Slug is the last part of the page's path; empty where the town has no page.
	Slug string `yaml:"slug,omitempty"`
	Name string `yaml:"name"`
	// Short is what the map writes; empty where Name is short enough.
	Short string `yaml:"short,omitempty"`
	// Towns are the towns that Name stands for; empty where Name is one.
	Towns []string `yaml:"towns,omitempty"`
	// Latitude and Longitude are degrees, WGS 84.
	Latitude  float64 `yaml:"lat"`
	Longitude float64 `yaml:"lon"`
	Anchor    string  `yaml:"anchor"`
}

func (t *town) href() string {
	if t.Slug == "" {
		return ""
	}
	return KindCity.path(t.Slug)
}

func (s *Site) citySlugs() []*string {
	var slugs []*string
	for i := range s.area.Cities {
		slugs = append(slugs, &s.area.Cities[i].Slug)
	}
	return slugs
}

func (t *town) label() string {
	if t.Short != "" {
		return t.Short
	}
	return t.Name
}

func (a *serviceArea) towns() []*town {
	var towns []*town
	for _, list := range [][]town{a.Cities, a.Also} {
		for i := range list {
			towns = append(towns, &list[i])
		}
	}
	return towns
}

// listedCities is how many cities every page lists at most, in its menu, its footer and elsewhere: pages must not grow with
// the number of cities, and nobody reads on. The page of all locations has all of them.
const listedCities = 30

// listed are the cities that every page lists.
func (a *serviceArea) listed() []town { return a.Cities[:min(listedCities, len(a.Cities))] }

// shownTowns are the towns on the map and in structured data: the listed cities, and the towns without a page.
func (a *serviceArea) shownTowns() []*town {
	shown := serviceArea{Cities: a.listed(), Also: a.Also}
	return shown.towns()
}

// names lists every single town of a list.
func names(towns []*town) []string {
	var names []string
	for _, t := range towns {
		if len(t.Towns) > 0 {
			names = append(names, t.Towns...)
		} else {
			names = append(names, t.Name)
		}
	}
	return names
}

// also lists the towns that have no page.
func (a *serviceArea) also() []string {
	names := make([]string, len(a.Also))
	for i := range a.Also {
		names[i] = a.Also[i].Name
	}
	return names
}

// name is the name of the city whose page has the slug.
func (a *serviceArea) name(slug string) string {
	i := slices.IndexFunc(a.Cities, func(t town) bool { return t.Slug == slug })
	return a.Cities[i].Name
}

// links lead to the pages of cities.
func links(cities []town) []Link {
	links := make([]Link, len(cities))
	for i := range cities {
		links[i] = Link{cities[i].Name, cities[i].href()}
	}
	return links
}

// cityLinks lead to the pages of the listed cities, and to the page of all where there are more.
func (s *Site) cityLinks() []Link {
	list := links(s.area.listed())
	if len(s.area.Cities) > listedCities {
		list = append(list, Link{s.shared.AllLocations, locationsPath})
	}
	return list
}

func (a *serviceArea) check(d *decoder, m *geography, radiusMiles int) {
	checkSome(d, &a.Cities, "cities")
	for i := range a.Cities {
		if c := &a.Cities[i]; c.Slug == "" {
			d.report(c, "wanted the slug of its page", "the city %q has no slug", c.Name)
		}
	}
	for i := range a.Also {
		if t := &a.Also[i]; t.Slug != "" {
			d.report(&t.Slug, "wanted a town with a page among the cities", "%q has a slug and is not among the cities", t.Name)
		}
	}
	for _, t := range a.towns() {
		switch t.Anchor {
		case "start", "end", "middle":
		default:
			d.report(&t.Anchor, "wanted start, end or middle", "the anchor is %q", t.Anchor)
		}
		if len(m.Center) == 2 {
			if miles := m.miles(t.Latitude, t.Longitude); miles > float64(radiusMiles) {
				d.report(&t.Latitude, "wanted a town within the radius of business.yaml around the center of map.yaml",
					"%s lies %.0f miles from the center", t.Name, miles)
			}
		}
	}
}
