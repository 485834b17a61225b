package content

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"haulfront/content/load"
	"haulfront/content/spelling"
)

// A page shows the scene that its file names, or one that these rules choose. A photograph with its slug replaces it.

// SceneName is the name of a scene of components/art, IconName that of an icon: see [Site.CheckNames].
type (
	SceneName string
	IconName  string
)

// skylines are the scenes of cities whose files name none, in turn. A small town has no towers.
var skylines = []SceneName{"skyline-main-street", "skyline-suburb"}

// anyScene is the scene of a service, a category or an article that names none: the loaded truck.
const anyScene SceneName = "truck-full"

func (SceneName) Kind() string { return "scene" }
func (IconName) Kind() string  { return "icon" }

// CheckNames reports scenes and icons of the content that do not exist, a line for each.
func (s *Site) CheckNames(scenes, icons []string) error {
	var ds load.Diagnostics
	for _, used := range s.names {
		existing, near := scenes, 10
		if used.Kind == IconName("").Kind() {
			existing, near = icons, len(icons)
		}
		if !slices.Contains(existing, used.Name) {
			ds.Add(used.At, fmt.Sprintf("there is no %s %q", used.Kind, used.Name),
				"wanted one such as "+strings.Join(spelling.Nearest(used.Name, existing, near), ", "))
		}
	}
	for _, name := range append([]SceneName{anyScene}, skylines...) {
		if !slices.Contains(scenes, string(name)) {
			return fmt.Errorf("components/art has no scene %q, which pages without one of their own show", name)
		}
	}
	return ds.Err()
}

func (s *Site) chooseSkylines() {
	n := 0
	for _, t := range s.Towns.Cities {
		if city := s.pages[cityHref(t)].(*cityPage); city.Hero.Scene == "" {
			city.Hero.Scene = skylines[n%len(skylines)]
			n++
		}
	}
}

func (c category) scene() SceneName     { return cmp.Or(c.Scene, anyScene) }
func (p *articlePage) scene() SceneName { return cmp.Or(p.Front.Image, anyScene) }
func (p *servicePage) scene() SceneName { return cmp.Or(p.Hero.Scene, anyScene) }

// Shown is the key in Scenes of a page's picture: the page's own name if it has a photograph, otherwise the scene's.
func (a Assets) Shown(own string, scene SceneName) string {
	if a.Scenes[own].Srcset != "" {
		return own
	}
	return string(scene)
}

func (i *BuildInfo) drawn(scene string) string {
	if _, ok := i.Assets.Scenes[scene]; !ok {
		return ""
	}
	return scene
}

// cards are a category's cards: one that leads to a service shows that, unless its file names another scene.
func (i *BuildInfo) cards(cards []CategoryFact) []CategoryFact {
	list := slices.Clone(cards)
	for n := range list {
		card := &list[n]
		if slug, ok := strings.CutPrefix(card.Href, servicesPath+"/"); ok && card.Scene == "" {
			card.Scene = SceneName(i.drawn(slug + "-mini"))
		}
	}
	return list
}
