package site

import (
	"crypto/sha256"
	"encoding/base64"
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
	stylesheet = regexp.MustCompile(`<style>([^<]*)</style>`)
)

// Every page contains the stylesheet of its component, with all rules for its classes, and no rules of other pages. Its
// policy names the digest.
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
		response := s.get(t, route.Path)
		html := string(response.Body)
		styles := stylesheet.FindAllStringSubmatch(html, -1)
		if len(styles) != 1 || strings.Contains(html, `rel="stylesheet"`) {
			t.Errorf("%s has %d style elements or a stylesheet, want one", route.Path, len(styles))
			continue
		}
		css := styles[0][1]
		sum := sha256.Sum256([]byte(css))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; response.Style != want {
			t.Errorf("%s has the style %s, want %s", route.Path, response.Style, want)
		}
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
