package site

import (
	"regexp"
	"slices"
	"testing"

	"haulfront/content"
)

var anyImage = regexp.MustCompile(`<img [^>]*>`)

// Every page of a service or a city has three pictures of its own at least, each of which is there: that of its hero,
// one in the middle, and one at the end. Only the first is fetched at once, and none moves the page when it comes.
func TestPagesHaveTheirPictures(t *testing.T) {
	s := newSite(t, t.TempDir())
	info := content.BuildInfo{Assets: s.assets}
	owners := map[string]string{}
	for _, r := range s.cfg.Content.Routes() {
		var hero string
		var pictures content.PagePictures
		switch r.Kind {
		case content.KindService:
			page := s.cfg.Content.Service(info, r.Slug)
			hero, pictures = string(page.Hero.Scene), page.Pictures
		case content.KindCity:
			page := s.cfg.Content.City(info, r.Slug)
			hero, pictures = string(page.Hero.Scene), page.Pictures
		default:
			continue
		}
		shown := s.images(t, r.Path)
		for _, name := range []string{hero, pictures.Middle, pictures.After} {
			scene, ok := s.assets.Scenes[name]
			if !ok || !slices.Contains(shown, scene.Src) {
				t.Errorf("%s shows no picture %q; it shows %v", r.Path, name, shown)
			}
			if owner, again := owners[name]; again {
				t.Errorf("%s has the picture %q of %s", r.Path, name, owner)
			}
			owners[name] = r.Path
		}
	}
	if len(owners) != 3*(19+10) {
		t.Errorf("%d pictures on the pages of services and cities, want three each", len(owners))
	}
}

// images are the addresses of a page's pictures. All have a size, and all but the first wait until they are near.
func (s *Site) images(t *testing.T, path string) []string {
	t.Helper()
	var addresses []string
	for i, tag := range anyImage.FindAllString(string(s.get(t, path).Body), -1) {
		wait := "lazy"
		if i == 0 {
			wait = "eager"
		}
		if got := attribute(tag, "loading"); got != wait {
			t.Errorf("%s: the picture %d is fetched %q, want %q: %s", path, i, got, wait, tag)
		}
		if attribute(tag, "width") == "" || attribute(tag, "height") == "" {
			t.Errorf("%s: the picture %d has no size: %s", path, i, tag)
		}
		addresses = append(addresses, attribute(tag, "src"))
	}
	return addresses
}
