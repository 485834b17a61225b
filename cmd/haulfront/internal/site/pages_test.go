package site

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/content"
)

var (
	anyImage   = regexp.MustCompile(`<img [^>]*>`)
	classList  = regexp.MustCompile(` class="([^"]*)"`)
	classRule  = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
	stylesheet = regexp.MustCompile(`<link rel="stylesheet" href="([^"]*)"/>`)
)

// Every page has the stylesheet of its component, with all rules for its classes, and no rules of other pages.
func TestPageStylesheets(t *testing.T) {
	s := newSite(t, t.TempDir())
	classes := func(css string) map[string]bool {
		found := map[string]bool{}
		for _, m := range classRule.FindAllStringSubmatch(css, -1) {
			found[m[1]] = true
		}
		return found
	}
	every := classes(string(s.get(t, s.assets.Stylesheet).Body))
	kinds := map[content.Kind]bool{}
	for _, route := range s.cfg.Content.Routes() {
		if kinds[route.Kind] {
			continue
		}
		kinds[route.Kind] = true
		html := string(s.get(t, route.Path).Body)
		links := stylesheet.FindAllStringSubmatch(html, -1)
		want := s.stylesheets[route.Kind.Component()]
		if len(links) != 1 || links[0][1] != want || want == s.assets.Stylesheet {
			t.Errorf("%s has the stylesheets %q, want %s", route.Path, links, want)
			continue
		}
		css := string(s.get(t, links[0][1]).Body)
		has := classes(css)
		for _, list := range classList.FindAllStringSubmatch(html, -1) {
			for _, class := range strings.Fields(list[1]) {
				if every[class] && !has[class] {
					t.Errorf("%s has the class %s, its stylesheet has not", route.Path, class)
				}
			}
		}
		if (route.Kind == content.KindEstimate) != has["Estimator"] {
			t.Errorf("%s: the stylesheet has the classes %q", route.Path, slices.Sorted(maps.Keys(has)))
		}
	}
}

// Every page of a service or a city has three pictures of its own: in the hero, in the middle, and at the end. All but
// the first are lazy.
func TestPagesHaveTheirPictures(t *testing.T) {
	s := newSite(t, t.TempDir())
	info := content.BuildInfo{Assets: s.assets}
	owners := map[string]string{}
	for _, r := range s.cfg.Content.Routes() {
		var hero content.SceneName
		var pictures content.PagePictures
		switch r.Kind {
		case content.KindService:
			page := s.cfg.Content.Service(info, r.Slug)
			hero, pictures = page.Hero.Scene, page.Pictures
		case content.KindCity:
			page := s.cfg.Content.City(info, r.Slug)
			hero, pictures = page.Hero.Scene, page.Pictures
		default:
			continue
		}
		var shown []string
		for i, tag := range anyImage.FindAllString(string(s.get(t, r.Path).Body), -1) {
			wait := "lazy"
			if i == 0 {
				wait = "eager"
			}
			if attribute(tag, "loading") != wait {
				t.Errorf("%s: picture %d is %s, want it %s", r.Path, i, tag, wait)
			}
			shown = append(shown, attribute(tag, "src"))
		}
		for _, name := range []string{string(hero), pictures.Middle, pictures.After} {
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
