package content

import (
	"fmt"
	"slices"
	"strings"
)

// A page shows the scene that its file names. Where it names none, the rules of this file choose one, so that no page needs a
// drawing of its own. A photograph of the page's own name, its slug, takes the scene's place in any case.

// SceneName is the name of a scene of components/art, IconName that of an icon of components/ui/Icon. Load cannot know which
// there are: see [Site.CheckNames].
type (
	SceneName string
	IconName  string
)

// skylines are the scenes of cities whose files name none, in turn: neighbors in a list look different.
var skylines = []SceneName{"skyline-downtown", "skyline-main-street", "skyline-suburb", "skyline-lake"}

// anyScene is the scene of a category or an article that names none: the truck with its load suits all of them.
const anyScene SceneName = "truck-full"

// usedName is a name that content uses, with its position.
type usedName struct {
	at   position
	name string
	icon bool
}

// CheckNames reports the scenes and icons that content names and that do not exist. The error has a line for each, as Load's.
func (s *Site) CheckNames(scenes, icons []string) error {
	var ds diagnostics
	for _, used := range s.names {
		kind, known := "scene", scenes
		if used.icon {
			kind, known = "icon", icons
		}
		if !slices.Contains(known, used.name) {
			ds.add(used.at, fmt.Sprintf("there is no %s %q", kind, used.name), "wanted one such as "+strings.Join(closest(used.name, known), ", "))
		}
	}
	for _, name := range append([]SceneName{anyScene}, skylines...) {
		if !slices.Contains(scenes, string(name)) {
			return fmt.Errorf("components/art has no scene %q, which pages without one of their own show", name)
		}
	}
	return ds.err()
}

// closest returns the three of the names that differ least from a mistyped one.
func closest(mistyped string, names []string) []string {
	sorted := slices.SortedStableFunc(slices.Values(names), func(a, b string) int {
		return distance(mistyped, a) - distance(mistyped, b)
	})
	return sorted[:min(3, len(sorted))]
}

// distance is the Levenshtein distance of two texts, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// chooseSkylines gives each city that names no scene the next skyline, in the order of locations.yaml.
func (s *Site) chooseSkylines() {
	n := 0
	for i := range s.area.Cities {
		if city := s.pages[s.area.Cities[i].href()].(*cityPage); city.Hero.Scene == "" {
			city.Hero.Scene = skylines[n%len(skylines)]
			n++
		}
	}
}

func (c *category) scene() SceneName {
	if c.Scene == "" {
		return anyScene
	}
	return c.Scene
}

func (a *article) scene() SceneName {
	if a.Image == "" {
		return anyScene
	}
	return a.Image
}

// shown is the name under which a page's picture is found among the built ones: the page's own where there is a photograph of
// that name, or else the scene's.
func (a Assets) shown(own string, scene SceneName) string {
	if a.Scenes[own].Srcset != "" {
		return own
	}
	return string(scene)
}
