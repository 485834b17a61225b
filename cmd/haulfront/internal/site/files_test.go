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
	classList  = regexp.MustCompile(` class="([^"]*)"`)
	classRule  = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
	stylesheet = regexp.MustCompile(`<link rel="stylesheet" href="([^"]*)"/>`)
)

// Every page has the stylesheet of its component, with a rule for each class that has one, and none of other pages.
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
		if len(links) != 1 || links[0][1] != s.stylesheets[route.Kind.Component()] || links[0][1] == s.assets.Stylesheet {
			t.Errorf("%s has the stylesheets %q, want %s", route.Path, links, s.stylesheets[route.Kind.Component()])
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
