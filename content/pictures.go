package content

import "strings"

// The names of a page's further pictures are that of its hero's scene with an end: what a service takes, a job in a city, the
// place of the hero's scene when the job is done, and what stands for the page in a small card elsewhere.
const (
	itemsSuffix = "-items"
	jobSuffix   = "-job"
	afterSuffix = "-after"
	miniSuffix  = "-mini"
)

// drawn is the name of a scene, or "" where nothing is drawn under that name: a page leaves out a picture that is missing.
func (i *BuildInfo) drawn(scene string) string {
	if _, ok := i.Assets.Scenes[scene]; !ok {
		return ""
	}
	return scene
}

// pictures are those of the page whose hero shows the scene; suffix names the one in the middle.
func (i *BuildInfo) pictures(scene, suffix string) PagePictures {
	return PagePictures{Middle: i.drawn(scene + suffix), After: i.drawn(scene + afterSuffix)}
}

// cards are the category's cards with their pictures: a card that leads to a service shows that service, unless its file names
// another scene.
func (i *BuildInfo) cards(cards []CategoryFact) []CategoryFact {
	list := make([]CategoryFact, len(cards))
	for n, card := range cards {
		if slug, ok := strings.CutPrefix(card.Href, servicesPath+"/"); ok && card.Scene == "" {
			card.Scene = SceneName(i.drawn(slug + miniSuffix))
		}
		list[n] = card
	}
	return list
}
